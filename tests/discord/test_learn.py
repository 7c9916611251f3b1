"""What a newcomer reads: rule books, and the lessons of ``/learn``."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.components.interactions.languages import Languages
from bot.components.practice import boards
from bot.features.lessons import lesson_cards, lessons, newcomers
from bot.features.lessons.lesson_cards import find
from bot.features.lessons.lessons import lessons_of
from bot.features.lessons.newcomers import EARLY, FITTING
from bot.games.depthcharge.view import DepthChargeView
from bot.languages import gettext, names, speaking
from rendering.scene import Picture, Scene
from rendering.studio import Studio
from tests.games.registry import GAMES
from tests.thorough import examples

from .limits import parts
from .playing import manned, table_of, take_a_turn
from .simulation import Simulation


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
    monkeypatch.setattr(lessons, "kept", lambda _key, _rules: every)
    await sim.restart()
    assert (await sim.ann.press(board, "a")).text == boards.BOARD_GONE
    await sim.ann.press(board, "Start Over", "Start Over")
    assert "Now you’re the one in trouble" in board
    assert "Start Over" not in board.buttons, "nothing was played"


async def test_starting_over_asks_before_it_throws_anything_away(sim: Simulation) -> None:
    board = await sim.ann.say("learn", game="snorkels", lesson="come-up-for-air")
    await sim.ann.press(board, "d", "d3")
    await sim.ann.press(board, "Start Over")
    assert "You’ll lose what you’ve done here." in board
    assert board.buttons == ["Start Over", "Continue"]
    await sim.ann.press(board, "Continue")
    assert "Green is still after you" in board
    await sim.ann.press(board, "Start Over", "Start Over")
    assert "Now you’re the one in trouble" in board


async def test_a_hint_that_was_given_leaves_its_button_where_it_is(sim: Simulation) -> None:
    board = await sim.ann.say("learn", game="snorkels", lesson="come-up-for-air")
    await sim.ann.press(board, "d", "d3")
    before = [part["label"] for part in parts(board.components) if "label" in part]
    assert before[before.index("Hint") + 1] == "Start Over"
    await sim.ann.press(board, "Hint")
    assert [part["label"] for part in parts(board.components) if "label" in part] == before
    assert "Hint" not in board.buttons


async def test_the_last_lesson_leads_to_a_game(sim: Simulation) -> None:
    board = await sim.ann.say("learn", game="snorkels", lesson="cut-and-choose")
    await sim.ann.press(board, "Take Purple")
    assert "That was the last lesson" in board
    assert board.buttons[0] == "Start a Game", "nobody thinks here"
    assert "Other Games" in board.buttons
    lobby = await sim.ann.press(board, "Start a Game")
    assert "Snorkels · Table 1" in lobby
    assert not lobby.ephemeral


async def test_the_words_of_a_lesson_make_room_for_its_board_once_a_choice_began(
    sim: Simulation,
) -> None:
    said = lessons_of(GAMES["snorkels"])[1].steps[0].say
    board = await sim.ann.say("learn", game="snorkels", lesson="shared-air")
    assert said in board.text
    await sim.ann.press(board, "d")
    assert said not in board.text
    assert "column d" in board
    await sim.ann.press(board, "Back")
    assert said in board.text


async def test_the_buttons_to_press_stay_told_until_a_move_is_chosen(sim: Simulation) -> None:
    board = await sim.ann.say("learn", game="checkers")
    told = "Press **d**, then **d2**, then **d4**."
    assert told in board
    assert "Pick a column." not in board, "that's said"
    await sim.ann.press(board, "d")
    assert told in board
    assert "Pick a stack in column d." not in board
    assert "A stack of two moves exactly two squares" not in board
    await sim.ann.press(board, "d2 (2 High)")
    assert told in board
    await sim.ann.press(board, "d4 · Takes 2")
    assert told not in board


@pytest.mark.parametrize("tag", names())
async def test_the_first_button_to_press_is_there_in_every_language(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch, tag: str
) -> None:
    async def of_anybody(*_asked: Any, **_options: Any) -> str:
        return tag

    monkeypatch.setattr(Languages, "of_somebody", of_anybody)
    looked_for = 0
    for game in GAMES.values():
        for lesson in lessons_of(game):
            if not lesson.steps[0].press:
                continue
            board = await sim.ann.say("learn", game=game.key, lesson=lesson.slug)
            with speaking(tag):
                first, *_ = re.findall(r"\*\*(.+?)\*\*", gettext(lesson.steps[0].press))
            assert any(label.endswith(first) for label in board.buttons), (
                lesson.subject,
                first,
                board.buttons,
            )
            looked_for += 1
    assert looked_for > 5


async def test_the_words_of_a_lesson_leave_the_board_in_view_before_one_confirms(sim: Simulation) -> None:
    board = await sim.ann.say("learn", game="curse", lesson="the-first-treasure")
    assert "what you skip is crossed out" in board
    board = await sim.ann.press(board, "🪙 Coin")
    assert "Confirm?" in board
    assert "what you skip is crossed out" not in board


async def test_a_right_move_in_the_middle_of_a_lesson_isn_t_ticked_off(sim: Simulation) -> None:
    board = await sim.ann.say("learn", game="snorkels", lesson="come-up-for-air")
    for label in ("d", "d3", "d", "d2"):
        assert "✅" not in board
        await sim.ann.press(board, label)
    assert "✅" in board
    assert "✅ 4. Come Up for Air" in await sim.ann.press(board, "All Lessons")


async def test_what_experts_know_stands_at_the_end_of_the_rule_book_and_not_before_beginners(
    sim: Simulation,
) -> None:
    board = await sim.ann.say("learn", game="snorkels")
    assert "perfect play" not in await sim.ann.press(board, "All Lessons")
    book = await sim.ann.say("rules", game="snorkels")
    for _ in GAMES["snorkels"].book[1:]:
        assert "perfect play" not in book
        await sim.ann.press(book, "Next")
    assert "What’s known about perfect play" in book


async def test_after_a_first_game_alone_there_are_its_lessons(sim: Simulation) -> None:
    await sim.ann.say("curse start", filled=2)
    table = await table_of(sim)
    lost = [each.label for each in lesson_cards.end_controls(table)]
    assert lost == ["Learn"]
    whole = replace(table, options={**table.options, "filled": 0})
    assert lesson_cards.end_controls(whole) == []


@pytest.mark.usefixtures("inline_thinkers")
async def test_one_may_play_before_all_lessons_are_done(sim: Simulation) -> None:
    board = await sim.ann.say("learn", game="snorkels")
    listed = await sim.ann.press(board, "All Lessons")
    await sim.ann.press(listed, "Play the Cabin Boy")
    await sim.settled()
    assert "it’s your turn" in sim.card(sim.channel)


async def test_the_list_of_lessons_leads_back_to_the_one_under_way(sim: Simulation) -> None:
    board = await sim.ann.say("learn", game="checkers")
    before = board.text
    listed = await sim.ann.press(board, "All Lessons")
    assert listed.buttons[-3:] == ["Back", "Other Games", "Close"]
    await sim.ann.press(listed, "Back")
    assert listed.text == before


async def test_a_lesson_says_how_to_get_back_from_a_button_that_it_did_not_name(sim: Simulation) -> None:
    board = await sim.ann.say("learn", game="snorkels")
    assert "**Back**" not in board
    await sim.ann.press(board, "a")
    assert "Press **d**, then **d3**." in board
    assert "Pressed something else? Press **Back**." in board
    await sim.ann.press(board, "Back", "d", "d3")
    assert "✅" in board


async def test_a_rule_book_says_why_it_is_open_further_on(sim: Simulation) -> None:
    why = "-# This page is about what’s next in this game."
    assert why not in await sim.ann.say("rules", game="depthcharge")
    await sim.begin("depthcharge", mines=3)
    book = await sim.ann.say("rules", sim.place())
    assert why in book
    assert "Rules, page 1 " not in book
    assert why not in await sim.ann.press(book, "Back")
    asked = await sim.ann.press(await sim.ann.press(sim.card(), "More"), "Rules")
    assert why in asked
    await sim.finish()
    for over in (
        await sim.ann.say("rules", sim.place()),
        await sim.ann.press(await sim.ann.press(sim.card(), "More"), "Rules"),
    ):
        assert "Rules, page 1 " not in over
        assert why not in over, "nothing comes next"


async def test_a_rule_book_jumps_to_any_page(sim: Simulation) -> None:
    *_, last = book = GAMES["snorkels"].book
    first = await sim.ann.say("rules", game="snorkels")
    result = await sim.ann.select(first, [str(len(book) - 1)])
    assert last.title in result.seen


async def test_the_aim_is_told_in_somebody_s_first_three_games_of_a_kind(sim: Simulation) -> None:
    told = []
    for _ in range(4):
        await sim.begin("snorkels", pie="off")
        told.append("If a group has no open tube left" in sim.card())
    assert told == [True, True, True, False]


@pytest.mark.parametrize(
    ("key", "room"),
    examples(
        [(key, room) for key in GAMES for room in ((FITTING, EARLY), (0, 1))],
        {("depthcharge", (FITTING, EARLY)), ("crackers", (0, 1))},
    ),
)
async def test_the_aim_is_told_in_somebody_s_first_turn_and_where_it_fits_until_their_third(
    sim: Simulation, key: str, room: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    fitting, last = room
    monkeypatch.setattr(newcomers, "FITTING", fitting)
    people = await manned(sim, key, sim.ann, sim.bob, sim.cid)
    rng = Random(1)
    turns: dict[int, list[Any]] = {}
    for _ in range(60):
        table = await sim.table()
        (who, *_) = table.awaited
        assert table.state is not None
        # A turn may take several actions: it's told which one it is by the rules, not by counting those.
        mine = turns.setdefault(who.id, [])
        if len(table.awaited) == 1:
            if table.state.turn_key not in mine[-1:] or table.turns[-1].seat != table.acting[0]:
                mine.append(table.state.turn_key)
            aim = table.game.aim(table.view_for(None))
            if not aim:
                assert len(mine) > 1, "where there is room for none later on, it's in the first turn"
                return
            assert (aim.splitlines()[0] in sim.card()) == (len(mine) <= last)
            if len(mine) > last:
                return
        else:
            mine.append(None)
        await take_a_turn(sim, people[who.id], rng)
    pytest.fail("nobody had a turn after that")


async def test_a_hint_shades_the_water_that_the_reports_exclude_and_shows_no_mine(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    views: list[DepthChargeView] = []
    draw = Studio.draw

    async def seen(self: Studio, key: str, scene: Scene[Any, Any], **given: Any) -> Picture:
        views.append(scene.view)
        return await draw(self, key, scene, **given)

    monkeypatch.setattr(Studio, "draw", seen)
    board = await sim.ann.say("learn", game="depthcharge", lesson="two-soundings")
    assert views[-1].proof is None
    await sim.ann.press(board, "Hint")
    assert views[-1].proof is not None
    assert views[-1].proof.empty
    assert not views[-1].proof.mines


async def test_all_games_to_learn_are_one_picture_with_ones_progress_and_a_button_each(
    sim: Simulation,
) -> None:
    await sim.ann.press(await sim.ann.say("learn", game="snorkels", lesson="cut-and-choose"), "Take Purple")
    choice = await sim.ann.say("learn")
    assert f"Snorkels: 1 of {len(lessons_of(GAMES['snorkels']))}." in choice.alt
    assert choice.files
    assert "Lesson 1 of" in await sim.ann.press(choice, "Snorkels")
