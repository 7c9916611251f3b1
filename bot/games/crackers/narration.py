"""What everybody is told of an action: who did what, and what the water did."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.core import Seat
from bot.games.plurals import listed

from .actions import CAPTAIN, CREW, Bag, CrackersAction, Flow, Pump, Unbag, Walk
from .view import CrackersView, Way


def name(seat: Seat) -> str:
    """``seat`` inside a sentence: Red, Yellow, Blue, the captain."""
    return "the captain" if seat == CAPTAIN else seat.capitalize()


def tell(before: CrackersView, after: CrackersView, action: CrackersAction) -> str:
    """``action``, which led from ``before`` to ``after``, in a few sentences."""
    parts = [_deed(before, action), water_moved(after, action)]
    if after.phase == "settle":
        parts.append(f"{'More w' if after.runs else 'W'}ater has to run, and the captain chooses where.")
    parts.append(_reached(before, after))
    return " ".join(part for part in parts if part)


def done(after: CrackersView, seat: Seat, action: CrackersAction) -> str:
    """``action`` of ``seat``, as far as the position ``after`` it shows."""
    if not isinstance(action, Walk):
        return _deed(after, action)
    return f"{name(seat)} is on {action.to}{_bag_work(action)}."


def _deed(before: CrackersView, action: CrackersAction) -> str:
    match action:
        case Walk(to):
            stays = to == before.pawns[CREW.index(before.mover)]
            return f"{name(before.mover)} {'stayed on' if stays else 'went to'} {to}{_bag_work(action)}."
        case Pump(leak):
            return f"The captain pumped at {leak}."
        case Bag(square):
            return f"The captain dropped a sandbag on {square}."
        case Unbag(square):
            return f"The captain removed a sandbag from {square}."
        case Flow(square):
            return f"The captain let the water on {square} run."


def _bag_work(walk: Walk) -> str:
    return {"": "", "+": " and dropped a sandbag there", "-": " and picked up a sandbag there"}[walk.bag]


def water_moved(after: CrackersView, action: CrackersAction) -> str:
    """What the water did in ``action``, as a sentence; empty if nothing."""
    if not isinstance(action, Pump):
        return _ran(after.runs, after) if after.runs else ""
    square = after.runs[0][-1]
    depth = depth_of(after, square)
    return (
        f"The water {'ran to' if len(after.runs[0]) > 1 else 'stays on'} {square}, which is now {depth} deep."
    )


def depth_of(view: CrackersView, square: str) -> int:
    """The units of water on ``square``."""
    return view.water[view.grid.names.index(square)]


def _ran(runs: Sequence[Way], view: CrackersView) -> str:
    ways = listed(f"from {run[0]} to {run[-1]}" for run in runs)
    ends = sorted({run[-1] for run in runs})
    depths = listed(f"{square} is now {depth_of(view, square)} deep" for square in ends)
    return f"Water ran {ways}, and {depths}."


def _reached(before: CrackersView, after: CrackersView) -> str:
    """Which crew members the water has reached where they stood."""
    wet = [
        name(seat)
        for seat, was, now in zip(CREW, before.pawns, after.pawns, strict=True)
        if depth_of(after, now) == 1 and depth_of(before, was) == 0 and was == now
    ]
    return f"{listed(wet)} {'is' if len(wet) == 1 else 'are'} standing in it." if wet else ""
