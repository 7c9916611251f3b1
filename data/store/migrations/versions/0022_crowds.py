"""Crowds play: how they vote at a table, who votes for what, and what was decided."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "crowd",
        *_of_table("crowd"),
        sa.Column("every", sa.BigInteger, nullable=False, comment="how long a vote lasts, in milliseconds"),
        sa.Column("quorum", sa.Integer, nullable=False, comment="how many votes end it before; 0: none do"),
        sa.Column(
            "open", sa.Integer, nullable=False, comment="1: everybody sees the count while the vote lasts"
        ),
        sa.PrimaryKeyConstraint("table_id", name="pk_crowd"),
    )
    op.create_table(
        "ballot",
        *_of_table("ballot"),
        sa.Column("person", sa.BigInteger, nullable=False),
        sa.Column("side", sa.Integer, nullable=False, comment="the number of the side that they vote for"),
        sa.Column(
            "turn",
            sa.Integer,
            nullable=False,
            comment="the event after which it is cast; -1: it has been counted",
        ),
        sa.Column("choice", sa.Text, nullable=False, comment="moves in the game's notation, or a motion"),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column(
            "number",
            sa.BigInteger,
            nullable=False,
            comment="the latest interaction's, so that an older one changes nothing",
        ),
        sa.Column(
            "called",
            sa.Integer,
            nullable=False,
            server_default="0",
            comment="1: they are notified of each turn",
        ),
        sa.PrimaryKeyConstraint("table_id", "person", name="pk_ballot"),
    )
    op.create_index("ix_ballot_person", "ballot", ["person"])
    op.create_table(
        "poll",
        *_of_table("poll"),
        sa.Column("seq", sa.Integer, nullable=False, comment="the first event that was decided"),
        sa.Column("counts", sa.Text, nullable=False, comment="choices with their votes as JSON"),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_poll"),
    )


def _of_table(name: str) -> tuple[sa.Column[int], sa.ForeignKeyConstraint]:
    name = f"fk_{name}_table_id_game_table"
    table = sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name, ondelete="CASCADE")
    return (sa.Column("table_id", sa.Integer, nullable=False), table)
