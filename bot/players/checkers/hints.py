"""Leads to a turn of Captain's Checkers in three steps."""

from __future__ import annotations

from bot.games.checkers.actions import BOARD, CheckersAction
from bot.games.checkers.view import CheckersView
from bot.players.player import Choice, Hint

from . import text
from .board import COLOURS, CheckersBoard, decode, encode, side_of


def hint(view: CheckersView, choice: Choice[CheckersAction]) -> Hint:
    """What to look at, where, and what to do."""
    action, side, board = choice.action, side_of(view), CheckersBoard.of(view)
    gain = board.gain(side, encode(action))
    if board.held[side] + gain >= board.goal:
        look = text.LOOK_AT_WIN
    elif gain > 0:
        look = text.LOOK_AT_CAPTURES
    elif board.greatest_gain(1 - side) > 0:
        look = text.LOOK_AT_DANGER
    elif any(_captures(board, side, turn) for turn in board.turns(side)):
        look = text.LOOK_AT_STACKS
    else:
        look = f"{text.NOTHING_TO_CAPTURE} {text.LOOK_AT_STACKS}"
    source, target = BOARD.names[action.source], BOARD.names[action.target]
    told = text.split(source, action.count, target) if action.count else text.move(source, target)
    return Hint(look, text.from_square(source, len(view.stacks[action.source])), told)


def _captures(board: CheckersBoard, side: int, turn: int) -> bool:
    """Whether a turn lands on an enemy stack."""
    covered = board.stacks[decode(turn).target]
    return bool(covered) and covered[0] != COLOURS[side]
