"""Perft: the number of action sequences of a given length, the oldest test of a move generator."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any, Final

from bot.games.core import Game, Placement, RulesError, Seat, State

from . import text

LONGEST: Final = 99
MOST_POSITIONS: Final = 2_000_000
"""Positions that one count may look at: some minutes, and Captain's Checkers to depth 4."""


class TooMuch(RulesError):
    """A count that would take longer than anybody waits."""


def perft(game: Game[Any, Any], state: State[Any, Any], depth: int, most: int = MOST_POSITIONS) -> int:
    """How many sequences of ``depth`` actions, chance's counted over all outcomes, begin in ``state``.

    :raises TooMuch: when more than ``most`` positions would have to be looked at.
    """
    left = most

    def count(state: State[Any, Any], depth: int) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooMuch(text.perft_too_large(most))
        if depth == 1:
            return sum(_number(state, seat) for seat in state.to_act)
        return sum(count(state.play(seat, action), depth - 1) for seat, action in actions(game, state))

    return count(state, depth) if depth else 1


def _number(state: State[Any, Any], seat: Seat) -> int:
    legal = state.legal(seat)
    return comb(len(legal.squares), legal.count) if isinstance(legal, Placement) else len(legal)


def actions(game: Game[Any, Any], state: State[Any, Any]) -> Iterator[tuple[Seat, Any]]:
    """Every action that is possible in ``state``, with its seat, placements one by one."""
    for seat in sorted(state.to_act):
        legal = state.legal(seat)
        if isinstance(legal, Placement):
            for chosen in combinations(legal.squares, legal.count):
                yield seat, game.parse(legal.text(chosen))
        else:
            for action in legal:
                yield seat, action
