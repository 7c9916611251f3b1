"""What time does to a table: reminders, flags, abandoned tables; and what people do about it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.tables.errors import TableError
from bot.tables.model.pace import DAY, MINUTE
from bot.tables.model.table import Person, Table
from data.store.records import Event

from .moves import require_playing, require_seat

LOBBY_TIMEOUT_MS: Final = DAY
"""How long an open table waits for its start."""
IDLE_TIMEOUT_MS: Final = 30 * DAY
"""How long a game waits for anybody to do anything."""
NOT_STARTED: Final = "Nobody started this table within a day, so it was closed."
ABANDONED: Final = "Nothing happened at this table for 30 days, so it was closed as abandoned."
RAN_OUT: Final = "The time for this game ran out, so it was closed."

CUT_OFF: Final = (
    "Its channel was deleted before the game began, so it was closed. Open another one where you like."
)

MATTERS: Final = 20
"""So many times a lost moment has to fit into the time that is left, or it is given back, however short."""
TOLERANCE: Final = 10_000
"""Milliseconds by which clocks, or looks at them, may differ without anything being the matter."""

Reminder = tuple[int, str]
"""A person, and ``half`` or ``end``."""


def next_due(table: Table, held: Mapping[int, int] | None = None) -> int | None:
    """The earliest moment at which something is to be done; None when there never is.

    ``held`` are people who must not be reminded before a moment.
    """
    if table.status == "lobby":
        return table.last_activity + LOBBY_TIMEOUT_MS
    if table.status != "playing":
        return None
    moments = [table.last_activity + IDLE_TIMEOUT_MS]
    if table.clock is not None:
        for side in table.clock.ticking - table.flagged:
            deadline = table.clock.deadline(side)
            moments += [deadline] if deadline is not None else []
            for person, _, moment in _reminders(table, side):
                moments.append(max(moment, (held or {}).get(person, 0)))
    return min(moments)


def due_reminders(table: Table, now: int) -> list[Reminder]:
    """Whom to remind at ``now``, and of what: the latest that is due, once each."""
    if table.status != "playing" or table.clock is None:
        return []
    found: dict[int, str] = {}
    for side in table.clock.ticking - table.flagged - table.clock.out(now):
        found |= {person: kind for person, kind, moment in _reminders(table, side) if moment <= now}
    return list(found.items())


def _reminders(table: Table, side: int) -> list[tuple[int, str, int]]:
    """Person, kind and moment of the reminders for ``side`` that were not given yet, the earliest first."""
    assert table.clock is not None
    slots = table.sides[side]
    awaited = [person for person in table.side_people(slots) if person in table.awaited]
    return [
        (person.id, kind, moment)
        for kind, moment in table.clock.reminders(side)
        for person in awaited
        if not {(person.id, kind), (person.id, "end")} & table.reminded
    ]


def pass_time(table: Table, now: int, held: Mapping[int, int] | None = None) -> list[Event]:
    """What is due at ``now``, as events; nothing when it has been done already."""
    if table.status == "lobby":
        return (
            [Event("close", text=NOT_STARTED, at=now)]
            if now >= table.last_activity + LOBBY_TIMEOUT_MS
            else []
        )
    if table.status != "playing":
        return []
    if now >= table.last_activity + IDLE_TIMEOUT_MS:
        return [Event("close", text=ABANDONED, at=now)]
    if table.clock is None:
        return []
    out = sorted(table.clock.out(now) - table.flagged)
    if out and len(table.people) == 1:
        return [Event("close", text=RAN_OUT, at=now)]
    events = [Event("flag", table.sides[side][0], at=now) for side in out]
    for person, kind in due_reminders(table, now):
        if now >= (held or {}).get(person, 0):
            events.append(Event("remind", person=person, text=kind, at=now))
    return events


def close_unreachable(table: Table, now: int) -> list[Event]:
    """An open table whose channel is gone is closed; one that has begun meanwhile is left alone."""
    return [Event("close", text=CUT_OFF, at=now)] if table.status == "lobby" else []


def give_back(table: Table, beat: int, now: int) -> list[Event]:
    """The time since ``beat``, when the bot was last known to be up: nobody could act in it.

    It is given back to clocks that run, less than a minute only where that matters; a long one also to tables
    that would be closed as abandoned. Afterwards exactly what passed until ``beat`` counts as used, whatever
    the machine's clock says: where that was set back, the table's dates lie in the future, and what is given
    back is negative.
    """
    if table.status not in ("lobby", "playing"):
        return []
    runs = table.clock is not None and bool(table.clock.ticking - table.flagged)
    since = table.clock.since if runs and table.clock is not None else table.last_activity
    missed = now - max(beat, since)
    if missed < 0:
        # One that is dated in the past was used since the clock was set back, or shows no trace of that.
        worth = since - now > TOLERANCE
    else:
        worth = missed >= DAY or (runs and (missed >= MINUTE or _matters(table, missed, now)))
    return [Event("downtime", text=str(missed), at=now)] if worth else []


def _matters(table: Table, missed: int, now: int) -> bool:
    """Whether a moment is much of what somebody has left."""
    assert table.clock is not None
    deadlines = [table.clock.deadline(side) or 0 for side in table.clock.ticking - table.flagged]
    return missed > 0 and min(deadlines) <= now + missed * MATTERS


def stood_still(table: Table, now: int) -> int:
    """The time since anybody could act at a table that was frozen: all since the last that was done there."""
    if table.status == "playing" and table.clock is not None and table.clock.ticking - table.flagged:
        return max(0, now - table.clock.since)
    return max(0, now - table.last_activity)


def claim(table: Table, person: Person, at: int, key: str | None) -> list[Event]:
    """``person`` claims the win, since the time of the others is over."""
    _require_flag(table, person)
    return [Event("claim", person=person.id, name=person.name, at=at, key=key)]


def grant(table: Table, person: Person, at: int, key: str | None) -> list[Event]:
    """``person`` gives the others more time."""
    late = _require_flag(table, person)
    first, *rest = [Event("grant", table.sides[side][0], person.id, person.name, at=at) for side in late]
    return [Event("grant", first.seat, person.id, person.name, at=at, key=key), *rest]


def _require_flag(table: Table, person: Person) -> list[int]:
    """The sides whose time is over, the own one not among them.

    :raises TableError: when there is none, or the own time is over as well.
    """
    require_playing(table)
    require_seat(table, person)
    own = table.side_number(person.id)
    if table.clock is not None and table.clock.paused:
        raise TableError("The clock stands still now.")
    if own in table.flagged:
        raise TableError("Your own time is over: you can still play, as long as nobody claims the win.")
    if not table.flagged:
        raise TableError("Nobody’s time is over now: they have played, or got more time.")
    return sorted(table.flagged)
