"""Daily challenges and scores, and an index to find the sessions of a server by their game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "daily",
        sa.Column("session", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False, comment="ISO 8601, UTC"),
        sa.Column("claim", sa.String(length=64), nullable=False, comment="stands for the person on that day"),
        sa.ForeignKeyConstraint(
            ["session"], ["session.id"], name=op.f("fk_daily_session"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("session", name=op.f("pk_daily")),
        sa.UniqueConstraint("claim", name=op.f("uq_daily_claim")),
    )
    op.create_index(op.f("ix_daily_guild_day"), "daily", ["guild", "day"], unique=False)
    op.create_table(
        "score",
        sa.Column("session", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True, comment="none for a session that does not count"),
        sa.Column(
            "rank",
            sa.Integer(),
            nullable=False,
            comment="the title's, from 1 for the lowest; 0 for none",
        ),
        sa.Column("land", sa.Integer(), nullable=False),
        sa.Column("crossed", sa.Integer(), nullable=False),
        sa.Column("goals", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["session"], ["session.id"], name=op.f("fk_score_session"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("session", name=op.f("pk_score")),
    )
    op.create_index(
        op.f("ix_session_guild_game_status"), "session", ["guild", "game", "status"], unique=False
    )
