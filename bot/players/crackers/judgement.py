"""How well the crew stands, at a glance: about how many rounds it can still hold out.

The captain has two ways to flood the pod. Once the first layer of water is full, a *tongue* of the second can run
up to the crew's walls: one wall falls to taking a sandbag and pumping, two rings hold. Once the second layer is
full, water runs over walls of three, but the control room has to be walled off by then.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import exp
from typing import Final

from .board import Board, Plan
from .position import CREW_WINS, Position

WON: Final = 1000.0
"""A decided game, in rounds."""
PUMPS: Final = 3
"""The most water that one turn of the captain's brings."""
FAR: Final = 12
"""The most steps that are looked for: of a tongue, or of somebody's way home."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What things are worth, in rounds unless said otherwise; found by play."""

    lacking: float = 0.6
    """Each sandbag that the crew's two rings still lack."""
    broken: float = 10.0
    """What a fort that can't be finished any more costs."""
    soaked: float = 4.0
    """A flooded square in a ring, in sandbags."""
    closing: float = 0.4
    """Each sandbag that the control room's ring still lacks."""
    open_square: float = 6.0
    """A flooded square in that ring, in sandbags."""
    building: float = 2.5
    """Sandbags that the crew places in a round while it hurries."""
    hurry: float = 2.0
    """How gradually a fort that may be late loses its worth."""
    next_turn: float = 8.0
    """Each crew member whom the captain's next turn may cut off or drown."""
    soon: float = 2.0
    """The same of the turn after it or so."""
    late: float = 1.0
    """Each round that a crew member is late on its way home."""
    margin: float = 3.0
    """How early it had better be home."""
    thick: float = 1.0
    """Each wall that has to be opened before a tongue gets to the pod."""
    drowning: float = 6.0
    """The control room open with nearly no room left for water."""


DEFAULT: Final = Weights()


@cache
def rings(layout: Plan, centre: int) -> tuple[int, ...]:
    """The squares one, two, three and four steps from ``centre``."""
    found, inside = [], 1 << centre
    for _ in range(4):
        ring = layout.spread(inside) & ~inside
        found.append(ring)
        inside |= ring
    return tuple(found)


def lacks(board: Board, ring: int, soaked: float) -> float:
    """How many sandbags a ring lacks to be three high all round; a flooded square counts as ``soaked``."""
    above = board.above
    found = 3.0 * ring.bit_count()
    for level in range(1, min(4, len(above))):
        found -= (ring & above[level]).bit_count()
    low = ring & board.wet
    if len(above) > 3:
        low &= ~above[3]
    return found + soaked * low.bit_count()


def judge(position: Position, weights: Weights = DEFAULT) -> float:
    """About how many rounds the crew still holds out; ±WON once the game is decided."""
    if position.winner:
        return WON if position.winner == CREW_WINS else -WON
    board = position.board
    layout, above, wet = board.plan, board.above, board.wet
    full, flood, spread = layout.full, layout.flood, layout.spread
    pod, control, source = 1 << layout.pod, 1 << layout.control, layout.source
    height = len(above)
    above1 = above[1]
    above2 = above[2] if height > 2 else 0
    above3 = above[3] if height > 3 else 0

    # The first layer, and a tongue of the second.
    region = flood(source, full & ~above2 | wet | source)
    first = (region & ~above1).bit_count()
    tongue = _tongue(layout, above2, above3, pod)
    clock1 = (first + tongue) / PUMPS
    around = rings(layout, layout.pod)
    sizes = sorted([lacks(board, ring, weights.soaked) for ring in around])
    lacking = sizes[0] + sizes[1]

    # The second layer, with the control room walled off.
    zone = flood(source, full & ~above3 | wet | source)
    second = 2 * zone.bit_count() - (zone & above1).bit_count() - (zone & above2).bit_count()
    near, beyond = rings(layout, layout.control)[:2]
    closing = min(lacks(board, near, weights.open_square), lacks(board, beyond, weights.open_square) + 3)
    clock2 = (second + 6) / PUMPS + weights.closing * closing

    # How many walls stand between the water and the pod.
    thick = 0
    if not zone & pod:
        opened = spread(zone) & above3 | zone
        opened = flood(opened, full & ~above3 | opened)
        thick = 1 if opened & pod else 2
    if thick == 2:
        kept = 1.0
    else:
        late = (clock1 + weights.thick * thick - lacking / weights.building) / weights.hurry
        kept = 0.95 / (1 + exp(-late)) if late > -30 else 0.0
    score = kept * (clock2 - weights.lacking * lacking) + (1 - kept) * (clock1 - weights.broken)
    if zone & control and closing:
        score += weights.drowning * max(0.0, 1 - second / 20)

    # The crew: whom the next turns can cut off, and who is late on the way home.
    threat = _threatened(position.board, PUMPS, wade=position.wade)
    distant = _threatened(position.board, 3 * PUMPS, wade=position.wade)
    if threat | distant:
        for threatened, price in ((threat, weights.next_turn), (distant, weights.soon)):
            if position.wade:
                safe = flood(pod, full & ~board.deep & ~threatened | pod)
            else:
                safe = flood(pod, full & ~wet & ~threatened | pod)
                safe |= spread(safe)
            for pawn in position.pawns:
                bit = 1 << pawn
                if not bit & safe:
                    score -= price
    crew = [1 << pawn for pawn in position.pawns]
    reached = flood(pod, full & ~(zone & wet) | pod) & ~zone | pod
    left = first / PUMPS
    dry = full & ~wet
    for steps in range(FAR):
        crew = [bit for bit in crew if not bit & reached]
        if not crew:
            break
        overdue = steps + weights.margin - left
        if overdue > 0:
            score -= len(crew) * weights.late * min(overdue, 3.0)
        new = spread(reached) & ~board.deep
        reached |= new | flood(new & dry, dry)
    return score


def _tongue(layout: Plan, top: int, barrier: int, goal: int) -> int:
    """How many more squares a tongue of the layer ``top`` needs up to ``goal``; FAR behind walls."""
    flood, spread = layout.flood, layout.spread
    free = layout.full & ~barrier
    reached = flood(layout.source & top, top)
    new = (spread(reached) | layout.source) & free & ~reached
    for count in range(FAR):
        if reached & goal:
            return count
        if not new:
            break
        reached = flood(reached | new, top | reached | new)
        new = spread(reached) & free & ~reached
    return FAR


def _threatened(board: Board, units: int, *, wade: bool) -> int:
    """The squares that ``units`` more units can shut, taken one at a time."""
    layout, above, wet = board.plan, board.above, board.wet
    flood, spread, source = layout.flood, layout.spread, layout.source
    found = 0
    for level in range(min(4, len(above) - 1)):
        upper = above[level + 1]
        region = flood(source, layout.full & ~upper | source | wet)
        left = units
        for lower in range(1, level + 1):
            left -= (region & ~above[lower]).bit_count()
        if left <= 0:
            break
        free = ~above[level + 2] | wet if level + 2 < len(above) else layout.full
        reached = flood(source & upper, upper & free)
        for _ in range(left):
            new = (spread(reached) | source) & ~upper & free & above[level] & ~reached
            if not new:
                break
            reached = flood(reached | new, upper & free | reached | new)
        flooded = reached & ~upper
        found |= flooded & wet if wade else flooded & ~wet
    return found
