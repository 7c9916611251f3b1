"""Perft: the number of action sequences of a given length, a classic test of move generators."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any, Final

from bot.games.core import AnyGame, AnyState, Placement, RulesError, Seat

LONGEST: Final = 99
MOST_POSITIONS: Final = 2_000_000
"""The most positions to visit in one count: some minutes, enough for Captain's Checkers to depth 4."""


def perft(game: AnyGame, state: AnyState, depth: int, most: int = MOST_POSITIONS) -> int:
    """The number of sequences of ``depth`` actions from ``state``, counting every outcome of chance.

    :raises RulesError: when more than ``most`` positions would have to be visited.
    """
    left = most

    def count(state: AnyState, depth: int) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise RulesError(f"This would look at more than {most:,} positions. Try a smaller depth.")
        if depth == 1:
            return sum(_number(state, seat) for seat in state.to_act)
        return sum(count(state.play(seat, action), depth - 1) for seat, action in actions(game, state))

    return count(state, depth) if depth else 1


def _number(state: AnyState, seat: Seat) -> int:
    legal = state.legal(seat)
    return comb(len(legal.squares), legal.count) if isinstance(legal, Placement) else len(legal)


def actions(game: AnyGame, state: AnyState) -> Iterator[tuple[Seat, Any]]:
    """Every legal action in ``state`` with its seat; placements are enumerated."""
    for seat in sorted(state.to_act):
        legal = state.legal(seat)
        if isinstance(legal, Placement):
            for chosen in combinations(legal.squares, legal.count):
                yield seat, game.parse(legal.text(chosen))
        else:
            for action in legal:
                yield seat, action
