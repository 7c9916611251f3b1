"""Why a turn of Captain's Checkers is refused: what is wrong, and what to do instead (rulings 3 and 4)."""

from __future__ import annotations

from bot.games.core import Seat
from bot.games.plurals import plural

from .actions import BOARD, CheckersAction
from .moving import FARTHEST, sizes
from .view import Splitting, Stack, owner


def refusal(seat: Seat, stack: Stack, action: CheckersAction, split: Splitting) -> str:
    """Why ``seat`` can't play ``action`` with ``stack``, which is on its source."""
    name = BOARD.names[action.source]
    if not stack:
        return f"{name} is empty. Choose a stack with a {seat} checker on top."
    if (holder := owner(stack)) != seat:
        who = str(holder).capitalize()
        return f"{who} controls the stack on {name}. Choose one with a {seat} checker on top."
    if action.count is None:
        return _move_refusal(len(stack), action)
    return _split_refusal(len(stack), action, action.count, split)


def _move_refusal(height: int, move: CheckersAction) -> str:
    source, target = BOARD.names[move.source], BOARD.names[move.target]
    (column, row), (to_column, to_row) = BOARD.place(move.source), BOARD.place(move.target)
    right, up = to_column - column, to_row - row
    distance = max(abs(right), abs(up))
    if height > FARTHEST:
        return f"The stack on {source} is {height} high, which is too high to move. Split it instead."
    if right and up and abs(right) != abs(up):
        return (
            f"{target} isn’t in a straight line from {source}. Move along the column, along the row or "
            "diagonally."
        )
    return plural(
        height,
        f"A single checker moves exactly 1 square, and {target} is {distance} from {source}.",
        f"A stack of {height} moves exactly {height} squares, and {target} is {distance} from {source}.",
    )


def _split_refusal(height: int, action: CheckersAction, count: int, split: Splitting) -> str:
    source, target = BOARD.names[action.source], BOARD.names[action.target]
    allowed = sizes(height, split)
    if height == 1:
        return f"There’s only one checker on {source}, so you can move it but not split it."
    if count == height:
        return f"You can’t split off all of {source}. Leave at least 1 behind, or move the whole stack."
    if count > height:
        return f"The stack on {source} is only {height} high. Split off at most {allowed[-1]}."
    if count not in allowed:
        half = " or ".join(str(size) for size in allowed)
        return f"At this table, stacks can only be split in half. Split off the top {half} from {source}."
    return f"{target} isn’t next to {source}. Split to an adjacent square: up, down, left or right."
