"""What the rulings say of winning and drawing, and the options that set it, as drawn positions."""

from __future__ import annotations

import pytest

from bot.games.checkers import GAME
from bot.games.checkers.actions import BLACK, RED
from bot.games.checkers.book import stacks
from bot.games.checkers.rules import CheckersTerms, judge
from bot.games.core import OptionError
from tests.games.playing import begun, played, verdict

from .positions import STILL, at, still

# Ruling 5


@pytest.mark.parametrize(("win", "goal"), [(51, 33), (75, 48), (76, 49), (99, 64), (100, 64)])
def test_the_goal_is_the_least_number_that_reaches_the_share(win: int, goal: int) -> None:
    assert CheckersTerms(win=win).goal == goal
    assert goal * 100 >= win * 64 > (goal - 1) * 100


def test_a_side_wins_as_soon_as_it_controls_enough() -> None:
    state = at(
        """
        .  .  .  .  .  .  .  bbbbbb
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  bbbbbbbbbbbb .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  rr .  .  .  .  .
        rrrrrrrrrrrrrrrrrrrrbbbbbbbbbbbbbbrrrrrrrrrr . . . . . . .
    """,
        terms=CheckersTerms(),
    )
    assert (state.red, state.outcome) == (46, None)
    ended = played(state, "c2-c4")
    assert ended.red == 58
    assert verdict(ended) == "red control"
    assert not ended.to_act
    assert ended.legal(RED) == ()


def test_a_side_can_win_on_the_enemys_turn() -> None:
    state = at(
        """
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  rbbbbbbbbbbb .  .  .  .  .
        .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .
        bbbbbbbbbbbbbbbbbbbbrrrrrrrrrrrrrrrrrrrr . . . . . . rrrrrrrrrrrr
    """,
        terms=CheckersTerms(),
    )
    ended = played(state, "c4-c5/1")
    assert ended.outcome is not None
    assert ended.outcome.winners == (BLACK,)


# Ruling 6

ROUND = ("a1-a3", "h8-h6", "a3-a1", "h6-h8")


def test_a_game_is_drawn_after_so_many_quiet_turns() -> None:
    state = still(3, *ROUND[:2])
    assert (state.quiet, state.outcome) == (2, None)
    ended = played(state, ROUND[2])
    assert verdict(ended) == "quiet"


def test_a_change_of_control_breaks_the_quiet() -> None:
    state = still(3, *ROUND[:2], "d2-d3")
    assert (state.quiet, state.outcome) == (0, None)


def test_a_turn_whose_gain_and_loss_cancel_out_is_quiet() -> None:
    state = at("""
        . . . . . . . b
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . rb b . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    assert played(state, "d4-e4/1").quiet == 1


def test_the_third_time_of_a_position_is_a_draw() -> None:
    state = played(at(STILL), *ROUND, *ROUND[:3])
    assert state.outcome is None
    ended = played(state, ROUND[3])
    assert verdict(ended) == "repetition"


def test_a_position_with_the_other_side_to_act_is_another_position() -> None:
    # Singles can lose a turn: a1-b2-a2-a1 takes three, so the first squares come back with black to act.
    state = played(
        at("""
            . . . . . . . b
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            r . . . . . . .
        """),
        *("a1-b2", "h8-g8", "b2-a2", "g8-h8", "a2-a1"),
    )
    assert state.stacks == stacks(". . . . . . . b\n" + ". . . . . . . .\n" * 6 + "r . . . . . . .")
    assert (state.mover, state.past[(BLACK, 1)].count("|".join(state.stacks))) == (BLACK, 1)


def test_a_repetition_may_span_captures() -> None:
    # Red takes d3 and frees it again: control changes, yet the position comes back.
    cycle = ("d2-d3", "h8-h6", "d3-d2/1", "h6-h8")
    ended = played(at(STILL), *cycle, *cycle)
    assert verdict(ended) == "repetition"


def test_quiet_zero_turns_both_draws_off() -> None:
    state = still(0, *(ROUND * 40))
    assert (state.outcome, state.quiet) == (None, 160)


def test_a_win_goes_before_a_draw_and_quiet_before_repetition() -> None:
    both = still(8, *ROUND, *ROUND)
    assert verdict(both) == "quiet"
    won = judge(CheckersTerms(quiet=8), red=48, quiet=8, stood=3)
    assert won is not None
    assert (won.reason, won.winners) == ("control", (RED,))


# Options


def test_the_options_have_the_rulings_bounds() -> None:
    assert dict(GAME.read_options({})) == {"win": 75, "split": "any", "quiet": 100}
    for name, text in (
        ("win", "50"),
        ("win", "101"),
        ("split", "thirds"),
        ("quiet", "1001"),
        ("quiet", "-1"),
    ):
        with pytest.raises(OptionError):
            GAME.read_options({name: text})
    assert begun("checkers", win="51", split="halves", quiet="0").terms == CheckersTerms(51, "halves", 0)
    assert all(len(option.help) <= 100 for option in GAME.options.values())
    assert "first capture" in GAME.options["win"].help
