"""The pace of a table: no clock, a limit for each turn, or a bank of time that grows with each turn.

A pace is written ``none``, ``12h`` (a limit for each turn) or ``2d+6h`` (a bank of two days, and six hours
more after each turn). Lengths of time are whole milliseconds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from bot.games.core import normalize
from bot.tables.errors import TableError

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
MIN_LENGTH_MS: Final = MINUTE
MAX_LENGTH_MS: Final = 14 * DAY
NEAR: Final = 12 * HOUR
"""What is left at the last reminder, at most."""
WORTH_HALF: Final = HOUR
"""From this time on a reminder comes at half time as well."""
WORTH_END: Final = MINUTE
"""From this time on, which is every limit, a reminder comes near the end; a bank may hold less."""
SOONEST: Final = MINUTE // 2
"""What is left at the last reminder, at least: nobody reads and answers one faster."""
SUGGESTED: Final = ("none", "10m", "1h", "12h", "1d", "3d", "7d", "14d", "1h+5m", "1d+2h", "2d+6h", "7d+1d")
"""The paces that a menu offers."""

_LENGTH: Final = re.compile("(?:([0-9]{1,5})d)?(?:([0-9]{1,5})h)?(?:([0-9]{1,5})m)?")
_FORMS: Final = (
    "Write `none`, a limit for each turn such as `30m`, `12h` or `3d`, or a bank of time and what each "
    "turn adds to it, such as `2d+6h`."
)


class PaceError(TableError):
    """A text that is no pace."""


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


def read(text: str) -> Pace:
    """The pace that ``text`` writes.

    :raises PaceError: when it writes none, or one out of bounds.
    """
    typed = normalize(text[:60]).replace(" ", "")
    if typed in ("none", "0", ""):
        return Pace()
    first, plus, second = typed.partition("+")
    time, increment = _read(first), _read(second) if plus else None
    if time is None or (plus and increment is None):
        raise PaceError(f"“{typed[:20]}” is no pace. {_FORMS}")
    if not MIN_LENGTH_MS <= time <= MAX_LENGTH_MS:
        raise PaceError("A pace gives from one minute (`1m`) to 14 days (`14d`).")
    if increment is not None and increment > MAX_LENGTH_MS:
        raise PaceError("A turn adds at most 14 days (`14d`) to the bank.")
    return Pace(time, increment)


def _read(text: str) -> int | None:
    found = _LENGTH.fullmatch(text)
    if not text or found is None:
        return None
    days, hours, minutes = (int(part or 0) for part in found.groups())
    return days * DAY + hours * HOUR + minutes * MINUTE
