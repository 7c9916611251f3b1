"""Why a turn of Captain's Checkers is refused: what is wrong, and what to do instead (rulings 3 and 4)."""

from __future__ import annotations

from bot.games.core import Seat
from bot.games.plurals import counted

from .actions import BOARD, CheckersAction, Move, Split
from .moving import FARTHEST, Splitting, sizes
from .view import Stack


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
