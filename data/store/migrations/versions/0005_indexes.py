"""Indexes that find what is live, unshown or latest in a server, however many tables are over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    # SQLite preferred it to the indexes by deadline, channel and person, and went through all live sessions.
    op.drop_index(op.f("ix_session_status_touched"), table_name="session")
    for name, columns, where in (
        ("ix_session_live", ["id"], "status IN ('lobby', 'playing')"),
        ("ix_session_unshown", ["touched", "id"], "shown < version"),
    ):
        only = sa.text(where)
        op.create_index(name, "session", columns, unique=False, sqlite_where=only, postgresql_where=only)
    op.create_index(
        op.f("ix_session_guild_status_touched"), "session", ["guild", "status", "touched"], unique=False
    )
