"""Effects of time on a table (reminders, flags, closing), and players' responses to flags. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.tables import text
from bot.tables.errors import TableError
from bot.tables.model.pace import DAY
from bot.tables.model.seating import Person
from bot.tables.model.table import LIVE, Table
from bot.tables.permissions import require_player
from data.store.records import Event

from .moves import Act

LOBBY_TIMEOUT_MS: Final = DAY
"""Milliseconds after which a lobby that nobody starts is closed."""
IDLE_TIMEOUT_MS: Final = 30 * DAY
"""Milliseconds without activity after which a game is closed."""

Reminder = tuple[int, str]
"""A person, and ``half`` or ``end``."""


def next_due(table: Table, held: Mapping[Reminder, int] | None = None) -> int | None:
    """The earliest time at which something is due; None if nothing ever is.

    ``held`` has the times before which reminders must not be sent.
    """
    if table.status not in LIVE:
        return None
    moments = [_closes(table), *(each.until for each in table.seating.away)]
    if table.timing.clock is not None and not table.stalled:
        for side, deadline in table.timing.deadlines.items():
            moments.append(deadline)
            for person, kind, moment in _reminders(table, side):
                # A last reminder that has to wait replaces the one at half time.
                moments.append(max(moment, *((held or {}).get((person, each), 0) for each in (kind, "end"))))
    return min(moments)


def _closes(table: Table) -> int:
    """When a table is closed if nothing happens."""
    return table.last_activity + (LOBBY_TIMEOUT_MS if table.status == "lobby" else IDLE_TIMEOUT_MS)


def due_reminders(table: Table, now: int) -> list[Reminder]:
    """The reminders due at ``now``: the latest one for each person."""
    clock = table.timing.clock
    if table.status != "playing" or clock is None:
        return []
    found: dict[int, str] = {}
    for side in clock.ticking - table.timing.flagged - clock.out(now):
        found |= {person: kind for person, kind, moment in _reminders(table, side) if moment <= now}
    return list(found.items())


def _reminders(table: Table, side: int) -> list[tuple[int, str, int]]:
    """Person, kind and time of each reminder for ``side`` that wasn't sent yet, earliest first."""
    assert table.timing.clock is not None
    slots = table.seating.sides[side]
    return [
        (person.id, kind, moment)
        for kind, moment in table.timing.clock.reminders(side)
        for person in table.seating.side_people(slots)
        if person in table.awaited and person in table.seating.humans
        if not {(person.id, kind), (person.id, "end")} & table.timing.reminded
    ]


def pass_time(table: Table, now: int, held: Mapping[Reminder, int] | None = None) -> list[Event]:
    """Everything that is due at ``now``, as events."""
    if table.status not in LIVE:
        return []
    lobby = table.status == "lobby"
    if now >= _closes(table):
        return [Event("close", text=text.NOT_STARTED if lobby else text.ABANDONED, at=now)]
    events = [Event("back", person=each.person, at=now) for each in table.seating.away if each.until <= now]
    if table.timing.clock is None or table.stalled:
        return events
    out = sorted(table.timing.clock.out(now) - table.timing.flagged)
    if out and len(table.seating.sides) == 1:
        return [Event("close", text=text.OUT_OF_TIME, at=now)]
    events += [Event("flag", table.seating.sides[side][0], at=now) for side in out]
    late = {
        person.id
        for side in {*out, *table.timing.flagged}
        for person in table.seating.side_people(table.seating.sides[side])
    }
    others = [person for person in table.seating.people if person.id not in late]
    if out and others and not any(person in table.seating.humans for person in others):
        # Nobody is left who could wait or grant more time.
        return [*events, Act(others[0], now).event("claim")]
    for person, kind in due_reminders(table, now):
        if now >= (held or {}).get((person, kind), 0):
            events.append(Event("remind", person=person, text=kind, at=now))
    return events


def close_unreachable(table: Table, now: int) -> list[Event]:
    """Close a lobby whose channel is gone; a game that has started goes on."""
    return [Event("close", text=text.CHANNEL_GONE, at=now)] if table.status == "lobby" else []


def claim(table: Table, act: Act) -> list[Event]:
    """Somebody claims the win, because the others have run out of time."""
    _require_flag(table, act.person)
    return [act.event("claim")]


def grant(table: Table, act: Act) -> list[Event]:
    """Somebody gives the others more time."""
    late = _require_flag(table, act.person)
    return act.events("grant", [table.seating.sides[side][0] for side in late])


def _require_flag(table: Table, person: Person) -> list[int]:
    """The sides that have run out of time.

    :raises TableError: when there are none, or ``person`` is on one of them.
    """
    require_player(table, person)
    own = table.seating.side_number(person.id)
    if table.timing.paused:
        raise TableError("The clock is paused right now.")
    if own in table.timing.flagged:
        raise TableError("You’ve run out of time yourself. You can still play until somebody claims the win.")
    if not table.timing.flagged:
        raise TableError("Everyone who was out of time has either moved or been given more time.")
    return sorted(table.timing.flagged)
