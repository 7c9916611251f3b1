"""One square of the station in words, and what water would do now."""

from __future__ import annotations

from collections.abc import Iterable

from bot.games.core import normalize
from bot.games.plurals import counted, listed

from .actions import CREW
from .text import name
from .view import CrackersView
from .walking import DROWNING, way_home, way_to, within_reach
from .water import free, pumped, surfaces


def describe_square(view: CrackersView, text: str) -> str:
    """A square's place, sandbags, water and people; its ways to dry land and the pod; the levels beside it.

    :raises NotationError: when ``text`` is no square of this layout.
    """
    square = view.grid.read(normalize(text))
    named = view.grid.names[square]
    parts = [f"{named} is {_place(view, named)}: {_heights(view, square)}."]
    here = [name(seat) for seat, pawn in zip(CREW, view.pawns, strict=True) if pawn == named]
    if here:
        parts.append(f"{listed(here)} {'is' if len(here) == 1 else 'are'} standing here.")
    if named == view.control:
        parts.append("Captain Crackers is here.")
    parts.append(_pod(view, square))
    if view.water[square]:
        parts.append(_dry(view, square))
    parts.append(_reached(view, square))
    beside = [f"{view.grid.names[near]} {_heights(view, near)}" for near in view.grid.orthogonal[square]]
    parts.append(f"Next to it: {'; '.join(beside)}.")
    if named in view.leaks:
        rests = pumped(view.grid.orthogonal, surfaces(view.sand, view.water), square)
        parts.append(f"Water pumped in here would {_come_to_rest(view, rests)}.")
    return " ".join(part for part in parts if part)


def _place(view: CrackersView, named: str) -> str:
    if named == view.pod:
        return "the escape pod"
    if named == view.control:
        return "the control room"
    return "a leak" if named in view.leaks else "open floor"


def _heights(view: CrackersView, square: int) -> str:
    sand, water = view.sand[square], view.water[square]
    bags = counted(sand, "sandbag") if sand else ""
    wet = f"water {water} deep" if water else "dry"
    return f"{bags}, {wet}, level {sand + water}" if sand and water else f"{bags} and {wet}" if bags else wet


def _pod(view: CrackersView, square: int) -> str:
    """How far the pod is for somebody who stands on ``square`` (ruling 8)."""
    if view.grid.names[square] == view.pod:
        return ""
    if view.water[square] >= DROWNING:
        return "Anybody here would drown."
    way = way_home(view, square)
    return f"The pod is {counted(len(way) - 1, 'step')} away." if way else "It’s cut off from the pod."


def _dry(view: CrackersView, square: int) -> str:
    """How far the nearest dry square is, through water of depth 1."""
    way = way_to(
        view.grid.orthogonal,
        square,
        lambda there: not view.water[there],
        lambda there: there == square or view.water[there] < DROWNING,
    )
    if not way:
        return "There’s no way to reach a dry square from here."
    return f"The nearest dry square is {view.grid.names[way[-1]]}, {counted(len(way) - 1, 'step')} away."


def _reached(view: CrackersView, square: int) -> str:
    if view.outcome:
        return ""
    near = [
        name(seat)
        for seat, pawn in zip(CREW, view.pawns, strict=True)
        if pawn != view.grid.names[square]
        and square in within_reach(view.grid.orthogonal, view.water, view.grid.names.index(pawn))
    ]
    return f"{listed(near)} can get here in one turn." if near else ""


def _come_to_rest(view: CrackersView, squares: Iterable[int]) -> str:
    names = listed((view.grid.names[square] for square in squares), "or")
    return f"come to rest on {names}" if names else "stay there"


def details(view: CrackersView) -> tuple[str, ...]:
    """What water would do now, and each crew member's way to the pod; empty once the game is over."""
    if not view.to_act:
        return ()
    near, names = view.grid.orthogonal, view.grid.names
    surface = surfaces(view.sand, view.water)
    lines = [
        f"The water on {names[square]} has to run and {_come_to_rest(view, rests)}."
        for square, rests in free(near, surface, view.water).items()
    ]
    for leak in view.leaks:
        rests = pumped(near, surface, names.index(leak))
        lines.append(f"Water pumped in at {leak} would {_come_to_rest(view, rests)}.")
    for seat, pawn in zip(CREW, view.pawns, strict=True):
        way = way_home(view, names.index(pawn))
        if len(way) > 1:
            over = ", ".join(names[square] for square in way[1:])
            lines.append(f"{name(seat)} is {counted(len(way) - 1, 'step')} from the pod, via {over}.")
    return tuple(lines)
