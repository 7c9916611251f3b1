"""The clock of a table: how much time each side has. It never reads the time; ``now`` is an argument.

Sides are numbers, in the game's order. Times are milliseconds since 1970, UTC; durations are milliseconds.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from . import reminders
from .pace import Pace


@dataclass(frozen=True, slots=True)
class Clock:
    """Every side's time as of ``since``. No duration is ever negative."""

    pace: Pace
    left: tuple[int, ...]
    """The time each side has left."""
    had: tuple[int, ...]
    """The time each side had at the start of its turn, or when it was last given time."""
    since: int
    running: frozenset[int] = frozenset()
    """The sides that are to act."""
    paused: bool = False
    away: frozenset[int] = frozenset()
    """The sides whose time stands still because somebody there is away."""
    used: tuple[int, ...] = ()
    """The time each side has taken over the game, away or not, but without pauses."""

    @classmethod
    def started(cls, pace: Pace, sides: int, running: Collection[int], at: int) -> Clock:
        """The clock at the start of a game."""
        full = (pace.time,) * sides
        return cls(pace, full, full, at, frozenset(running), used=(0,) * sides)

    @property
    def ticking(self) -> frozenset[int]:
        """The sides whose time is running."""
        return self.running - self.away if self.pace and not self.paused else frozenset()

    def at(self, now: int, *, missed: int = 0, **changes: Any) -> Clock:
        """The clock at ``now``, with some ``changes`` from then on; ``missed`` is not counted.

        ``missed`` is negative if the machine's clock was set back, since more time has passed than it shows.
        Until that is known, no time counts as passed.
        """
        left, used = self._times(now, missed)
        return replace(self, left=left, used=used, since=now, **changes)

    def _times(self, now: int, missed: int = 0) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What each side has left at ``now``, and has used."""
        passed, ticking = max(0, now - self.since - missed), self.ticking
        left = [max(0, time - passed) if side in ticking else time for side, time in enumerate(self.left)]
        going = self.running if not self.paused else ()
        used = [time + passed if side in going else time for side, time in enumerate(self.used)]
        return tuple(left), tuple(used)

    def acted(self, side: int, running: Collection[int], at: int, *, finished: bool) -> Clock:
        """The clock after ``side`` has acted; ``finished``: its turn is over, even if it has the next."""
        (left, used), had = self._times(at), self.had
        if finished:
            time = self.pace.after_turn(left[side])
            left, had = _changed(left, side, time), _changed(had, side, time)
        return Clock(self.pace, left, had, at, frozenset(running), self.paused, self.away, used)

    def turned(self, running: Collection[int], at: int) -> Clock:
        """The clock after an undo, when other sides are to act although none has acted.

        A limit per turn starts over; time used from a bank is not restored.
        """
        clock = self.at(at, running=frozenset(running))
        if self.pace.increment is None:
            clock = replace(clock, left=(self.pace.time,) * len(self.left))
        return replace(clock, had=clock.left)

    def renewed(self, side: int, at: int) -> Clock:
        """The clock when a new person takes over ``side``: a limit per turn starts over, a bank stays."""
        clock = self.at(at)
        return clock._with(side, self.pace.time) if self.pace.increment is None else clock

    def granted(self, side: int, at: int) -> Clock:
        """The clock after the others have given ``side`` more time."""
        clock = self.at(at)
        return clock._with(side, clock.left[side] + self.pace.grant)

    def _with(self, side: int, time: int) -> Clock:
        return replace(self, left=_changed(self.left, side, time), had=_changed(self.had, side, time))

    def deadline(self, side: int) -> int | None:
        """When ``side`` runs out of time; None while its time isn't running."""
        return self.since + self.left[side] if side in self.ticking else None

    def out(self, now: int) -> frozenset[int]:
        """The sides that have run out of time at ``now``."""
        left = self.at(now).left
        return frozenset(side for side in self.ticking if left[side] == 0)

    def reminders(self, side: int) -> tuple[tuple[str, int], ...]:
        """The times of the ``half`` and ``end`` reminders for ``side``, for turns that are long enough."""
        deadline = self.deadline(side)
        return reminders.due(deadline, self.had[side]) if deadline is not None else ()


def _changed(times: tuple[int, ...], side: int, time: int) -> tuple[int, ...]:
    return (*times[:side], time, *times[side + 1 :])


@dataclass(frozen=True, slots=True)
class Timing:
    """What time does to a table."""

    clock: Clock | None = None
    """The sides' clock; None without a time limit, and before the start."""
    flagged: frozenset[int] = frozenset()
    """The numbers of the sides that have run out of time and not played since."""
    reminded: frozenset[tuple[int, str]] = frozenset()
    """The reminders sent in the current turn: person, and ``half`` or ``end``."""

    @property
    def paused(self) -> bool:
        """Whether the clock is paused."""
        return self.clock is not None and self.clock.paused

    @property
    def deadlines(self) -> dict[int, int]:
        """When each side runs out of time whose time is running, and hasn't yet."""
        clock = self.clock
        if clock is None:
            return {}
        return {side: clock.since + clock.left[side] for side in clock.ticking - self.flagged}
