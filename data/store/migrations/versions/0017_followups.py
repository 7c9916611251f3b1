"""Follow-ups in a table of their own: until now each table's were one JSON list in ``kv``."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

PREFIX = "pending "


def upgrade() -> None:
    followup = op.create_table(
        "followup",
        sa.Column("table_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False, comment="charts, letter, card or lobby"),
        sa.Column("version", sa.Integer(), nullable=False, comment="the table's, from which it comes"),
        sa.Column("person", sa.BigInteger(), nullable=False, comment="whom it concerns, or 0"),
        sa.Column("channel", sa.BigInteger(), nullable=False, comment="of the message, or 0"),
        sa.Column("message", sa.BigInteger(), nullable=False, comment="whose buttons are to go, or 0"),
        sa.PrimaryKeyConstraint(
            "table_id", "kind", "version", "person", "channel", "message", name="pk_followup"
        ),
    )
    kv = sa.table("kv", sa.column("key"), sa.column("value"))
    old = kv.c.key.startswith(PREFIX, autoescape=True)
    names = [column.name for column in followup.c]
    rows = [
        dict(zip(names, (int(key.removeprefix(PREFIX)), *entry), strict=True))
        for key, text in op.get_bind().execute(sa.select(kv.c.key, kv.c.value).where(old)).all()
        for entry in json.loads(text)
    ]
    op.bulk_insert(followup, rows)
    op.execute(kv.delete().where(old))
