"""The reports of soundings in lists, what a player has found out by them, and where marks may be kept."""

from __future__ import annotations

from typing import Final

from bot.games.core import Seat

from .actions import BOARD, SEATS
from .view import DepthChargeView
from .waters import HALVES, HARBOURS, enemy

MAX_FINDINGS: Final = 1200
"""Characters of the list of a player's reports; the oldest give way."""


def series(view: DepthChargeView, seat: Seat) -> list[str]:
    """What ``seat`` heard, oldest first: ``c5: 3, 5``; and ``d6 destroyed`` where it destroyed a mine.

    An echo of a mine that was destroyed later stands before its destruction.
    """
    told: list[str] = []
    gone: tuple[str, ...] = ()
    for report in view.reports:
        if report.seat == seat:
            told += [f"{mine} destroyed" for mine in report.gone[len(gone) :]]
            told.append(f"{report.square}: {', '.join(map(str, report.times)) or 'no echo'}")
            gone = report.gone
    return told


def listed_reports(view: DepthChargeView, room: int) -> str:
    """Both sides' reports, newest first, in at most ``room`` characters; the oldest give way, with an “…”."""
    lists = {seat: series(view, seat)[::-1] for seat in SEATS}
    whole = sum(map(len, lists.values()))
    while len(told := _told(lists, cut=sum(map(len, lists.values())) < whole)) > room:
        longest = max(lists.values(), key=len)
        if not longest:
            return ""
        longest.pop()
    return told


def _told(lists: dict[Seat, list[str]], *, cut: bool) -> str:
    parts = [f"{seat.capitalize()} sounded {'; '.join(found)}." for seat, found in lists.items() if found]
    return " ".join(["Reports, newest first:", *parts, *(["…"] if cut else [])]) if parts else ""


def markable(view: DepthChargeView) -> tuple[str, ...]:
    """Squares where an enemy mine can have been laid, while the game is on and ``view`` is a player’s."""
    if view.viewer not in SEATS or view.phase != "play":
        return ()
    rival = enemy(view.viewer)
    return BOARD.list(HALVES[rival] - {HARBOURS[rival]} - {BOARD.read(n) for n in view.side(rival).islands})


def findings(view: DepthChargeView) -> tuple[str, ...]:
    """The viewer's soundings with their answers, oldest first; what the Sonar Officer has proved."""
    if view.viewer not in SEATS or view.phase != "play":
        return ()
    heard = series(view, view.viewer)
    lines = []
    if heard:
        shown = list(heard)
        while len(listed := " · ".join(shown)) > MAX_FINDINGS:
            shown.pop(0)
        earlier = f"({len(heard) - len(shown)} earlier) " if len(shown) < len(heard) else ""
        lines.append(f"Your soundings: {earlier}{listed}")
    if view.proof is not None:
        if view.proof.mines:
            lines.append(f"Proved to hold a mine: {', '.join(view.proof.mines)}")
        if view.proof.empty:
            lines.append(f"Proved empty: {', '.join(view.proof.empty)}")
    return tuple(lines)
