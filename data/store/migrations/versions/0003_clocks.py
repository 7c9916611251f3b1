"""Clocks: the pace and the deadline of a session; and the notes that a seat keeps."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

DAY = 24 * 60 * 60 * 1000


def upgrade() -> None:
    op.add_column("session", sa.Column("pace", sa.String(length=32), server_default="none", nullable=False))
    op.add_column(
        "session",
        sa.Column(
            "deadline",
            sa.BigInteger(),
            nullable=True,
            comment="the earliest moment at which something is to be done",
        ),
    )
    op.create_index(op.f("ix_session_deadline"), "session", ["deadline"], unique=False)
    op.add_column(
        "seat",
        sa.Column(
            "marks",
            sa.Text(),
            server_default="",
            nullable=False,
            comment="the holder's own notes on the board",
        ),
    )
    session = sa.table("session", sa.column("status"), sa.column("touched"), sa.column("deadline"))
    # What stands open waits a day, what is played waits thirty: from the last event on, as before.
    for status, days in (("lobby", 1), ("playing", 30)):
        due = sa.update(session).where(session.c.status == status)
        op.execute(due.values(deadline=session.c.touched + days * DAY))
