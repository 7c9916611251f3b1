"""The first revision: a new database is made as ``data/store/schema.py`` says, so there is nothing to do."""

from __future__ import annotations

revision = "0018"
down_revision = None


def upgrade() -> None:
    """Nothing: earlier databases are refused."""
