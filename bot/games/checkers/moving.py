"""How stacks may move and split, whatever stands on the board (rulings 3 and 4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, Literal, TypeAlias

from bot.games.core import Seat
from bot.games.grid import DIAGONAL, ORTHOGONAL
from bot.games.plurals import counted

from .actions import BOARD, CheckersAction, Move, Split
from .view import Stack

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


def refusal(seat: Seat, stack: Stack, action: CheckersAction, split: Splitting) -> str:
    """Why ``seat`` may not take ``action`` with ``stack``, which stands on its source; empty if it may."""
    name = BOARD.names[action.source]
    if not stack:
        return f"{name} is empty: choose a stack that {seat} controls."
    if stack[0] != seat[0]:
        owner = "Red" if stack[0] == "r" else "Black"
        return f"{name} is {owner}’s: choose a stack with a {seat} checker on top."
    if isinstance(action, Move):
        return _move_refusal(len(stack), action)
    return _split_refusal(len(stack), action, split)


def _move_refusal(height: int, move: Move) -> str:
    source, target = BOARD.names[move.source], BOARD.names[move.target]
    right, up = _way(move)
    distance = max(abs(right), abs(up))
    if height > FARTHEST:
        return f"A stack of {height} is too high to move on this board: split {source} instead."
    if distance == 0:
        return f"{source} can’t move onto itself: name another square."
    if right and up and abs(right) != abs(up):
        return (
            f"{target} is not in a straight line from {source}: move along the file, the rank or a diagonal."
        )
    if distance != height:
        squares = counted(height, "square")
        return f"A stack of {height} moves exactly {squares}: {target} is {distance} away."
    return ""


def _split_refusal(height: int, action: Split, split: Splitting) -> str:
    source, target = BOARD.names[action.source], BOARD.names[action.target]
    allowed = sizes(height, split)
    if height == 1:
        return f"{source} is a single checker: it can move, but there is nothing to split."
    if action.count == height:
        return f"You can’t split off all of {source}: leave at least 1 behind, or move the whole stack."
    if action.count > height:
        return f"{source} is only {height} high: split off at most {allowed[-1]}."
    if action.count not in allowed:
        half = " or ".join(str(size) for size in allowed)
        return f"Stacks are split into halves at this table: of {height}, split off the top {half}."
    if sorted(map(abs, _way(action))) != [0, 1]:
        return f"{target} is not beside {source}: a split goes one square up, down, left or right."
    return ""


def _way(action: CheckersAction) -> tuple[int, int]:
    """From source to target, in (files, ranks)."""
    file, rank = BOARD.place(action.source)
    to_file, to_rank = BOARD.place(action.target)
    return (to_file - file, to_rank - rank)
