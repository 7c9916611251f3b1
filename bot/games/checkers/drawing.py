"""Positions drawn as text, for the rule book and for tests."""

from __future__ import annotations

from .actions import BLACK, BOARD, RED, parse
from .view import CheckersView, Stack, Turn


def stacks(diagram: str) -> tuple[Stack, ...]:
    """The stacks that a text diagram draws: each from its top in letters r and b, ``.`` for none."""
    cells = BOARD.from_diagram(diagram)
    return tuple(cells[square].replace(".", "") for square in range(len(BOARD.names)))


def position(diagram: str, played: str = "", covered: Stack = "") -> CheckersView:
    """The view that a text diagram draws, red to act; or black, after red has ``played`` onto ``covered``."""
    board = stacks(diagram)
    red = sum(len(stack) for stack in board if stack.startswith("r"))
    last = _turn(board, played, covered) if played else None
    return CheckersView(
        viewer=None,
        to_act=(BLACK if last else RED,),
        outcome=None,
        stacks=board,
        last=last,
        red=red,
        black=sum(map(len, board)) - red,
        goal=48,
        win=75,
        split="any",
        turn=10,
        quiet=0,
        patience=100,
    )


def _turn(board: tuple[Stack, ...], played: str, covered: Stack) -> Turn:
    action = parse(played)
    landed = board[action.target]
    return Turn(
        RED,
        BOARD.names[action.source],
        BOARD.names[action.target],
        landed[: len(landed) - len(covered)],
        board[action.source],
        covered,
    )
