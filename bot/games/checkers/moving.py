"""How stacks move and split, and which squares they reach in one turn (rulings 3 and 4)."""

from __future__ import annotations

from functools import cache
from typing import Final

from bot.games.core import DIAGONAL, ORTHOGONAL

from .actions import BOARD, CheckersAction
from .view import CheckersView, Splitting, Stack, owner

FARTHEST: Final = 7
"""The longest move on the board, in squares; a higher stack can't move (ruling 3)."""


def sizes(height: int, split: Splitting) -> tuple[int, ...]:
    """How many checkers may be split off a stack of ``height``, ascending (ruling 4)."""
    if split == "halves":
        return tuple(sorted({height // 2, height - height // 2})) if height > 1 else ()
    return tuple(range(1, height))


def targets(square: int, height: int) -> list[int]:
    """Where a stack of ``height`` on ``square`` may move, ascending (ruling 3)."""
    column, row = BOARD.place(square)
    reached = (BOARD.at(column + x * height, row + y * height) for x, y in ORTHOGONAL + DIAGONAL)
    return sorted(target for target in reached if target is not None)


@cache
def turns(square: int, height: int, split: Splitting) -> tuple[CheckersAction, ...]:
    """Every action with a stack of ``height`` on ``square``: moves by target, then splits by size and target.

    Other stacks never matter (ruling 3).
    """
    beside = sorted(BOARD.orthogonal[square])
    return (
        *(CheckersAction(square, target) for target in targets(square, height)),
        *(CheckersAction(square, target, count) for count in sizes(height, split) for target in beside),
    )


def landed(
    stacks: tuple[Stack, ...], source: int, target: int, count: int | None
) -> tuple[tuple[Stack, ...], Stack, Stack, Stack]:
    """The stacks after a move, or a split of ``count``; then what was lifted, left and covered."""
    stack, covered = stacks[source], stacks[target]
    lifted, left = stack[:count], stack[len(stack) if count is None else count :]
    board = list(stacks)
    board[source], board[target] = left, lifted + covered
    return tuple(board), lifted, left, covered


def goals(view: CheckersView, square: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The squares to which the stack on ``square`` can move, and those to which it can split, ascending."""
    stack = view.stacks[square]
    every = turns(square, len(stack), view.split) if stack else ()
    whole = {turn.target for turn in every if turn.count is None}
    parts = {turn.target for turn in every if turn.count is not None}
    return tuple(sorted(whole)), tuple(sorted(parts))


def prey(view: CheckersView, square: int) -> tuple[int, ...]:
    """The squares of enemy stacks that the stack on ``square`` can land on, ascending."""
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
