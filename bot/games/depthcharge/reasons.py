"""Why a turn of Depth Charge is certain or a gamble: which reports leave a single square, or rule one out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from bot.games.core import Line
from bot.languages import gettext, labelled, listed, ngettext, parted

from .actions import BOARD, Charge, DepthChargeAction, Move
from .notebook import SonarEvidence, deduce, evidence, proof
from .sonar import track
from .text import pings
from .view import DepthChargeView, Proof

FEW: Final = 6
"""So many squares are named one by one."""
Heard: TypeAlias = tuple[int, tuple[int, ...], int]
"""A report: the square, the times, and how many mines had been destroyed."""


def explain(line: Line[DepthChargeAction, DepthChargeView]) -> str:
    """What the reports prove about the square that was chosen."""
    view, after, action = line.views[0], line.views[1], line.actions[0]
    known = evidence(view)
    empty, mines = deduce(known)
    match action:
        case Charge(square) if square in mines:
            return _proved(known, square)
        case Charge(square) if square in known.destroyed:
            return gettext("The mine on {square} has been destroyed already.", square=BOARD.names[square])
        case Charge(square) if square in empty:
            return _ruled_out(known, square)
        case Charge(square) if square not in known.water:
            return gettext("Your enemy can’t have a mine on {square}.", square=BOARD.names[square])
        case Charge(square):
            return gettext(
                "That isn’t certain: your reports would also fit without a mine on {square}.",
                square=BOARD.names[square],
            )
        case Move():
            assert after.last is not None
            goal = after.last.squares[-1]
            if after.last.heard == "mine" and BOARD.read(goal) in mines:
                return gettext(
                    "There must be a mine on {square}, and that way leads right onto it.", square=goal
                )
            if after.last.heard == "mine":
                return gettext(
                    "Nothing you’ve heard rules out a mine on {square}, so you can’t be sure that way is "
                    "clear.",
                    square=goal,
                )
            near = BOARD.list(mines.intersection(BOARD.around[BOARD.read(goal)]))
            if line.right and near:
                return gettext(
                    "There must be a mine on {mine}, and {square} is next to it. The way there is clear.",
                    mine=near[0],
                    square=goal,
                )
            if mines.intersection(BOARD.around[BOARD.read(after.last.squares[0])]):
                return gettext("That costs a turn: a square next to your boat was certain to hold a mine.")
            return gettext(
                "From {square}, you can’t reach a square that’s certain to hold a mine.", square=goal
            )
        case _:
            return gettext(
                "There’s no need to listen again: what you’ve heard already proves where a mine is."
            )


def worked_out(line: Line[DepthChargeAction, DepthChargeView]) -> DepthChargeView:
    """The end of a line with what the reports prove at its start; mines only if the player found them."""
    view = line.views[-1]
    if view.proof is not None:
        return view  # the Sonar Officer has done it
    known = proof(line.views[0])
    gone = {name for side in view.sides for name in side.destroyed}
    mines = tuple(name for name in known.mines if line.right and name not in gone)
    return replace(view, proof=Proof(known.empty, mines))


def proving(known: SonarEvidence, square: int) -> list[Heard]:
    """The reports that it takes to prove that there's a mine on ``square``."""
    return _needed(known, lambda fewer: square in deduce(fewer)[1])


def _proved(known: SonarEvidence, square: int) -> str:
    """Why there must be a mine on ``square``."""
    needed = proving(known, square)
    found = [
        (sorted(places), time, report)
        for report in needed
        for time in report[1]
        if square in (places := _answering(known, report, time))
    ]
    name = BOARD.names[square]
    if not found:
        reports = _listed(needed)
        return gettext(
            "Only a mine on {square} explains what you’ve heard ({reports}).", square=name, reports=reports
        )
    names, time, report = min(found, key=lambda each: len(each[0]))
    squares = listed(BOARD.list(names), "or")
    head = gettext(
        "The ping at {time} when you sounded {sounded} can only have come from {squares}.",
        time=time,
        sounded=BOARD.names[report[0]],
        squares=squares if len(names) <= FEW else ngettext("{number} square", "{number} squares", len(names)),
    )
    if len(names) == 1:
        return head
    rest = (report[0], tuple(each for each in report[1] if each != time), report[2])
    others = [*([rest] if rest[1] else []), *(each for each in needed if each is not report)]
    told = gettext(
        "Of these, only {square} fits the rest of what you’ve heard ({reports}).",
        square=name,
        reports=_listed(others),
    )
    return f"{head} {told}"


def _answering(known: SonarEvidence, report: Heard, time: int) -> set[int]:
    """The squares from which a ping may have come, going by its report and by where boats have been."""
    charge, _, gone = report
    found = set()
    for place in known.water - known.empty - set(known.destroyed[:gone]):
        after, between = track(charge, place)
        if after == time and known.islands.isdisjoint(between):
            found.add(place)
    return found


def _ruled_out(known: SonarEvidence, square: int) -> str:
    """Why there's no mine on ``square``."""
    name = BOARD.names[square]
    if square in known.empty:
        return gettext("There’s no mine on {square}: a boat or a depth charge has been there.", square=name)
    needed = _needed(known, lambda fewer: square in deduce(fewer)[0])
    if len(needed) == 1:
        sounded, times, _ = needed[0]
        time, between = track(sounded, square)
        if time not in times and not any(track(sounded, each)[0] in times for each in between):
            return gettext(
                "There’s no mine on {square}: when you sounded {sounded}, you’d have heard a ping at {time}.",
                square=name,
                sounded=BOARD.names[sounded],
                time=time,
            )
    if not needed:
        return ""
    return gettext(
        "There’s no mine on {square}: what you’ve heard rules it out ({reports}).",
        square=name,
        reports=_listed(needed),
    )


def _needed(known: SonarEvidence, proves: Callable[[SonarEvidence], bool]) -> list[Heard]:
    """The reports that prove something when none of them can be left out; the latest are left out last."""
    reports = list(dict.fromkeys(known.reports))
    for report in tuple(reports):
        fewer = [each for each in reports if each is not report]
        if proves(replace(known, reports=tuple(fewer))):
            reports = fewer
    return reports


def _listed(reports: list[Heard]) -> str:
    """Reports: “e5: pings at 3 and 5; h8: no ping”."""
    return parted(labelled(BOARD.names[square], pings(times)) for square, times, _ in reports)
