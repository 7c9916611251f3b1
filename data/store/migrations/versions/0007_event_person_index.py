"""Indexes that find what is kept of one person, and closed sessions by their age."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    for name, table, columns, where in (
        ("ix_event_person", "event", ["person", "session"], "person IS NOT NULL"),
        ("ix_session_opponent", "session", ["opponent"], "opponent IS NOT NULL"),
        ("ix_session_closed", "session", ["touched", "id"], "status = 'closed'"),
    ):
        only = sa.text(where)
        op.create_index(name, table, columns, unique=False, sqlite_where=only, postgresql_where=only)
