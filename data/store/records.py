"""The values that go in and out of the store."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final, NamedTuple


class StoreError(Exception):
    """The store can't do what was requested."""


class Conflict(StoreError):
    """Somebody else's event came first in the log: load the table again."""


class Repeated(StoreError):
    """The request was carried out before: its key is in a log, or the rematch exists."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"done already, at table {table_id}")
        self.table_id = table_id
        """The table where it happened."""


class AlreadyChallenged(StoreError):
    """The host already has an open challenge to this opponent in this game."""


class DatabaseUnusable(StoreError):
    """The database can't be opened or written; the message says why."""


class BackupCancelled(StoreError):
    """A copy was abandoned because the program is shutting down."""


class DatabaseInUse(DatabaseUnusable):
    """Another program has the database open, which must be closed for this."""


class Event(NamedTuple):
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
    """The interaction that caused it; events with the same key are stored once."""


NOWHERE: Final = 0
"""The home of a table that isn't shown in any channel, only to its players."""


class Address(NamedTuple):
    """Where a table is shown on Discord, and up to which version."""

    guild: int | None
    home: int
    """The channel with the lobby."""
    lobby: int | None = None
    channel: int | None = None
    """The thread or channel with the cards."""
    card: int | None = None
    call: int | None = None
    """The message below the card that notifies a player."""
    shown: int = 0
    """The version last published."""


class Header(NamedTuple):
    """A table's data apart from its log."""

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
    """The time limit, as ``bot.tables.model.pace`` writes it."""
    deadline: int | None = None
    """The next time at which the table needs attention even if nobody acts; milliseconds since 1970."""
    rewritten: int = 0
    """How many times somebody was erased from the log; each time, cached copies become invalid."""
    rated: str = "no"
    """``no``, ``people`` (if only people play), ``yes``, or ``out`` (somebody who plays has ratings off)."""


class Opening(NamedTuple):
    """A new table for the store, which sets its id and version."""

    header: Header
    events: tuple[Event, ...]


class SeatRow(NamedTuple):
    """A seat's index entry and the addresses of its private messages."""

    table_id: int
    seat: str
    person: int
    draft: str = ""
    chart_channel: int | None = None
    chart: int | None = None
    chart_state: str = ""
    marks: str = ""
    plan: str = ""


class Stored(NamedTuple):
    """A table as loaded: its header, its log from some seq on, and its seats."""

    header: Header
    events: tuple[Event, ...]
    seats: tuple[SeatRow, ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """How many tables there may be at once, including the new one; 0 for no limit."""

    waiting: int = 0
    """Lobbies opened by the host that have not started."""
    seats: int = 0
    """Unfinished tables at which the host sits."""
    server: int = 0
    """Unfinished tables in the server."""
    each: int = 0
    """Unfinished tables in the server that were opened by the host."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A person who takes a seat at an existing table, or asks for one."""

    person: int
    most: int
    """The maximum number of unfinished tables at which they may sit, including this one."""
    coming: int = 0
    """1 if they only ask for a seat and so aren't counted at this table yet."""


def settings_in(text: str | None) -> dict[str, Any]:
    """Settings parsed from JSON text; empty if the text is damaged."""
    if not text:
        return {}
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
