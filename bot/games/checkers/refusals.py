"""Why a turn of Captain's Checkers is refused: what is wrong, and what to do instead (rulings 3 and 4)."""

from __future__ import annotations

from bot.games.core import IllegalAction, Seat
from bot.languages import listed, ngettext

from .actions import BOARD, CheckersAction, name_of
from .moving import FARTHEST, sizes
from .view import Splitting, Stack, owner


def refusal(seat: Seat, stack: Stack, action: CheckersAction, split: Splitting) -> IllegalAction:
    """Why ``seat`` can't play ``action`` with ``stack``, which is on its source."""
    name = BOARD.names[action.source]
    if not stack:
        return IllegalAction("{square} is empty. Choose a stack with your colour on top.", square=name)
    if (holder := owner(stack)) and holder != seat:
        return IllegalAction(
            "{side} controls the stack on {square}. Choose one with your colour on top.",
            side=name_of(holder),
            square=name,
        )
    if action.count is None:
        return _move_refusal(len(stack), action)
    return _split_refusal(len(stack), action, action.count, split)


def _move_refusal(height: int, move: CheckersAction) -> IllegalAction:
    source, target = BOARD.names[move.source], BOARD.names[move.target]
    (column, row), (to_column, to_row) = BOARD.place(move.source), BOARD.place(move.target)
    right, up = to_column - column, to_row - row
    distance = max(abs(right), abs(up))
    if height > FARTHEST:
        return IllegalAction(
            "The stack on {square} is {number} high, which is too high to move. Split it instead.",
            square=source,
            number=height,
        )
    if right and up and abs(right) != abs(up):
        return IllegalAction(
            "{target} isn’t in a straight line from {source}. Move along the column, along the row or "
            "diagonally.",
            target=target,
            source=source,
        )
    return IllegalAction(
        ngettext(
            "A single checker moves exactly 1 square, but {target} is {distance} away from {source}.",
            "A stack of {number} moves exactly {number} squares, but {target} is {distance} away from "
            "{source}.",
            height,
            target=target,
            distance=distance,
            source=source,
        )
    )


def _split_refusal(height: int, action: CheckersAction, count: int, split: Splitting) -> IllegalAction:
    source, target = BOARD.names[action.source], BOARD.names[action.target]
    allowed = sizes(height, split)
    if height == 1:
        return IllegalAction(
            "There’s only one checker on {square}, so you can move it but not split it.", square=source
        )
    if count == height:
        return IllegalAction(
            "You can’t split off all of {square}. Leave at least 1 behind, or move the whole stack.",
            square=source,
        )
    if count > height:
        return IllegalAction(
            "The stack on {square} is only {number} high. Split off at most {most}.",
            square=source,
            number=height,
            most=allowed[-1],
        )
    if count not in allowed:
        return IllegalAction(
            "At this table, stacks can only be split in half. Split off the top {size} from {square}.",
            size=listed(map(str, allowed), "or"),
            square=source,
        )
    return IllegalAction(
        "{target} isn’t next to {source}. Split to an adjacent square: up, down, left or right.",
        target=target,
        source=source,
    )
