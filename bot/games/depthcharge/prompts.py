"""What the picker of Depth Charge asks, and what its buttons say."""

from __future__ import annotations

from bot.games.plurals import counted, listed

from .actions import BOARD
from .text import heading
from .view import DepthChargeView
from .waters import routes_in


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
        case ("move",):
            return "Where will your boat go? Up to three squares, never diagonally."
        case ("move", goal, *_):
            return f"Which way to {goal}?"
        case ("sound", *_):
            return "Which square next to your boat will you sound?"
        case _:
            return "Where will you drop the depth charge? A miss counts against you."


def first_steps(view: DepthChargeView) -> tuple[str, ...]:
    """The kinds of turns; all of them, since one's own mines may leave a boat nowhere to go."""
    return ("move", "sound", "charge") if view.phase == "play" else ()


def label(view: DepthChargeView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button."""
    if view.phase in ("islands", "mines") or len(view.to_act) != 1:
        return step
    match steps:
        case ():
            return {"move": "Move", "sound": "Sound", "charge": "Depth Charge"}.get(step, step)
        case ("move",):
            goals = [BOARD.names[squares[-1]] for squares in routes_in(view).values()]
            # A boat may have two dozen goals: on a phone only short buttons fit side by side.
            return step if goals.count(step) == 1 else f"{step} ({goals.count(step)} Ways)"
        case ("move", _):
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
