"""Drown, Captain Crackers! on a simulated Discord: two to four people, settling across a restart, leaving."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.components.cards import text as table_text
from bot.games import GAMES
from bot.games.core import CHANCE

from .sea import Sea, Seen
from .test_every_game import take_a_turn


async def manned(sea: Sea, crew: list[Any], captain: Any, **options: Any) -> dict[int, Any]:
    """A started station: the first of ``crew`` is the host."""
    lobby = await sea.say(crew[0], "crackers start", **options)
    for who in (*crew[1:], captain):
        labels = [label for label in Seen(sea.channel.history()[0]).buttons if label.startswith("Join")]
        label = labels[-1] if who is captain else labels[0]
        await sea.press(who, lobby, label)
    if "Start" in Seen(sea.channel.history()[0]).buttons:
        await sea.press(crew[0], lobby, "Start")
    return {who.id: who for who in (*crew, captain)}


@pytest.mark.parametrize("count", [1, 2, 3])
async def test_two_three_or_four_people_play_to_the_end(sea: Sea, count: int) -> None:
    dan = sea.guild.add_member(sea.env.create_user("dan"))
    people = await manned(sea, [sea.ann, sea.bob, sea.cid][:count], dan, board="bell", rounds=1)
    table = await sea.bot.context.tables.get(1)
    assert [person.id for person in table.people] == [*list(people)]
    rng = Random(2)
    while table.status == "playing":
        await take_a_turn(sea, people[table.awaited[0].id], rng)
        table = await sea.bot.context.tables.get(1)
    assert "The end" in sea.card().text


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


async def test_a_settling_choice_in_the_crews_turn_outlives_a_restart(sea: Sea) -> None:
    await manned(sea, [sea.ann], sea.bob, board="bell")
    service = sea.bot.context.tables
    table = await service.get(1)
    for _, action in to_a_choice():
        table = await service.play(1, table.awaited[0], action)
    await sea.settled()
    card = sea.card()
    assert f"<@{sea.bob.id}>, it’s your turn (captain)" in card.text
    assert sea.pinged() == [sea.bob.id], "one ping for the captain"
    await sea.restart()
    await take_a_turn(sea, sea.bob, Random(1))
    table = await sea.bot.context.tables.get(1)
    assert str(table.turns[-1].action).startswith("flow")


async def test_every_part_of_a_turn_is_told(sea: Sea) -> None:
    await manned(sea, [sea.ann], sea.bob, board="bell")
    sessions = sea.bot.context.tables
    table = before = await sessions.get(1)
    while len(table.turns) < 2 or table.turns[-1].seat != table.turns[-2].seat:
        before = table
        legal = table.legal(table.acting[0])
        assert isinstance(legal, tuple)
        table = await sessions.play(1, table.awaited[0], str(legal[0]))
    assert table_text.story(table, None) == f"{table_text.news(before, None)} {table_text.news(table, None)}"


async def test_a_captain_who_gives_up_in_the_crews_turn_ends_the_game(sea: Sea) -> None:
    await manned(sea, [sea.ann], sea.bob, board="bell")
    await take_a_turn(sea, sea.ann, Random(3))
    asked = await sea.say(sea.bob, "table resign", sea.place())
    await sea.press(sea.bob, asked, "Yes, Resign")
    assert "Captain resigned" in sea.card().text
    assert f"<@{sea.ann.id}> won." in sea.card().text


async def test_whoever_has_to_agree_to_resign_is_called(sea: Sea) -> None:
    await manned(sea, [sea.ann, sea.bob], sea.cid, board="bell")
    sure = await sea.say(sea.ann, "table resign", sea.place())
    assert "This ends the game once the rest of your side agrees." in sure.text
    await sea.press(sea.ann, sure, "Yes, Resign")
    told = f"<@{sea.ann.id}> would like to resign. <@{sea.bob.id}>, if you agree, press **Resign** as well"
    assert told in sea.card().text
    assert sea.pinged() == [sea.bob.id]
    assert "**You have a request to answer.**" in (await sea.say(sea.bob, "games")).text
    assert "Waiting for the others." in (await sea.say(sea.cid, "games")).text
    sure = await sea.say(sea.bob, "table resign", sea.place())
    assert "Resign? This ends the game." in sure.text
    await sea.press(sea.bob, sure, "Yes, Resign")
    assert f"<@{sea.cid.id}> won." in sea.card().text
