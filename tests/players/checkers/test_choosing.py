"""What the computer player chooses: tactics, draws, and nothing that the view doesn't tell."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.games.checkers import GAME
from bot.games.checkers.actions import BLACK, BOARD, RED, CheckersAction
from bot.games.checkers.rules import CheckersState, CheckersTerms
from bot.players.checkers import PLAYER
from bot.players.checkers.board import CheckersBoard, encode, side_of
from bot.players.checkers.choosing import CheckersSettings
from bot.players.checkers.search import AlphaBetaSearch
from bot.players.player import Choice
from tests.games.checkers.positions import at
from tests.games.playing import begun, played
from tests.players.matches import match, positions

from .beginner import beginner

QUICK = replace(PLAYER.levels["captain"], budget=3_000)
ABOVE_THE_LOWEST = ("deckhand", "first-mate", "captain")


def limited(level: str) -> CheckersSettings:
    """The settings of a level with a budget that suits a test."""
    return replace(PLAYER.levels[level], budget=min(PLAYER.levels[level].budget, 2_000))


def chosen(state: CheckersState, settings: CheckersSettings = QUICK, seed: int = 1) -> Choice[CheckersAction]:
    (seat,) = state.to_act
    return PLAYER.choose(state.view_for(seat), state.legal(seat), Random(seed), settings)


def some_positions(count: int) -> list[CheckersState]:
    """Positions after 30 turns of different games."""
    return [list(positions("checkers", seed, 30))[-1][0] for seed in range(count)]


# Tactics. Whoever controls 48 wins.

ONE_FROM_WINNING = """
.  .  .  .  .  .  .  bbbbbb
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  bbbbbbbbbbbb .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  rr .  .  .  .  .
rrrrrrrrrrrrrrrrrrrrbbbbbbbbbbbbbbrrrrrrrrrr . . . . . . .
"""


@pytest.mark.parametrize("settings", [*map(limited, ABOVE_THE_LOWEST), replace(QUICK, temperature=5.0)])
def test_an_immediate_win_is_taken_and_said_to_be_proven(settings: CheckersSettings) -> None:
    for seed in range(9):
        choice = chosen(at(ONE_FROM_WINNING, terms=CheckersTerms()), settings, seed)
        assert (str(choice.action), choice.value, choice.proven) == ("c2-c4", 1.0, True)


THREATENED = """
.  .  .  .  .  .  .  r
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  bbbbbbbbbbbbbbbbbbbbbbbb .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  rrrr .  .  .  .  .
bb .  rrrrrrrrrrrrrrrrrrrrrrrrrrrbbbbbb . . . . .
"""
"""Black to act takes c1 with a1 and wins; red to act has to do something about it."""


@pytest.mark.parametrize("settings", [*map(limited, ABOVE_THE_LOWEST), replace(QUICK, oversight=1.0)])
def test_a_loss_at_once_is_averted(settings: CheckersSettings) -> None:
    # Black's 26 checkers and the 33 on c1 are just enough.
    state = at(THREATENED, terms=CheckersTerms(win=92))
    assert any(state.play(RED, each).outcome is None for each in state.legal(RED))
    for seed in range(3):
        choice = chosen(state, settings, seed)
        answered = played(state, str(choice.action))
        assert not any(answered.play(BLACK, each).outcome for each in answered.legal(BLACK))


def trap(red: int, lost: int) -> str:
    """d1 can take d4, which d7 takes back; ``red`` checkers out of play, and as many ``lost``."""
    return f"""
    . . . . . . . {"b" * 27}{"r" * lost}
    . . . bbb . . . .
    . . . . . . . .
    . . . . . . . .
    . . . bb . . . .
    . . . . . . . .
    . . . . . . . .
    {"r" * red} . . rrr . . . .
    """


def retaken(settings: CheckersSettings, games: int) -> float:
    """The share of the stacks that a beginner took, and could lose again, that these settings took back."""
    could = did = 0
    for seed in range(games):
        state, rng = begun("checkers", **GAME.first_options), Random(seed)
        while state.outcome is None and state.turn < 60:
            (seat,) = state.to_act
            legal, last = state.legal(seat), state.last
            if seat == RED:
                action = beginner(state.view_for(seat), legal, rng)
            else:
                action = PLAYER.choose(state.view_for(seat), legal, rng, settings).action
                if last.covered and any(BOARD.names[each.target] == last.target for each in legal):
                    could, did = could + 1, did + (BOARD.names[action.target] == last.target)
            state = state.play(seat, action)
    return did / could


@pytest.mark.thorough
def test_the_cabin_boy_overlooks_more_often_than_not_that_he_can_retake_a_stack() -> None:
    usual = limited("cabin-boy")
    seldom, often = (retaken(settings, games=8) for settings in (usual, replace(usual, overlooked=0.0)))
    assert 0 < seldom < 0.5
    assert often > 1.5 * seldom


def test_the_deckhand_takes_more_care_after_a_blunder() -> None:
    even, behind = (at(trap(29 - lost, lost), terms=CheckersTerms()) for lost in (0, 9))
    fallen = [
        sum(str(chosen(state, PLAYER.levels["deckhand"], seed).action) == "d1-d4" for seed in range(60))
        for state in (even, behind)
    ]
    assert 0 < 2 * fallen[1] <= fallen[0]


# What a choice depends on


def told() -> str:
    """Choices of all levels in two positions, as text."""
    hasty = [replace(settings, budget=1_500) for settings in PLAYER.levels.values()]
    return str([chosen(state, settings, 7) for state in some_positions(2) for settings in hasty])


def test_the_line_goes_on_with_turns_of_both_sides() -> None:
    state = at(THREATENED, terms=CheckersTerms())
    line = chosen(state).line
    assert len(line) > 2
    for action in line:
        (seat,) = state.to_act
        assert action in state.legal(seat)
        state = state.play(seat, action)


def test_how_a_position_came_about_makes_no_difference() -> None:
    for state in some_positions(3):
        again = replace(state, past={}, turn=state.turn + 2, last=None)
        assert chosen(state) == chosen(again)


def test_the_budget_is_never_exceeded() -> None:
    for state in some_positions(2):
        for budget in (200, 1, 0):
            assert chosen(state, replace(QUICK, budget=budget)).action in state.legal(min(state.to_act))


def test_a_search_that_runs_out_of_nodes_leaves_the_board_as_it_was() -> None:
    for state in some_positions(3):
        (seat,) = state.to_act
        view = state.view_for(seat)
        search, before = AlphaBetaSearch(view, 100, 4), CheckersBoard.of(view)
        order = [encode(action) for action in state.legal(seat)]
        assert len(search.iterate(side_of(view), 3, order, 1)) < len(order)
        assert vars(search.board) == vars(before)


# Draws


def test_a_winning_side_does_not_let_a_quiet_game_run_out() -> None:
    """One quiet turn more is a draw, so a capture that costs something is better than none."""
    state = replace(
        at(
            """
            .  .  .  .  .  .  .  .
            .  .  .  .  .  .  .  .
            .  .  .  .  .  bb .  .
            .  .  .  .  .  .  .  .
            .  .  .  .  .  b  .  .
            .  .  .  .  .  .  .  .
            .  .  .  rr .  .  .  .
            rrrrrrrrrr rrrrrrrrrrrr rrrrrrrrrrrrrr . . . . .
            """,
            terms=CheckersTerms(win=100, quiet=10),
        ),
        quiet=9,
    )
    assert state.play(RED, chosen(state).action).outcome is None


# Where stacks stand


def test_where_stacks_stand_decides_between_equals() -> None:
    """With nothing to capture, the stack goes inwards; without counting places, as often along the edge."""
    state = at(
        """
        bbbb .  .  .  .  .  .  bbbb
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  .  rr .  .  .  .
        """,
        terms=CheckersTerms(win=100),
    )
    inwards = {"d1-b3", "d1-d3", "d1-f3"}
    for placing in (True, False):
        settings = replace(QUICK, depth=1, placing=placing)
        found = {str(chosen(state, settings, seed).action) for seed in range(6)}
        assert (found <= inwards) == placing


# How well it plays


@pytest.mark.thorough
def test_a_small_search_beats_a_beginner() -> None:
    small = replace(PLAYER.levels["captain"], budget=600)

    def plays(view: Any, legal: Any, rng: Random) -> Any:
        return PLAYER.choose(view, legal, rng, small).action

    found = match(GAME, plays, beginner, 6, seed=3, opening=4)
    assert found.won >= 4
