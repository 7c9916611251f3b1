"""The practice board of each person, and what they have finished on it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "practice",
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False, comment="who judges: lesson, puzzle …"),
        sa.Column("subject", sa.String(length=80), nullable=False, comment="which one of its kind"),
        sa.Column("record", sa.Text(), nullable=False, comment="all actions, the start's included"),
        sa.Column("begun", sa.Integer(), nullable=False, comment="how many of them are the start's"),
        sa.Column("seats", sa.String(length=80), nullable=False, comment="the person's, blank-separated"),
        sa.Column("tries", sa.Integer(), nullable=False, comment="how many moves were wrong"),
        sa.Column("hints", sa.Integer(), nullable=False, comment="how many were asked for"),
        sa.Column("hinted", sa.Integer(), nullable=False, comment="how many of those at this position"),
        sa.Column("ended", sa.String(length=16), nullable=False, comment="done, failed, or empty"),
        sa.Column("version", sa.Integer(), nullable=False, comment="raised by every change, never lowered"),
        sa.Column("at", sa.BigInteger(), nullable=False, comment="the last change"),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_practice")),
    )
    op.create_table(
        "practised",
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("subject", sa.String(length=80), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False, comment="wrong moves, the first time"),
        sa.Column("hints", sa.Integer(), nullable=False, comment="hints, the first time"),
        sa.Column("at", sa.BigInteger(), nullable=False, comment="when it was first finished"),
        sa.PrimaryKeyConstraint("person", "kind", "subject", name=op.f("pk_practised")),
    )
