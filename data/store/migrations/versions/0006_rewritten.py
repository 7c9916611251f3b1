"""A count of how often a session's log was written anew, for processes that keep it in memory."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column(
        "session",
        sa.Column(
            "rewritten",
            sa.Integer(),
            server_default="0",
            nullable=False,
            comment="how often somebody was taken out of its log",
        ),
    )
