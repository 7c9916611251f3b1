"""How many tables are shown at the same time."""

from __future__ import annotations

import asyncio

import pytest

from bot.components.hooks import BotContext, Extras, Features
from bot.components.interactions.card import Card
from bot.components.publishing import posting
from bot.lifecycle.other_processes import OtherProcesses
from bot.tables.model.table import Table
from tests.patience import PATIENCE

from .simulation import Simulation


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
    assert 1 in publisher.tasks
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


async def test_a_card_that_discord_does_not_take_for_a_while_comes_in_its_thread_and_nowhere_else(
    sim: Simulation,
) -> None:
    await sim.begin()
    before = len(sim.public(sim.channel))
    sim.refuse("POST", f"/channels/{sim.place().id}/messages", 503, times=None)
    await sim.ann.move("d4")
    sim.env.faults.clear()
    await sim.pass_time(120)
    assert "on d4" in sim.card()
    assert len(sim.public(sim.channel)) == before


async def test_the_last_card_can_be_brought_up_to_date(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin()
    await sim.finish()
    last = sim.card()

    async def extras(_features: Features, _context: BotContext, _table: Table) -> Extras:
        return Extras(lines=("A feature has something to say.",))

    monkeypatch.setattr(Features, "extras", extras)
    assert not await sim.bot.publisher.restore(1), "it isn't posted again"
    assert "A feature has something to say." in sim.card()
    assert sim.card().id == last.id


async def test_a_bot_that_has_started_hears_of_the_changes_by_other_processes(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    hearing = list[OtherProcesses]()
    monkeypatch.setattr(OtherProcesses, "start", lambda each: hearing.append(each))
    await sim.restart()
    assert sim.bot.other_processes in hearing


async def test_a_reply_is_no_card_that_was_posted_earlier(sim: Simulation) -> None:
    await sim.ann.say("snorkels start")
    await sim.store.set_address(1, shown=0)
    found = await posting.posted_earlier(sim.bot, await sim.table(), Card(""), sim.channel.id, 1)
    assert found is None
