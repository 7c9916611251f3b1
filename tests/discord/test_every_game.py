"""Whole random games of every registered game: by buttons alone, and by words alone."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from bot.games.core import Placement
from tests.games.registry import GAMES
from tests.thorough import examples

from .limits import parts
from .playing import at_the_table, take_a_turn
from .simulation import Member, Simulation


@pytest.mark.parametrize("key", examples(GAMES, {"snorkels", "checkers", "crackers", "depthcharge"}))
async def test_a_random_game_is_played_to_its_end_by_buttons(sim: Simulation, key: str) -> None:
    rng = Random(7)
    people = await at_the_table(sim, key)
    turns = 0
    table = await sim.table()
    while table.status == "playing" and turns < 12:
        await take_a_turn(sim, people[table.awaited[-1].id], rng)
        before, table = table, await sim.table()
        assert table.version > before.version, "every confirmed action was played"
        assert table.address.shown == table.version, "and shown"
        turns += 1
        if turns == 5:
            await sim.restart()
    if table.status == "playing":
        table = await sim.tables.resign(1, table.seating.people[0])
        for person in table.seating.people[1:]:
            if table.status == "playing":
                table = await sim.tables.resign(1, person)
        await sim.settled()
    card = sim.card()
    assert "The end" in card
    assert "Watch Replay Review" in " ".join(card.buttons)
    assert len(card.alt) <= 1024
    assert not any(isinstance(table.legal(seat), Placement) for seat in table.game.seats)


ACTING = re.compile(r"<@(\d+)>(?=[^\n]*it’s your turn)")
PLACE = re.compile(r"\b[a-l](?:1[0-2]|[1-9])\b")
SPACE = re.compile(r"\b(?:[1-9]|[12][0-9]|3[0-6])\b")
LONGEST = 160
"""Turns after which a random game counts as stuck."""


async def in_words(who: Member, command: str, **options: Any) -> str:
    """What a command tells of the board, which shows no picture and fits a message."""
    seen = await who.say(command, **options)
    assert not any(part["type"] == 12 for part in parts(seen.components)), "a picture in words"
    assert len(seen.text) <= 4000
    return seen.text


async def offered(sim: Simulation, who: Member, typed: str) -> list[str]:
    """What the list offers for ``typed``, without its last line that says how many more there are."""
    choices = await who.autocomplete(sim.place(), "move", "action", typed)
    return [choice["value"] for choice in choices if not choice["name"].startswith("… and ")]


@pytest.mark.parametrize("key", examples(GAMES, {"depthcharge", "hex", "curse"}))
async def test_a_whole_game_is_played_by_words_alone(sim: Simulation, key: str) -> None:
    rng = Random(11)
    people = await at_the_table(sim, key)
    game = GAMES[key]
    names = SPACE if key == "curse" else PLACE
    looked = 0
    for turn in range(LONGEST):
        words = await in_words(sim.ann, "board", words=True)
        acting = [int(number) for number in ACTING.findall(words)]
        if not acting:
            break
        who = people[acting[-1]]
        if who is not sim.ann:
            words = await in_words(who, "board", words=True)
        action = rng.choice(await offered(sim, who, ""))
        # Square by square, where several are placed.
        while re.search(r"to (?:lay|place)", words) and (longer := await offered(sim, who, f"{action} ")):
            action = rng.choice(longer)
            if len(longer) == 1:
                break
        if turn % 3 == 0 and (named := names.findall(action)):
            told = await in_words(who, "look", square=named[-1])
            assert told.count(".") >= 2, told
            looked += 1
        answer = (await who.move(action)).text
        assert answer, "every action is answered in words"
        await sim.env.advance_time(9)  # Who reads this often is asked to wait.
    else:
        pytest.fail("the game never ended")
    table = await sim.table()
    assert table.status == "over"
    assert game.ending(table.view_for(None))[:40] in await in_words(sim.ann, "board", words=True)
    assert looked
