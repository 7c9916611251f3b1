"""Lengths of time and days as people type them: in the language spoken, in English, or as ``3d12h``.

Babel names the units and months of each language, and says whether the day or the month comes first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, timedelta
from functools import cache
from typing import Final, Literal

from .catalogues import ENGLISH, locale_of
from .translation import pgettext, spoken

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
UNITS: Final[Mapping[Literal["week", "day", "hour", "minute"], tuple[int, str]]] = {
    "week": (7 * DAY, "w wk wks week weeks"),
    "day": (DAY, "d day days"),
    "hour": (HOUR, "h hr hrs hour hours"),
    "minute": (MINUTE, "m min mins minute minutes"),
}
"""Milliseconds of each unit, and how it's typed in English and wherever that means nothing else."""
SAMPLES: Final = (1, 2, 3, 5, 11, 21, 100)
"""Numbers that need different forms of a unit in some language."""
LONGEST: Final = 60
"""Characters of which a time is read."""
NUMBER: Final = re.compile(r"\d{1,5}")
SIGNS: Final = "年月日년월일"
"""What follows the numbers of a date in Chinese, Japanese and Korean: year, month, day."""
WORDS: Final = re.compile(r"[^\W\d_]+")


def plain(typed: str) -> str:
    """What is typed in small letters without accents, which phones leave out, and with single blanks."""
    letters = unicodedata.normalize("NFD", typed[:LONGEST].casefold()).replace("’", "'")
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(unicodedata.normalize("NFC", bare).split())


def is_none(typed: str) -> bool:
    """Whether somebody types that there is none, or leaves it empty."""
    said = pgettext("people type these words where they want none, or are back", "none, no, off, back")
    return plain(typed) in ("", "none", "no", "off", "back", *map(plain, said.split(",")))


def read_length(typed: str) -> int | None:
    """The milliseconds of a length of time, such as “2 weeks”, “1d12h” or “in 3 Tagen”; None if it's none."""
    shown, known = _bare(plain(typed)), _lengths(spoken())
    parts = [shown] if NUMBER.sub("#", shown) in known else re.findall(r"\d+\D+", shown)
    units = [known.get(NUMBER.sub("#", part), 0) for part in parts]
    if not all(units) or len({*units}) < len(units) or not shown or "".join(parts) != shown:
        return None
    return sum(int(NUMBER.findall(part)[0]) * unit for part, unit in zip(parts, units, strict=True))


def read_day(typed: str, today: date) -> date | None:
    """The day that is typed, the next one where the year is left out; None if it's none."""
    text, months = plain(typed), _months(spoken())
    near = (
        ("today", pgettext("a day that people type", "today")),
        ("tomorrow", pgettext("a day that people type", "tomorrow")),
        ("the day after tomorrow", pgettext("a day that people type", "the day after tomorrow")),
    )
    for later, (english, said) in enumerate(near):
        if text in (english, plain(said)):
            return today + timedelta(days=later)
    words = [word for word in WORDS.findall(text) if word not in SIGNS]
    numbers = [int(each) for each in NUMBER.findall(text)]
    named = [months[word] for word in words if word in months]
    if len(named) > 1 or (words and not named) or not 2 <= len(named) + len(numbers) <= 3:
        return None
    year_first = re.match(r"\d{4}", text) is not None
    year = numbers.pop(0 if year_first else -1) if len(named) + len(numbers) == 3 else None
    if named:
        return _next(year, named[0], numbers[0], today)
    day_first = not year_first and ("." in text or _day_first(spoken()))
    if day_first is None:
        # Americans and the British mean different days.
        return None
    month, day = reversed(numbers) if day_first else numbers
    return _next(year, month, day, today)


def _next(year: int | None, month: int, day: int, today: date) -> date | None:
    """The day in this year (of 27, in 2027), or without one from ``today`` on; None if there is none."""
    for each in range(today.year, today.year + 9) if year is None else [year + 2000 * (year < 100)]:
        with suppress(ValueError):
            found = date(each, month, day)
            if year is not None or found >= today:
                return found
    return None


def _bare(text: str) -> str:
    """``text`` without blanks, commas and dots, but for those behind a digit: “1.5” isn't “15”."""
    return re.sub(r"(?<!\d)[., ]| (?!\d)", "", text)


@cache
def _lengths(language: str) -> Mapping[str, int]:
    """How lengths of time are typed, with ``#`` for the number and without blanks, and what unit that is."""
    found = {f"#{word}": length for length, words in UNITS.values() for word in words.split()}
    found |= {f"in{each}": length for each, length in found.items()}
    if language != ENGLISH:
        for text, length in _translated(language):
            found.setdefault(NUMBER.sub("#", _bare(plain(text))), length)
    return found


def _translated(language: str) -> Iterator[tuple[str, int]]:
    from babel.dates import format_timedelta
    from babel.units import format_unit

    locale = locale_of(language)
    for unit, (length, _) in UNITS.items():
        for number in SAMPLES:
            for style in ("long", "short", "narrow"):
                yield format_unit(number, f"duration-{unit}", length=style, locale=locale), length
            later = timedelta(milliseconds=number * length)
            yield (
                format_timedelta(later, granularity=unit, threshold=999, add_direction=True, locale=locale),
                length,
            )


@cache
def _months(language: str) -> Mapping[str, int]:
    """The names of the months and their abbreviations, with their numbers."""
    every = [date(2000, month, 1) for month in range(1, 13)]
    found = {f"{each:{name}}".casefold(): each.month for each in every for name in ("%B", "%b")}
    if language != ENGLISH:
        from babel.dates import get_month_names

        for width in ("wide", "abbreviated"):
            for case in ("format", "stand-alone"):
                for number, name in get_month_names(width, case, locale_of(language)).items():
                    found |= {_bare(plain(name)): number}
    return found


@cache
def _day_first(language: str) -> bool | None:
    """Whether the day comes before the month in dates; None if that isn't known."""
    if language == ENGLISH:
        return None
    from babel.dates import get_date_format

    pattern = get_date_format("short", locale_of(language)).pattern.lower()
    return pattern.index("d") < pattern.index("m")
