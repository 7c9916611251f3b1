"""Positions counted to a depth of three turns, against the rulings' figures.

By hand, depth 1: a stack of 2 on rank 2 cannot go back over the edge, which leaves three ways forward and two
along the rank, less those over the sides: 3 on the files a, b, g and h, 5 on the other four, 32 in all; from
rank 1 it is the same: 64 moves. Splits (1 of 2) go to every neighbour: 2 + 6 · 3 + 2 = 22 from rank 1 and
3 + 6 · 4 + 3 = 30 from rank 2: 52. Together 116.

Depth 2: no stack of 2 crosses the middle, so black has its mirrored 116 whatever red did: 116 · 116 = 13,456.

Depth 3: neither has black's answer touched red's stacks, so the count is 116 times red's second turns, added
up over its first: 116 · 13,640 = 1,582,240. With halves it is less: 24 of the first turns make a stack of 4,
which loses two of its three sizes, each in 2, 3 or 4 directions (2, 12 and 10 of them): 2 · 4 + 12 · 6 +
10 · 8 = 160, and 116 · 13,480 = 1,563,680.
"""

from __future__ import annotations

import pytest

from bot.games.checkers import GAME
from bot.games.checkers.actions import CheckersAction
from bot.games.checkers.view import CheckersView
from bot.games.core import Placement, State


def leaves(state: State[CheckersAction, CheckersView], depth: int) -> int:
    """Sequences of ``depth`` turns; the last turn is counted, not played."""
    (seat,) = state.to_act
    legal = state.legal(seat)
    assert not isinstance(legal, Placement)
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        total += leaves(state.play(seat, action), depth - 1)
    return total


def test_the_start_has_64_moves_and_52_splits() -> None:
    state = GAME.start(GAME.read_options({}))
    legal = state.legal(next(iter(state.to_act)))
    assert not isinstance(legal, Placement)
    moves = [action for action in legal if action.count is None]
    assert (len(moves), len(legal) - len(moves)) == (64, 52)


@pytest.mark.parametrize(
    ("split", "depth", "count"),
    [
        ("any", 1, 116),
        ("any", 2, 13_456),
        ("any", 3, 1_582_240),
        ("halves", 1, 116),
        ("halves", 2, 13_456),
        ("halves", 3, 1_563_680),
    ],
)
def test_the_tree_of_turns_has_the_known_size(split: str, depth: int, count: int) -> None:
    assert leaves(GAME.start(GAME.read_options({"split": split})), depth) == count
