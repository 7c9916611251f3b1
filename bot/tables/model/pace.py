"""The pace of a table: no clock, a limit for each turn, or a bank of time that grows with each turn.

It is written ``none``, ``12h`` (a limit for each turn) or ``2d+6h`` (a bank of two days, and six hours more
after each turn). Lengths of time are whole milliseconds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from bot.games.core import normalize
from bot.tables import text
from bot.tables.errors import TableError

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
MIN_LENGTH_MS: Final = MINUTE
MAX_LENGTH_MS: Final = 14 * DAY
NEAR: Final = 12 * HOUR
"""The last reminder comes no earlier than this before the deadline."""
WORTH_HALF: Final = HOUR
"""Turns of this length or more get a reminder at half time as well."""
WORTH_END: Final = MINUTE
"""Turns of this length or more get a reminder near the end; only a bank can hold less."""
SOONEST: Final = MINUTE // 2
"""The last reminder comes no later than this before the deadline."""
SUGGESTED: Final = ("none", "10m", "1h", "12h", "1d", "3d", "7d", "14d", "1h+5m", "1d+2h", "2d+6h", "7d+1d")
"""The paces that a menu offers."""

_LENGTH: Final = re.compile("(?:([0-9]{1,5})d)?(?:([0-9]{1,5})h)?(?:([0-9]{1,5})m)?")


class PaceError(TableError):
    """What was typed is not a time limit."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How much time the sides of a table have."""

    time: int = 0
    """For each turn, or in the bank at the start; 0: no clock."""
    increment: int | None = None
    """What a finished turn adds to the bank; None: there is no bank, each turn has its time."""

    def __bool__(self) -> bool:
        return self.time > 0

    def __str__(self) -> str:
        if not self.time:
            return "none"
        return (
            length(self.time) if self.increment is None else f"{length(self.time)}+{length(self.increment)}"
        )

    def after_turn(self, left: int) -> int:
        """What a side has when it has finished a turn with ``left``."""
        return self.time if self.increment is None else left + self.increment

    @property
    def grant(self) -> int:
        """What the others grant who give more time: the turn's time once more, or a part of the bank."""
        return self.time if self.increment is None else max(self.increment, self.time // 4, MINUTE)


NONE: Final = Pace()


def length(time: int) -> str:
    """A length of whole minutes as it is written: ``1d12h``."""
    days, rest = divmod(time // MINUTE, 24 * 60)
    hours, minutes = divmod(rest, 60)
    return "".join(f"{n}{unit}" for n, unit in ((days, "d"), (hours, "h"), (minutes, "m")) if n) or "0m"


def read(written: str) -> Pace:
    """The pace that is ``written``.

    :raises PaceError: when it can't be read, or is out of bounds.
    """
    typed = normalize(written[:60]).replace(" ", "")
    if typed in ("none", "0", ""):
        return Pace()
    first, plus, second = typed.partition("+")
    time, increment = _read(first), _read(second) if plus else None
    if time is None or (plus and increment is None):
        raise PaceError(text.unknown_time_limit(typed[:20]))
    if not MIN_LENGTH_MS <= time <= MAX_LENGTH_MS:
        raise PaceError(text.TIME_LIMIT_BOUNDS)
    if increment is not None and increment > MAX_LENGTH_MS:
        raise PaceError(text.INCREMENT_BOUNDS)
    return Pace(time, increment)


def _read(length: str) -> int | None:
    found = _LENGTH.fullmatch(length)
    if not length or found is None:
        return None
    days, hours, minutes = (int(part or 0) for part in found.groups())
    return days * DAY + hours * HOUR + minutes * MINUTE
