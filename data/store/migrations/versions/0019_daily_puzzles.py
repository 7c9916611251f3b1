"""Daily puzzles are kept with what else is practised, which had all that ``puzzle_day`` had."""

from __future__ import annotations

from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Drop the other copy."""
    op.drop_table("puzzle_day")
