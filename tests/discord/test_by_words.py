"""A whole game of every registered game by text alone: words, typed actions, the list that is offered."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.components.cards.table_cards import described
from bot.components.interactions.card import CardImage
from bot.games.core import Seat
from bot.games.depthcharge.view import Report
from tests.games.registry import GAMES

from .limits import parts
from .simulation import DAY, Simulation
from .test_every_game import at_the_table

ACTING = re.compile(r"<@(\d+)>(?=[^\n]*it’s your turn)")
PLACE = re.compile(r"\b[a-l](?:1[0-2]|[1-9])\b")
SPACE = re.compile(r"\b(?:[1-9]|[12][0-9]|3[0-6])\b")
LONGEST = 160
"""Turns after which a random game counts as stuck."""


async def read(sim: Simulation, who: Any) -> str:
    """The board in words, which shows no picture and fits a message."""
    seen = await sim.say(who, "board", sim.place(), words=True)
    assert not any(part["type"] == 12 for part in parts(seen.raw)), "a picture in words"
    assert len(seen.text) <= 4000
    return seen.text


async def look(sim: Simulation, who: Any, name: str) -> str:
    """One square in words, under its heading."""
    seen = await sim.say(who, "look", sim.place(), square=name)
    assert not any(part["type"] == 12 for part in parts(seen.raw)), "a picture in words"
    return seen.text


async def offered(sim: Simulation, who: Any, typed: str) -> list[str]:
    """What the list offers for ``typed``, without its last line that says how many more there are."""
    choices = await who.autocomplete(sim.place(), "move", "action", typed)
    return [choice["value"] for choice in choices if not choice["name"].startswith("… and ")]


async def typed_action(sim: Simulation, who: Any, words: str, rng: Random) -> str:
    """An action that was chosen from the list, square by square where several are placed."""
    action = rng.choice(await offered(sim, who, ""))
    wanted = re.search(r"(?:to lay|to place)", words)
    while wanted and len(longer := await offered(sim, who, f"{action} ")) > 1:
        action = rng.choice(longer)
    if wanted and longer:
        action = longer[0]
    return action


@pytest.mark.parametrize("key", GAMES)
async def test_a_whole_game_is_played_by_words_alone(sim: Simulation, key: str) -> None:
    rng = Random(11)
    people = await at_the_table(sim, key)
    game = GAMES[key]
    names = SPACE if key == "curse" else PLACE
    looked = 0
    for turn in range(LONGEST):
        words = await read(sim, sim.ann)
        acting = [int(number) for number in ACTING.findall(words)]
        if not acting:
            break
        who = people[acting[-1]]
        if who is not sim.ann:
            words = await read(sim, who)
        action = await typed_action(sim, who, words, rng)
        if turn % 3 == 0 and (named := names.findall(action)):
            told = await look(sim, who, named[-1])
            assert told.count(".") >= 2, told
            looked += 1
        answer = (await sim.say(who, "move", sim.place(), action=action)).text
        assert answer, "every action is answered in words"
    else:
        pytest.fail("the game never ended")
    table = await sim.bot.context.tables.get(1)
    assert table.status == "over"
    assert game.ending(table.view_for(None))[:40] in await read(sim, sim.ann)
    assert looked


async def test_a_look_at_no_square_says_what_there_is(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "snorkels start")
    await sim.press(sim.bob, lobby, "Join")
    seen = await sim.say(sim.ann, "look", sim.place(), square="z99")
    assert "Use a letter from a to g" in seen.text


async def test_a_look_tells_own_mines_to_their_owner_alone(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "depthcharge start")
    await sim.press(sim.bob, lobby, "Join")
    table = await sim.bot.context.tables.get(1)
    south, north = ({sim.ann.id: sim.ann, sim.bob.id: sim.bob}[person.id] for person in table.seating.people)
    await sim.say(south, "move", sim.place(), action="mines a2 b2 c2 d2 e2")
    assert "Your own live mine is here." in await look(sim, south, "A2")
    for other in (north, sim.cid):
        assert await look(sim, other, "a2") == (await look(sim, other, "f2")).replace("f2", "a2")


async def test_a_resigned_game_tells_where_the_mines_lay_and_that_nobody_is_to_act(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "depthcharge start")
    await sim.press(sim.bob, lobby, "Join")
    table = await sim.bot.context.tables.get(1)
    people = {sim.ann.id: sim.ann, sim.bob.id: sim.bob}
    for person, action in zip(
        table.seating.people, ("mines a2 b2 c2 d2 e2", "mines a8 b8 c8 d8 e8"), strict=True
    ):
        await sim.say(people[person.id], "move", sim.place(), action=action)
    await sim.bot.context.tables.resign(1, table.seating.people[0])
    await sim.settled()
    for words in (sim.card().alt, await read(sim, sim.cid)):
        assert "South resigned. North wins." in words
        assert "5 mines left on a2, b2, c2, d2, e2" in words
        assert "5 mines left on a8, b8, c8, d8, e8" in words
        assert "is to act" not in words


async def test_the_words_say_a_thing_once_and_who_the_reader_is(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "checkers start", side="red")
    await sim.press(sim.bob, lobby, "Join")
    await sim.say(sim.ann, "move", sim.place(), action="b2-d4")
    assert (await read(sim, sim.bob)).count("Red moved a stack of 2 from b2 to d4.") == 1
    assert "You’re playing ⚫ Black." in await read(sim, sim.bob)
    assert "You’re playing 🔴 Red." in await read(sim, sim.ann)
    assert "You’re watching." in await read(sim, sim.cid)


async def test_a_turn_of_several_parts_is_told_whole(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "crackers start", board="bell", side="red")
    await sim.press(sim.bob, lobby, "Join Captain Crackers")
    await sim.press(sim.ann, lobby, "Start")
    for action in ("c1+", "d2+", "e1+"):
        await sim.say(sim.ann, "move", sim.place(), action=action)
    parts = ("pump f4", "pump f4 e4", "pump f4 f3")
    told = (
        "The captain pumped at f4. The water stays on f4, which is now 1 deep. "
        "The captain pumped at f4. The water ran to e4, which is now 1 deep. "
        "The captain pumped at f4. The water ran to f3, which is now 1 deep."
    )
    for action in parts:
        await sim.say(sim.bob, "move", sim.place(), action=action)
    assert told in sim.card().text, "the card of the next turn tells all of the last one"
    words = await read(sim, sim.ann)
    assert words.replace("\n", " ").count(told) == 1
    assert "Red went to c1" not in words, "what the reader did is no news"
    since = (await read(sim, sim.bob)).replace("\n", " ")
    assert "f4, which is now 1 deep. The captain pumped" in since


async def test_a_long_position_after_an_agreed_end_is_cut_between_words(sim: Simulation) -> None:
    await test_a_resigned_game_tells_where_the_mines_lay_and_that_nobody_is_to_act(sim)
    table = await sim.bot.context.tables.get(1)
    view = table.view_for(None)
    report = Report(Seat("south"), "a2", (1, 12, 13))
    full = replace(view, reports=(report,) * 200)
    assert len(described(table, full)) > 1024
    told = CardImage(described(table, full)).description
    assert 1000 < len(told) <= 1024
    assert described(table, full).startswith(told.removesuffix(" …"))
    assert CardImage(described(table, view)).description == described(table, view)


async def test_a_review_leads_to_any_position_and_its_words_know_nothing_of_the_end(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "checkers start", side="red", quiet=0)
    await sim.press(sim.bob, lobby, "Join")
    early = await sim.say(sim.ann, "table review", sim.place(), position=1)
    assert "isn’t over yet" in early.text
    for number in range(11):
        for who, source, goal in ((sim.ann, "b1", "b3"), (sim.bob, "b8", "b6")):
            action = f"{source}-{goal}" if number % 2 == 0 else f"{goal}-{source}"
            await sim.say(who, "move", sim.place(), action=action)
    await sim.bot.context.tables.resign(1, (await sim.bot.context.tables.get(1)).seating.people[0])
    await sim.settled()
    seen = await sim.say(sim.cid, "table review", sim.place(), position=17)
    assert "Position 17 of 22" in seen.text
    assert "Red moved a stack of 2 from b1 to b3." in seen.text
    assert "To jump to any position" in seen.text
    assert seen.alt.startswith("Red moved a stack of 2 from b1 to b3. It’s black’s turn.")
    last = await sim.say(sim.cid, "table review", sim.place(), position=999)
    assert "Position 22 of 22" in last.text
    assert last.alt.startswith("Red resigned. Black wins.")


async def test_first_steps_name_the_ways_without_pictures(sim: Simulation) -> None:
    seen = await sim.say(sim.ann, "help")
    assert "`/board` with `words` describes the board, `/look` describes one square" in seen.text


async def test_a_lobby_has_nothing_to_look_at(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "snorkels start")
    assert "hasn’t started" in (await sim.say(sim.ann, "look", square="d4", table=1)).text
    await sim.press(sim.ann, lobby, "Cancel")
    for told in (
        await sim.say(sim.ann, "look", square="d4", table=1),
        await sim.say(sim.ann, "board", words=True, table=1),
    ):
        assert "ann cancelled the table." in told.text
        assert "hasn’t started" not in told.text


async def test_the_words_say_that_a_table_was_closed(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "snorkels start")
    await sim.press(sim.bob, lobby, "Join")
    await sim.env.advance_time(31 * DAY)
    assert "Nothing happened at this table for 30 days" in await read(sim, sim.ann)


async def test_the_list_says_where_an_action_leads_and_what_it_costs(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "depthcharge start")
    await sim.press(sim.bob, lobby, "Join")
    table = await sim.bot.context.tables.get(1)
    people = {sim.ann.id: sim.ann, sim.bob.id: sim.bob}
    for person, action in zip(
        table.seating.people, ("mines a2 b2 c2 d2 e2", "mines a8 b8 c8 d8 e8"), strict=True
    ):
        await sim.say(people[person.id], "move", sim.place(), action=action)
    south = people[table.seating.people[0].id]
    choices = {
        each["value"]: each["name"]
        for each in await south.autocomplete(sim.place(), "move", "action", "move e")
    }
    assert choices["move ee"] == "move ee · c1"
    charges = await south.autocomplete(sim.place(), "move", "action", "charge a2")
    assert [each["name"] for each in charges] == ["charge a2 (North)"], "nothing is said twice"
    assert "move en" not in choices, "no move ends on a mine of one’s own"
