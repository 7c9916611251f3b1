"""What people chose for themselves: read, kept, changed together; and when a reminder may be sent."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.components.hooks import Features, load
from bot.components.interactions.form import HINT_LIMIT, LABEL_LIMIT
from bot.components.servers.settings import settings_card
from bot.features import FEATURES
from bot.languages import gettext, names, speaking
from bot.people import preferences, settings
from bot.people.absences import DAY, HOUR
from bot.people.preferences import (
    ALLOWED,
    AWAY,
    CONFIRM,
    MAX_REFUSED,
    PALETTE,
    PINGS,
    QUIET,
    REFUSED,
    ZONE,
    quiet_until,
    takes_challenges_of,
)
from bot.people.settings import TOPICS, Chosen, InvalidSetting, Setting, change, switch
from bot.tables.service import TableService
from cogs.settings import settings_command
from tests.databases import on_both, put_settings

from .harness import ANN, BOB, CID, refused

EVERYTHING = Features(load(FEATURES)).settings
"""All settings, those of the features included."""
USUAL = {
    "palette": "default",
    "own_side_at_bottom": True,
    "confirm": True,
    "forced": False,
    "pings": "table",
    "reminders": "all",
    "quiet": "",
    "zone": "UTC",
    "challenges": True,
    "away": (),
    "refused": (),
    "ratings": True,
    "public": True,
    "computers_resign": True,
}


def values(chosen: Chosen) -> dict[str, Any]:
    """The values of the settings in ``USUAL``."""
    found = {each.name: chosen[each] for each in EVERYTHING}
    return {name: found[name] for name in USUAL}


def test_who_chose_nothing_has_what_most_want() -> None:
    assert values(Chosen()) == USUAL


@pytest.mark.parametrize(
    ("stored", "meant"),
    [
        ({"palette": "colour-blind"}, {"palette": "colour-blind"}),
        ({"pings": "direct"}, {"pings": "direct"}),
        ({"pings": "loud", "palette": "plaid"}, {}),
        ({"confirm": 0, "reminders": "no", "challenges": None}, {}),
        ({"confirm": False, "reminders": False}, {"confirm": False}),
        ({"reminders": "end"}, {"reminders": "end"}),
        ({"quiet": "1-2", "zone": "europe/berlin"}, {"quiet": "01:00-02:00", "zone": "Europe/Berlin"}),
        ({"quiet": 7, "zone": ["UTC"], "palette": {}, "pings": []}, {}),
        ({"refused": [3, 3, "4", True, 5]}, {"refused": (3, 5)}),
        ({"refused": "34"}, {}),
        ({"away": [[5, 9], [1, 2], [3, 3], [4], ["5", 6], 7]}, {"away": ((1, 2), (5, 9))}),
        ({"away": {"5": 9}}, {}),
    ],
)
def test_stored_settings_are_read_as_far_as_they_make_sense(
    stored: dict[str, Any], meant: dict[str, Any]
) -> None:
    assert values(Chosen(stored)) == USUAL | meant


def test_every_setting_is_declared_once_and_can_be_chosen_in_some_way() -> None:
    options = [each.typed_as for each in EVERYTHING if each.description]
    assert len(set(options)) == len(options)
    assert [each.name for each in EVERYTHING if not each.description] == ["muted"], "chosen where it rings"
    labels = [each.label for each in EVERYTHING if each.label]
    assert len(set(labels)) == len(labels)
    for tag in names():
        with speaking(tag):
            assert all(len(gettext(label)) <= LABEL_LIMIT for label in labels), tag
            hints = [words for each in EVERYTHING for words in (each.description, *dict(each.words).values())]
            assert all(len(gettext(words)) <= HINT_LIMIT for words in hints), tag
    for topic in TOPICS:
        here = [each for each in EVERYTHING if each.topic == topic and each.label]
        assert len({each.kind == "switch" or each for each in here}) <= 5, "Discord’s limit for a form"
    for each in EVERYTHING:
        assert (
            each.read([list(one) for one in each.default] if each is AWAY else each.default) == each.default
        )


def test_the_card_and_the_command_have_what_is_declared() -> None:
    """A setting that nobody knew of when they were written."""
    hats = switch("hats", "Party hats", on="worn", off="left at home", description="Wear a hat")
    card = settings_card((*EVERYTHING, hats), Chosen({"hats": True}), 0)
    assert any("Party hats: worn" in line for section in card.sections for line in section.lines)
    option = settings_command((*EVERYTHING, hats)).parameters[-1]
    assert (option.name, option.description, option.type) == (
        "hats",
        "Wear a hat",
        discord.AppCommandOptionType.boolean,
    )


def test_no_more_people_are_refused_than_the_list_holds() -> None:
    assert Chosen({"refused": list(range(200))})[REFUSED] == tuple(range(MAX_REFUSED))


def test_challenges_are_refused_from_everybody_or_from_some() -> None:
    assert takes_challenges_of(Chosen(), BOB.id)
    assert not takes_challenges_of(Chosen({"challenges": False}), BOB.id)
    some = Chosen({"refused": [BOB.id]})
    assert [takes_challenges_of(some, person.id) for person in (BOB, CID)] == [False, True]


async def test_a_change_leaves_the_rest_as_it_was(service: TableService) -> None:
    store = service.store
    await put_settings(store, "person", ANN.id, '{"hat": 1}')
    await change(store, ANN.id, {REFUSED: BOB.id, PALETTE: "high-contrast"})
    chosen = await change(store, ANN.id, {ZONE: "asia/tokyo", QUIET: "22-7"})
    changed = {"palette": "high-contrast", "refused": (BOB.id,), "zone": "Asia/Tokyo", "quiet": "22:00-07:00"}
    assert values(chosen) == USUAL | changed
    assert chosen.stored["hat"] == 1, "what another release or a feature that is out has stored"
    await change(store, ANN.id, {REFUSED: CID.id})
    after = await change(store, ANN.id, {ALLOWED: BOB.id, CONFIRM: False})
    assert (after[REFUSED], after[CONFIRM], after[ZONE]) == ((CID.id,), False, "Asia/Tokyo")


async def test_an_absence_ends_at_a_time_in_the_zone_that_is_chosen_with_it(service: TableService) -> None:
    chosen = await change(service.store, ANN.id, {ZONE: "asia/tokyo", AWAY: "1970-01-03"}, now=5)
    assert chosen[AWAY] == ((5, 3 * DAY - 9 * HOUR),)


async def test_what_makes_no_sense_changes_nothing(service: TableService) -> None:
    store = service.store
    before = await change(store, ANN.id, {PINGS: "both"})
    wrong: list[dict[Setting[Any], Any]] = [
        {QUIET: "7-7"},
        {ZONE: "Atlantis"},
        {REFUSED: ANN.id},
        {ALLOWED: ANN.id},
        {PALETTE: "plaid"},
        {CONFIRM: "maybe"},
        {AWAY: "a while"},
    ]
    for more in wrong:
        await refused(change(store, ANN.id, {PINGS: "none", **more}), error=InvalidSetting)
    assert await settings.load(store, ANN.id) == before


async def test_the_list_of_refused_people_takes_the_last_that_it_holds_and_no_further(
    service: TableService,
) -> None:
    store = service.store
    almost = tuple(range(1, MAX_REFUSED))
    await put_settings(store, "person", ANN.id, json.dumps({"refused": almost}))
    full = await change(store, ANN.id, {REFUSED: BOB.id})
    assert full[REFUSED] == (*almost, BOB.id)
    with pytest.raises(InvalidSetting, match=str(MAX_REFUSED)):
        await change(store, ANN.id, {REFUSED: CID.id})
    again = await change(store, ANN.id, {REFUSED: 1})
    assert again[REFUSED] == (*almost[1:], BOB.id, 1), "who is on it already moves to its end"
    swapped = await change(store, ANN.id, {REFUSED: CID.id, ALLOWED: 1})
    assert swapped[REFUSED] == (*almost[1:], BOB.id, CID.id)


@on_both
async def test_changes_at_once_lose_none(service: TableService) -> None:
    store = service.store
    await asyncio.gather(*(change(store, ANN.id, {REFUSED: number}) for number in range(1, 9)))
    assert sorted((await settings.load(store, ANN.id))[REFUSED]) == list(range(1, 9))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("22-7", "22:00-07:00"),
        ("off", ""),
        ("22:00-22:00", None),
        ("٢٢-٧", None),
        ("1" * 5000, None),
        ("0-23", "00:00-23:00"),
        ("9:05 to 10:59", "09:05-10:59"),
        (" NONE ", ""),
        ("", ""),
        ("22:00        -  7:00", "22:00-07:00"),
        ("22:00         -  7:00", "22:00-07:00"),
        ("24-7", None),
        ("22:60-7", None),
        ("22–7", "22:00-07:00"),
    ],
)
def test_quiet_hours_are_read_as_people_type_them(typed: str, meant: str | None) -> None:
    if meant is None:
        with pytest.raises(InvalidSetting):
            preferences.read_quiet(typed)
    else:
        assert preferences.read_quiet(typed) == meant


def test_quiet_hours_are_read_in_ones_own_language() -> None:
    with speaking("de"):
        assert preferences.read_quiet("22:00 bis 7:00") == "22:00-07:00"
        assert preferences.read_quiet("keine") == ""


def test_zones_are_listed_in_order_and_read_with_blanks() -> None:
    zones = preferences.zones()
    assert list(zones) == sorted(zones)
    assert {"UTC", "Europe/Berlin", "America/New_York"} <= set(zones)
    assert preferences.read_zone(" america/NEW york ") == "America/New_York"


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
        ("00:00-06:00", "2026-12-31T00:00", "12-31 06:00"),
    ],
)
def test_a_reminder_waits_for_the_end_of_the_quiet_hours(quiet: str, due: str, sent: str) -> None:
    for zone in ("UTC", "Asia/Kathmandu", "America/St_Johns"):
        chosen = Chosen({"quiet": quiet, "zone": zone})
        assert wall(quiet_until(chosen, at(due, zone)), zone) == sent


def test_an_end_that_comes_twice_counts_when_it_is_still_to_come() -> None:
    berlin = Chosen({"quiet": "22:00-02:30", "zone": "Europe/Berlin"})
    first, second = (at("2026-10-25T02:30", "Europe/Berlin", fold) for fold in (0, 1))
    assert second - first == 3_600_000
    assert quiet_until(berlin, first - 60_000) == first
    assert quiet_until(berlin, second - 60_000) == second


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
