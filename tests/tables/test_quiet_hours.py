"""Quiet hours: when a reminder may be sent, by the clock on the person's wall."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.people.preferences import quiet_until
from bot.people.settings import Chosen


def at(text: str, zone: str = "UTC", fold: int = 0) -> int:
    """Milliseconds of a wall clock's time."""
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp() * 1000)


def wall(stamp: int, zone: str) -> str:
    return datetime.fromtimestamp(stamp / 1000, ZoneInfo(zone)).strftime("%m-%d %H:%M")


@pytest.mark.parametrize(
    ("quiet", "due", "sent"),
    [
        ("", "2026-03-10T03:00", "03-10 03:00"),
        ("22:00-07:00", "2026-03-10T21:59", "03-10 21:59"),
        ("22:00-07:00", "2026-03-10T22:00", "03-11 07:00"),
        ("22:00-07:00", "2026-03-10T03:30", "03-10 07:00"),
        ("22:00-07:00", "2026-03-10T07:00", "03-10 07:00"),
        ("13:00-14:30", "2026-03-10T13:10", "03-10 14:30"),
        ("13:00-14:30", "2026-03-10T12:59", "03-10 12:59"),
        ("00:00-06:00", "2026-12-31T00:00", "12-31 06:00"),
    ],
)
def test_a_reminder_waits_for_the_end_of_the_quiet_hours(quiet: str, due: str, sent: str) -> None:
    for zone in ("UTC", "Asia/Kathmandu", "America/St_Johns"):
        chosen = Chosen({"quiet": quiet, "zone": zone})
        assert wall(quiet_until(chosen, at(due, zone)), zone) == sent


def test_the_night_in_which_the_clock_is_put_forward_is_an_hour_shorter() -> None:
    berlin = Chosen({"quiet": "22:00-07:00", "zone": "Europe/Berlin"})
    due = at("2026-03-28T22:00", "Europe/Berlin")
    assert quiet_until(berlin, due) - due == timedelta(hours=8).total_seconds() * 1000
    due = at("2026-10-24T22:00", "Europe/Berlin")
    assert quiet_until(berlin, due) - due == timedelta(hours=10).total_seconds() * 1000


def test_an_end_that_comes_twice_counts_when_it_is_still_to_come() -> None:
    berlin = Chosen({"quiet": "22:00-02:30", "zone": "Europe/Berlin"})
    first, second = (at("2026-10-25T02:30", "Europe/Berlin", fold) for fold in (0, 1))
    assert second - first == 3_600_000
    assert quiet_until(berlin, first - 60_000) == first
    assert quiet_until(berlin, second - 60_000) == second


def test_an_end_that_the_clock_skips_comes_after_the_gap() -> None:
    berlin = Chosen({"quiet": "22:00-02:30", "zone": "Europe/Berlin"})
    assert (
        wall(quiet_until(berlin, at("2026-03-29T01:00", "Europe/Berlin")), "Europe/Berlin") == "03-29 03:30"
    )


clocks = st.times().map(lambda time: f"{time:%H:%M}")


@given(
    start=clocks,
    end=clocks,
    zone=st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]),
    due=st.datetimes(datetime(2009, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC)),
)
def test_the_time_is_never_earlier_never_quiet_and_within_a_day(
    start: str, end: str, zone: str, due: datetime
) -> None:
    chosen = Chosen({"quiet": f"{start}-{end}" if start != end else "", "zone": zone})
    asked = round(due.timestamp() * 1000)
    sent = quiet_until(chosen, asked)
    assert asked <= sent <= asked + 49 * 3_600_000
    assert quiet_until(chosen, sent) == sent
