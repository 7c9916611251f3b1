"""Tables: opened, joined, left, started, cancelled, challenged, played again."""

from __future__ import annotations

import asyncio
from gettext import NullTranslations
from unittest.mock import Mock

import pytest

from bot.games.core import CHANCE, OptionError
from bot.languages import catalogues, speaking
from bot.tables import lists
from bot.tables.errors import NotSeated, TableError, TableOver
from bot.tables.events import opening
from bot.tables.events.opening import already_challenged
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.records import Address
from tests.databases import on_both

from .harness import ANN, BOB, CID, DEE, EVE, HERE, Room, log_of, refused, rematched, seated


def slots(table: Table) -> dict[str, str]:
    """Who sits where."""
    return {str(sitter.slot): sitter.person.name for sitter in table.seating.seated}


@pytest.mark.parametrize(
    ("people", "held"),
    [
        ((ANN, BOB), ["Ann", "Ann", "Bob", "Bob"]),
        ((ANN, BOB, CID), ["Ann", "Cid", "Bob", "Bob"]),
        ((ANN, BOB, CID, DEE), ["Ann", "Cid", "Bob", "Dee"]),
    ],
)
async def test_people_of_a_side_share_its_seats(
    service: TableService, people: tuple[Person, ...], held: list[str]
) -> None:
    table = await seated(service, "tug", *people)
    assert list(slots(table).values()) == held
    assert [row.person for row in table.seats] == [
        next(person.id for person in people if person.name == slots(table)[row.seat]) for row in table.seats
    ]


@on_both
async def test_many_who_join_at_once_all_get_an_answer(service: TableService, other: TableService) -> None:
    programs = [service, other]
    table = await service.open("tug", ANN, {}, HERE)
    crowd = [Person(300 + n, f"p{n}") for n in range(12)]
    results = await asyncio.gather(
        *(programs[n % 2].join(table.id, person, None) for n, person in enumerate(crowd)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, Table) for result in results) == 3
    assert sum(isinstance(result, TableError) for result in results) == 9
    assert len((await service.get(table.id)).seating.people) == 4


async def test_leaving_has_its_rules(service: TableService) -> None:
    table = await service.open("tug", ANN, {}, HERE)
    await refused(service.change_as(table.id, BOB, opening.leave), error=NotSeated)
    await refused(service.change_as(table.id, ANN, opening.leave), r"Press \*\*Cancel\*\*")
    await service.join(table.id, BOB, None)
    left = await service.change_as(table.id, BOB, opening.leave, "k")
    assert (left.seating.people, len(left.seats)) == ((ANN,), 1)
    assert await service.change_as(table.id, BOB, opening.leave, "k") == left
    await service.join(table.id, BOB, None)
    await service.change_as(table.id, ANN, opening.start_early)
    await refused(service.change_as(table.id, BOB, opening.leave), "Resign")


class Swapped(NullTranslations):
    """A language that says everything the other way round."""

    def gettext(self, message: str) -> str:
        return "The table was cancelled by {name}." if message == "{name} cancelled the table." else message


async def test_cancelling_has_its_rules(service: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await service.open("snorkels", ANN, {"stones": "2"}, HERE, opponent=BOB)
    await refused(service.close(table.id, CID), "Only the player who opened")
    closed = await service.close(table.id, BOB, "k")
    assert (closed.status, closed.word) == ("closed", "Bob declined the challenge.")
    assert await service.close(table.id, BOB, "k") == closed
    await refused(service.join(table.id, BOB, None), error=TableOver)
    stones = await seated(service, "snorkels", ANN, BOB, stones="2")
    assert [turn.seat for turn in stones.turns] == [CHANCE]
    stones = await service.close(stones.id, ANN)
    assert stones.word == "Ann cancelled the table."
    with speaking("de"):
        monkeypatch.setattr(catalogues, "of", lambda _language: Swapped())
        assert stones.word == "The table was cancelled by Ann."
    played = await seated(service, "snorkels", ANN, BOB)
    await service.play(played.id, ANN, "d4")
    await refused(service.close(played.id, ANN), "The game has begun")


@on_both
async def test_a_challenge_is_for_one_person_and_starts_with_them(service: TableService) -> None:
    table = await service.open("tug", ANN, {}, HERE, opponent=BOB, key="k")
    assert (await service.open("tug", ANN, {}, HERE, opponent=BOB, key="k")).id == table.id
    await refused(
        service.open("tug", ANN, {}, HERE, opponent=BOB),
        r"already challenged Bob to Tug of War at Table 1\. Wait",
    )
    assert "only just answered" in str(already_challenged(BOB, service.games["tug"], None))
    await refused(service.join(table.id, CID, None), "reserved for the member who was challenged")
    await refused(service.open("tug", ANN, {}, HERE, opponent=ANN), "challenge yourself")
    await refused(service.open("solo", ANN, {}, HERE, opponent=BOB), "for one player")
    await service.open("tug", BOB, {}, HERE, opponent=ANN)
    started = await service.join(table.id, BOB, None)
    assert started.status == "playing", "nobody else could join"
    await service.open("tug", ANN, {}, HERE, opponent=BOB)


async def test_opening_has_its_rules(service: TableService) -> None:
    await refused(service.open("snorkels", ANN, {"stones": "77"}, HERE), error=OptionError)
    await refused(
        service.open("snorkels", ANN, {}, HERE, side="green"),
        "you can play as `host` or `guest`, but not as “green”",
    )
    assert slots(await service.open("snorkels", ANN, {}, HERE, side="guest")) == {"guest": "Ann"}


@on_both
async def test_a_table_that_is_opened_twice_by_one_request_is_one(room: Room) -> None:
    programs = [await room.program() for _ in range(3)]
    tables = await asyncio.gather(*(each.open("tug", ANN, {}, HERE, key="k") for each in programs))
    assert len({table.id for table in tables}) == 1


async def test_a_game_for_one_begins_at_once_chance_included(service: TableService, room: Room) -> None:
    table = await service.open("solo", ANN, {}, HERE)
    assert table.status == table.header.status == "playing"
    assert [turn.seat for turn in table.turns] == [CHANCE]
    assert set(slots(table).values()) == {"Ann"}
    assert table.acting_seat(ANN.id) is not None
    assert room.changed == [], "whoever opened it shows it"


async def finished(service: TableService, game: str, *people: Person) -> Table:
    """A table whose first side has resigned."""
    table = await seated(service, game, *people)
    for person in table.seating.side_people(table.seating.sides[0]):
        table = await service.resign(table.id, person)
    assert table.status == "over"
    return table


async def test_a_rematch_takes_everybodys_word_and_swaps_the_sides(service: TableService, room: Room) -> None:
    table = await finished(service, "snorkels", ANN, BOB)
    await refused(service.rematch(table.id, EVE), error=NotSeated)
    assert (await service.rematch(table.id, ANN, "k1"))[1] is None
    assert (await service.rematch(table.id, ANN, "k1"))[1] is None, "the same press"
    await refused(service.rematch(table.id, ANN, "k2"), "already asked")
    room.changed.clear()
    _, new = await service.rematch(table.id, BOB, "k3")
    assert new == table.id + 1
    assert room.changed == [table.id, new]
    again = await service.get(new)
    assert (again.status, again.header.parent, again.header.host) == ("playing", table.id, BOB.id)
    assert slots(again) == {"host": "Bob", "guest": "Ann"}
    for person in (ANN, BOB):
        assert (await service.rematch(table.id, person))[1] == new, "asking again finds it"


async def test_a_rematch_stays_where_the_game_was(service: TableService) -> None:
    table = await finished(service, "snorkels", ANN, BOB)
    await service.store.set_address(table.id, channel=77, lobby=8, card=9, shown=5)
    new = await rematched(service, table.id, ANN, BOB)
    assert new.address == Address(guild=5, home=10, channel=77)


@on_both
async def test_a_rematch_of_everybody_at_once_is_one(service: TableService, other: TableService) -> None:
    programs = [service, other]
    table = await finished(service, "tug", ANN, BOB, CID, DEE)
    results = await asyncio.gather(
        *(
            programs[n % 2].rematch(table.id, person, f"k{n}")
            for n, person in enumerate((ANN, BOB, CID, DEE) * 2)
        ),
        return_exceptions=True,
    )
    assert {result[1] for result in results if isinstance(result, tuple)} <= {None, table.id + 1}
    assert await service.store.rematch_of(table.id) == table.id + 1
    assert await service.store.load(table.id + 2) is None


@on_both
async def test_a_rematch_and_the_word_that_opens_it_are_stored_as_one(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finished(service, "snorkels", ANN, BOB)
    await service.rematch(table.id, ANN)
    before = await log_of(service, table.id)

    with monkeypatch.context() as broken:
        broken.setattr("data.store.event_log.insert", Mock(side_effect=OSError("power cut")))
        await refused(service.rematch(table.id, BOB), "power cut", OSError)
    assert await log_of(service, table.id) == before
    assert (await service.rematch(table.id, BOB))[1] == table.id + 1


@pytest.mark.parametrize(
    ("game", "people", "seats"),
    [
        ("tug", (ANN, BOB, CID), ["Bob", "Bob", "Ann", "Cid"]),
        ("lonely", (ANN, BOB), ["Bob", "Ann", "Ann", "Ann"]),
        ("lonely", (ANN, BOB, CID), ["Bob", "Cid", "Ann", "Cid"]),
        ("lonely", (ANN, BOB, CID, DEE), ["Bob", "Cid", "Dee", "Ann"]),
    ],
)
async def test_a_rematch_leaves_nobody_out(
    service: TableService, game: str, people: tuple[Person, ...], seats: list[str]
) -> None:
    table = await finished(service, game, *people)
    assert list(slots(await rematched(service, table.id, *people)).values()) == seats


async def test_a_game_that_was_cancelled_has_no_rematch(service: TableService) -> None:
    table = await service.open("tug", ANN, {}, HERE)
    await service.close(table.id, ANN)
    await refused(service.rematch(table.id, ANN), "once the game is over")


@on_both
async def test_lists_show_what_waits_first_and_have_an_end(service: TableService) -> None:
    waiting = await seated(service, "snorkels", ANN, BOB)
    for number in range(9):
        await service.open("tug", Person(1000 + number, "Sailor"), {}, HERE)
    other = await seated(service, "snorkels", BOB, ANN)
    mine = await lists.tables_of(service, ANN.id)
    assert [table.id for table in mine] == [waiting.id, other.id]
    here = await lists.tables_in(service, 10, 6)
    assert len(here) == 6
    assert [table.id for table in here[:2]] == [other.id, waiting.id], "a flood of lobbies hides no game"
    await service.resign(waiting.id, ANN)
    latest = await lists.latest_in(service, 10)
    assert latest is not None
    assert latest.id == waiting.id
    assert await lists.latest_in(service, 11) is None


async def test_requests_of_one_program_wait_for_one_another(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, append = await service.open("tug", ANN, {}, HERE), Mock(wraps=service.store.append)
    monkeypatch.setattr(service.store, "append", append)
    await asyncio.gather(*(service.join(table.id, person, None) for person in (BOB, CID, DEE)))
    assert append.call_count == 3, "nobody was refused as another program would be"
