"""Captain's Checkers' rule book, ``data/books/checkers.toml``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .actions import BOARD, RED, parse
from .rules import SETUP, CheckersTerms, Stacks, begin
from .view import CheckersView, mixed


def stacks(drawing: str) -> Stacks:
    """The stacks of a text diagram: each from its top in letters r and b, ``.`` for none."""
    cells = BOARD.from_diagram(drawing)
    return tuple(cells[square].replace(".", "") for square in range(len(BOARD.names)))


def position(drawing: str = "", turns: Sequence[str] = ()) -> CheckersView:
    """The view of a drawn position, or of the setup, after ``turns`` of red, black's being left out.

    48 checkers win.
    """
    state = begin(stacks(drawing) if drawing else SETUP, RED, CheckersTerms(win=100))
    for turn in turns:
        state = replace(state, mover=RED).play(RED, parse(turn))
    black = sum(map(len, state.stacks)) - state.red
    return replace(state.view_for(None), black=black, goal=48, win=75)


def page_for(view: CheckersView) -> str:
    """The rule book's page for the present phase."""
    if view.outcome:
        return "quiet" if not view.outcome.winners else "winning"
    if view.turn == 0:
        return "plans"
    return "splitting" if any(mixed(stack) for stack in view.stacks) else "moving"
