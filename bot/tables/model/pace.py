"""Time limits: none, a limit for each turn, or a bank of time that grows with each turn.

They are written ``none``, ``12h`` (a limit for each turn) or ``2d+6h`` (a bank of two days, plus six hours
after each turn); what people type may also be in their language. Durations are whole milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.games.core import normalize
from bot.languages import typed_times
from bot.tables.errors import TableError

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
MIN_LENGTH_MS: Final = MINUTE
MAX_LENGTH_MS: Final = 14 * DAY
SUGGESTED: Final = ("none", "10m", "1h", "12h", "1d", "3d", "7d", "14d", "1h+5m", "1d+2h", "2d+6h", "7d+1d")
"""The time limits offered in menus."""


class PaceError(TableError):
    """The text isn't a valid time limit."""


@dataclass(frozen=True, slots=True)
class Pace:
    """A table's time limit."""

    time: int = 0
    """Milliseconds for each turn, or in the bank at the start; 0: no clock."""
    increment: int | None = None
    """Milliseconds that each turn adds to the bank; None: no bank, the limit is per turn."""

    def __bool__(self) -> bool:
        return self.time > 0

    def __str__(self) -> str:
        if not self.time:
            return "none"
        return (
            length(self.time) if self.increment is None else f"{length(self.time)}+{length(self.increment)}"
        )

    def after_turn(self, left: int) -> int:
        """The time of a side that has finished a turn with ``left``."""
        return self.time if self.increment is None else left + self.increment

    @property
    def grant(self) -> int:
        """The time that a grant adds: the turn's time again, or part of the bank."""
        return self.time if self.increment is None else max(self.increment, self.time // 4, MINUTE)


NONE: Final = Pace()


def length(time: int) -> str:
    """A duration of whole minutes in notation, such as ``1d12h``."""
    days, rest = divmod(time // MINUTE, 24 * 60)
    hours, minutes = divmod(rest, 60)
    return "".join(f"{n}{unit}" for n, unit in ((days, "d"), (hours, "h"), (minutes, "m")) if n) or "0m"


def read(written: str) -> Pace:
    """Parse a time limit.

    :raises PaceError: when it can't be parsed, or is out of bounds.
    """
    typed = normalize(written[:60])
    first, plus, second = typed.partition("+")
    time, increment = map(typed_times.read_length, (first, second))
    if time is None and (typed == "0" or typed_times.is_none(typed)):
        return Pace()
    if time is None or (plus and increment is None):
        raise PaceError(
            "“{typed}” isn’t a time limit the bot understands. Try `none`, `30m`, `12h`, `3d` or `2d+6h`.",
            typed=typed[:20],
        )
    if not MIN_LENGTH_MS <= time <= MAX_LENGTH_MS:
        raise PaceError("A time limit can be anything from one minute (`1m`) to 14 days (`14d`).")
    if increment is not None and increment > MAX_LENGTH_MS:
        raise PaceError("The time added each turn can be at most 14 days (`14d`).")
    return Pace(time, increment)
