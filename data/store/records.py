"""The values that go into and come out of the store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


class StoreError(Exception):
    """The store can't do what was asked."""


class Conflict(StoreError):
    """Somebody else's event took the place in the log: load again and look."""


class Repeated(StoreError):
    """What was asked has been done already: the key is in a log, or the rematch was opened."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"done already, at table {table_id}")
        self.table_id = table_id
        """Where it was done."""


class AlreadyChallenged(StoreError):
    """The host has a challenge of this game to the same opponent open."""


class DatabaseTooNew(StoreError):
    """The database was written by a later release than this program."""


class DatabaseUnusable(StoreError):
    """The database can't be opened or written; the message says why."""


class DatabaseInUse(DatabaseUnusable):
    """A program has the database open that must have nobody at it."""


@dataclass(frozen=True, slots=True)
class Event:
    """One line of a table's log."""

    verb: str
    """``play``, ``chance``, ``sit``, ``resign`` …"""
    seat: str = ""
    person: int | None = None
    name: str = ""
    text: str = ""
    at: int = 0
    """Milliseconds since 1970, UTC."""
    key: str | None = None
    """What caused it (an interaction's id): an event with the same key is never stored twice."""


NOWHERE: Final = 0
"""The home of a table that is shown in no channel: its people alone see it."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a table is shown on Discord, and how much of it was."""

    guild: int | None
    home: int
    """The channel where the lobby stands."""
    lobby: int | None = None
    channel: int | None = None
    """The thread or channel where the cards stand."""
    card: int | None = None
    call: int | None = None
    """The message below the card that notifies somebody."""
    shown: int = 0
    """The version that was published."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a table is, beside its log."""

    id: int
    game: str
    rules: int
    options: str
    host: int
    opponent: int | None
    parent: int | None
    status: str
    version: int
    opened: int
    touched: int
    address: Address
    pace: str = "none"
    """How much time the sides have, as ``bot.tables.model.pace`` writes it."""
    deadline: int | None = None
    """The earliest moment at which something is to be done, though nobody does anything."""
    rewritten: int = 0
    """How often somebody was taken out of the log: what was read before is not to be used any more."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A table that is to be stored: its id and version are given by the store."""

    header: Header
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat's index entry and the addresses of its private messages."""

    table_id: int
    seat: str
    person: int
    draft: str = ""
    chart_channel: int | None = None
    chart: int | None = None
    chart_state: str = ""
    marks: str = ""


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it is stored: header, log from some seq on, and seats."""

    header: Header
    events: tuple[Event, ...]
    seats: tuple[SeatRow, ...]
