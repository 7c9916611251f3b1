"""What the computer player chooses: tactics, draws, and nothing that the view doesn't tell."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.games.checkers import GAME
from bot.games.checkers.actions import BLACK, RED, CheckersAction
from bot.games.checkers.rules import CheckersState, CheckersTerms
from bot.players.checkers import LEVELS, PLAYER, CheckersSettings
from bot.players.levels import LEVELS as ALL_LEVELS
from bot.players.player import Choice
from tests.games.checkers.positions import after, at

QUICK = replace(LEVELS["captain"], budget=3_000)
ABOVE_THE_LOWEST = ("deckhand", "first-mate", "captain")


def limited(level: str) -> CheckersSettings:
    """The settings of a level with a budget that suits a test."""
    return replace(LEVELS[level], budget=min(LEVELS[level].budget, 2_000))


def chosen(state: CheckersState, settings: CheckersSettings = QUICK, seed: int = 1) -> Choice[CheckersAction]:
    (seat,) = state.to_act
    return PLAYER.choose(state.view_for(seat), state.legal(seat), Random(seed), settings)


def random_positions(count: int, given: dict[str, str] | None = None) -> list[CheckersState]:
    found, rng = list[CheckersState](), Random(5)
    while len(found) < count:
        state = GAME.start(GAME.read_options(given or {}))
        assert isinstance(state, CheckersState)
        for _ in range(30):
            if state.to_act:
                (seat,) = state.to_act
                state = state.play(seat, rng.choice(state.legal(seat)))
        if state.to_act:
            found.append(state)
    return found


def test_there_are_settings_for_every_level() -> None:
    assert list(LEVELS) == [level.key for level in ALL_LEVELS]


@pytest.mark.parametrize("given", [{}, {"split": "halves"}, {"win": "51"}, {"win": "100", "quiet": "0"}])
def test_every_level_chooses_legal_turns_under_every_option(given: dict[str, str]) -> None:
    for state in random_positions(2, given):
        for level in LEVELS:
            choice = chosen(state, limited(level))
            (seat,) = state.to_act
            assert choice.action in state.legal(seat)
            assert 0 <= choice.value <= 1
            assert choice.action in [each.action for each in choice.alternatives]
            assert choice.line[0] == choice.action
            after(state, *map(str, choice.line))


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


@pytest.mark.parametrize("level", ABOVE_THE_LOWEST)
def test_an_immediate_win_is_taken_and_said_to_be_proven(level: str) -> None:
    for seed in range(3):
        choice = chosen(at(ONE_FROM_WINNING, terms=CheckersTerms()), limited(level), seed)
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


@pytest.mark.parametrize("level", ABOVE_THE_LOWEST)
def test_a_loss_at_once_is_averted(level: str) -> None:
    state = at(THREATENED, terms=CheckersTerms())
    assert any(state.play(RED, each).outcome is None for each in state.legal(RED))
    for seed in range(3):
        choice = chosen(state, limited(level), seed)
        answered = after(state, str(choice.action))
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


def test_the_deckhand_takes_more_care_after_a_blunder() -> None:
    even, behind = (at(trap(29 - lost, lost), terms=CheckersTerms()) for lost in (0, 9))
    fallen = [
        sum(str(chosen(state, LEVELS["deckhand"], seed).action) == "d1-d4" for seed in range(60))
        for state in (even, behind)
    ]
    assert 0 < 2 * fallen[1] <= fallen[0]


# What a choice depends on


def told() -> str:
    """Choices of all levels in two positions, as text."""
    hasty = [replace(settings, budget=1_500) for settings in LEVELS.values()]
    return str([chosen(state, settings, 7) for state in random_positions(2) for settings in hasty])


def test_how_a_position_came_about_makes_no_difference() -> None:
    for state in random_positions(3):
        again = replace(state, past={}, turn=state.turn + 2, last=None)
        assert chosen(state) == chosen(again)


def test_the_budget_is_never_exceeded() -> None:
    for state in random_positions(2):
        for budget in (200, 1, 0):
            assert chosen(state, replace(QUICK, budget=budget)).action in state.legal(min(state.to_act))


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
