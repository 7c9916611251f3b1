"""What the picker of Depth Charge asks, and what its buttons say."""

from __future__ import annotations

from bot.games.plurals import counted, listed

from .actions import BOARD
from .narration import heading
from .view import DepthChargeView
from .waters import enemy, routes


def ask(view: DepthChargeView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    if view.phase == "islands":
        where = "your side, off the shore"
        return f"Where do your islands go? Choose {counted(view.terms.islands, 'square')} on {where}."
    if view.phase == "mines":
        return f"Where do your mines lie? Choose {counted(view.terms.mines, 'square')} on your side."
    match steps:
        case ():
            return "What does your boat do: move, sound the water, or throw a depth charge?"
        case ("move",):
            return "Where does your boat go? Up to three squares, never diagonally."
        case ("move", goal, *_):
            return f"Which way to {goal}?"
        case ("sound", *_):
            return "Which square next to your boat do you sound?"
        case _:
            return "Which square gets the depth charge? It destroys a mine there; a miss counts against you."


def label(view: DepthChargeView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button."""
    if view.phase in ("islands", "mines") or len(view.to_act) != 1:
        return step
    match steps:
        case ():
            return {"move": "Move", "sound": "Sound", "charge": "Depth Charge"}.get(step, step)
        case ("move",):
            ways = [letters for letters, squares in _routes(view).items() if BOARD.names[squares[-1]] == step]
            # A boat may have two dozen goals: on a phone only short buttons stand side by side.
            return step if len(ways) == 1 else f"{step} ({len(ways)} ways)"
        case ("move", _):
            by = [BOARD.names[square] for square in _routes(view).get(step, ())[:-1]]
            return heading(step).capitalize() + (f" (by {listed(by)})" if by else "")
        case ("sound",):
            return f"Sound {step}{_bearing(view, step)}"
        case _:
            return f"Charge {step}{_bearing(view, step)}"


def _routes(view: DepthChargeView) -> dict[str, tuple[int, ...]]:
    seat = view.to_act[0]
    barred = {BOARD.read(view.side(enemy(seat)).boat)}
    barred |= {BOARD.read(name) for side in view.sides for name in side.islands}
    return dict(routes(BOARD.read(view.side(seat).boat), frozenset(barred)))


def _bearing(view: DepthChargeView, name: str) -> str:
    file, rank = BOARD.place(BOARD.read(view.side(view.to_act[0]).boat))
    to_file, to_rank = BOARD.place(BOARD.read(name))
    ways = (("", "north", "south")[_sign(to_rank - rank)], ("", "east", "west")[_sign(to_file - file)])
    return f" ({'-'.join(way for way in ways if way)})"


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
