"""What happens at a table while it is being shown: nothing of it is left out, and nothing is told twice."""

from __future__ import annotations

import asyncio

from bot.components.publishing import posting
from bot.tables import server_rules

from .fixtures import Listen
from .playing import turns, with_mines
from .simulation import Simulation


async def test_a_game_that_ends_while_its_charts_are_sent_is_over_in_its_lobby_too(
    sim: Simulation, listen: Listen
) -> None:
    await server_rules.change(sim.store, sim.guild.id, threads=False)
    await with_mines(sim)
    service, charts, bob = sim.tables, sim.bot.publisher.messages.charts, sim.bob.person
    sent = listen(charts, "deliver", after=lambda *_: service.resign(1, bob))
    await service.play(1, sim.ann.person, "move n")
    await sim.settled()
    assert sent
    assert "The end" in sim.card()
    assert "(North) resigned." in sim.lobby
    assert await service.store.unshown() == []


async def test_a_turn_that_begins_while_charts_are_sent_is_called_once(
    sim: Simulation, listen: Listen
) -> None:
    await server_rules.change(sim.store, sim.guild.id, cards="edit")
    await with_mines(sim)
    service, sync, bob = sim.tables, sim.bot.publisher.messages, sim.bob.person
    sent = listen(sync.charts, "deliver", after=lambda *_: service.play(1, bob, "move s"))
    called = listen(sync.notifications, "post_line")
    await turns(sim, "move n")
    await sim.settled()
    assert sent
    headings = [line.heading for _, line in called]
    assert headings == [f"<@{who.id}>, it’s your turn." for who in (sim.bob, sim.ann)], "each turn once"
    assert await service.store.unshown() == []


async def test_a_table_that_freezes_while_its_card_is_being_posted_says_so(
    sim: Simulation, listen: Listen
) -> None:
    await with_mines(sim)
    posted = listen(
        sim.bot.publisher.messages, "post", before=lambda table, *_: sim.tables.cache.freeze(table)
    )
    await turns(sim, "move n")
    await sim.settled()
    assert posted
    assert "Its record is safe" in sim.card()
    assert sim.card().buttons == []


async def test_a_card_that_is_mended_while_somebody_acts_shows_what_they_did(
    sim: Simulation, listen: Listen
) -> None:
    await sim.bob.press(await sim.ann.say("snorkels start", opponent=sim.bob), "Join")

    async def play(*_given: object) -> None:
        await sim.tables.play(1, sim.ann.person, "d4")
        await asyncio.sleep(1)  # of the tests' own time

    mended = listen(posting, "edit_card", before=play)
    assert not await sim.bot.publisher.restore(1)
    await sim.settled()
    assert mended
    assert "on d4" in sim.card()
    assert sum("More" in each.buttons for each in sim.public()) == 1
