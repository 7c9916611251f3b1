"""People who are away: how long they may be, and what happens to the clocks of their tables."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.features.privacy.data_export import export
from bot.features.privacy.erasure import erase
from bot.languages import speaking
from bot.people import absences, settings
from bot.people.preferences import AWAY, away_until
from bot.people.settings import Chosen, InvalidSetting
from bot.tables import absences as away
from bot.tables.errors import TableBusy
from bot.tables.events import reducer
from bot.tables.model.pace import DAY, HOUR, MINUTE
from bot.tables.model.seating import Away, Person
from bot.tables.service import TableService
from data.store.records import Conflict
from tests.databases import on_both

from .harness import (
    ANN,
    BOB,
    CID,
    HERE,
    Hours,
    Room,
    clock_of,
    failing_at,
    loaded,
    opened,
    refused,
    rematched,
    replaced,
    time_left,
    verbs,
)

pytestmark = pytest.mark.usefixtures("seldom")

NOW = round(datetime(2026, 12, 20, 12, tzinfo=ZoneInfo("UTC")).timestamp() * 1000)


def at(day: str, zone: str = "UTC") -> int:
    return round(datetime.fromisoformat(day).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


async def leave(service: TableService, person: Person, typed: str) -> int | None:
    """What ``/settings`` does: until when ``person`` is away then."""
    chosen = await settings.change(service.store, person.id, {AWAY: typed}, now=service.now())
    await away.tell_tables(service, person.id)
    return away_until(chosen, service.now())


@pytest.mark.parametrize(
    ("typed", "zone", "until"),
    [
        ("5d", "UTC", NOW + 5 * DAY),
        (" 12 Hours ", "UTC", NOW + 12 * HOUR),
        ("2026-12-24", "UTC", at("2026-12-25")),
        ("2026-12-24", "America/New_York", at("2026-12-25", "America/New_York")),
        ("2026-12-24 9:30", "Europe/Paris", at("2026-12-24T09:30", "Europe/Paris")),
        ("2026-12-24T18:00", "UTC", at("2026-12-24T18:00")),
        ("none", "UTC", None),
        ("Back", "UTC", None),
    ],
)
def test_an_absence_is_typed_as_a_duration_or_a_date(typed: str, zone: str, until: int | None) -> None:
    assert absences.read_until(typed, zone, NOW) == until


@pytest.mark.parametrize(
    ("typed", "until"),
    [
        ("3 Tage", NOW + 3 * DAY),
        ("1 Woche", NOW + 7 * DAY),
        ("morgen", at("2026-12-22")),
        ("morgen 18:00", at("2026-12-21T18:00")),
        ("3.1.", at("2027-01-04")),
        ("3.1.2027, 9:30", at("2027-01-03T09:30")),
        ("24. August 18:00", at("2027-08-24T18:00")),
        ("zurück", None),
    ],
)
def test_an_absence_is_typed_in_ones_own_language(typed: str, until: int | None) -> None:
    with speaking("de"):
        assert absences.read_until(typed, "UTC", NOW) == until


def test_a_day_without_a_year_is_the_next_one_where_somebody_lives() -> None:
    late = at("2026-12-31T23:30")
    assert absences.read_until("1.1.", "Asia/Tokyo", late) == at("2027-01-02", "Asia/Tokyo")
    assert absences.read_until("today", "Asia/Tokyo", late) == at("2027-01-02", "Asia/Tokyo")


@pytest.mark.parametrize(
    "typed",
    ["soon", "5", "-3d", "2026-02-30", "2026-12-24 25:00", "9999-12-31", "²d", "0d", "2026-12-19"],
)
def test_an_absence_that_makes_no_sense_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(InvalidSetting, match="like `5d`"):
        absences.read_until(typed, "UTC", NOW)


def test_nobody_is_away_for_more_than_fourteen_days_within_a_year() -> None:
    assert absences.begun((), NOW + 14 * DAY, NOW) == ((NOW, NOW + 14 * DAY),)
    with pytest.raises(InvalidSetting, match=f"away until <t:{(NOW + 14 * DAY) // 1000}:f>"):
        absences.begun((), NOW + 14 * DAY + MINUTE, NOW)
    past = ((NOW - 20 * DAY, NOW - 10 * DAY), (NOW - 5 * DAY, NOW - 5 * DAY + MINUTE))
    with pytest.raises(InvalidSetting, match=f"away until <t:{(NOW + 3 * DAY) // 1000}:f>"):
        absences.begun(past, NOW + 4 * DAY, NOW)
    used_up = (*past, (NOW - 4 * DAY, NOW - DAY))
    with pytest.raises(InvalidSetting, match=f"again from <t:{(NOW - 10 * DAY + absences.YEAR) // 1000}:f>"):
        absences.begun(used_up, NOW + HOUR, NOW)
    later = NOW - 10 * DAY + absences.YEAR
    assert absences.begun(used_up, later + 10 * DAY, later)[-1] == (later, later + 10 * DAY)


def test_an_absence_that_lasts_can_be_longer_or_shorter_and_is_still_one() -> None:
    first = absences.begun((), NOW + 5 * DAY, NOW)
    longer = absences.begun(first, NOW + 14 * DAY, NOW + DAY)
    assert longer == ((NOW, NOW + 14 * DAY),)
    with pytest.raises(InvalidSetting, match="You can be away until"):
        absences.begun(first, NOW + 15 * DAY, NOW + DAY)
    assert absences.ended(longer, NOW + 2 * DAY) == ((NOW, NOW + 2 * DAY),)
    assert absences.current(absences.ended(longer, NOW + 2 * DAY), NOW + 2 * DAY) is None


async def test_a_clock_stands_still_until_its_player_is_back(room: Room, service: TableService) -> None:
    table = await opened(service, "1d")
    until = await leave(service, ANN, "3d")
    table = await service.get(table.id)
    assert table.seating.away == (Away(ANN.id, until or 0),)
    before = time_left(table, room.ticks)
    assert clock_of(table).deadline(0) is None
    hours = Hours(room, service, poll_s=6 * 3600.0)
    await hours.pass_(2 * DAY)
    table = await service.get(table.id)
    assert time_left(table, room.ticks) == before
    assert not {"remind", "flag"} & set(await verbs(service, table.id))
    assert await leave(service, ANN, "none") is None
    table = await service.get(table.id)
    assert table.seating.away == ()
    await hours.pass_(DAY + HOUR)
    assert (await service.get(table.id)).timing.flagged == {0}


async def test_an_absence_ends_by_itself_even_if_the_bot_was_stopped(
    room: Room, service: TableService
) -> None:
    table = await opened(service, "1d")
    until = await leave(service, ANN, "2d")
    again = Hours(room, await room.program(), poll_s=3600.0)
    await again.pass_(2 * DAY + HOUR)
    table = await again.service.get(table.id)
    assert table.seating.away == ()
    assert clock_of(table).deadline(0) is not None
    stored = await loaded(service, table.id)
    (back,) = [event for event in stored.events if event.verb == "back"]
    assert until is not None
    assert until <= back.at <= until + HOUR


async def test_a_busy_table_keeps_no_other_from_hearing_of_an_absence(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy, other = await opened(service, "1d"), await opened(service, "1d")
    with monkeypatch.context() as now:
        now.setattr(service.store, "append", failing_at(busy.id, service.store.append, Conflict()))
        await refused(leave(service, ANN, "3d"), error=TableBusy)
    assert (await service.get(other.id)).seating.away
    assert not (await service.get(busy.id)).seating.away
    await away.catch_up(service)
    assert (await service.get(busy.id)).seating.away


async def test_only_the_clocks_of_the_one_who_is_away_stand_still(room: Room, service: TableService) -> None:
    mine, other = await opened(service, "1d"), await opened(service, "1d", "snorkels", BOB, CID)
    slow = await opened(service, "none")
    await leave(service, ANN, "3d")
    await Hours(room, service, poll_s=6 * 3600.0).pass_(25 * HOUR)
    assert (await service.get(mine.id)).timing.flagged == frozenset()
    assert (await service.get(other.id)).timing.flagged == {0}
    assert (await service.get(slow.id)).seating.away, "shown where no time runs, too"


async def test_new_tables_hear_of_it_at_once(service: TableService) -> None:
    before = await opened(service, "1d")
    await service.resign(before.id, ANN)
    until = await leave(service, ANN, "3d")
    gone = (Away(ANN.id, until or 0),)
    again = await rematched(service, before.id, ANN, BOB)
    assert (again.seating.away, clock_of(again).away) == (gone, frozenset({1}))
    assert (await opened(service, "1d")).seating.away == gone, "opened by Ann"
    table = await opened(service, "1d", "snorkels", BOB, ANN)
    assert (table.seating.away, clock_of(table).away) == (gone, frozenset({1})), "joined by Ann"
    challenge = await service.open("checkers", BOB, {}, HERE, opponent=ANN)
    assert challenge.seating.away == gone, "shown to those who invite her"
    alone = await service.open("curse", ANN, {}, HERE)
    assert (alone.status, alone.seating.away) == ("playing", gone)


async def test_a_game_that_begins_while_the_challenged_is_away_ends_the_absence_in_time(
    room: Room, service: TableService
) -> None:
    await leave(service, ANN, "2h")
    table = await service.open("snorkels", BOB, {}, HERE, opponent=ANN)
    await Hours(room, service, poll_s=6 * 3600.0).pass_(3 * HOUR)
    assert (await service.get(table.id)).seating.away == ()


async def test_whoever_takes_over_is_not_away(service: TableService) -> None:
    table = await opened(service, "1d")
    await leave(service, ANN, "3d")
    table = await replaced(service, table.id, ANN, CID, BOB)
    assert table.seating.person_at(table.seating.sides[0][0]) == CID
    assert table.seating.away == ()
    assert clock_of(table).ticking == {0}


@on_both
async def test_a_bot_that_was_stopped_in_between_tells_the_other_tables_at_its_start(
    service: TableService,
) -> None:
    first, second = await opened(service, "1d"), await opened(service, "1d", "checkers")
    chosen = await settings.change(service.store, ANN.id, {AWAY: "3d"}, now=service.now())
    until = away_until(chosen, service.now())
    await service.change(first.id, lambda table: away.events(table, ANN.id, until, service.now()))
    await away.catch_up(service)
    await away.catch_up(service)
    for table in (first, second):
        assert (await verbs(service, table.id)).count("away") == 1, "once"


async def test_absences_are_exported_and_forgotten(service: TableService) -> None:
    table = await opened(service, "1d")
    await leave(service, ANN, "3d")
    told = await export(service, ANN.id)
    assert len(told["settings"]["away"]) == 1
    (mine,) = told["tables"]
    assert "away" in [event["what"] for event in mine["events"]]
    theirs = await export(service, BOB.id)
    assert "away" not in [event["what"] for each in theirs["tables"] for event in each["events"]]
    await erase(service, ANN)
    assert await settings.load(service.store, ANN.id) == Chosen()
    stored = await loaded(service, table.id)
    assert ANN.id not in {event.person for event in stored.events}
    cold = reducer.fold(reducer.blank(stored.header, table.game), stored.events, stored.header, stored.seats)
    assert cold.status == "over"
