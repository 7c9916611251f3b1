"""Why a turn of Depth Charge is certain or a gamble: which reports leave a single square, or rule one out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from bot.games.core import Line
from bot.games.plurals import counted, listed

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
        case Charge(square) if square in empty:
            return _ruled_out(known, square)
        case Charge(square) if square not in known.water:
            return f"Your enemy can’t have a mine on {BOARD.names[square]}."
        case Charge(square):
            return f"That isn’t certain: your reports fit without a mine on {BOARD.names[square]}, too."
        case Move():
            assert after.last is not None
            goal = after.last.squares[-1]
            if after.last.heard == "mine" and BOARD.read(goal) in mines:
                return f"There must be a mine on {goal}, and that way leads right onto it."
            if after.last.heard == "mine":
                return f"Nothing you’ve heard rules out a mine on {goal}, so that way isn’t sure to be clear."
            near = BOARD.list(mines.intersection(BOARD.around[BOARD.read(goal)]))
            if line.right and near:
                return f"There must be a mine on {near[0]}, and {goal} is next to it. The way there is clear."
            if mines.intersection(BOARD.around[BOARD.read(after.last.squares[0])]):
                return "That costs a turn: a square next to your boat was certain to hold a mine."
            return f"From {goal}, you can’t reach a square that’s certain to hold a mine."
        case _:
            return "There’s no need to listen again: what you’ve heard already proves where a mine is."


def worked_out(line: Line[DepthChargeAction, DepthChargeView]) -> DepthChargeView:
    """The end of a line with what the reports prove at its start; mines only if the player found them."""
    view = line.views[-1]
    if view.proof is not None:
        return view  # the Sonar Officer has done it
    known = proof(line.views[0])
    gone = {name for side in view.sides for name in side.destroyed}
    mines = tuple(name for name in known.mines if line.right and name not in gone)
    return replace(view, proof=Proof(known.empty, mines))


def _proved(known: SonarEvidence, square: int) -> str:
    """Why there must be a mine on ``square``."""
    needed = _needed(known, lambda fewer: square in deduce(fewer)[1])
    found = [
        (sorted(places), time, report)
        for report in needed
        for time in report[1]
        if square in (places := _answering(known, report, time))
    ]
    name = BOARD.names[square]
    if not found:
        return f"Only a mine on {name} explains {_named(needed)}."
    names, time, report = min(found, key=lambda each: len(each[0]))
    head = f"The ping at {time} from {BOARD.names[report[0]]}"
    if len(names) == 1:
        return f"{head} can only have come from {name}."
    where = listed(BOARD.list(names), "or") if len(names) <= FEW else counted(len(names), "square")
    rest = (report[0], tuple(each for each in report[1] if each != time), report[2])
    others = [*([rest] if rest[1] else []), *(each for each in needed if each is not report)]
    leave = f"{_named(others)} {_verb(others, 'leave')}"
    return f"{head} can only have come from {where}. {leave[:1].upper()}{leave[1:]} only {name}."


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
    if square in known.empty | {*known.destroyed}:
        return f"There’s no mine on {name}: a boat or a depth charge has been there."
    needed = _needed(known, lambda fewer: square in deduce(fewer)[0])
    if len(needed) == 1:
        sounded, times, _ = needed[0]
        time, between = track(sounded, square)
        if time not in times and not any(track(sounded, each)[0] in times for each in between):
            return f"There’s no mine on {name}: from {BOARD.names[sounded]}, you’d have heard it at {time}."
    return f"There’s no mine on {name}: {_named(needed)} {_verb(needed, 'rule')} it out." if needed else ""


def _needed(known: SonarEvidence, proves: Callable[[SonarEvidence], bool]) -> list[Heard]:
    """The reports that prove something when none of them can be left out; the latest are left out last."""
    reports = list(dict.fromkeys(known.reports))
    for report in tuple(reports):
        fewer = [each for each in reports if each is not report]
        if proves(replace(known, reports=tuple(fewer))):
            reports = fewer
    return reports


def _named(reports: list[Heard]) -> str:
    """Reports inside a sentence: “the pings at 3 and 5 from e5 and the silence at h8”."""
    return listed(
        f"the {pings(times)} from {BOARD.names[square]}" if times else f"the silence at {BOARD.names[square]}"
        for square, times, _ in reports
    )


def _verb(reports: list[Heard], verb: str) -> str:
    """``verb`` after :func:`_named`."""
    return f"{verb}s" if len(reports) == 1 and len(reports[0][1]) < 2 else verb
