"""A crowd's turns can notify a role, and its game can be among the events of its server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy import BigInteger

revision = "0021"
down_revision = "0020"
backward_compatible = True


def upgrade() -> None:
    """Add two columns."""
    role = sa.Column(
        "role",
        BigInteger,
        nullable=False,
        server_default="0",
        comment="the role that each turn notifies; 0: none",
    )
    op.add_column("crowd", role)
    event = sa.Column("event", BigInteger, comment="the scheduled event of its server; 0: none any more")
    op.add_column("crowd", event)
