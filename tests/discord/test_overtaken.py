"""What happens at a table while it is being shown: nothing of it is left out, and nothing is told twice."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.components.interactions.card import Card
from bot.components.publishing import posting
from bot.tables import server_rules
from bot.tables.model.seating import Person
from bot.tables.model.table import Table

from .playing import turns, with_mines
from .simulation import Seen, Simulation


async def test_a_game_that_ends_while_its_charts_are_sent_is_over_in_its_lobby_too(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server_rules.change(sim.store, sim.guild.id, threads=False)
    await with_mines(sim)
    service, charts = sim.tables, sim.bot.publisher.messages.charts
    deliver, ended = charts.deliver, list[int]()

    async def resigned_meanwhile(table: Table) -> None:
        await deliver(table)
        if not ended:
            ended.append(table.version)
            await service.resign(1, Person(sim.bob.id, "bob"))

    monkeypatch.setattr(charts, "deliver", resigned_meanwhile)
    await service.play(1, Person(sim.ann.id, "ann"), "move n")
    await sim.settled()
    assert ended
    assert "The end" in sim.card()
    assert "(north) resigned." in sim.lobby
    assert await service.store.unshown() == []


async def test_a_turn_that_begins_while_charts_are_sent_is_called_once(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server_rules.change(sim.store, sim.guild.id, cards="edit")
    await with_mines(sim)
    service, sync = sim.tables, sim.bot.publisher.messages
    deliver, played, called = sync.charts.deliver, list[int](), list[str]()
    call = sync.notifications.post_line

    async def answered_meanwhile(table: Table) -> None:
        await deliver(table)
        if not played:
            played.append(table.version)
            await service.play(1, Person(sim.bob.id, "bob"), "move s")

    async def counted(table: Table, line: Card) -> None:
        called.append(line.heading)
        await call(table, line)

    monkeypatch.setattr(sync.charts, "deliver", answered_meanwhile)
    monkeypatch.setattr(sync.notifications, "post_line", counted)
    await turns(sim, "move n")
    await sim.settled()
    assert played
    assert called == [f"<@{who.id}>, it’s your turn." for who in (sim.bob, sim.ann)], "each turn once"
    assert await service.store.unshown() == []


async def test_a_table_that_freezes_while_its_card_is_being_posted_says_so(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await with_mines(sim)
    service, sync = sim.tables, sim.bot.publisher.messages
    post, frozen = sync.post, list[int]()

    async def frozen_meanwhile(table: Table, card: Card) -> bool:
        if not frozen:
            frozen.append(table.version)
            await service.cache.freeze(table)
        return await post(table, card)

    monkeypatch.setattr(sync, "post", frozen_meanwhile)
    await turns(sim, "move n")
    await sim.settled()
    assert frozen
    assert "Its record is safe" in sim.card()
    assert sim.card().buttons == []


async def test_a_card_that_is_mended_while_somebody_acts_shows_what_they_did(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.bob.press(await sim.ann.say("snorkels start", opponent=sim.bob), "Join")
    service = sim.tables
    change, played = posting.edit_card, list[int]()

    async def late(*args: Any, **kwargs: Any) -> bool:
        if not played:
            played.append(1)
            await service.play(1, Person(sim.ann.id, "ann"), "d4")
            await asyncio.gather(*sim.bot.publisher.tasks.all)
        return await change(*args, **kwargs)

    monkeypatch.setattr(posting, "edit_card", late)
    assert not await sim.bot.publisher.restore(1)
    await sim.settled()
    assert played
    assert "on d4" in sim.card()
    assert sum("More" in Seen(each).buttons for each in sim.history()) == 1
