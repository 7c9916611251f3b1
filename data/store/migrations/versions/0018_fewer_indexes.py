"""Indexes that no turn of a game in play has to change: of ended tables, and of events besides turns."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

LIVE = "status IN ('lobby', 'playing')"
ENDED = "status NOT IN ('lobby', 'playing')"


def upgrade() -> None:
    op.drop_index("ix_event_person", "event")
    for old in ("unshown", "guild_status_touched"):
        op.drop_index(f"ix_game_table_{old}", "game_table")
    for name, table, columns, where in (
        ("ix_event_person", "event", ["person", "table_id"], "person IS NOT NULL AND verb <> 'play'"),
        ("ix_game_table_live_guild_status", "game_table", ["guild", "status"], LIVE),
        ("ix_game_table_ended", "game_table", ["guild", "status", "touched"], ENDED),
        ("ix_game_table_unshown", "game_table", ["touched", "id"], f"shown < version AND {ENDED}"),
    ):
        only = sa.text(where)
        op.create_index(name, table, columns, unique=False, sqlite_where=only, postgresql_where=only)
