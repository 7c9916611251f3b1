"""The best game with dice that are known: it can be played, and beats playing without knowing them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bot.games.core import CHANCE
from bot.games.curse.actions import PIRATE, Roll
from bot.games.curse.island import NEWEST
from bot.games.curse.rules import CurseState
from bot.players.curse import PLAYER, hindsight
from bot.players.curse.board import CurseBoard, read
from bot.players.curse.hindsight import best_known
from bot.players.curse.outlook import ROLLS

from .check import positions

DICE = [Roll(*Random(number).choice(ROLLS)) for number in range(80)]


@pytest.mark.thorough
def test_knowing_the_dice_is_worth_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hindsight, "KEPT", 3)
    state = CurseState(edition=NEWEST)
    while state.outcome is None:
        state = state.play(CHANCE, DICE[state.turn])
        while PIRATE in state.to_act:
            action = PLAYER.at("captain", state.view_for(PIRATE), state.legal(PIRATE), Random(1)).action
            state = state.play(PIRATE, action)
    found = best_known(DICE)
    assert found is not None
    assert state.score(final=True).total < found <= 126


def test_a_game_that_does_not_end_with_the_dice_has_no_points(monkeypatch: pytest.MonkeyPatch) -> None:
    assert best_known(DICE[:3]) is None
    monkeypatch.setattr(hindsight, "learnt", lambda: None)
    assert best_known(DICE) is None


def reached(state: CurseState) -> Iterator[CurseBoard]:
    """The boards at the end of every turn that the rules allow."""
    if PIRATE in state.to_act:
        for action in state.legal(PIRATE):
            yield from reached(state.play(PIRATE, action))
    else:
        board = read(state.view_for(PIRATE))
        board.settle()
        yield board


def test_every_turn_that_is_tried_is_one_by_the_rules() -> None:
    for seed in (1, 3):
        rng = Random(seed)
        for state in positions(seed)[::7]:
            before = replace(state, phase="roll")
            roll = before.sample_chance(rng)
            assert isinstance(roll, Roll)
            found = [*reached(before.play(CHANCE, roll))]
            tried = [board for _, board in hindsight.turns(read(before.view_for(None)), roll)]
            assert tried
            assert all(board in found for board in tried)
