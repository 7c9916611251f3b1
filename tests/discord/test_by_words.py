"""A whole game of every registered game by text alone: words, typed actions, the list that is offered."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.components.cards.table_cards import alt_text, described
from bot.games.core import Seat
from bot.games.depthcharge.view import Report
from tests.games.registry import GAMES

from .limits import parts
from .sea import Sea
from .test_every_game import at_the_table

ACTING = re.compile(r"<@(\d+)>(?=[^\n]*it’s your turn)")
PLACE = re.compile(r"\b[a-l](?:1[0-2]|[1-9])\b")
SPACE = re.compile(r"\b(?:[1-9]|[12][0-9]|3[0-6])\b")
LONGEST = 160
"""Turns after which a random game counts as stuck."""


async def read(sea: Sea, who: Any) -> str:
    """The board in words, which shows no picture and fits a message."""
    seen = await sea.say(who, "board", sea.place(), words=True)
    assert not any(part["type"] == 12 for part in parts(seen.raw)), "a picture in words"
    assert len(seen.text) <= 4000
    return seen.text


async def look(sea: Sea, who: Any, name: str) -> str:
    """One square in words, under its heading."""
    seen = await sea.say(who, "look", sea.place(), square=name)
    assert not any(part["type"] == 12 for part in parts(seen.raw)), "a picture in words"
    return seen.text


async def offered(sea: Sea, who: Any, typed: str) -> list[str]:
    """What the list offers for ``typed``, without its last line that says how many more there are."""
    choices = await who.autocomplete(sea.place(), "move", "action", typed)
    return [choice["value"] for choice in choices if not choice["name"].startswith("… and ")]


async def typed_action(sea: Sea, who: Any, words: str, rng: Random) -> str:
    """An action that was chosen from the list, square by square where several are placed."""
    action = rng.choice(await offered(sea, who, ""))
    wanted = re.search(r"(?:to lay|to place)", words)
    while wanted and len(longer := await offered(sea, who, f"{action} ")) > 1:
        action = rng.choice(longer)
    if wanted and longer:
        action = longer[0]
    return action


@pytest.mark.parametrize("key", GAMES)
async def test_a_whole_game_is_played_by_words_alone(sea: Sea, key: str) -> None:
    rng = Random(11)
    people = await at_the_table(sea, key)
    game = GAMES[key]
    names = SPACE if key == "curse" else PLACE
    looked = 0
    for turn in range(LONGEST):
        words = await read(sea, sea.ann)
        acting = [int(number) for number in ACTING.findall(words)]
        if not acting:
            break
        who = people[acting[-1]]
        if who is not sea.ann:
            words = await read(sea, who)
        action = await typed_action(sea, who, words, rng)
        if turn % 3 == 0 and (named := names.findall(action)):
            told = await look(sea, who, named[-1])
            assert told.count(".") >= 2, told
            looked += 1
        answer = (await sea.say(who, "move", sea.place(), action=action)).text
        assert answer, "every action is answered in words"
    else:
        pytest.fail("the game never ended")
    table = await sea.bot.context.tables.get(1)
    assert table.status == "over"
    assert game.ending(table.view_for(None))[:40] in await read(sea, sea.ann)
    assert looked


async def test_a_look_at_no_square_says_what_there_is(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "snorkels start")
    await sea.press(sea.bob, lobby, "Join")
    seen = await sea.say(sea.ann, "look", sea.place(), square="z99")
    assert "Use a letter from a to g" in seen.text


async def test_a_look_tells_own_mines_to_their_owner_alone(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "depthcharge start")
    await sea.press(sea.bob, lobby, "Join")
    table = await sea.bot.context.tables.get(1)
    south, north = ({sea.ann.id: sea.ann, sea.bob.id: sea.bob}[person.id] for person in table.people)
    await sea.say(south, "move", sea.place(), action="mines a2 b2 c2 d2 e2")
    assert "Your own live mine is here." in await look(sea, south, "A2")
    for other in (north, sea.cid):
        assert await look(sea, other, "a2") == (await look(sea, other, "f2")).replace("f2", "a2")


async def test_a_resigned_game_tells_where_the_mines_lay_and_that_nobody_is_to_act(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "depthcharge start")
    await sea.press(sea.bob, lobby, "Join")
    table = await sea.bot.context.tables.get(1)
    people = {sea.ann.id: sea.ann, sea.bob.id: sea.bob}
    for person, action in zip(table.people, ("mines a2 b2 c2 d2 e2", "mines a8 b8 c8 d8 e8"), strict=True):
        await sea.say(people[person.id], "move", sea.place(), action=action)
    await sea.bot.context.tables.resign(1, table.people[0])
    await sea.settled()
    for words in (sea.card().alt, await read(sea, sea.cid)):
        assert "South resigned. North wins." in words
        assert "5 mines left on a2, b2, c2, d2, e2" in words
        assert "5 mines left on a8, b8, c8, d8, e8" in words
        assert "is to act" not in words


async def test_the_words_say_a_thing_once_and_who_the_reader_is(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "checkers start", side="red")
    await sea.press(sea.bob, lobby, "Join")
    await sea.say(sea.ann, "move", sea.place(), action="b2-d4")
    assert (await read(sea, sea.bob)).count("Red moved a stack of 2 from b2 to d4.") == 1
    assert "You’re playing ⚫ Black." in await read(sea, sea.bob)
    assert "You’re playing 🔴 Red." in await read(sea, sea.ann)
    assert "You’re watching." in await read(sea, sea.cid)


async def test_a_turn_of_several_parts_is_told_whole(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "crackers start", board="bell", side="red")
    await sea.press(sea.bob, lobby, "Join Captain Crackers")
    await sea.press(sea.ann, lobby, "Start")
    for action in ("c1+", "d2+", "e1+"):
        await sea.say(sea.ann, "move", sea.place(), action=action)
    parts = ("pump f4", "pump f4 e4", "pump f4 f3")
    told = (
        "The captain pumped at f4. The water stays on f4, which is now 1 deep. "
        "The captain pumped at f4. The water ran to e4, which is now 1 deep. "
        "The captain pumped at f4. The water ran to f3, which is now 1 deep."
    )
    for action in parts:
        await sea.say(sea.bob, "move", sea.place(), action=action)
    assert told in sea.card().text, "the card of the next turn tells all of the last one"
    words = await read(sea, sea.ann)
    assert words.replace("\n", " ").count(told) == 1
    assert "Red went to c1" not in words, "what the reader did is no news"
    since = (await read(sea, sea.bob)).replace("\n", " ")
    assert "f4, which is now 1 deep. The captain pumped" in since


async def test_a_long_position_after_an_agreed_end_is_cut_between_words(sea: Sea) -> None:
    await test_a_resigned_game_tells_where_the_mines_lay_and_that_nobody_is_to_act(sea)
    table = await sea.bot.context.tables.get(1)
    view = table.view_for(None)
    report = Report(Seat("south"), "a2", (1, 12, 13))
    full = replace(view, reports=(report,) * 200)
    assert len(described(table, full)) > 1024
    told = alt_text(table, full)
    assert 1000 < len(told) <= 1024
    assert described(table, full).startswith(told.removesuffix(" …"))
    assert alt_text(table, view) == described(table, view)


async def test_a_review_leads_to_any_position_and_its_words_know_nothing_of_the_end(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "checkers start", side="red", quiet=0)
    await sea.press(sea.bob, lobby, "Join")
    early = await sea.say(sea.ann, "table review", sea.place(), position=1)
    assert "isn’t over yet" in early.text
    for number in range(11):
        for who, source, goal in ((sea.ann, "b1", "b3"), (sea.bob, "b8", "b6")):
            action = f"{source}-{goal}" if number % 2 == 0 else f"{goal}-{source}"
            await sea.say(who, "move", sea.place(), action=action)
    await sea.bot.context.tables.resign(1, (await sea.bot.context.tables.get(1)).people[0])
    await sea.settled()
    seen = await sea.say(sea.cid, "table review", sea.place(), position=17)
    assert "Position 17 of 22" in seen.text
    assert "Red moved a stack of 2 from b1 to b3." in seen.text
    assert "To jump to any position" in seen.text
    assert seen.alt.startswith("Red moved a stack of 2 from b1 to b3. It’s black’s turn.")
    last = await sea.say(sea.cid, "table review", sea.place(), position=999)
    assert "Position 22 of 22" in last.text
    assert last.alt.startswith("Red resigned. Black wins.")


async def test_first_steps_name_the_ways_without_pictures(sea: Sea) -> None:
    seen = await sea.say(sea.ann, "help")
    assert "`/board` with `words` describes the board, `/look` describes one square" in seen.text


async def test_a_lobby_has_nothing_to_look_at(sea: Sea) -> None:
    await sea.say(sea.ann, "snorkels start")
    assert "hasn’t started" in (await sea.say(sea.ann, "look", square="d4", table=1)).text


async def test_the_list_says_where_an_action_leads_and_what_it_costs(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "depthcharge start")
    await sea.press(sea.bob, lobby, "Join")
    table = await sea.bot.context.tables.get(1)
    people = {sea.ann.id: sea.ann, sea.bob.id: sea.bob}
    for person, action in zip(table.people, ("mines a2 b2 c2 d2 e2", "mines a8 b8 c8 d8 e8"), strict=True):
        await sea.say(people[person.id], "move", sea.place(), action=action)
    south = people[table.people[0].id]
    choices = {
        each["value"]: each["name"]
        for each in await south.autocomplete(sea.place(), "move", "action", "move e")
    }
    assert choices["move ee"] == "move ee · c1"
    charges = await south.autocomplete(sea.place(), "move", "action", "charge a2")
    assert [each["name"] for each in charges] == ["charge a2 (North)"], "nothing is said twice"
    assert "move en" not in choices, "no move ends on a mine of one’s own"
