"""One square of the station in words: heights, people, ways, and what water would do there."""

from __future__ import annotations

from collections.abc import Iterable

from bot.games.core import normalize
from bot.games.plurals import counted, listed

from .actions import CREW
from .narration import name
from .view import CrackersView
from .walking import DROWNING, passable, way_to, within_reach
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
        parts.append(f"{listed(here)} {'stands' if len(here) == 1 else 'stand'} here.")
    if named == view.control:
        parts.append("The captain sits here.")
    parts.append(_pod(view, square))
    if view.water[square]:
        parts.append(_dry(view, square))
    parts.append(_reached(view, square))
    beside = [f"{view.grid.names[near]} {_heights(view, near)}" for near in view.grid.orthogonal[square]]
    parts.append(f"Beside it: {'; '.join(beside)}.")
    if named in view.leaks:
        parts.append(_leak(view, square))
    return " ".join(part for part in parts if part)


def _place(view: CrackersView, named: str) -> str:
    if named == view.pod:
        return "the escape pod"
    if named == view.control:
        return "the control room"
    return "a leak point" if named in view.leaks else "floor"


def _heights(view: CrackersView, square: int) -> str:
    sand, water = view.sand[square], view.water[square]
    bags = counted(sand, "sandbag") if sand else ""
    wet = f"water {water} deep" if water else "dry"
    return f"{bags}, {wet}, level {sand + water}" if sand and water else f"{bags} and {wet}" if bags else wet


def _pod(view: CrackersView, square: int) -> str:
    """How far the pod is for somebody who stands on ``square`` (ruling 8)."""
    pod = view.grid.names.index(view.pod)
    if square == pod:
        return ""
    if view.water[square] >= DROWNING:
        return "Whoever stood here would drown."
    way = way_to(view.grid.orthogonal, square, pod, passable(view.water, (square, pod), wade=view.wade))
    return (
        f"The pod is {counted(len(way) - 1, 'step')} away." if way else "No way leads from here to the pod."
    )


def _dry(view: CrackersView, square: int) -> str:
    """How far the nearest dry square is, through water that one can stand in."""
    seen = {square: 0}
    walking = [square]
    for here in walking:
        for there in view.grid.orthogonal[here]:
            if there not in seen and view.water[there] < DROWNING:
                seen[there] = seen[here] + 1
                walking.append(there)
                if not view.water[there]:
                    steps = counted(seen[there], "step")
                    return f"The nearest dry square is {view.grid.names[there]}, {steps} away."
    return "No dry square can be reached from here."


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


def _leak(view: CrackersView, square: int) -> str:
    """Where a unit pumped in here would come to rest (ruling 5)."""
    rests = pumped(view.grid.orthogonal, surfaces(view.sand, view.water), square)
    if not rests:
        return "Water pumped in here stays here now."
    return f"Water pumped in here comes to rest on {_either(view, rests)}."


def _either(view: CrackersView, squares: Iterable[int]) -> str:
    return listed((view.grid.names[square] for square in squares), "or")


def details(view: CrackersView) -> tuple[str, ...]:
    """What water would do now, and each crew member's way to the pod; nothing once the game is over."""
    if view.outcome:
        return ()
    near, names = view.grid.orthogonal, view.grid.names
    surface = surfaces(view.sand, view.water)
    lines = [
        f"The water of {names[square]} has to run, to {_either(view, rests)}."
        for square, rests in free(near, surface, view.water).items()
    ]
    for leak in view.leaks:
        rests = pumped(near, surface, names.index(leak))
        where = f"comes to rest on {_either(view, rests)}" if rests else "stays there now"
        lines.append(f"Water pumped in at {leak} {where}.")
    pod = names.index(view.pod)
    for seat, pawn in zip(CREW, view.pawns, strict=True):
        start = names.index(pawn)
        way = way_to(near, start, pod, passable(view.water, (start, pod), wade=view.wade))
        if len(way) > 1:
            over = ", ".join(names[square] for square in way[1:])
            lines.append(f"{name(seat)} is {counted(len(way) - 1, 'step')} from the pod, by {over}.")
    return tuple(lines)
