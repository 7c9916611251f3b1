"""``/learn``: lessons are found, played and remembered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.components.practice import text as practice_text
from bot.features.lessons.lesson_cards import find
from bot.features.lessons.lessons import _KEPT, lessons_of, playing
from bot.tables.practice import DONE
from data.store.queries import practice as stored
from tests.games.registry import GAMES

from .limits import parts
from .simulation import Seen, Simulation


async def finished(sim: Simulation, who: Any) -> list[str]:
    return [row.subject for row in await stored.finished(sim.bot.store, who.id)]


async def test_the_first_lesson_is_won_with_two_presses(sim: Simulation) -> None:
    board = await sim.say(sim.ann, "learn", game="snorkels")
    assert board.message.ephemeral
    assert "Snorkels · Lesson 1 of 10: Take Their Air" in board.text
    await sim.press(sim.ann, board, "d")
    await sim.press(sim.ann, board, "d3")
    assert "✅ You win!" in board.text
    assert board.buttons == ["Next Lesson", "Start Over", "All Lessons", "Close"]
    assert await finished(sim, sim.ann) == ["snorkels/the-last-tube"]
    await sim.press(sim.ann, board, "Next Lesson")
    assert "Lesson 2 of 10" in board.text


async def test_a_column_with_one_free_square_is_shown_before_it_is_played(sim: Simulation) -> None:
    board = await sim.say(sim.ann, "learn", game="snorkels", lesson="nobody-passes")
    await sim.press(sim.ann, board, "a")
    assert "Preview: **a7**. Confirm?" in board.text
    assert {"Confirm", "Back"} <= set(board.buttons)
    await sim.press(sim.ann, board, "Back")
    await sim.press(sim.ann, board, "a")
    await sim.press(sim.ann, board, "Confirm")
    assert "three against three" in board.text


async def test_a_mistake_is_explained_and_can_be_tried_again(sim: Simulation) -> None:
    board = await sim.say(sim.ann, "learn", game="snorkels", lesson="two-at-once")
    for label in ("b", "b3"):
        await sim.press(sim.ann, board, label)
    assert "That threatens only one of them" in board.text
    assert "Start Over" not in board.buttons, "nothing was played"
    for label in ("c", "c4"):
        await sim.press(sim.ann, board, label)
    assert "Green placed a snorkel on b3." in board.text


async def test_a_hint_is_for_one_position(sim: Simulation) -> None:
    board = await sim.say(sim.ann, "learn", game="snorkels", lesson="snorkels/two-at-once")
    await sim.press(sim.ann, board, "Hint")
    assert "💡" in board.text
    assert "Hint" not in board.buttons
    for label in ("c", "c4"):
        await sim.press(sim.ann, board, label)
    assert "💡" not in board.text
    assert "Hint" in board.buttons


async def test_a_mistake_that_stands_shows_what_follows(sim: Simulation) -> None:
    board = await sim.say(sim.ann, "learn", game="snorkels", lesson="come-up-for-air")
    for label in ("a", "a1"):
        await sim.press(sim.ann, board, label)
    assert "❌ Green blocked your last tube" in board.text
    assert board.buttons == ["Try Again", "All Lessons", "Close"]
    await sim.press(sim.ann, board, "Try Again")
    assert "Hint" in board.buttons


@pytest.mark.parametrize("what", ["fewer steps", "another start"])
async def test_a_lesson_that_a_release_has_changed_can_only_be_started_over(
    sim: Simulation, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await sim.say(sim.ann, "learn", game="snorkels", lesson="come-up-for-air")
    for label in ("d", "d3"):
        await sim.press(sim.ann, board, label)
    assert "Green is still after you" in board.text
    game, begun = GAMES["snorkels"], find(sim.bot.context, "snorkels/come-up-for-air")
    longer = find(sim.bot.context, "snorkels/shared-air").start
    shorter = replace(begun, steps=begun.steps[:1])
    changed = shorter if what == "fewer steps" else replace(begun, start=longer)
    every = tuple(changed if each == begun else each for each in lessons_of(game))
    monkeypatch.setitem(_KEPT, (game.key, game.rules), every)
    await sim.restart()
    assert (await sim.press(sim.ann, board, "a")).text == practice_text.BOARD_GONE
    await sim.press(sim.ann, board, "Start Over")
    assert "Now you’re the one in trouble" in board.text
    assert "Start Over" not in board.buttons, "nothing was played"


async def test_learn_goes_on_with_the_next_lesson_and_lists_them(sim: Simulation) -> None:
    games = await sim.say(sim.ann, "learn")
    assert {"Snorkels", "Depth Charge"} <= set(games.buttons)
    assert "**Snorkels**: 10 lessons" in games.text
    await sim.press(sim.ann, games, "Snorkels")
    for label in ("d", "d3"):
        await sim.press(sim.ann, games, label)
    again = await sim.say(sim.ann, "learn", game="snorkels")
    assert "Lesson 2 of 10" in again.text
    listed = await sim.press(sim.ann, again, "All Lessons")
    assert "✅ 1. Take Their Air" in listed.text
    assert "▫️ 2." in listed.text
    assert "1 of 10 lessons done" in (await sim.press(sim.ann, listed, "Other Games")).text


async def test_an_unknown_lesson_is_refused_with_what_to_do(sim: Simulation) -> None:
    answer = await sim.say(sim.ann, "learn", game="snorkels", lesson="knots")
    assert answer.text == "There’s no such lesson. `/learn` shows the games that have lessons."


async def test_the_last_lesson_leads_to_a_game(sim: Simulation) -> None:
    board = await sim.say(sim.ann, "learn", game="snorkels", lesson="cut-and-choose")
    await sim.press(sim.ann, board, "Take Purple")
    assert "That was the last lesson" in board.text
    assert board.buttons[0] == "Start a Game", "nobody thinks here"
    lobby = await sim.press(sim.ann, board, "Start a Game")
    assert "Snorkels · Table 1" in lobby.text
    assert not lobby.message.ephemeral


async def test_lessons_are_played_in_direct_messages(sim: Simulation) -> None:
    result = await sim.ann.user.slash("learn", game="snorkels")
    board = Seen(result.response)
    for label in ("d", "d3"):
        await sim.ann.user.click(board.message, label=label)
    assert "✅ You win!" in board.text


async def test_help_the_rule_book_and_somebody_s_first_lobby_offer_lessons(sim: Simulation) -> None:
    guide = await sim.say(sim.ann, "help")
    games = await sim.press(sim.ann, guide, "Learn to Play")
    assert "Which game would you like to learn?" in games.text
    book = await sim.say(sim.ann, "rules", game="snorkels")
    assert "Learn Snorkels" not in book.buttons
    while "Next" in book.buttons:
        book = await sim.press(sim.ann, book, "Next")
    board = await sim.press(sim.ann, book, "Learn Snorkels")
    assert "Lesson 1 of 10" in board.text


async def test_only_the_first_lobby_offers_lessons_and_only_to_its_host(sim: Simulation) -> None:
    first = await sim.ann.slash(sim.channel, "snorkels start")
    offer = Seen(first.followups[-1])
    assert offer.message.ephemeral
    assert offer.buttons == ["Learn Snorkels", "Close"]
    board = await sim.press(sim.ann, offer, "Learn Snorkels")
    assert "Lesson 1 of 10" in board.text
    second = await sim.ann.slash(sim.channel, "depthcharge start")
    assert all("Your first table" not in Seen(each).text for each in second.followups)


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if lessons_of(game)])
async def test_all_lessons_of_a_game_are_played_in_a_row(sim: Simulation, key: str) -> None:
    game = GAMES[key]
    board = await sim.say(sim.ann, "learn", game=key)
    for place, lesson in enumerate(lessons_of(game), 1):
        assert f"Lesson {place} of" in board.text
        right = {each.number: each for each in reversed([*playing(game, lesson, "")]) if each.right}
        for number in sorted(right):
            for step in right[number].before.path(right[number].action):
                await press_step(sim, board, step)
        row = await stored.load(sim.bot.store, sim.ann.id)
        assert row is not None
        assert (row.subject, row.ended, row.tries) == (lesson.subject, DONE, 0), board.text
        if place < len(lessons_of(game)):
            await sim.press(sim.ann, board, "Next Lesson")
    assert "That was the last lesson" in board.text
    assert len(await stored.finished(sim.bot.store, sim.ann.id)) == len(lessons_of(game))


async def press_step(sim: Simulation, board: Seen, step: str) -> None:
    """Press the button of this step, or confirm what is forced."""
    if "Confirm" in board.buttons:
        await sim.press(sim.ann, board, "Confirm")
        return
    for part in parts(board.raw):
        verb, _, draft = part.get("custom_id", "").partition(":0:")
        chosen = draft.partition(":")[2].split(";")[-1].split("|")[-1]
        if verb == "ct:trystep" and chosen == step and part["label"] != "Back":
            await sim.ann.click(board.message, custom_id=part["custom_id"])
            return
