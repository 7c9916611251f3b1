"""What the list of a server's tables says, and how little of the tables is read for it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random

import pytest
import sqlalchemy as sa

from bot.components.interactions.card import Card
from bot.features.privacy import erasure
from bot.features.server_lists.table_list import TableListCards, list_card
from bot.games import GAMES
from bot.tables.events import opening
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.records import NOWHERE, Address, Event
from tests.tables.harness import ANN, BOB, HERE, Room, play_on

GUILD = 5


class Readings:
    """A list and the tables that were read for it."""

    def __init__(self, room: Room, service: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room = room
        self.service = service
        self.listing = TableListCards(service)
        self._read: list[int] = []
        snapshot = service.get

        async def heard(table_id: int, **_options: bool) -> Table:
            self._read.append(table_id)
            return await snapshot(table_id)

        monkeypatch.setattr(service, "get", heard)

    async def card(self, server: int = GUILD, *hidden: int) -> Card:
        """The list, without what is in the channels that are ``hidden``."""
        self._read.clear()
        return list_card(await self.listing.read(server, lambda home: home not in hidden))

    @property
    def read(self) -> list[int]:
        """The tables that were read for the last card."""
        return sorted(self._read)


@pytest.fixture
async def readings(url: sa.URL, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Readings]:
    readings = Readings(room := Room(url), await room.program(), monkeypatch)
    yield readings
    await room.close()


async def begun(service: TableService, game: str = "snorkels", address: Address = HERE) -> Table:
    table = await service.open(game, ANN, {}, address)
    return await service.join(table.id, BOB, None)


def tables(card: Card) -> list[int]:
    """The numbers of the tables that are listed, in their order."""
    return [int(line.split("Table ")[1].split("]")[0]) for line in card.lines if line.startswith("- [")]


async def test_only_what_is_shown_is_read_and_only_when_it_has_changed(readings: Readings) -> None:
    service = readings.service
    running = [(await begun(service)).id for _ in range(12)]
    lobbies = [(await service.open("snorkels", ANN, {}, HERE)).id for _ in range(9)]
    for number in running[:2]:
        await service.resign(number, ANN)
    card = await readings.card()
    shown = [*lobbies[:-9:-1], *running[:-9:-1], *running[1::-1]]
    assert tables(card) == shown, "the latest first"
    assert readings.read == sorted(shown)
    assert [line for line in card.lines if "more" in line] == ["- … and 1 more.", "- … and 2 more."]
    assert await readings.card() == card
    assert readings.read == []
    turned = await play_on(service, await service.get(running[-1]), Random(1))
    changed = await readings.card()
    assert readings.read == [turned.id]
    assert tables(changed) == shown
    assert (
        f"Waiting for <@{turned.awaited[0].id}>."
        in changed.lines[changed.lines.index("**Games in progress**") + 1]
    )
    assert changed != card


async def test_a_new_card_a_new_player_and_a_forgotten_one_change_the_line(readings: Readings) -> None:
    service = readings.service
    table = await begun(service, "crackers")
    await readings.card()
    await service.store.set_address(table.id, channel=77, card=78)
    card = await readings.card()
    assert readings.read == [table.id]
    assert "/5/77/78)" in card.lines[1]
    await service.change_as(table.id, ANN, opening.start_early)
    await service.resign(table.id, BOB)
    assert f"<@{BOB.id}>" in (await readings.card()).lines[1]
    await erasure.erase(service, BOB)
    card = await readings.card()
    assert tables(card) == [table.id]
    assert f"<@{BOB.id}>" not in card.lines[1]


async def test_what_readers_may_not_see_is_not_even_read(readings: Readings) -> None:
    service = readings.service
    seen, hidden, private = [
        (await begun(service, address=HERE._replace(home=home))).id for home in (10, 11, NOWHERE)
    ]
    card = await readings.card(GUILD, 11)
    assert (tables(card), readings.read) == ([seen], [seen])
    assert tables(await readings.card()) == [hidden, seen]
    assert readings.read == [hidden], f"{private} is nobody’s business"
    assert tables(await readings.card(6)) == []


async def test_a_table_that_cannot_be_read_hides_no_other(readings: Readings) -> None:
    service = readings.service
    first, broken, foreign, old = [
        await begun(service, game) for game in ("snorkels", "snorkels", "checkers", "depthcharge")
    ]
    await service.store.append(
        broken.id, broken.version, [Event("play", "host", text="z99", at=9)], status="playing"
    )
    games = {key: game for key, game in GAMES.items() if key != "checkers"}
    games["depthcharge"] = replace(games["depthcharge"], rules=99)
    other = await readings.room.program(games=games)
    card = list_card(await TableListCards(other).read(GUILD, lambda _home: True))
    assert tables(card) == [first.id]
    assert not [line for line in card.lines if "more" in line], f"{foreign} and {old} are no tables here"


async def test_a_table_that_goes_on_while_the_list_is_made_is_left_to_the_next_one(
    readings: Readings, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = readings.service
    table = await service.open("snorkels", ANN, {}, HERE)
    snapshot = service.get

    async def late(table_id: int, **_options: bool) -> Table:
        await service.join(table_id, BOB, None)
        return await snapshot(table_id)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(service, "get", late)
        card = await readings.card()
    assert tables(card) == []
    assert "No open tables right now." in card.lines[0]
    assert tables(await readings.card()) == [table.id]
