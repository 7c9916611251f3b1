"""Days and moments (UTC) as ISO 8601, and runs of days."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from bot.languages import ENGLISH, catalogues, spoken


def day_at(now: int) -> str:
    """The UTC day of a time in milliseconds, as ISO 8601."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def moment(at: int) -> str:
    """A time in milliseconds as ISO 8601."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")


def read_day(day: str) -> str:
    """A day as shown to people, such as 21 November 2026."""
    when = date.fromisoformat(day)
    if (language := spoken()) != ENGLISH:
        from babel.dates import format_date

        return format_date(when, "long", locale=catalogues.locale_of(language))
    return f"{when.day} {when:%B %Y}"


def day_before(day: str) -> str:
    """The day before ``day``."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def began(day: str) -> int:
    """When a day began, in milliseconds since 1970."""
    return int(datetime.combine(date.fromisoformat(day), time(), UTC).timestamp()) * 1000


def next_day(now: int) -> int:
    """When the day after that of a time in milliseconds begins, in seconds since 1970."""
    tomorrow = date.fromisoformat(day_at(now)) + timedelta(days=1)
    return int(datetime.combine(tomorrow, time(), UTC).timestamp())


def in_a_row(days: list[str], today: str) -> int:
    """The length of the run in ``days`` (latest first) that ends on ``today`` or the day before."""
    days = [day for day in days if day <= today]
    expected = date.fromisoformat(today)
    if days[:1] != [today]:
        expected -= timedelta(days=1)
    for length, day in enumerate(days):
        if day != expected.isoformat():
            return length
        expected -= timedelta(days=1)
    return len(days)
