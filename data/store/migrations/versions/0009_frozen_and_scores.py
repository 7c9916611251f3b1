"""Names: the status ``void`` becomes ``frozen``; a score's ``land`` and ``crossed`` get general names."""

from __future__ import annotations

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.execute("UPDATE game_table SET status = 'frozen' WHERE status = 'void'")
    op.execute("ALTER TABLE score RENAME COLUMN land TO tiebreak")
    op.execute("ALTER TABLE score RENAME COLUMN crossed TO penalties")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("COMMENT ON COLUMN game_table.status IS 'lobby, playing, over, closed or frozen'")
