"""One square of the station in words, and what water would do now."""

from __future__ import annotations

from typing import Final

from bot.games.core import normalize
from bot.languages import gettext, gettext_noop, listed, ngettext, parted

from .actions import CREW
from .text import name
from .view import CrackersView
from .walking import DROWNING, way_home, way_to, within_reach
from .water import free, pumped, surfaces

PLACES: Final = gettext_noop(
    {
        "pod": "{square} is the escape pod: {heights}.",
        "control": "{square} is the control room: {heights}.",
        "leak": "{square} is a leak: {heights}.",
        "": "{square} is open floor: {heights}.",
    }
)


def describe_square(view: CrackersView, text: str) -> str:
    """A square's place, sandbags, water and people; its ways to dry land and the pod; the levels beside it.

    :raises NotationError: when ``text`` is no square of this layout.
    """
    square = view.grid.read(normalize(text))
    named = view.grid.names[square]
    parts = [gettext(PLACES[_place(view, named)], square=named, heights=_heights(view, square))]
    here = [name(seat) for seat, pawn in zip(CREW, view.pawns, strict=True) if pawn == named]
    if here:
        parts.append(
            ngettext("{crew} is standing here.", "{crew} are standing here.", len(here), crew=listed(here))
        )
    if named == view.control:
        parts.append(gettext("Captain Crackers is here."))
    parts.append(_pod(view, square))
    if view.water[square]:
        parts.append(_dry(view, square))
    parts.append(_reached(view, square))
    beside = [f"{view.grid.names[near]} {_heights(view, near)}" for near in view.grid.orthogonal[square]]
    parts.append(gettext("Next to it: {squares}.", squares=parted(beside)))
    if named in view.leaks:
        parts.append(_pumped(view, square))
    return " ".join(part for part in parts if part)


def _place(view: CrackersView, named: str) -> str:
    if named == view.pod:
        return "pod"
    if named == view.control:
        return "control"
    return "leak" if named in view.leaks else ""


def _heights(view: CrackersView, square: int) -> str:
    sand, water = view.sand[square], view.water[square]
    if sand and water:
        return ngettext(
            "{number} sandbag, water {depth} deep, level {level}",
            "{number} sandbags, water {depth} deep, level {level}",
            sand,
            depth=water,
            level=sand + water,
        )
    if sand:
        return ngettext("{number} sandbag and dry", "{number} sandbags and dry", sand)
    return gettext("water {depth} deep", depth=water) if water else gettext("dry")


def _pod(view: CrackersView, square: int) -> str:
    """How far the pod is for somebody who stands on ``square`` (ruling 8)."""
    if view.grid.names[square] == view.pod:
        return ""
    if view.water[square] >= DROWNING:
        return gettext("Anybody here would drown.")
    way = way_home(view, square)
    if not way:
        return gettext("It’s cut off from the pod.")
    return ngettext("The pod is {number} step away.", "The pod is {number} steps away.", len(way) - 1)


def _dry(view: CrackersView, square: int) -> str:
    """How far the nearest dry square is, through water of depth 1."""
    way = way_to(
        view.grid.orthogonal,
        square,
        lambda there: not view.water[there],
        lambda there: there == square or view.water[there] < DROWNING,
    )
    if not way:
        return gettext("There’s no way to reach a dry square from here.")
    return ngettext(
        "The nearest dry square is {square}, {number} step away.",
        "The nearest dry square is {square}, {number} steps away.",
        len(way) - 1,
        square=view.grid.names[way[-1]],
    )


def _reached(view: CrackersView, square: int) -> str:
    if view.outcome:
        return ""
    near = [
        name(seat)
        for seat, pawn in zip(CREW, view.pawns, strict=True)
        if pawn != view.grid.names[square]
        and square in within_reach(view.grid.orthogonal, view.water, view.grid.names.index(pawn))
    ]
    if not near:
        return ""
    return gettext("Who can get here in one turn: {crew}.", crew=listed(near))


def _pumped(view: CrackersView, leak: int) -> str:
    """Where water pumped in at ``leak`` would come to rest."""
    names = view.grid.names
    rests = pumped(view.grid.orthogonal, surfaces(view.sand, view.water), leak)
    if not rests:
        return gettext("Water pumped in at {leak} would stay there.", leak=names[leak])
    squares = listed((names[square] for square in rests), "or")
    return gettext(
        "Water pumped in at {leak} would come to rest on {squares}.", leak=names[leak], squares=squares
    )


def details(view: CrackersView) -> tuple[str, ...]:
    """What water would do now, and each crew member's way to the pod; empty once the game is over."""
    if not view.to_act:
        return ()
    near, names = view.grid.orthogonal, view.grid.names
    lines = [
        gettext(
            "The water on {square} has to run and come to rest on {squares}.",
            square=names[square],
            squares=listed((names[rest] for rest in rests), "or"),
        )
        for square, rests in free(near, surfaces(view.sand, view.water), view.water).items()
    ]
    lines += [_pumped(view, names.index(leak)) for leak in view.leaks]
    for seat, pawn in zip(CREW, view.pawns, strict=True):
        way = way_home(view, names.index(pawn))
        if len(way) > 1:
            lines.append(
                ngettext(
                    "{who} is {number} step from the pod, via {squares}.",
                    "{who} is {number} steps from the pod, via {squares}.",
                    len(way) - 1,
                    who=name(seat),
                    squares=", ".join(names[square] for square in way[1:]),
                )
            )
    return tuple(lines)
