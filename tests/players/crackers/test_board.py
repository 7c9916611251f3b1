"""The player's private board is the rules' board."""

from __future__ import annotations

import pytest

from bot.games.crackers.actions import BLUE, CAPTAIN
from bot.games.crackers.book import drawn
from bot.games.crackers.rules import CrackersState
from bot.players.crackers.position import Position, read, written
from tests.games.crackers.positions import CALM, DUNK, played

from .check import alike, check

RUNNING = "c3 3 3 3 3\n!~3 ~2 2R . 3\n3 3 3 3 pYB"
"""A run that frees another."""


def test_random_games_are_the_same_in_both() -> None:
    assert check(1_000, seed=7) > 0


@pytest.mark.parametrize(
    ("state", "actions"),
    [
        (drawn(DUNK, BLUE), ["b2-", "flow a2 b3"]),
        (drawn(RUNNING), ["c2-"]),
        (drawn(CALM, CAPTAIN), ["pump a3", "unbag c3"]),
        (drawn(CALM, CAPTAIN), ["bag a1", "pump c1", "bag b1"]),
        (drawn(CALM, CAPTAIN, round=60), ["pump a3", "pump a3 a2", "pump c1"]),
        (drawn(CALM, path="dry"), ["a1"]),
    ],
)
def test_drawn_positions_are_the_same_in_both(state: CrackersState, actions: list[str]) -> None:
    position = Position.of(state.view_for(None))
    for text in actions:
        (seat,) = state.to_act
        view, legal = state.view_for(None), state.legal(seat)
        moves = read(legal, view)
        assert tuple(written(move, view.grid.names) for move in moves) == tuple(legal)
        number = [str(action) for action in legal].index(text)
        state, position = played(state, text), position.play(moves[number])
        assert alike(state, position)


def test_a_game_that_is_over_is_read_as_that() -> None:
    state = played(drawn(CALM, CAPTAIN, round=60), "pump a3", "pump c1", "bag b2")
    assert state.outcome is not None
    assert Position.of(state.view_for(None)).winner == 1
