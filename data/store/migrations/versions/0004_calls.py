"""Calls: the message of a session that notifies somebody, known after a restart too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column(
        "session",
        sa.Column(
            "call",
            sa.BigInteger(),
            nullable=True,
            comment="the message below the card that notifies somebody",
        ),
    )
