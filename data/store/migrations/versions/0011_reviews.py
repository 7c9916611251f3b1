"""Reviews of finished tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "review",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column(
            "player",
            sa.Integer(),
            nullable=False,
            comment="the version of the computer player that judged",
        ),
        sa.Column("data", sa.Text(), nullable=False, comment="JSON, without names"),
        sa.Column("at", sa.BigInteger(), nullable=False, comment="when it was made"),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["game_table.id"],
            name=op.f("fk_review_table_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_review")),
    )
