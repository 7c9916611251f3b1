"""Bans: the people and servers for whom the bot does nothing, each with the host's reason."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Make the two tables."""
    for name, whom in (("banned_person", "person"), ("banned_server", "guild")):
        op.create_table(
            name,
            sa.Column(whom, sa.BigInteger, autoincrement=False, nullable=False),
            sa.Column(
                "reason", sa.Text, nullable=False, comment="the host's, as whoever is refused reads it"
            ),
            sa.Column("at", sa.BigInteger, nullable=False),
            sa.PrimaryKeyConstraint(whom, name=f"pk_{name}"),
        )
