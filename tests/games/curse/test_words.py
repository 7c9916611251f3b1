"""Captain's Curse in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.core import Outcome
from bot.games.curse import GAME, book, prompts, text
from bot.games.curse.actions import PIRATE, TREASURES, parse
from bot.games.curse.book import BOOK
from bot.games.curse.island import island
from bot.games.curse.rules import CurseState
from bot.games.curse.score import TITLES

from .players import PLAYERS
from .playing import columns, play, space, walk

START = CurseState()


@pytest.mark.parametrize("player", list(PLAYERS))
def test_descriptions_fit_and_name_what_a_player_needs(player: str) -> None:
    for seed in range(6):
        for state in walk(seed, player):
            view = state.view_for(PIRATE)
            told = GAME.describe(view)
            assert len(told) <= 1024
            if view.dice and view.phase == "loot":
                assert f"white {view.dice[0]}, black {view.dice[1]}" in told
                assert ("Neither die fits" in told) is state.must_pass
            for line in view.lines:
                assert f" {line.label} " in told or state.outcome is not None
            assert GAME.headline(view)
            assert GAME.summary(view)
            assert all(len(row) <= 72 for row in GAME.text(view).splitlines())


def test_labels_say_what_a_choice_costs() -> None:
    view = play(replace(START, doubles=1), "roll 5 2").view_for(PIRATE)
    assert prompts.label(view, (), "white") == "Take White 5"
    assert prompts.label(view, (), "black") == "Take Black 2 (Costs Land)"
    assert prompts.label(view, (), "white+1") == "Take White 5 as 6 (Costs a Charm)"
    assert prompts.label(view, (), "black-1") == "Take Black 2 as 1 (Costs a Charm and Land)"
    assert prompts.label(view, ("white",), "barrel") == "🛢️ Barrel (Skips 1 Value)"
    assert prompts.label(view, ("white+1",), "barrel") == "🛢️ Barrel"
    number = space("barrel")
    assert prompts.label(view, ("white", "barrel"), str(number)).endswith(f" ({number})")


@pytest.mark.parametrize(
    ("reason", "why"),
    [("columns", "All six columns"), ("looted", "There’s nothing left"), ("sunk", "The whole island")],
)
def test_each_ending_says_the_score_then_why_and_a_lost_pirate_has_none(reason: str, why: str) -> None:
    told = text.ending(replace(START, outcome=Outcome(reason, ())).view_for(PIRATE))
    assert why in told
    assert ("goals met" in told.lower()) is ("points" in told.partition(". ")[0]) is (reason != "sunk")


def test_labels_of_lines_name_the_land() -> None:
    view = play(START, "roll 5 2", f"black chest {space('chest')}").view_for(PIRATE)
    cape = next(line for line in view.lines if len(line.takes) == 1)
    assert prompts.label(view, (), f"sink {cape.label}") == f"{cape.label}: {text.name(view, cape.takes[0])}"
    coast = next(line for line in view.lines if len(line.takes) > 2 and space("chest") in line.takes)
    assert (
        prompts.label(view, (), f"sink {coast.label}")
        == f"{coast.label}: {len(coast.takes)} Spaces (1 Looted)"
    )


def test_lines_that_cost_no_treasure_say_so() -> None:
    cape = next(line for line in START.view_for(None).lines if len(line.takes) == 1)
    (number,) = cape.takes
    treasure = island().spaces[number - 1].treasure
    top = START.view_for(None).columns[TREASURES.index(treasure)].values[0]
    view = play(START, f"roll 3 {top}", f"black {treasure} {number}").view_for(None)
    assert f" {cape.label} {number} (all looted)" in GAME.describe(view)
    assert (
        prompts.label(view, (), f"sink {cape.label}") == f"{cape.label}: {text.name(view, number)} (Looted)"
    )


def test_first_doubles_are_told_from_later_ones() -> None:
    view = play(START, "roll 5 5").view_for(PIRATE)
    assert (
        "These are the first double 5s, so you have to take the black die, and land sinks."
        in GAME.describe(view)
    )
    assert "Doubles so far: 5; 1 charm left." in GAME.describe(view)
    question = "Your first double 5s! Which treasure will you loot with the black die?"
    assert prompts.ask(view, ()) == question
    again = play(replace(START, doubles=16), "roll 5 5").view_for(PIRATE)
    assert "Double 5s again. Take a die" in GAME.describe(again)
    assert prompts.ask(again, ()) == "Double 5s! Which die will you take?"


def test_every_label_and_question_of_a_game_fits_a_button() -> None:
    for seed in range(8):
        for state in walk(seed):
            view = state.view_for(PIRATE)
            for action in state.legal(PIRATE):
                path = state.path(action)
                for depth, step in enumerate(path):
                    assert 0 < len(prompts.label(view, path[:depth], step)) <= 80
                    assert prompts.ask(view, path[:depth]).endswith("?")


def test_each_action_is_told_in_a_sentence() -> None:
    for seed in range(8):
        states = walk(seed, "greedy")
        for state in states:
            for seat in state.to_act:
                for action in state.legal(seat):
                    told = state.narrate(seat, action, None)
                    assert told.endswith(".")
                    assert "  " not in told


@pytest.mark.parametrize("roll", ["roll 2 1", "roll 2 2"])
def test_a_description_asks_nobody_to_take_a_die_that_fits_nowhere(roll: str) -> None:
    state = columns("654321", "123456", "654321", "123456", "654321", "12345.")
    told = GAME.describe(play(state, roll).view_for(PIRATE))
    assert "Neither die fits anywhere, so you can pass, and land sinks." in told
    assert "have to take" not in told
    assert "Take a die" not in told


def test_the_running_score_and_what_the_end_would_bring_are_told() -> None:
    view = play(START, "roll 5 2", f"white barrel {space('barrel')}").view_for(None)
    assert text.summary(view) == "Score 4 · −30 if the game ended now · 1 cross · 36 of 36 spaces above water"


@pytest.mark.parametrize(
    ("state", "told"),
    [
        (
            columns("654321", "123456", "654321", "123456", "654321", "12345."),
            "points earn the title of Captain.",
        ),
        (columns("XXXX21", "XXXX56", "654321", "XXXXX6", "654321", "XXXX5."), "short of Cabin Boy (70)."),
    ],
)
def test_endings_say_why_and_what_it_brought(state: CurseState, told: str) -> None:
    over = play(state, "roll 6 1", f"white skull {space('skull')}")
    assert told in text.ending(over.view_for(None))
    assert f"{told} All six columns are complete." in text.ending(over.view_for(None))
    assert text.headline(over.view_for(None)) == "Finished after 1 turn"


def test_exactly_enough_points_earn_the_title() -> None:
    over = play(columns("654321", "123456", "654321", "123456", "654321", "12345."), "roll 6 1")
    view = play(over, f"white skull {space('skull')}").view_for(None)
    name, least, _ = TITLES[-1]
    enough = replace(view, end=replace(view.end, total=least, title=name))
    assert text.ending(enough).startswith(f"{least} points earn the title of {name}.")
    assert f"1 short of {name} ({least})." in text.ending(
        replace(enough, end=replace(view.end, total=least - 1))
    )


def test_a_preview_shows_the_land_gone_and_no_next_roll() -> None:
    state = play(START, "roll 5 2", f"black chest {space('chest')}")
    line = state.view_for(None).lines[1]
    view = state.preview(PIRATE, parse(f"sink {line.label}"))
    assert view.sunk == line.takes
    assert view.dice is None
    assert view.phase == "roll"


def test_pages_are_short_and_every_phase_has_one() -> None:
    keys = {page.key for page in BOOK}
    assert all(len(page.text) <= 1800 for page in BOOK)
    assert {book.page_for(state.view_for(None)) for seed in range(4) for state in walk(seed)} <= keys
    assert all(page.diagrams for page in BOOK)
