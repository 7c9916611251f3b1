"""Bulletins, who plays on to the end, where daily puzzles were solved, and leagues as scheduled events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
COUNTED = sa.text("guild IS NOT NULL")


def upgrade() -> None:
    """Add tables and columns."""
    op.add_column(
        "practised",
        sa.Column("guild", sa.BigInteger, comment="where, if that server counts who has finished it"),
    )
    op.create_index(
        "ix_practised_counted",
        "practised",
        ["guild", "subject"],
        sqlite_where=COUNTED,
        postgresql_where=COUNTED,
    )
    op.add_column("league", sa.Column("event", sa.BigInteger, comment="the scheduled event of its server"))
    op.create_table(
        "played_on",
        sa.Column("table_id", sa.Integer, primary_key=True, comment="it may be gone by now"),
        sa.Column("person", sa.BigInteger, primary_key=True),
        sa.Column(
            "to_the_end",
            sa.Integer,
            nullable=False,
            comment="1: to its end, or they resigned; 0: they left, or ran out of time",
        ),
        sa.Column("at", sa.BigInteger, nullable=False, comment="when the game ended for them"),
    )
    op.create_index("ix_played_on_person_at", "played_on", ["person", "at"])
    op.create_table(
        "bulletin",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False, comment="day or week"),
        sa.Column("channel", sa.BigInteger, nullable=False, comment="where it is posted"),
        sa.Column(
            "minute", sa.Integer, nullable=False, comment="when, in minutes after midnight, or after Sunday"
        ),
        sa.Column(
            "zone", sa.String(64), nullable=False, comment="the time zone of that, in the IANA database"
        ),
        sa.Column("due", sa.BigInteger, comment="when the next one is posted"),
        sa.Column(
            "day",
            sa.String(10),
            nullable=False,
            comment="the UTC day of the last one, ISO 8601; empty for none",
        ),
        sa.Column(
            "tried",
            sa.BigInteger,
            nullable=False,
            comment="when that was last sent without an answer so far; 0: not yet",
        ),
        sa.Column("message", sa.BigInteger, comment="that one; none: it is still to be posted"),
        sa.Column("shown", sa.String(32), nullable=False, comment="stands for what it says"),
        sa.Column("refused", sa.Integer, nullable=False, comment="1: the bot may not post there"),
        sa.UniqueConstraint("guild", "kind", name="uq_bulletin_guild_kind"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_bulletin_due", "bulletin", ["due"])
