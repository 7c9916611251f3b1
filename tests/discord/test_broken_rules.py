"""Rules that fail: they hide one board, or freeze one table, and everything else goes on."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games.core import Placement
from bot.tables import text
from bot.tables.jobs import recovery
from tests.databases import execute

from .simulation import Simulation


def fail(*_given: Any) -> Any:
    raise ZeroDivisionError


async def test_rules_that_cannot_tell_or_show_hide_one_board_and_no_table(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin()
    state = type((await sim.table()).state)

    with monkeypatch.context() as broken:
        broken.setattr(state, "narrate", fail)
        await sim.ann.move("d4")
        assert f"<@{sim.bob.id}>, it’s your turn.**" in sim.card()
        broken.setattr(state, "view_for", fail)
        await sim.bob.say("move", sim.place(), action="take green", table=1)
        assert "board can’t be shown" in sim.card()
        assert await sim.behind() == []
        await sim.begin("checkers")
        assert await sim.behind() == []
    await sim.bob.move("a1", sim.channel.threads[0])
    assert "on a1" in sim.card(sim.channel.threads[0])


async def test_the_record_of_a_frozen_table_has_its_moves_and_no_secret(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin("depthcharge", mines=3)
    thread = sim.place()
    await sim.ann.move("mines b2 d3 f6", thread)
    await sim.bob.move("mines b9 d8 g12", thread)
    table = await sim.table()
    mover = {sim.ann.id: sim.ann, sim.bob.id: sim.bob}[table.awaited[0].id]
    legal = table.legal(table.acting[0])
    assert not isinstance(legal, Placement)
    with monkeypatch.context() as broken:
        broken.setattr(type(table.state), "play", fail)
        await mover.say("move", thread, action=str(legal[0]))
    assert (await sim.table()).status == "frozen"
    record = await sim.cid.say("table record", thread, table=1)
    (file,) = record.attachments
    told = file.data.decode()
    # Digests are in the notes, and may contain anything.
    moves = [line for line in told.splitlines()[4:] if not line.startswith("#")]
    assert len(moves) == 2
    assert all(" mines ? " in line for line in moves), "two turns, and no square"


async def test_rules_that_fail_freeze_their_table_and_keep_its_record(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin()
    thread = sim.place()
    state = type((await sim.table()).state)

    with monkeypatch.context() as broken:
        broken.setattr(state, "play", fail)
        answer = await sim.ann.say("move", thread, action="d4")
        mia = sim.manager()
        told = (await mia.say("doctor")).text
    assert "Its record is safe" in answer
    assert "Its record is safe" in sim.card(thread)
    assert sim.card(thread).buttons == []
    assert await sim.behind() == []
    played = (await sim.table()).header.touched // 1000
    assert f"[Snorkels · Table 1](https://discord.com/channels/{sim.guild.id}/{thread.id}/" in told
    assert f"<@{sim.ann.id}>" in told
    assert f"<@{sim.bob.id}>" in told
    assert f" is frozen. It was last played <t:{played}:R>." in told
    assert "The problem is in what may follow, “play host" in told
    assert "ZeroDivisionError in tests.discord.test\\_broken\\_rules, line" in told
    assert "For the bot’s host: install a release" in told
    await sim.begin()
    other = sim.channel.threads[-1]
    await sim.ann.move("d4", other)
    assert "on d4" in sim.card(other), "the others play on"
    told = (await mia.say("doctor")).text
    assert "is frozen" in told
    assert "This release can play that game" in told
    assert f"Table 2: waiting for <@{sim.bob.id}>" in told
    stored = await sim.store.load(1)
    assert stored is not None
    assert stored.events


async def test_a_frozen_table_goes_on_after_the_upgrade_and_its_card_says_so(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin()
    await sim.ann.move("d4")
    thread = sim.place()
    state = type((await sim.table()).state)

    with monkeypatch.context() as broken:
        broken.setattr(state, "play", fail)
        await sim.bob.say("move", thread, action="take green")
        assert sim.card(thread).buttons == []
        await sim.restart()
        assert sim.card(thread).buttons == [], "the fault is there still"
    await sim.restart()
    card = sim.card(thread)
    assert "The problem with this game is fixed and nothing was lost. Play resumes where it stopped" in card
    assert f"<@{sim.bob.id}>, it’s your turn.**" in card
    assert {"My View", "More"} <= set(card.buttons)
    assert sim.pinged() == [sim.bob.id]
    assert await sim.behind() == []
    await sim.bob.move("take green")
    assert "is fixed and nothing was lost" not in sim.card(thread)


async def test_a_table_that_freezes_while_somebody_looks_at_it_says_so_on_its_card_at_once(
    sim: Simulation,
) -> None:
    await sim.begin()
    await sim.ann.move("d4")
    thread, other = sim.place(), sim.guild.create_text_channel("cabin")
    await execute(sim.store, "UPDATE event SET text = 'z99' WHERE text = 'd4'")
    sim.tables.cache.clear()
    assert "More" in sim.card(thread).buttons
    told = await sim.ann.say("games", other)
    assert "Table 1" not in told
    await sim.settled()
    assert "Its record is safe" in sim.card(thread)
    assert sim.card(thread).buttons == []
    assert await sim.behind() == []


async def test_an_open_table_that_is_frozen_does_not_call_itself_over(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await sim.ann.say("snorkels start", opponent=sim.bob)
    game = sim.tables.games["snorkels"]

    with monkeypatch.context() as broken:
        broken.setattr(type(game), "start", property(lambda _game: fail), raising=False)
        await sim.bob.press(lobby, "Join")
    frozen = next(each for each in sim.public(sim.channel) if each.id == lobby.id)
    assert "Its record is safe" in frozen
    assert "The game is over" not in frozen


async def test_a_table_that_goes_on_calls_though_it_was_shown_as_frozen_just_now(sim: Simulation) -> None:
    await sim.begin()
    await sim.ann.move("d4")
    posted = len(sim.public())
    store, service = sim.store, sim.tables
    version = (await service.get(1)).version
    assert await store.freeze(1, version)
    assert await recovery.recover_all(service, lambda _number: None) == 1
    # The publisher notes what it was about to show while the table thawed.
    await store.set_address(1, shown=version)
    sim.bot.publisher.wake(1)
    await sim.settled()
    assert "is fixed and nothing was lost" in sim.card()
    assert len(sim.public()) == posted + 1
    assert sim.pinged() == [sim.bob.id]


async def test_the_doctor_tells_of_a_table_whose_rules_are_of_another_release(sim: Simulation) -> None:
    await sim.begin()
    await execute(sim.store, "UPDATE game_table SET rules = 99")
    sim.tables.cache.clear()
    told = await sim.manager().say("doctor")
    assert " is frozen. It was last played <t:" in told
    assert f":R>. {text.OTHER_RULES}" in told
