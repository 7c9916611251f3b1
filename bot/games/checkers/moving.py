"""How stacks may move and split, and which squares they reach in one turn (rulings 3 and 4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, Literal, TypeAlias

from bot.games.core import DIAGONAL, ORTHOGONAL

from .actions import BOARD, CheckersAction, Move, Split
from .view import CheckersView, owner

Splitting: TypeAlias = Literal["any", "halves"]

FARTHEST: Final = 7
"""The longest way on the board; a higher stack cannot move (ruling 3)."""


def sizes(height: int, split: Splitting) -> tuple[int, ...]:
    """How many checkers may be split off a stack of ``height``, ascending (ruling 4)."""
    if split == "halves":
        return tuple(sorted({height // 2, height - height // 2})) if height > 1 else ()
    return tuple(range(1, height))


@cache
def turns(square: int, height: int, split: Splitting) -> tuple[CheckersAction, ...]:
    """All that the owner of a stack of ``height`` on ``square`` may do with it: moves, then splits.

    In the order of size, then target. What stands elsewhere never matters (ruling 3).
    """
    return (*_moves(square, height), *_splits(square, height, split))


@cache
def choices(square: int, height: int, split: Splitting) -> frozenset[CheckersAction]:
    """:func:`turns` as a set."""
    return frozenset(turns(square, height, split))


def _moves(square: int, height: int) -> Iterator[Move]:
    file, rank = BOARD.place(square)
    ways = ORTHOGONAL + DIAGONAL
    reached = (BOARD.at(file + right * height, rank + up * height) for right, up in ways)
    for target in sorted(target for target in reached if target is not None):
        yield Move(square, target)


def _splits(square: int, height: int, split: Splitting) -> Iterator[Split]:
    for count in sizes(height, split):
        for target in sorted(BOARD.orthogonal[square]):
            yield Split(square, target, count)


def goals(view: CheckersView, square: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where the stack on ``square`` can move whole, and where part of it can be split to, ascending."""
    stack = view.stacks[square]
    every = turns(square, len(stack), view.split) if stack else ()
    whole = {turn.target for turn in every if isinstance(turn, Move)}
    parts = {turn.target for turn in every if not isinstance(turn, Move)}
    return tuple(sorted(whole)), tuple(sorted(parts))


def prey(view: CheckersView, square: int) -> tuple[int, ...]:
    """The squares of the other side's stacks on which the stack on ``square`` can land, ascending."""
    own = owner(view.stacks[square])
    reached = {target for targets in goals(view, square) for target in targets}
    return tuple(target for target in sorted(reached) if owner(view.stacks[target]) not in (None, own))


def hunters(view: CheckersView, square: int) -> tuple[int, ...]:
    """The squares whose stacks can land on ``square`` in one turn, ascending."""
    return tuple(
        other
        for other, stack in enumerate(view.stacks)
        if stack and other != square and any(square in targets for targets in goals(view, other))
    )
