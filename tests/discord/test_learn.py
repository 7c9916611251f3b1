"""``/learn``: lessons are found, played and remembered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.components.practice import text as practice_text
from bot.features.lessons.lesson_cards import find
from bot.features.lessons.lessons import _KEPT, lessons_of, playing
from bot.tables.practice import DONE
from data.store.queries import practice as stored
from tests.games.registry import GAMES

from .limits import parts
from .simulation import Seen, Simulation


@pytest.mark.parametrize("what", ["fewer steps", "another start"])
async def test_a_lesson_that_a_release_has_changed_can_only_be_started_over(
    sim: Simulation, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await sim.ann.say("learn", game="snorkels", lesson="come-up-for-air")
    await sim.ann.press(board, "d", "d3")
    assert "Green is still after you" in board
    game, begun = GAMES["snorkels"], find(sim.bot.context, "snorkels/come-up-for-air")
    longer = find(sim.bot.context, "snorkels/shared-air").start
    shorter = replace(begun, steps=begun.steps[:1])
    changed = shorter if what == "fewer steps" else replace(begun, start=longer)
    every = tuple(changed if each == begun else each for each in lessons_of(game))
    monkeypatch.setitem(_KEPT, (game.key, game.rules), every)
    await sim.restart()
    assert (await sim.ann.press(board, "a")).text == practice_text.BOARD_GONE
    await sim.ann.press(board, "Start Over")
    assert "Now you’re the one in trouble" in board
    assert "Start Over" not in board.buttons, "nothing was played"


async def test_the_last_lesson_leads_to_a_game(sim: Simulation) -> None:
    board = await sim.ann.say("learn", game="snorkels", lesson="cut-and-choose")
    await sim.ann.press(board, "Take Purple")
    assert "That was the last lesson" in board
    assert board.buttons[0] == "Start a Game", "nobody thinks here"
    lobby = await sim.ann.press(board, "Start a Game")
    assert "Snorkels · Table 1" in lobby
    assert not lobby.ephemeral


async def test_only_the_first_lobby_offers_lessons_and_only_to_its_host(sim: Simulation) -> None:
    first = await sim.ann.slash(sim.channel, "snorkels start")
    offer = Seen(first.followups[-1])
    assert offer.ephemeral
    assert offer.buttons == ["Learn Snorkels", "Close"]
    board = await sim.ann.press(offer, "Learn Snorkels")
    assert "Lesson 1 of 10" in board
    second = await sim.ann.slash(sim.channel, "depthcharge start")
    assert all("Your first table" not in Seen(each).text for each in second.followups)


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if lessons_of(game)])
async def test_all_lessons_of_a_game_are_played_in_a_row(sim: Simulation, key: str) -> None:
    game = GAMES[key]
    board = await sim.ann.say("learn", game=key)
    for place, lesson in enumerate(lessons_of(game), 1):
        assert f"Lesson {place} of" in board
        right = {each.number: each for each in reversed([*playing(game, lesson, "")]) if each.right}
        for number in sorted(right):
            for step in right[number].before.path(right[number].action):
                await press_step(sim, board, step)
        row = await stored.load(sim.store, sim.ann.id)
        assert row is not None
        assert (row.subject, row.ended, row.tries) == (lesson.subject, DONE, 0), board.text
        if place < len(lessons_of(game)):
            await sim.ann.press(board, "Next Lesson")
    assert "That was the last lesson" in board
    assert len(await stored.finished(sim.store, sim.ann.id)) == len(lessons_of(game))


async def press_step(sim: Simulation, board: Seen, step: str) -> None:
    """Press the button of this step, or confirm what is forced."""
    if "Confirm" in board.buttons:
        await sim.ann.press(board, "Confirm")
        return
    for part in parts(board.raw):
        verb, _, draft = part.get("custom_id", "").partition(":0:")
        chosen = draft.partition(":")[2].split(";")[-1].split("|")[-1]
        if verb == "ct:trystep" and chosen == step and part["label"] != "Back":
            await sim.ann.click(board.message, custom_id=part["custom_id"])
            return
