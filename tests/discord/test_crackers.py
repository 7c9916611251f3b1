"""Drown, Captain Crackers! on a simulated Discord: two to four people, settling across a restart, leaving."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.components.cards import text as table_text
from bot.games import GAMES
from bot.games.core import CHANCE

from .simulation import Seen, Simulation
from .test_every_game import take_a_turn


async def manned(sim: Simulation, crew: list[Any], captain: Any, **options: Any) -> dict[int, Any]:
    """A started station: the first of ``crew`` is the host."""
    lobby = await sim.say(crew[0], "crackers start", **options)
    for who in (*crew[1:], captain):
        labels = [label for label in Seen(sim.channel.history()[0]).buttons if label.startswith("Join")]
        label = labels[-1] if who is captain else labels[0]
        await sim.press(who, lobby, label)
    if "Start" in Seen(sim.channel.history()[0]).buttons:
        await sim.press(crew[0], lobby, "Start")
    return {who.id: who for who in (*crew, captain)}


@pytest.mark.parametrize("count", [1, 2, 3])
async def test_two_three_or_four_people_play_to_the_end(sim: Simulation, count: int) -> None:
    dan = sim.guild.add_member(sim.env.create_user("dan"))
    people = await manned(sim, [sim.ann, sim.bob, sim.cid][:count], dan, board="bell", rounds=1)
    table = await sim.bot.context.tables.get(1)
    assert [person.id for person in table.seating.people] == [*list(people)]
    rng = Random(2)
    while table.status == "playing":
        await take_a_turn(sim, people[table.awaited[0].id], rng)
        table = await sim.bot.context.tables.get(1)
    assert "The end" in sim.card().text


def to_a_choice() -> list[tuple[str, str]]:
    """The actions of a random game up to a settling choice in a crew member's turn."""
    game = GAMES["crackers"]
    for seed in range(400):
        rng = Random(seed)
        state = game.start(game.read_options({"board": "bell"}))
        played: list[tuple[str, str]] = []
        while state.outcome is None and len(played) < 400:
            (seat,) = state.to_act
            assert seat != CHANCE
            legal = state.legal(seat)
            assert isinstance(legal, tuple | list)
            if str(legal[0]).startswith("flow") and played[-1][0] != "captain":
                return played
            action = rng.choice(legal)
            played.append((seat, str(action)))
            state = state.play(seat, action)
    pytest.fail("no random game came to a choice")


async def test_a_settling_choice_in_the_crews_turn_outlives_a_restart(sim: Simulation) -> None:
    await manned(sim, [sim.ann], sim.bob, board="bell")
    service = sim.bot.context.tables
    table = await service.get(1)
    for _, action in to_a_choice():
        table = await service.play(1, table.awaited[0], action)
    await sim.settled()
    card = sim.card()
    assert f"<@{sim.bob.id}>, it’s your turn (captain)" in card.text
    assert sim.pinged() == [sim.bob.id], "one ping for the captain"
    await sim.restart()
    await take_a_turn(sim, sim.bob, Random(1))
    table = await sim.bot.context.tables.get(1)
    assert str(table.turns[-1].action).startswith("flow")


async def test_every_part_of_a_turn_is_told(sim: Simulation) -> None:
    await manned(sim, [sim.ann], sim.bob, board="bell")
    sessions = sim.bot.context.tables
    table = before = await sessions.get(1)
    while len(table.turns) < 2 or table.turns[-1].seat != table.turns[-2].seat:
        before = table
        legal = table.legal(table.acting[0])
        assert isinstance(legal, tuple)
        table = await sessions.play(1, table.awaited[0], str(legal[0]))
    assert table_text.story(table, None) == f"{table_text.news(before, None)} {table_text.news(table, None)}"


async def test_a_captain_who_gives_up_in_the_crews_turn_ends_the_game(sim: Simulation) -> None:
    await manned(sim, [sim.ann], sim.bob, board="bell")
    await take_a_turn(sim, sim.ann, Random(3))
    asked = await sim.say(sim.bob, "table resign", sim.place())
    await sim.press(sim.bob, asked, "Yes, Resign")
    assert "(captain) resigned" in sim.card().text
    assert f"<@{sim.ann.id}> won:" in sim.card().text


async def test_whoever_has_to_agree_to_resign_is_called(sim: Simulation) -> None:
    await manned(sim, [sim.ann, sim.bob], sim.cid, board="bell")
    sure = await sim.say(sim.ann, "table resign", sim.place())
    assert "This ends the game once the rest of your side agrees." in sure.text
    await sim.press(sim.ann, sure, "Yes, Resign")
    told = f"<@{sim.ann.id}> would like to resign. <@{sim.bob.id}>, if you agree, press **Resign** as well"
    assert told in sim.card().text
    assert sim.pinged() == [sim.bob.id]
    assert "**You have a request to answer.**" in (await sim.say(sim.bob, "games")).text
    assert f"Waiting for <@{sim.ann.id}>." in (await sim.say(sim.cid, "games")).text
    sure = await sim.say(sim.bob, "table resign", sim.place())
    assert "Resign? This ends the game." in sure.text
    await sim.press(sim.bob, sure, "Yes, Resign")
    assert f"<@{sim.cid.id}> won:" in sim.card().text
