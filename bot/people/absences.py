"""Absences: when somebody is away, and how long they may be. Pure functions.

Times are milliseconds since 1970, UTC. An absence is stored as ``[from, until]``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from bot.languages import gettext_noop, typed_times

from .settings import InvalidSetting

HOUR: Final = 60 * 60 * 1000
DAY: Final = 24 * HOUR
Absence = tuple[int, int]
"""When an absence begins and ends."""
MOST_DAYS: Final = 14
"""The most days for which somebody can be away within a year; each absence counts as a day at least."""
YEAR: Final = 365 * DAY
SUGGESTED: Final = ("1d", "3d", "7d", "14d", "none")
"""Absences offered in menus."""

_MOMENT: Final = re.compile("(.+?)(?:(?:[ ,]+|(?<=[0-9])t)([0-9]{1,2}:[0-9]{2}))?")
AWAY_FORM: Final = gettext_noop(
    "Say how long you’ll be away, like `5d` or `12h`, or when you’ll be back, like `2027-01-03` or "
    "`2027-01-03 18:00`. If you’re already back, say `none`."
)


def read(stored: Any) -> tuple[Absence, ...]:
    """Absences from stored settings, earliest first, without what isn't valid."""
    if not isinstance(stored, list):
        return ()
    pairs = [
        each for each in stored if isinstance(each, list) and [type(part) for part in each] == [int, int]
    ]
    return tuple(sorted((start, end) for start, end in pairs if 0 <= start < end < 2**62))[-MOST_DAYS:]


def current(absences: Sequence[Absence], now: int) -> int | None:
    """When the absence that lasts at ``now`` ends; None without one."""
    return next((end for start, end in absences if start <= now < end), None)


def read_until(typed: str, zone: str, now: int) -> int | None:
    """The end of an absence, from a duration or a date in ``zone``; None for being back.

    :raises InvalidSetting: when it can't be read, or has passed.
    """
    if typed_times.is_none(typed):
        return None
    length = typed_times.read_length(typed)
    until = now + length if length is not None else _moment(typed, zone, now)
    if until <= now:
        raise InvalidSetting(
            "That time has already passed. Say how long you’ll be away, like `5d`, or when you’ll be back, "
            "like `2027-01-03`."
        )
    return until


def _moment(typed: str, zone: str, now: int) -> int:
    """A time on a day; without an hour, the end of the day.

    :raises InvalidSetting: when there is no such day or hour.
    """
    found, here = _MOMENT.fullmatch(typed_times.plain(typed)), ZoneInfo(zone)
    day = typed_times.read_day(found[1], datetime.fromtimestamp(now / 1000, here).date()) if found else None
    if found is None or day is None:
        raise InvalidSetting(AWAY_FORM)
    try:
        at = time.fromisoformat(found[2].zfill(5)) if found[2] else time()
        chosen = day + timedelta(days=not found[2])
        return round(datetime.combine(chosen, at, here).astimezone(UTC).timestamp() * 1000)
    except (ValueError, OverflowError):
        raise InvalidSetting(AWAY_FORM) from None


def begun(absences: Sequence[Absence], until: int, now: int) -> tuple[Absence, ...]:
    """``absences`` with one from ``now`` to ``until``; one that lasts already is changed.

    :raises InvalidSetting: when that is more than ``MOST_DAYS`` within a year.
    """
    start = next((start for start, end in absences if start <= now < end), now)
    past = tuple((since, end) for since, end in absences if end <= now and end > now - YEAR)
    left = MOST_DAYS * DAY - sum(max(DAY, end - since) for since, end in past)
    if left < DAY:
        again = (past[0][1] + YEAR) // 1000
        raise InvalidSetting(
            "You’ve been away for {days} days in the past year. You can be away again from {time}. Until "
            "then, ask for a **Pause** under **More**.",
            days=MOST_DAYS,
            time=f"<t:{again}:f>",
        )
    if until - start > left:
        latest = (start + left) // 1000
        raise InvalidSetting(
            "That’s more than your {days} days a year. You can be away until {time} at the latest.",
            days=MOST_DAYS,
            time=f"<t:{latest}:f>",
        )
    return (*past, (start, until))


def ended(absences: Sequence[Absence], now: int) -> tuple[Absence, ...]:
    """``absences`` without what comes after ``now``."""
    return tuple((start, min(end, now)) for start, end in absences if start < now and end > now - YEAR)
