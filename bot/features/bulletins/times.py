"""When bulletins are posted. Pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.languages import gettext_noop, spoken, typed_times
from bot.languages.catalogues import locale_of
from bot.tables.errors import TableError

TIME: Final = re.compile(r"(\d{1,2})(?:[:.](\d\d))?\s*(?:([ap])\.?(?:m\.?)?|uhr|h|o['’]clock)?")
HOUR: Final = 60
DAY: Final = 24 * HOUR
WEEKDAYS: Final = (
    gettext_noop("Monday"),
    gettext_noop("Tuesday"),
    gettext_noop("Wednesday"),
    gettext_noop("Thursday"),
    gettext_noop("Friday"),
    gettext_noop("Saturday"),
    gettext_noop("Sunday"),
)
HALF: Final = 12
"""Hours until noon."""


def read_time(typed: str) -> int:
    """A time of day as minutes after midnight, such as ``9:00``, ``18``, ``9 Uhr`` or ``6 pm``.

    :raises TableError: when it is none.
    """
    found = TIME.fullmatch(typed_times.plain(typed))
    hour, minute = (int(found[1]), int(found[2] or 0)) if found is not None else (99, 0)
    if found is not None and found[3] and 1 <= hour <= HALF:
        hour = hour % HALF + HALF * (found[3] == "p")
    if hour > 23 or minute > 59:
        raise TableError("Write the time like `9:00` or `18:30`.")
    return hour * HOUR + minute


def weekday(number: int) -> str:
    """The name of a day, counted from Monday (0), in a sentence: French writes “lundi”, German “Montag”."""
    from babel.dates import get_day_names

    name: str = get_day_names("wide", "format", locale_of(spoken()))[number]
    return name


def written(minute: int) -> str:
    """Minutes after some midnight as a time of day."""
    return f"{minute % DAY // HOUR:02}:{minute % HOUR:02}"


def following(minute: int, zone: str, now: int, *, weekly: bool = False) -> int:
    """When it is that many minutes after midnight (or after Sunday's end) for the next time after ``now``.

    All in milliseconds since 1970. A time that the clock skips is the one that it shows instead.
    """
    weekday, at = minute // DAY, time(minute % DAY // HOUR, minute % HOUR)
    try:
        here: tzinfo = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        # The tables of time zones may be others by now.
        here = UTC
    today = datetime.fromtimestamp(now / 1000, UTC).astimezone(here).date()
    days = (today + timedelta(days=later) for later in range(9 if weekly else 3))
    moments = (datetime.combine(day, at, here) for day in days if not weekly or day.weekday() == weekday)
    return next(each for each in (round(one.timestamp() * 1000) for one in moments) if each > now)
