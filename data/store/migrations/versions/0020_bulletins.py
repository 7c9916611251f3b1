"""Bulletins, who plays on to the end, where daily puzzles were solved, and leagues as scheduled events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
COUNTED = sa.text("guild IS NOT NULL")


def upgrade() -> None:
    """Add tables and columns."""
    op.add_column("practised", sa.Column("guild", sa.BigInteger))
    op.create_index(
        "ix_practised_counted",
        "practised",
        ["guild", "subject"],
        sqlite_where=COUNTED,
        postgresql_where=COUNTED,
    )
    op.add_column("league", sa.Column("event", sa.BigInteger))
    op.create_table(
        "played_on",
        sa.Column("table_id", sa.Integer, primary_key=True),
        sa.Column("person", sa.BigInteger, primary_key=True),
        sa.Column("to_the_end", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_played_on_person_at", "played_on", ["person", "at"])
    op.create_table(
        "bulletin",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("minute", sa.Integer, nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("tried", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger),
        sa.Column("shown", sa.String(32), nullable=False),
        sa.Column("refused", sa.Integer, nullable=False),
        sa.UniqueConstraint("guild", "kind", name="uq_bulletin_guild_kind"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_bulletin_due", "bulletin", ["due"])
