"""One square of the lake in words."""

from __future__ import annotations

from typing import Final

from bot.games.core import Seat, normalize
from bot.games.plurals import counted

from .actions import BOARD, SEATS
from .sonar import track
from .text import heading, pings
from .view import DepthChargeView
from .waters import HALVES, HARBOURS

MANY: Final = 12
"""The most reports of one square that are listed."""


def describe_square(view: DepthChargeView, name: str) -> str:
    """What a square holds, what was reported from it, and whose boat is next to it.

    :raises NotationError: when ``name`` is no square of the lake.
    """
    square = BOARD.read(normalize(name))
    named = BOARD.names[square]
    side = next(seat for seat in SEATS if square in HALVES[seat])
    parts = [f"{named} is in {side.capitalize()}’s half."]
    held = _held(view, named)
    parts += held or [_open(view, side, named)]
    if square == HARBOURS[side]:
        parts.append(f"{side.capitalize()} started here, so there’s no mine here.")
    if named in view.proved.mines:
        parts.append("The reports prove that there’s a mine here.")
    if named in view.proved.empty:
        parts.append("The reports prove that there’s no mine here.")
    parts += _reports(view, named)
    parts += _echoes(view, square)
    if view.phase == "play" and not any(named in each.islands for each in view.sides):
        near = [
            each.seat.capitalize() for each in view.sides if square in BOARD.around[BOARD.read(each.boat)]
        ]
        if near:
            parts.append(f"It’s next to {' and '.join(f'{each}’s boat' for each in near)}.")
    return " ".join(parts)


def _open(view: DepthChargeView, half: Seat, named: str) -> str:
    """A square that holds nothing that the viewer knows of."""
    if view.side(half).mines is None:
        if named in view.side(half).swept:
            return "A boat was here, so there’s no mine."
        return "It’s open water, with no known mine."
    return f"It’s open water, with {'none of your mines' if view.viewer == half else 'no mine'}."


def _held(view: DepthChargeView, named: str) -> list[str]:
    found = []
    for side in view.sides:
        who = side.seat.capitalize()
        whose = "Your own" if view.viewer == side.seat else f"{who}’s"
        if named == side.boat:
            state = "sank here" if side.sunk else f"is here, facing {heading(side.facing)}"
            found.append(f"{whose} boat {state}.")
        if named in side.islands:
            found.append(f"It’s an island that {who} placed.")
        if side.mines and named in side.mines:
            found.append(f"{whose} live mine is here.")
        if named in side.destroyed:
            found.append(f"One of {who}’s mines was destroyed here.")
        if named in side.missed:
            found.append(f"One of {who}’s depth charges missed here.")
    return found


def _echoes(view: DepthChargeView, square: int) -> list[str]:
    """The ping that a mine here would give to each of the viewer's soundings, and which island stops it."""
    if view.viewer not in SEATS or square in HALVES[view.viewer]:
        return []
    made = dict.fromkeys(report.square for report in view.reports if report.seat == view.viewer)
    times = [_time(view, name, square) for name in list(made)[-MANY:]]
    return [f"A mine here would give these pings to your soundings: {', '.join(times)}."] if times else []


def _time(view: DepthChargeView, name: str, square: int) -> str:
    time, between = track(BOARD.read(name), square)
    islands = {island for side in view.sides for island in side.islands}
    barred = next((BOARD.names[each] for each in between if BOARD.names[each] in islands), "")
    return f"{name} {time}{f' (stopped by the island on {barred})' if barred else ''}"


def _reports(view: DepthChargeView, named: str) -> list[str]:
    made = [
        f"Report {number} of {len(view.reports)}: {report.seat.capitalize()} sounded here, "
        f"{pings(report.times)}."
        for number, report in enumerate(view.reports, 1)
        if report.square == named
    ]
    if len(made) > MANY:
        return [f"{counted(len(made) - MANY, 'earlier report')} not shown.", *made[-MANY:]]
    return made
