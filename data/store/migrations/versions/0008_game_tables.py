"""Names: ``session`` becomes ``game_table``, what refers to it ``table_id``, and ``fact`` becomes ``kv``."""

from __future__ import annotations

from alembic import op

revision = "0008"
down_revision = "0007"

REFERRING = ("seat", "event", "daily", "score")
INDEXES = (
    ("channel_status", "channel, status", None),
    ("closed", "touched, id", "status = 'closed'"),
    ("deadline", "deadline", None),
    ("guild_game_status", "guild, game, status", None),
    ("guild_status_touched", "guild, status, touched", None),
    ("home_status", "home, status", None),
    ("live", "id", "status IN ('lobby', 'playing')"),
    ("opponent", "opponent", "opponent IS NOT NULL"),
    ("unshown", "touched, id", "shown < version"),
)
POSTGRESQL = (
    "ALTER SEQUENCE session_id_seq RENAME TO game_table_id_seq",
    "ALTER TABLE game_table RENAME CONSTRAINT uq_session_parent TO uq_game_table_parent",
    "COMMENT ON COLUMN score.points IS 'none for a table that does not count'",
)


def upgrade() -> None:
    # SQLite renames no index and no constraint: indexes are made anew, constraints keep their names.
    for name, _, _ in INDEXES:
        op.execute(f"DROP INDEX ix_session_{name}")
    op.execute("DROP INDEX uq_session_challenge")
    op.execute("DROP INDEX ix_seat_person_session")
    op.execute("ALTER TABLE session RENAME TO game_table")
    op.execute("ALTER TABLE fact RENAME TO kv")
    for table in REFERRING:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN session TO table_id")
    for name, columns, where in INDEXES:
        only = f" WHERE {where}" if where is not None else ""
        op.execute(f"CREATE INDEX ix_game_table_{name} ON game_table ({columns}){only}")
    op.execute(
        "CREATE UNIQUE INDEX uq_game_table_challenge ON game_table (host, opponent, game)"
        " WHERE status = 'lobby'"
    )
    op.execute("CREATE INDEX ix_seat_person_table_id ON seat (person, table_id)")
    if op.get_bind().dialect.name == "postgresql":
        for statement in POSTGRESQL:
            op.execute(statement)
