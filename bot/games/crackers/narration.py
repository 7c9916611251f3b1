"""What everybody is told of an action: who did what, and what the water did."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.core import Seat
from bot.games.plurals import listed

from .actions import CAPTAIN, CREW, Bag, CrackersAction, Flow, Pump, Unbag, Walk
from .view import CrackersView, Way


def name(seat: Seat) -> str:
    """``seat`` as sentences call it: Red, Yellow, Blue, the captain."""
    return "the captain" if seat == CAPTAIN else seat.capitalize()


def tell(before: CrackersView, after: CrackersView, action: CrackersAction) -> str:
    """``action``, which led from ``before`` to ``after``, in a sentence or a few."""
    parts = [_deed(before, action)]
    if isinstance(action, Pump):
        parts.append(_pumped(after))
    elif after.runs:
        parts.append(ran(after.runs, after))
    if after.phase == "settle":
        parts.append(f"{'More w' if after.runs else 'W'}ater has to run, and the captain chooses where.")
    parts.append(_reached(before, after))
    return " ".join(part for part in parts if part)


def done(after: CrackersView, seat: Seat, action: CrackersAction) -> str:
    """``action`` of ``seat`` as one who sees only the position ``after`` it may tell it."""
    if isinstance(action, Walk):
        deed = {"": "", "+": ", and placed a sandbag there", "-": ", and took a sandbag away"}[action.bag]
        return f"{name(seat)} is on {action.to} now{deed}."
    return _deed(after, action)


def _deed(before: CrackersView, action: CrackersAction) -> str:
    match action:
        case Walk(to, bag):
            crew = name(before.mover)
            stays = to == before.pawns[CREW.index(before.mover)]
            where = f"stayed on {to}" if stays else f"went to {to}"
            deed = {"": "", "+": " and placed a sandbag there", "-": " and took a sandbag away"}[bag]
            return f"{crew} {where}{deed}."
        case Pump(leak):
            return f"The captain pumped at {leak}."
        case Bag(square):
            return f"The captain placed a sandbag on {square}."
        case Unbag(square):
            return f"The captain took a sandbag from {square}."
        case Flow(square, _):
            return f"The captain let the water of {square} run."


def _pumped(after: CrackersView) -> str:
    square = after.runs[0][-1]
    depth = depth_of(after, square)
    return f"The water {'ran to' if len(after.runs[0]) > 1 else 'stays on'} {square}, now {depth} deep."


def depth_of(view: CrackersView, square: str) -> int:
    """The units of water on ``square``."""
    return view.water[view.grid.names.index(square)]


def ran(runs: Sequence[Way], view: CrackersView) -> str:
    """The runs of settling water as a sentence."""
    ways = listed(f"from {run[0]} to {run[-1]}" for run in runs)
    ends = sorted({run[-1] for run in runs})
    depths = listed(f"{square} is {depth_of(view, square)} deep" for square in ends)
    return f"Water ran {ways}: {depths} now."


def _reached(before: CrackersView, after: CrackersView) -> str:
    """Which crew members the water has reached where they stood."""
    wet = [
        name(seat)
        for seat, was, now in zip(CREW, before.pawns, after.pawns, strict=True)
        if depth_of(after, now) == 1 and depth_of(before, was) == 0 and was == now
    ]
    return f"{listed(wet)} {'stands' if len(wet) == 1 else 'stand'} in it." if wet else ""
