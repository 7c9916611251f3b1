"""One square of the lake in words."""

from __future__ import annotations

from typing import Final

from bot.games.core import Seat, normalize
from bot.languages import gettext, listed, ngettext

from .actions import BOARD, SEATS
from .sonar import track
from .text import name_of, pings
from .view import DepthChargeView
from .waters import HALVES, HARBOURS, WAYS

MANY: Final = 12
"""The most reports of one square that are listed."""


def describe_square(view: DepthChargeView, name: str) -> str:
    """What a square holds, what was reported from it, and whose boat is next to it.

    :raises NotationError: when ``name`` is no square of the lake.
    """
    square = BOARD.read(normalize(name))
    named = BOARD.names[square]
    side = next(seat for seat in SEATS if square in HALVES[seat])
    parts = [gettext("{square} is in the {name} half.", square=named, name=name_of(side))]
    held = _held(view, named)
    parts += held or [_open(view, side, named)]
    if square == HARBOURS[side]:
        parts.append(gettext("{name} started here, so there’s no mine here.", name=name_of(side)))
    if named in view.proved.mines:
        parts.append(gettext("The reports prove that there’s a mine here."))
    if named in view.proved.empty:
        parts.append(gettext("The reports prove that there’s no mine here."))
    parts += _reports(view, named)
    parts += _echoes(view, square)
    if view.phase == "play" and not any(named in each.islands for each in view.sides):
        near = [name_of(each.seat) for each in view.sides if square in BOARD.around[BOARD.read(each.boat)]]
        if near:
            parts.append(gettext("Boats next to it: {names}.", names=listed(near)))
    return " ".join(parts)


def _open(view: DepthChargeView, half: Seat, named: str) -> str:
    """A square that holds nothing that the viewer knows of."""
    if view.side(half).mines is None:
        if named in view.side(half).swept:
            return gettext("A boat was here, so there’s no mine.")
        return gettext("It’s open water, with no known mine.")
    return gettext("It’s open water, with no mine.")


def _held(view: DepthChargeView, named: str) -> list[str]:
    found = []
    for side in view.sides:
        name, way = name_of(side.seat), gettext(WAYS[side.facing])
        if named == side.boat and side.sunk:
            found.append(gettext("{name} sank here.", name=name))
        elif named == side.boat:
            found.append(gettext("{name} has its boat here, facing {way}.", name=name, way=way))
        if named in side.islands:
            found.append(gettext("It’s an island that {name} placed.", name=name))
        if named in (side.mines or ()):
            found.append(gettext("{name} has a live mine here.", name=name))
        if named in side.destroyed:
            found.append(gettext("{name} lost a mine here.", name=name))
        if named in side.missed:
            found.append(gettext("{name} dropped a depth charge here and missed.", name=name))
    return found


def _echoes(view: DepthChargeView, square: int) -> list[str]:
    """The ping that a mine here would give to each of the viewer's soundings, and which island stops it."""
    if view.viewer not in SEATS or square in HALVES[view.viewer]:
        return []
    made = dict.fromkeys(report.square for report in view.reports if report.seat == view.viewer)
    times = ", ".join(_time(view, name, square) for name in list(made)[-MANY:])
    if not times:
        return []
    return [gettext("A mine here would answer your soundings with these pings: {pings}.", pings=times)]


def _time(view: DepthChargeView, name: str, square: int) -> str:
    time, between = track(BOARD.read(name), square)
    islands = {island for side in view.sides for island in side.islands}
    barred = next((BOARD.names[each] for each in between if BOARD.names[each] in islands), "")
    if not barred:
        return f"{name} {time}"
    return gettext(
        "{square} {time} (stopped by the island on {island})", square=name, time=time, island=barred
    )


def _reports(view: DepthChargeView, named: str) -> list[str]:
    made = [
        gettext(
            "Report {number} of {reports}: {name} sounded here, {pings}.",
            number=number,
            reports=len(view.reports),
            name=name_of(report.seat),
            pings=pings(report.times),
        )
        for number, report in enumerate(view.reports, 1)
        if report.square == named
    ]
    if len(made) > MANY:
        hidden = len(made) - MANY
        told = ngettext("{number} earlier report not shown.", "{number} earlier reports not shown.", hidden)
        return [told, *made[-MANY:]]
    return made
