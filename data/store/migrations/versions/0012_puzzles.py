"""What people made of the daily puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "puzzle_day",
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False, comment="ISO 8601, UTC"),
        sa.Column("puzzle", sa.String(length=80), nullable=False, comment="its game and id"),
        sa.Column("wrong", sa.Integer(), nullable=False, comment="wrong tries, up to the solution"),
        sa.Column("solved", sa.BigInteger(), nullable=False, comment="when, on its day; 0: not yet"),
        sa.PrimaryKeyConstraint("person", "day", name=op.f("pk_puzzle_day")),
    )
