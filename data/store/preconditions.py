"""Preconditions: what must still hold when something is done for somebody.

Each is checked in the transaction that does it; until its end nobody can change it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import sqlalchemy as sa

from data.store import schema
from data.store.records import StoreError, settings_in

Precondition: TypeAlias = Callable[[sa.Connection], None]
"""Raises :class:`PreconditionFailed` when it doesn't hold any more."""


class PreconditionFailed(StoreError):
    """A precondition doesn't hold any more."""


def setting(person: int, name: str) -> Precondition:
    """That somebody has a setting switched on."""
    query = sa.select(schema.person.c.settings).where(schema.person.c.id == person)
    return _stored(query, lambda stored: settings_in(stored).get(name) is True, name)


def plan(table_id: int, seat: str, person: int, written: str) -> Precondition:
    """That somebody's seat has this plan, as it is stored."""
    own = schema.matching(schema.seat, {"table_id": table_id, "seat": seat, "person": person})
    return _stored(sa.select(schema.seat.c.plan).where(*own), lambda plan: plan == written, seat)


def _stored(query: sa.Select[str], holds: Callable[[str | None], bool], what: str) -> Precondition:
    """That what is stored ``holds``."""

    def require(connection: sa.Connection) -> None:
        if not holds(connection.execute(query.with_for_update(read=True)).scalar_one_or_none()):
            raise PreconditionFailed(what)

    return require
