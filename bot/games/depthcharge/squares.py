"""One square of the lake in words: what is known of it, as its viewer may know it."""

from __future__ import annotations

from typing import Final

from bot.games.core import Seat, normalize
from bot.games.plurals import counted

from .actions import BOARD, SEATS
from .narration import heading, pings
from .sonar import track
from .view import DepthChargeView
from .waters import HALVES, HARBOURS

MANY: Final = 12
"""Reports of one square that are told; the oldest give way."""


def describe_square(view: DepthChargeView, name: str) -> str:
    """What a square holds, what was found there, which reports were made there, and who can aim at it.

    :raises NotationError: when ``name`` is no square of the lake.
    """
    square = BOARD.read(normalize(name))
    named = BOARD.names[square]
    side = next(seat for seat in SEATS if square in HALVES[seat])
    parts = [f"{named} is {side.capitalize()}’s water."]
    held = _held(view, named)
    parts += held or [_open(view, side)]
    if square == HARBOURS[side]:
        parts.append(f"{side.capitalize()} started here, so no mine can lie here.")
    if view.proof is not None:
        if named in view.proof.mines:
            parts.append("The reports prove that a mine lies here.")
        if named in view.proof.empty:
            parts.append("The reports prove that no mine lies here.")
    parts += _reports(view, named)
    parts += _echoes(view, square)
    if view.phase == "play" and not any(named in each.islands for each in view.sides):
        near = [
            each.seat.capitalize() for each in view.sides if square in BOARD.around[BOARD.read(each.boat)]
        ]
        if near:
            parts.append(f"It is next to {' and '.join(f'{each}’s boat' for each in near)}.")
    return " ".join(parts)


def _open(view: DepthChargeView, half: Seat) -> str:
    """Water that holds nothing that the viewer knows of."""
    if view.side(half).mines is None:
        return "It is open water, and no mine is known here."
    return f"It is open water without {'a mine of yours' if view.viewer == half else 'a mine'}."


def _held(view: DepthChargeView, named: str) -> list[str]:
    found = []
    for side in view.sides:
        who = side.seat.capitalize()
        whose = "Your own" if view.viewer == side.seat else f"{who}’s"
        if named == side.boat:
            lost = "was lost here" if side.sunk else f"is here, facing {heading(side.facing)}"
            found.append(f"{whose} boat {lost}.")
        if named in side.islands:
            found.append(f"It is an island, placed by {who}.")
        if side.mines and named in side.mines:
            found.append(f"{whose} live mine lies here.")
        if named in side.destroyed:
            found.append(f"A mine of {who}’s was destroyed here.")
        if named in side.missed:
            found.append(f"A depth charge of {who}’s found nothing here.")
    return found


def _echoes(view: DepthChargeView, square: int) -> list[str]:
    """How long sound takes from the viewer's soundings to here, and which island would stop it on its way."""
    if view.viewer not in SEATS or square in HALVES[view.viewer]:
        return []
    made = dict.fromkeys(report.square for report in view.reports if report.seat == view.viewer)
    times = [_time(view, name, square) for name in list(made)[-MANY:]]
    return [f"Sound takes this long from where you sounded: {', '.join(times)}."] if times else []


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
        return [f"{counted(len(made) - MANY, 'earlier report')} left out.", *made[-MANY:]]
    return made
