"""The reports of soundings in lines, what a player has found out, and where marks may be kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.core import Seat

from .actions import BOARD, SEATS
from .view import DepthChargeView
from .waters import HALVES, HARBOURS, enemy

MAX_FINDINGS: Final = 1200
"""Characters of the list of a player's reports."""


def series(view: DepthChargeView, seat: Seat) -> list[str]:
    """The reports to ``seat``, oldest first (``c5: 3, 5``), with its hits (``d6 destroyed``)."""
    found: list[str] = []
    gone: tuple[str, ...] = ()
    for report in view.reports:
        if report.seat == seat:
            found += [f"{mine} destroyed" for mine in report.gone[len(gone) :]]
            found.append(f"{report.square}: {', '.join(map(str, report.times)) or 'no echo'}")
            gone = report.gone
    return found


def soundings(view: DepthChargeView, room: int) -> list[str]:
    """A line for each side that has reports, in ``room`` characters together."""
    lists = {seat: found for seat in SEATS if (found := series(view, seat))}
    lines = [
        _fitted(f"{seat.capitalize()}’s soundings", found, room // len(lists) - 2)
        for seat, found in lists.items()
    ]
    return [line for line in lines if line]


def _fitted(title: str, parts: Sequence[str], room: int) -> str:
    """``parts`` as a line of at most ``room`` characters: the oldest are left out; empty if none fits."""
    for left_out in range(len(parts)):
        earlier = f"({left_out} earlier) " if left_out else ""
        line = f"{title}: {earlier}{' · '.join(parts[left_out:])}"
        if len(line) <= room:
            return line
    return ""


def markable(view: DepthChargeView) -> tuple[str, ...]:
    """Squares that may hold an enemy mine, while the game is on and ``view`` is a player's."""
    if view.viewer not in SEATS or view.phase != "play":
        return ()
    rival = enemy(view.viewer)
    return BOARD.list(HALVES[rival] - {HARBOURS[rival]} - {BOARD.read(n) for n in view.side(rival).islands})


def empty(view: DepthChargeView) -> str:
    """The squares that hold no mine: proved by the Sonar Officer, or else where boats have been."""
    if view.proof is not None:
        return f"Proven empty: {', '.join(view.proof.empty)}" if view.proof.empty else ""
    known = [name for side in view.sides if side.seat != view.viewer for name in side.swept]
    return f"No mine where boats have been: {', '.join(known)}" if known and view.phase == "play" else ""


def findings(view: DepthChargeView) -> tuple[str, ...]:
    """The viewer's reports, and which squares of the enemy's hold a mine or none for sure."""
    if view.viewer not in SEATS or view.phase != "play":
        return ()
    lines = [_fitted("Your soundings", series(view, view.viewer), MAX_FINDINGS)]
    if view.proof is not None:
        lines += [f"Proven mines: {', '.join(view.proof.mines)}"] if view.proof.mines else []
    lines.append(empty(view))
    return tuple(line for line in lines if line)
