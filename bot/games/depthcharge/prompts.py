"""What the picker of Depth Charge asks, and what its buttons say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.languages import gettext, gettext_noop, listed, ngettext, pgettext

from .actions import BOARD, DETOUR, LONGEST_PATH, Charge, DepthChargeAction, Move
from .notebook import located
from .view import DepthChargeView, Proof
from .waters import HALVES, clear_in, routes_in

MOVES: Final = tuple(f"move {far}" for far in range(1, LONGEST_PATH + 1))
"""The kinds of moves, by how far away they end: columns plus rows."""

LAST: Final = 4
"""The rank (:attr:`Game.rank`) of a choice that loses or is in vain."""
BEARINGS: Final = gettext_noop(
    {
        "n": "North",
        "ne": "Northeast",
        "e": "East",
        "se": "Southeast",
        "s": "South",
        "sw": "Southwest",
        "w": "West",
        "nw": "Northwest",
    }
)


def ask(view: DepthChargeView, steps: tuple[str, ...]) -> str:
    """The picker's question."""
    if view.phase == "islands":
        return ngettext(
            "Where will your islands go? Pick {number} square on your side, away from the shore.",
            "Where will your islands go? Pick {number} squares on your side, away from the shore.",
            view.terms.islands,
        )
    if view.phase == "mines":
        asked = ngettext(
            "Where will you hide your mines? Pick {number} square on your side.",
            "Where will you hide your mines? Pick {number} squares on your side.",
            view.terms.mines,
        )
        return f"{asked} {gettext('Tip: a mine behind another one gives no ping.')}"
    match steps:
        case ():
            return gettext("What will you do this turn?")
        case (kind,) | (kind, "detour") if kind in MOVES:
            return gettext("Where will your boat go? It never moves diagonally.")
        case (kind, *_, goal) if kind in MOVES:
            return gettext("Which way to {square}?", square=goal)
        case ("sound", *_):
            return gettext("Which square next to your boat will you sound?")
        case _:
            left = view.terms.misses - len(view.side(view.to_act[0]).missed)
            lost = gettext(
                "A miss loses the game."
                if left == 1
                else "Two misses lose the game."
                if left == 2
                else "Three misses lose the game."
            )
            return f"{gettext('Where will you drop the depth charge?')} {lost}"


def first_steps(view: DepthChargeView) -> tuple[str, ...]:
    """The kinds of turns; all of them, since one's own mines may leave a boat nowhere to go."""
    return (*MOVES, "sound", "charge") if view.phase == "play" else ()


def label(view: DepthChargeView, steps: tuple[str, ...], step: str) -> str:
    """The picker's button."""
    if view.phase in ("islands", "mines") or len(view.to_act) != 1:
        return step
    match steps:
        case () if step == "charge":
            return pgettext("button", "Depth Charge")
        case () if step == "sound":
            return gettext("Sound")
        case ():
            return ngettext("Move {number}", "Move {number}", int(step[-1]))
        case (kind,) | (kind, "detour") if kind in MOVES:
            if step == DETOUR:
                return gettext("Other Ways")
            if step in located(view, view.to_act[0]):
                return gettext("{square} · Mine There", square=step)
            return gettext("{way} · Over a Mine", way=step) if _mined(view, steps, step) else step
        case (kind, *_) if kind in MOVES:
            via = [BOARD.names[square] for square in routes_in(view)[step][:-1]]
            if not via:
                return gettext(BEARINGS[step])
            way = gettext("Via {squares}", squares=listed(via))
            if located(view, view.to_act[0]).isdisjoint(via):
                return way
            return gettext("{way} · Over a Mine", way=way)
        case _:
            way = gettext(BEARINGS.get(_bearing(view, step), ""))
            if steps[:1] == ("charge",) and _sure_miss(view, step):
                return gettext("{square} ({way}) · No Mine There", square=step, way=way)
            return f"{step} ({way})"


def rank(view: DepthChargeView, steps: tuple[str, ...], step: str) -> int:
    """A way over a mine that is found or marked, or to one, stands last, and so does a charge in vain."""
    return LAST if _mined(view, steps, step) or (steps[:1] == ("charge",) and _sure_miss(view, step)) else 0


def noted(view: DepthChargeView, marks: Sequence[tuple[str, str]]) -> DepthChargeView:
    """``view`` with the mines that its owner has marked among the proved ones."""
    mines = tuple(square for square, kind in marks if kind == "mine")
    if not mines:
        return view
    return replace(view, proof=Proof(view.proved.empty, (*view.proved.mines, *mines)))


def _sure_miss(view: DepthChargeView, name: str) -> bool:
    """Whether a square is known to hold no enemy mine: one's own half has none."""
    return BOARD.read(name) in HALVES[view.to_act[0]] | clear_in(view)


def _mined(view: DepthChargeView, steps: tuple[str, ...], step: str) -> bool:
    """Whether all the moves that begin with these steps of a path cross a known mine."""
    if not steps or steps[0] not in MOVES or step == DETOUR:
        return False
    mines = {*map(BOARD.read, located(view, view.to_act[0]))}
    if not mines:
        return False
    ways = [
        squares
        for letters, squares in routes_in(view).items()
        if step == letters or (step == BOARD.names[squares[-1]] and len(letters) == _length(steps))
    ]
    return all(not mines.isdisjoint(squares) for squares in ways)


def _length(steps: tuple[str, ...]) -> int:
    """How many steps the moves have that begin with these of a path: other ways than a single step have 3."""
    far = int(steps[0][-1])
    return LONGEST_PATH if far == 1 and DETOUR in steps else far


def choice(view: DepthChargeView, action: DepthChargeAction) -> str:
    """The remark beside a typed action: where it leads, and how if there are several ways there."""
    if isinstance(action, Charge):
        return gettext(BEARINGS[_bearing(view, BOARD.names[action.square])])
    if not isinstance(action, Move):
        return ""
    routes = routes_in(view)
    goal = routes[action.steps][-1]
    start, end = BOARD.place(BOARD.read(view.side(view.to_act[0]).boat)), BOARD.place(goal)
    aside = len(action.steps) > abs(end[0] - start[0]) + abs(end[1] - start[1])
    ends = [(squares[-1], len(squares)) for squares in routes.values()]
    kind = (MOVES[0],)
    told = [gettext("In 3 Steps")] if aside else []
    told.append(BOARD.names[goal])
    if ends.count((goal, len(action.steps))) > 1:
        told.append(label(view, (*kind, told[-1]), action.steps))
    return " · ".join(told)


def _bearing(view: DepthChargeView, name: str) -> str:
    """The direction from the boat to a square, such as ``nw``."""
    column, row = BOARD.place(BOARD.read(view.side(view.to_act[0]).boat))
    to_column, to_row = BOARD.place(BOARD.read(name))
    along = "n" if to_row > row else "s" if to_row < row else ""
    return along + ("e" if to_column > column else "w" if to_column < column else "")
