"""How many tables are shown at the same time."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.components.cards import table_cards
from bot.components.interactions.card import Card
from bot.features.feature import Extras, Features
from bot.features.privacy import erasure
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from rendering.studio import Studio
from tests.patience import PATIENCE

from .simulation import Seen, Simulation


async def test_a_table_that_takes_long_to_show_holds_up_no_other(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        await sim.ann.say("snorkels start")
    publisher, stuck, second = sim.bot.publisher, asyncio.Event(), asyncio.Event()

    async def show(table: Table) -> bool:
        if table.id == 2:
            second.set()
            return True
        await stuck.wait()
        return True

    monkeypatch.setattr(publisher.messages, "show", show)
    for number in (1, 2):
        await sim.store.set_address(number, shown=0)
        publisher.wake(number)
    async with asyncio.timeout(PATIENCE):
        await second.wait()
    assert publisher.busy(1)
    stuck.set()
    await publisher.settle()


async def test_a_table_that_changes_while_it_is_shown_is_shown_again_from_where_it_was(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.ann.say("snorkels start")
    publisher, shown = sim.bot.publisher, list[int]()

    async def show(table: Table) -> bool:
        shown.append(table.address.shown)
        await sim.store.set_address(1, shown=1)
        if len(shown) == 1:
            publisher.wake(1)
        return True

    monkeypatch.setattr(publisher.messages, "show", show)
    await sim.store.set_address(1, shown=0)
    publisher.wake(1)
    await publisher.settle()
    assert shown == [0, 1], "what was shown is not forgotten"


async def test_the_last_card_can_be_brought_up_to_date(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin()
    await sim.finish()
    last = sim.card()

    async def extras(_features: Features, _table: Table) -> Extras:
        return Extras(lines=("A feature has something to say.",))

    monkeypatch.setattr(Features, "extras", extras)
    assert not await sim.bot.publisher.restore(1), "it isn't posted again"
    assert "A feature has something to say." in sim.card()
    assert sim.card().message.id == last.message.id


async def test_a_card_that_names_somebody_forgotten_is_not_remembered(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is forgotten while a card is being made stands on it, but in no memory."""
    await sim.begin()
    service, messages, make = sim.tables, sim.bot.publisher.messages, table_cards.board_card

    async def making(studio: Studio | None, table: Table) -> Card:
        card = await make(studio, table)
        await erasure.erase(service, Person(sim.ann.id, "ann"))
        messages.forget_cards()
        return replace(card, lines=(*card.lines, "ann would like to undo the last move."))

    table = await service.get(1)
    monkeypatch.setattr(table_cards, "board_card", making)
    await messages._card(table)  # noqa: SLF001
    assert not any("ann" in str(card) for card in messages._bare.values())  # noqa: SLF001


async def test_a_card_loses_its_buttons_without_being_made_again(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, make = list[tuple[int, bool]](), table_cards.board_card

    async def counted(studio: Studio | None, table: Table) -> Card:
        made.append((table.version, studio is not None))
        return await make(studio, table)

    monkeypatch.setattr(table_cards, "board_card", counted)
    await sim.begin()
    for who, move in ((sim.ann, "d4"), (sim.bob, "take green"), (sim.ann, "a1"), (sim.bob, "g7")):
        await who.move(move)
    versions = [version for version, _ in made]
    assert len(versions) >= 4
    assert made == [(version, True) for version in sorted(set(versions))], "each once, with its picture"
    assert sum("More" in Seen(each).buttons for each in sim.history()) == 1
    sim.bot.publisher.messages.forget_cards()
    await sim.ann.move("b2")
    assert [painted for _, painted in made][-2:] == [True, False], "after a restart, say, its texts are made"
    assert sum("More" in Seen(each).buttons for each in sim.history()) == 1
