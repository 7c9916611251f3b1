"""Positions drawn as text, for the rule book and for tests."""

from __future__ import annotations

from dataclasses import replace

from .actions import BOARD, RED, parse
from .rules import begin
from .state import CheckersTerms
from .view import CheckersView, Stack


def stacks(diagram: str) -> tuple[Stack, ...]:
    """The stacks drawn by a text diagram: each from its top in letters r and b, ``.`` for none."""
    cells = BOARD.from_diagram(diagram)
    return tuple(cells[square].replace(".", "") for square in range(len(BOARD.names)))


def position(diagram: str, *turns: str) -> CheckersView:
    """The view of a drawn position after ``turns`` of red, black's being left out; 48 checkers win."""
    state = begin(stacks(diagram), RED, CheckersTerms(win=100))
    for turn in turns:
        state = replace(state, mover=RED).play(RED, parse(turn))
    black = sum(map(len, state.stacks)) - state.red
    return replace(state.view_for(None), black=black, goal=48, win=75)
