"""What people chose for themselves: read, kept, changed together, and refused where it makes no sense."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.people import preferences
from bot.people.errors import InvalidSetting
from bot.people.preferences import MAX_REFUSED, Preferences
from bot.tables.service import TableService
from tests.databases import on_both

from .harness import ANN, BOB, CID


def test_who_chose_nothing_has_what_most_want() -> None:
    assert preferences.read({}) == Preferences(
        palette="default",
        confirm=True,
        own_side_at_bottom=True,
        pings="table",
        reminders="all",
        quiet="",
        zone="UTC",
        challenges=True,
        refused=(),
    )


@pytest.mark.parametrize(
    ("stored", "meant"),
    [
        ({"palette": "colour-blind"}, Preferences(palette="colour-blind")),
        ({"palette": "high-contrast"}, Preferences(palette="high-contrast")),
        ({"pings": "direct"}, Preferences(pings="direct")),
        ({"pings": "both"}, Preferences(pings="both")),
        ({"pings": "none"}, Preferences(pings="none")),
        ({"pings": "loud", "palette": "plaid"}, Preferences()),
        ({"confirm": 0, "reminders": "no", "challenges": None}, Preferences()),
        ({"confirm": False, "reminders": False}, Preferences(confirm=False, reminders="none")),
        ({"reminders": True}, Preferences()),
        ({"reminders": "end"}, Preferences(reminders="end")),
        ({"turn": False}, Preferences(own_side_at_bottom=False)),
        ({"turn": False, "own_side_at_bottom": True}, Preferences()),
        ({"quiet": "1-2", "zone": "europe/berlin"}, Preferences(quiet="01:00-02:00", zone="Europe/Berlin")),
        ({"refused": [3, 3, "4", True, 5]}, Preferences(refused=(3, 5))),
        ({"refused": "34"}, Preferences()),
        ({"away": [[5, 9], [1, 2], [3, 3], [4], ["5", 6], 7]}, Preferences(away=((1, 2), (5, 9)))),
        ({"away": {"5": 9}}, Preferences()),
    ],
)
def test_stored_settings_are_read_as_far_as_they_make_sense(
    stored: dict[str, Any], meant: Preferences
) -> None:
    assert preferences.read(stored) == meant


def test_no_more_people_are_refused_than_the_list_holds() -> None:
    assert preferences.read({"refused": list(range(200))}).refused == tuple(range(MAX_REFUSED))


def test_challenges_are_refused_from_everybody_or_from_some() -> None:
    assert Preferences().takes_challenges_of(BOB.id)
    assert not Preferences(challenges=False).takes_challenges_of(BOB.id)
    some = Preferences(refused=(BOB.id,))
    assert [some.takes_challenges_of(person.id) for person in (BOB, CID)] == [False, True]


async def test_what_is_kept_is_loaded(service: TableService) -> None:
    chosen = Preferences(
        "high-contrast",
        False,
        False,
        "none",
        "end",
        "22:00-07:00",
        "Asia/Tokyo",
        False,
        (1, 2),
        False,
        False,
        True,
        False,
        ((5, 9),),
    )
    await preferences.save(service.store, ANN.id, chosen)
    assert await preferences.load(service.store, ANN.id) == chosen
    assert await preferences.load(service.store, BOB.id) == Preferences()


async def test_a_change_leaves_the_rest_as_it_was(service: TableService) -> None:
    store = service.store
    await preferences.change(store, ANN.id, refuse=BOB.id, palette="high-contrast")
    assert await preferences.change(store, ANN.id, zone="asia/tokyo", quiet="22-7") == Preferences(
        palette="high-contrast", refused=(BOB.id,), zone="Asia/Tokyo", quiet="22:00-07:00"
    )
    await preferences.change(store, ANN.id, refuse=CID.id)
    after = await preferences.change(store, ANN.id, allow=BOB.id, confirm=False)
    assert (after.refused, after.confirm, after.zone) == ((CID.id,), False, "Asia/Tokyo")


async def test_what_makes_no_sense_changes_nothing(service: TableService) -> None:
    store = service.store
    before = await preferences.change(store, ANN.id, pings="both")
    for more in ({"quiet": "7-7"}, {"zone": "Atlantis"}, {"refuse": ANN.id}, {"allow": ANN.id}):
        with pytest.raises(InvalidSetting):
            await preferences.change(store, ANN.id, **{"pings": "none", **more})  # type: ignore[arg-type]
    assert await preferences.load(store, ANN.id) == before


async def test_the_list_of_refused_people_takes_the_last_that_it_holds_and_no_further(
    service: TableService,
) -> None:
    store = service.store
    almost = tuple(range(1, MAX_REFUSED))
    await preferences.save(store, ANN.id, replace(Preferences(), refused=almost))
    full = await preferences.change(store, ANN.id, refuse=BOB.id)
    assert full.refused == (*almost, BOB.id)
    with pytest.raises(InvalidSetting, match=str(MAX_REFUSED)):
        await preferences.change(store, ANN.id, refuse=CID.id)
    again = await preferences.change(store, ANN.id, refuse=1)
    assert again.refused == (*almost[1:], BOB.id, 1), "who is on it already moves to its end"


@on_both
async def test_changes_at_once_lose_none(service: TableService) -> None:
    store = service.store
    await asyncio.gather(*(preferences.change(store, ANN.id, refuse=number) for number in range(1, 9)))
    assert sorted((await preferences.load(store, ANN.id)).refused) == list(range(1, 9))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("22:00-07:00", "22:00-07:00"),
        ("0-23", "00:00-23:00"),
        ("9:05 to 10:59", "09:05-10:59"),
        (" NONE ", ""),
        ("no", ""),
        ("", ""),
        ("00000000000000000000", None),
        ("22:00        -  7:00", "22:00-07:00"),
        ("22:00         -  7:00", None),
        ("24-7", None),
        ("22:60-7", None),
        ("22–7", None),
    ],
)
def test_quiet_hours_are_read_as_people_type_them(typed: str, meant: str | None) -> None:
    if meant is None:
        with pytest.raises(InvalidSetting):
            preferences.read_quiet(typed)
    else:
        assert preferences.read_quiet(typed) == meant


def test_zones_are_listed_in_order_and_read_with_blanks() -> None:
    zones = preferences.zones()
    assert list(zones) == sorted(zones)
    assert {"UTC", "Europe/Berlin", "America/New_York"} <= set(zones)
    assert preferences.read_zone(" america/NEW york ") == "America/New_York"
