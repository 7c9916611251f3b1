"""The first schema: sessions, seats, the log, people, servers, facts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "fact",
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_fact")),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.Text(), nullable=False, comment="JSON"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
    )
    op.create_table(
        "server",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.Text(), nullable=False, comment="JSON"),
        sa.Column("left", sa.BigInteger(), nullable=True, comment="when the bot was removed"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_server")),
    )
    op.create_table(
        "session",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False, comment="key=value, blank-separated"),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column(
            "opponent",
            sa.BigInteger(),
            nullable=True,
            comment="the only person who may join, for a challenge",
        ),
        sa.Column("parent", sa.Integer(), nullable=True, comment="the table that this one is the rematch of"),
        sa.Column(
            "status", sa.String(length=16), nullable=False, comment="lobby, playing, over, closed or void"
        ),
        sa.Column("version", sa.Integer(), nullable=False, comment="the last event's seq"),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("touched", sa.BigInteger(), nullable=False, comment="the last event's time"),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("home", sa.BigInteger(), nullable=False, comment="the channel where the lobby stands"),
        sa.Column("lobby", sa.BigInteger(), nullable=True, comment="the lobby's message"),
        sa.Column(
            "channel", sa.BigInteger(), nullable=True, comment="the thread or channel where the cards stand"
        ),
        sa.Column("card", sa.BigInteger(), nullable=True, comment="the newest card's message"),
        sa.Column(
            "shown",
            sa.Integer(),
            server_default="0",
            nullable=False,
            comment="the version that was published",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_session")),
        sa.UniqueConstraint("parent", name=op.f("uq_session_parent")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_session_channel_status"), "session", ["channel", "status"], unique=False)
    op.create_index(op.f("ix_session_home_status"), "session", ["home", "status"], unique=False)
    op.create_index(
        "uq_session_challenge",
        "session",
        ["host", "opponent", "game"],
        unique=True,
        sqlite_where=sa.text("status = 'lobby'"),
        postgresql_where=sa.text("status = 'lobby'"),
    )
    op.create_index(op.f("ix_session_status_touched"), "session", ["status", "touched"], unique=False)
    op.create_table(
        "event",
        sa.Column("session", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False, comment="from 1, without gaps"),
        sa.Column("verb", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.String(length=16), server_default="", nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=True),
        sa.Column(
            "name", sa.Text(), server_default="", nullable=False, comment="the person's name at that time"
        ),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column(
            "key",
            sa.String(length=40),
            nullable=True,
            comment="the interaction that caused it: it happens once",
        ),
        sa.ForeignKeyConstraint(
            ["session"], ["session.id"], name=op.f("fk_event_session"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("session", "seq", name=op.f("pk_event")),
        sa.UniqueConstraint("key", name=op.f("uq_event_key")),
    )
    op.create_table(
        "seat",
        sa.Column("session", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(length=16), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column(
            "draft",
            sa.Text(),
            server_default="",
            nullable=False,
            comment="squares picked so far in a placement",
        ),
        sa.Column(
            "chart_channel",
            sa.BigInteger(),
            nullable=True,
            comment="the direct message channel that holds the private chart",
        ),
        sa.Column("chart", sa.BigInteger(), nullable=True, comment="the private chart's message"),
        sa.Column(
            "chart_state",
            sa.String(length=16),
            server_default="",
            nullable=False,
            comment="open, closed or empty",
        ),
        sa.ForeignKeyConstraint(
            ["session"], ["session.id"], name=op.f("fk_seat_session"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("session", "seat", name=op.f("pk_seat")),
    )
    op.create_index(op.f("ix_seat_person_session"), "seat", ["person", "session"], unique=False)
