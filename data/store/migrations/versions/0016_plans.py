"""Plans: the if–then lines or the standing order of whoever holds a seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column(
        "seat",
        sa.Column(
            "plan", sa.Text(), server_default="", nullable=False, comment="if–then lines or standing order"
        ),
    )
    op.create_index(
        "ix_seat_planned",
        "seat",
        ["table_id"],
        sqlite_where=sa.text("plan <> ''"),
        postgresql_where=sa.text("plan <> ''"),
    )
