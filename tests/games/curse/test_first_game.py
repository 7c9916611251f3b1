"""A first game of Captain's Curse: some columns are full, and all that a turn needs besides is suggested."""

from __future__ import annotations

from random import Random

import pytest

from bot.games.core import CHANCE
from bot.games.curse import GAME
from bot.games.curse.actions import PIRATE, Loot, Sink
from bot.games.curse.prompts import suggest
from bot.games.curse.rules import CurseState, start
from tests.games.playing import played
from tests.players.curse.beginner import beginner

SEEDS = 60
WON = 0.8
"""How many of their first games beginners should win at least; of whole ones, it's fewer than half."""
TAPS = 50
"""The most taps of a first game on average."""


def first_game() -> CurseState:
    return start(GAME.new_options(GAME.first_options))


def test_full_columns_are_complete_and_their_treasure_is_looted() -> None:
    view = first_game().view_for(PIRATE)
    assert [column.complete for column in view.columns] == [False] * 4 + [True] * 2
    assert view.now.columns == (0, 0, 0, 0, 21, 21)
    assert (view.now.total, view.now.perfect, view.now.crossed) == (42, True, 0)
    full = {column.treasure for column in view.columns if column.complete}
    assert {space.treasure for space in view.sheet.spaces if space.number in view.looted} == full
    assert len(view.looted) == 12
    assert not view.abandoned


@pytest.mark.parametrize("roll", ["roll 6 5", "roll 4 4"])
def test_the_first_turn_says_that_one_plays_alone_and_that_columns_are_full(roll: str) -> None:
    told = GAME.aim(played(first_game(), roll).view_for(PIRATE))
    assert told.startswith("You play alone.")
    assert told.endswith("(For a shorter game, 2 columns are already full.)")


@pytest.mark.parametrize(("given", "counts"), [({}, True), ({"filled": "1"}, False), ({"seed": "1"}, False)])
def test_only_whole_games_with_unknown_dice_count(given: dict[str, str], counts: bool) -> None:
    assert GAME.scores is not None
    assert GAME.scores.counts(GAME.new_options(given)) == counts


def test_most_beginners_win_their_first_game_within_few_taps() -> None:
    won = taps = 0
    for seed in range(SEEDS):
        rng, state = Random(seed), first_game()
        while state.outcome is None:
            (seat,) = state.to_act
            if seat == CHANCE:
                state = state.play(CHANCE, state.sample_chance(rng))
                continue
            action = beginner(state.view_for(PIRATE), state.legal(PIRATE), rng)
            # A treasure and Confirm, and before them the switch to another die than the white one.
            taps += 2 + (action.taken != "white") if isinstance(action, Loot) else 0
            state = state.play(PIRATE, action)
        won += bool(state.score(final=True).title)
    assert won >= WON * SEEDS
    assert taps <= TAPS * SEEDS


def test_the_space_that_the_sea_reaches_first_is_suggested() -> None:
    state = played(CurseState(), "roll 6 2")
    # Line R takes 36 alone; of the barrels, line E takes 10 alone.
    assert suggest(state.view_for(PIRATE), ("white", "coin")) == "36"
    assert suggest(state.view_for(PIRATE), ("black", "barrel")) == "10"


def test_a_single_space_needs_no_suggestion() -> None:
    state = played(CurseState(), "roll 6 2")
    coins = [space.number for space in state.sheet.spaces if space.treasure == "coin"]
    looted = sum(1 << number - 1 for number in coins[1:])
    view = CurseState(phase="loot", turn=1, white=6, black=2, looted=looted).view_for(PIRATE)
    assert suggest(view, ("white", "coin")) == ""


def test_the_line_that_costs_the_least_treasure_is_suggested() -> None:
    sinking = played(CurseState(), "roll 6 2", "white coin 36", "roll 2 6", "black barrel 32")
    view = sinking.view_for(PIRATE)
    assert suggest(view, ()) == str(Sink("R")), "36 is looted"
