"""The searching player behind the rule book's opening plans."""

from __future__ import annotations

from random import Random

from bot.games.checkers.actions import RED
from bot.games.checkers.drawing import stacks
from bot.games.checkers.rules import CheckersState, begin
from bot.games.checkers.state import CheckersTerms

from .openings import Player, play

TEMPTING = """
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  bb .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  b  .  .  .  .  .
.  .  .  .  .  .  .  .
rr .  rr .  .  .  .  bbb
.  .  .  .  .  .  .  .
"""


def best(depth: int) -> tuple[int, set[str]]:
    state: CheckersState = begin(stacks(TEMPTING), RED, CheckersTerms(win=100))
    value, actions = Player(depth, 64, Random(1)).best(state, RED)
    return value, {str(action) for action in actions}


def test_one_turn_ahead_the_nearest_capture_looks_best() -> None:
    assert best(1) == (1, {"a2-c4", "c2-c4"})


def test_two_turns_ahead_the_recapture_is_seen() -> None:
    # On c4 a black 2 from c6 takes all 3 back.
    value, actions = best(2)
    assert value > 1 - 3
    assert not actions & {"a2-c4", "c2-c4"}


def test_a_game_is_the_same_for_the_same_seed() -> None:
    assert play(["d2-d4"], 7, 1, 1) == play(["d2-d4"], 7, 1, 1)
