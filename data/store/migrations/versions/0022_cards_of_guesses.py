"""What came of a guess is told on its card after a restart, too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy import BigInteger, Integer, Text

revision = "0022"
down_revision = "0021"
backward_compatible = True


def upgrade() -> None:
    """Add a table."""
    game = sa.ForeignKey("game_table.id", ondelete="CASCADE")
    op.create_table(
        "guess_card",
        sa.Column("table_id", Integer, game, primary_key=True),
        sa.Column("person", BigInteger, primary_key=True),
        sa.Column("message", BigInteger, nullable=False, comment="the private message"),
        sa.Column("token", Text, nullable=False, comment="the interaction’s that edits it"),
        sa.Column("until", BigInteger, nullable=False, comment="when Discord takes that no more"),
    )
    for column in ("person", "until"):
        op.create_index(f"ix_guess_card_{column}", "guess_card", [column])
