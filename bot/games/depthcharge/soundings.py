"""The reports of each side in short lists for readers of text: what was heard, and when a mine was gone."""

from __future__ import annotations

from bot.games.core import Seat

from .actions import SEATS
from .view import DepthChargeView


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
