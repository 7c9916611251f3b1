"""Logs to store, of no game in particular."""

from __future__ import annotations

from typing import Any

from data.store.records import Address, Event, Header, Stored
from data.store.store import Store

ANN, BOB = 2**60 + 1, 2**60 + 2
"""Ids as large as Discord's."""


def header(**changes: Any) -> Header:
    """A table of ``ANN`` in channel 10."""
    blank = Header(
        id=0,
        game="toy",
        rules=1,
        options="",
        host=ANN,
        opponent=None,
        parent=None,
        status="lobby",
        version=0,
        opened=1,
        touched=1,
        address=Address(guild=5, home=10),
    )
    return blank._replace(**changes)


def opened(key: str | None = None) -> tuple[Event, ...]:
    """The first two events."""
    return (
        Event("open", person=ANN, name="Ann", at=1, key=key),
        Event("sit", "red", ANN, "Ann", at=1),
    )


async def create(store: Store, key: str | None = None) -> int:
    """Store a table; its number."""
    return await store.create(header(), opened(key))


async def loaded(store: Store, number: int, after: int = 0) -> Stored:
    """A table that is there."""
    stored = await store.load(number, after)
    assert stored is not None
    return stored


def play(text: str, key: str | None = None, at: int = 2) -> Event:
    """One action."""
    return Event("play", "red", ANN, "Ann", text, at, key)


async def move(store: Store, number: int, version: int, *events: Event) -> int | None:
    """Store what is done at a table that is played."""
    return await store.append(number, version, events, status="playing")
