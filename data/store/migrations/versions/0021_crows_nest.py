"""Guesses of other people's turns, who follows which game, and notes that open at its end."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add tables."""
    op.create_table(
        "guess",
        *_by_person_and_table(
            "guess",
            sa.Column(
                "place", sa.Integer, primary_key=True, comment="how many actions were played before it"
            ),
        ),
        sa.Column("seq", sa.Integer, nullable=False, comment="the table’s version when it was made"),
        sa.Column(
            "text",
            sa.Text,
            nullable=False,
            comment="the actions of the turn, in the game’s notation, a line each",
        ),
        sa.Column(
            "hit",
            sa.Integer,
            comment="1: it was played; 0: something else was; none: it isn’t played yet",
        ),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "follower",
        *_by_person_and_table("follower"),
        sa.Column(
            "letter",
            sa.Integer,
            nullable=False,
            comment="1: they want a direct message when the game is over",
        ),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "table_note",
        *_by_person_and_table("table_note"),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False, comment="how many actions were played before it"),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    for name in ("guess", "follower", "table_note"):
        op.create_index(f"ix_{name}_person", name, ["person"])


def _by_person_and_table(name: str, *more: sa.Column[int]) -> list[sa.Column[int] | sa.ForeignKeyConstraint]:
    gone = sa.ForeignKeyConstraint(
        ["table_id"], ["game_table.id"], name=f"fk_{name}_table_id", ondelete="CASCADE"
    )
    table = sa.Column("table_id", sa.Integer, primary_key=True)
    return [table, *more, sa.Column("person", sa.BigInteger, primary_key=True), gone]
