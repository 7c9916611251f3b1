"""The clock of a table: how much time each side has, and until when. Pure: now is an argument.

Sides are numbers, in the game's order. Times are milliseconds since 1970, UTC; lengths are milliseconds.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from .pace import NEAR, SOONEST, WORTH_END, WORTH_HALF, Pace


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of every side as it stood at ``since``. No length here is ever negative."""

    pace: Pace
    left: tuple[int, ...]
    """What each side has left."""
    had: tuple[int, ...]
    """What each side had when its turn began, or when it was last given time."""
    since: int
    running: frozenset[int] = frozenset()
    """The sides that are to act."""
    paused: bool = False

    @classmethod
    def started(cls, pace: Pace, sides: int, running: Collection[int], at: int) -> Clock:
        """The clock at the start of a game."""
        return cls(pace, (pace.time,) * sides, (pace.time,) * sides, at, frozenset(running))

    @property
    def ticking(self) -> frozenset[int]:
        """The sides whose time runs now."""
        return self.running if self.pace and not self.paused else frozenset()

    def at(self, now: int, *, missed: int = 0) -> Clock:
        """The clock at ``now``; of the time since, ``missed`` counts for nobody.

        It is negative where the machine's clock was set back: more has passed than it shows. As long as that
        is not known, no time has passed.
        """
        return replace(self, left=self._left(now, missed), since=now)

    def _left(self, now: int, missed: int = 0) -> tuple[int, ...]:
        passed, ticking = max(0, now - self.since - missed), self.ticking
        return tuple(
            [max(0, time - passed) if side in ticking else time for side, time in enumerate(self.left)]
        )

    def acted(self, side: int, running: Collection[int], at: int, *, finished: bool) -> Clock:
        """The clock after ``side`` has acted; ``finished``: its turn is over, or a new one begins."""
        left, had = self._left(at), self.had
        if finished:
            time = self.pace.after_turn(left[side])
            left, had = _changed(left, side, time), _changed(had, side, time)
        return Clock(self.pace, left, had, at, frozenset(running), self.paused)

    def turned(self, running: Collection[int], at: int) -> Clock:
        """The clock where no side acted and others are to act: after an action was taken back.

        Limits begin anew; what was taken out of a bank is gone.
        """
        clock = replace(self.at(at), running=frozenset(running))
        if self.pace.increment is None:
            clock = replace(clock, left=(self.pace.time,) * len(self.left))
        return replace(clock, had=clock.left)

    def renewed(self, side: int, at: int) -> Clock:
        """The clock as somebody else takes over for ``side``: a limit begins anew, a bank stays."""
        clock = self.at(at)
        return clock._with(side, self.pace.time) if self.pace.increment is None else clock

    def granted(self, side: int, at: int) -> Clock:
        """The clock after the others gave ``side`` more time."""
        clock = self.at(at)
        return clock._with(side, clock.left[side] + self.pace.grant)

    def _with(self, side: int, time: int) -> Clock:
        return replace(self, left=_changed(self.left, side, time), had=_changed(self.had, side, time))

    def stopped(self, at: int) -> Clock:
        """The clock with time standing still."""
        return replace(self.at(at), paused=True)

    def resumed(self, at: int) -> Clock:
        """The clock with time running again."""
        return replace(self.at(at), paused=False)

    def deadline(self, side: int) -> int | None:
        """When the time of ``side`` is over; None while it does not run."""
        return self.since + self.left[side] if side in self.ticking else None

    def out(self, now: int) -> frozenset[int]:
        """The sides whose time is over at ``now``."""
        left = self.at(now).left
        return frozenset(side for side in self.ticking if left[side] == 0)

    def reminders(self, side: int) -> tuple[tuple[str, int], ...]:
        """When the people of ``side`` are to be reminded: ``half`` and ``end``, where it is worth it."""
        deadline, had = self.deadline(side), self.had[side]
        if deadline is None:
            return ()
        found = []
        if had >= WORTH_HALF:
            found.append(("half", deadline - had // 2))
        if had >= WORTH_END:
            found.append(("end", deadline - max(SOONEST, min(had // 8, NEAR))))
        return tuple(found)


def _changed(times: tuple[int, ...], side: int, time: int) -> tuple[int, ...]:
    return (*times[:side], time, *times[side + 1 :])
