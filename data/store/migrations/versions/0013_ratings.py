"""Ratings: the choice of each table, everybody's part in rated games, and everybody's present strength."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column(
        "game_table",
        sa.Column(
            "rated",
            sa.String(8),
            nullable=False,
            server_default="no",
            comment="no, people (only between people), yes, or out: somebody has ratings off",
        ),
    )
    op.create_table(
        "rated",
        sa.Column(
            "table_id", sa.Integer(), autoincrement=False, nullable=False, comment="it may be gone by now"
        ),
        sa.Column(
            "person", sa.BigInteger(), nullable=False, comment="up to 99: the advantage of the first side"
        ),
        sa.Column("pool", sa.String(40), nullable=False, comment="the games that are computed together"),
        sa.Column("ladder", sa.String(48), nullable=False, comment="the rating that this game counts for"),
        sa.Column("side", sa.Integer(), nullable=False, comment="0 or 1"),
        sa.Column("result", sa.Integer(), nullable=False, comment="1 won, 0 drawn, -1 lost"),
        sa.Column("guild", sa.BigInteger()),
        sa.Column("at", sa.BigInteger(), nullable=False, comment="the end of the game"),
        sa.Column(
            "games", sa.Integer(), nullable=False, comment="how many the person has played, with this one"
        ),
        sa.Column("weight", sa.Double(), nullable=False, comment="how much the game counts, 0 to 1"),
        sa.Column("mu_before", sa.Double(), nullable=False),
        sa.Column("sigma_before", sa.Double(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person", name=op.f("pk_rated")),
    )
    op.create_index(op.f("ix_rated_person_pool_at_table_id"), "rated", ["person", "pool", "at", "table_id"])
    op.create_index(op.f("ix_rated_pool_at_table_id"), "rated", ["pool", "at", "table_id"])
    op.create_table(
        "rating",
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ladder", sa.String(48), nullable=False),
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False, comment="0: all servers"),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False, comment="the end of the last rated game"),
        sa.Column("listed", sa.Integer(), nullable=False, comment="1: settled, and others may see it"),
        sa.PrimaryKeyConstraint("person", "ladder", "guild", name=op.f("pk_rating")),
    )
    op.create_index(
        "ix_rating_listed",
        "rating",
        ["guild", "ladder", "mu", "at", "person", "listed"],
        sqlite_where=sa.text("listed = 1"),
        postgresql_where=sa.text("listed = 1"),
    )
