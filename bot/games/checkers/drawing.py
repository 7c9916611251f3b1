"""Positions drawn as text, for the rule book and for tests."""

from __future__ import annotations

from .actions import BLACK, BOARD, RED, Move, parse
from .view import CheckersView, Stack, Turn


def stacks(diagram: str) -> tuple[Stack, ...]:
    """The stacks that a text diagram draws: each from its top in letters r and b, ``.`` for none."""
    cells = BOARD.from_diagram(diagram)
    return tuple(cells[square].replace(".", "") for square in range(len(BOARD.names)))


def position(diagram: str, played: str = "", covered: Stack = "") -> CheckersView:
    """The view that a text diagram draws, red to act; or black, after red has ``played`` onto ``covered``."""
    board = stacks(diagram)
    if not played:
        return _shown(board, None)
    action = parse(played)
    landed = board[action.target]
    lifted = landed[: len(landed) - len(covered)]
    source, target = BOARD.names[action.source], BOARD.names[action.target]
    return _shown(board, Turn(RED, source, target, lifted, board[action.source], covered))


def planned(diagram: str, *texts: str) -> CheckersView:
    """What a text diagram becomes by red's turns ``texts``, black standing still."""
    board = list(stacks(diagram))
    last = None
    for text in texts:
        action = parse(text)
        stack, covered = board[action.source], board[action.target]
        count = len(stack) if isinstance(action, Move) else action.count
        board[action.source], board[action.target] = stack[count:], stack[:count] + covered
        source, target = BOARD.names[action.source], BOARD.names[action.target]
        last = Turn(RED, source, target, stack[:count], stack[count:], covered)
    return _shown(tuple(board), last)


def _shown(board: tuple[Stack, ...], last: Turn | None) -> CheckersView:
    red = sum(len(stack) for stack in board if stack.startswith("r"))
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
