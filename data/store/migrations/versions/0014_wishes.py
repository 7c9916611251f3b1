"""Whose moves may be played for them, and who has been away: until now this was only in their settings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

COLUMNS = {
    "forced": ("1: their only legal move is played for them", '%"forced": true%'),
    "away": ("1: they are away, or have been", '%"away": [[%'),
}


def upgrade() -> None:
    person = sa.table("person", sa.column("settings"), *map(sa.column, COLUMNS))
    for name, (comment, written) in COLUMNS.items():
        column = sa.Column(name, sa.Integer(), nullable=False, server_default="0", comment=comment)
        op.add_column("person", column)
        op.execute(person.update().where(person.c.settings.like(written)).values({name: 1}))
        only = sa.text(f"{name} = 1")
        op.create_index(f"ix_person_{name}", "person", ["id"], sqlite_where=only, postgresql_where=only)
