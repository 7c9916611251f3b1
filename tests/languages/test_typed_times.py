"""Lengths of time and days, as people type them in several languages."""

from __future__ import annotations

from datetime import date

import pytest

from bot.languages import speaking
from bot.languages.typed_times import DAY, HOUR, MINUTE, is_none, read_day, read_length
from bot.tables.model import pace

TODAY = date(2026, 12, 1)


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "pt-BR", "pl", "ru", "ja", "ar", "zh-CN", "xx"])
def test_notation_and_english_are_read_in_any_language(language: str) -> None:
    with speaking(language):
        lengths = {"1w": 7 * DAY, "3d": 3 * DAY, "12h": 12 * HOUR, "30m": 30 * MINUTE, "1d12h": 36 * HOUR}
        lengths |= {"2 weeks": 14 * DAY, "in 3 Days": 3 * DAY, "1 day, 2 hrs.": 26 * HOUR, "3 D": 3 * DAY}
        assert {each: read_length(each) for each in lengths} == lengths
        days = {"2027-01-03": 3, "3.1.2027": 3, "3.1.": 3, "3.1.27": 3, "Jan 3, 2027": 3, "3 January": 3}
        assert {each: read_day(each, TODAY) for each in days} == dict.fromkeys(days, date(2027, 1, 3))
        assert read_day("Tomorrow", TODAY) == date(2026, 12, 2)
        assert all(map(is_none, ("", " ", "none", "OFF", "no")))


@pytest.mark.parametrize(
    ("language", "typed", "length"),
    [
        ("de", "3 Tage", 3 * DAY),
        ("de", "2 Wochen", 14 * DAY),
        ("de", "in 3 Tagen", 3 * DAY),
        ("de", "1 Tag, 12 Std.", 36 * HOUR),
        ("de", "30 Minuten", 30 * MINUTE),
        ("fr", "3 jours", 3 * DAY),
        ("fr", "dans 2\u00a0semaines", 14 * DAY),
        ("es", "1 día", DAY),
        ("es", "1 dia", DAY),
        ("pl", "2 tygodnie", 14 * DAY),
        ("pl", "5 dni", 5 * DAY),
        ("ru", "21 день", 21 * DAY),
        ("ru", "3 дня", 3 * DAY),
        ("ja", "３日12時間", 84 * HOUR),
        ("zh-CN", "3天", 3 * DAY),
        ("ar", "٣ أيام", 3 * DAY),
    ],
)
def test_a_length_is_read_in_its_language(language: str, typed: str, length: int) -> None:
    with speaking(language):
        assert read_length(typed) == length
        assert pace.read(f"{typed} + {typed}") == pace.Pace(length, length) if length <= 14 * DAY else True


@pytest.mark.parametrize(
    ("language", "typed", "day"),
    [
        ("de", "morgen", date(2026, 12, 2)),
        ("de", "übermorgen", date(2026, 12, 3)),
        ("de", "Heute", TODAY),
        ("de", "3. Januar", date(2027, 1, 3)),
        ("de", "3. März 2027", date(2027, 3, 3)),
        ("de", "1.12.", TODAY),
        ("de", "30.11.", date(2027, 11, 30)),
        ("de", "29.2.", date(2028, 2, 29)),
        ("fr", "3/1/2027", date(2027, 1, 3)),
        ("fr", "3 janvier", date(2027, 1, 3)),
        ("es", "3 de enero de 2027", date(2027, 1, 3)),
        ("nl", "3-1-2027", date(2027, 1, 3)),
        ("ja", "2027/1/3", date(2027, 1, 3)),
        ("ja", "1/3", date(2027, 1, 3)),
        ("ja", "1月3日", date(2027, 1, 3)),
        ("zh-CN", "2027年1月3日", date(2027, 1, 3)),
        ("hu", "2027. jan. 3.", date(2027, 1, 3)),
        ("fr", "3 août", date(2027, 8, 3)),
        ("de", "31. Dez", date(2026, 12, 31)),
        ("en", "31st Oct", date(2027, 10, 31)),
        ("pl", "3 stycznia", date(2027, 1, 3)),
        ("pl", "3 styczeń", date(2027, 1, 3)),
        ("fr", "aujourd’hui", TODAY),
        ("fr", "aujourd'hui", TODAY),
        ("fr", "apres-demain", date(2026, 12, 3)),
        ("fr", "3 fevrier", date(2027, 2, 3)),
    ],
)
def test_a_day_is_read_in_its_language(language: str, typed: str, day: date) -> None:
    with speaking(language):
        assert read_day(typed, TODAY) == day


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize(
    "typed",
    [
        *("3", "d", "3 bananas", "1.5 d", "1,5 d", "1 2 d", "-3d", "3d!", "²d", "d" * 900, "9" * 900 + "d"),
        *("31.2.2027", "0.0.", "99.99.", "2027", "2027-13-01", "1.2.3.4", "January", "3 January March"),
    ],
)
def test_what_is_neither_is_refused(language: str, typed: str) -> None:
    with speaking(language):
        assert (read_length(typed), read_day(typed, TODAY)) == (None, None)


def test_american_and_british_dates_are_not_guessed() -> None:
    assert read_day("3/1/2027", TODAY) is None
