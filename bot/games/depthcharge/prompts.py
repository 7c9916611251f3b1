"""What the picker of Depth Charge asks, and what its buttons say."""

from __future__ import annotations

from typing import Final

from bot.games.plurals import counted, listed

from .actions import BOARD, DETOUR, LONGEST_PATH
from .text import heading
from .view import DepthChargeView
from .waters import routes_in

MOVES: Final = tuple(f"move {far}" for far in range(1, LONGEST_PATH + 1))
"""The kinds of moves, by how far away they end: columns plus rows."""


def ask(view: DepthChargeView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    if view.phase == "islands":
        squares = counted(view.terms.islands, "square")
        return f"Where will your islands go? Pick {squares} on your side, away from the shore."
    if view.phase == "mines":
        return f"Where will you hide your mines? Pick {counted(view.terms.mines, 'square')} on your side."
    match steps:
        case ():
            return "What will you do this turn?"
        case (kind,) | (kind, "detour") if kind in MOVES:
            return "Where will your boat go? It never moves diagonally."
        case (kind, *_, goal) if kind in MOVES:
            return f"Which way to {goal}?"
        case ("sound", *_):
            return "Which square next to your boat will you sound?"
        case _:
            return "Where will you drop the depth charge? A miss counts against you."


def first_steps(view: DepthChargeView) -> tuple[str, ...]:
    """The kinds of turns; all of them, since one's own mines may leave a boat nowhere to go."""
    return (*MOVES, "sound", "charge") if view.phase == "play" else ()


def label(view: DepthChargeView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button."""
    if view.phase in ("islands", "mines") or len(view.to_act) != 1:
        return step
    match steps:
        case ():
            return "Depth Charge" if step == "charge" else step.capitalize()
        case (kind,) | (kind, "detour") if kind in MOVES:
            return "The Long Way" if step == DETOUR else step
        case (kind, *_) if kind in MOVES:
            via = [BOARD.names[square] for square in routes_in(view)[step][:-1]]
            return heading(step).title() + (f" (via {listed(via)})" if via else "")
        case _:
            return f"{step} ({_bearing(view, step)})"


def _bearing(view: DepthChargeView, name: str) -> str:
    """The direction from the boat to a square, such as “Northwest”."""
    column, row = BOARD.place(BOARD.read(view.side(view.to_act[0]).boat))
    to_column, to_row = BOARD.place(BOARD.read(name))
    along = "north" if to_row > row else "south" if to_row < row else ""
    across = "east" if to_column > column else "west" if to_column < column else ""
    return (along + across).capitalize()
