"""Wishes: settings that somebody must still have on when something is done for them."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from data.store import schema
from data.store.records import StoreError, settings_in


class Wish(NamedTuple):
    """A setting that is on or off."""

    person: int
    setting: str


class Withdrawn(StoreError):
    """The person has switched it off."""


def require(connection: sa.Connection, wish: Wish) -> None:
    """Check a wish in the transaction that fulfils it; until its end nobody can withdraw it.

    :raises Withdrawn: when the setting is off by now.
    """
    person = schema.person.c
    query = sa.select(person.settings).where(person.id == wish.person).with_for_update(read=True)
    if settings_in(connection.execute(query).scalar_one_or_none()).get(wish.setting) is not True:
        raise Withdrawn(wish.setting)
