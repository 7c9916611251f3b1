"""How well the crew stands, at a glance: about how many rounds it can still hold out.

The captain has two ways to flood the pod. Once the first layer of water is full, a *tongue* of the second can
run up to the crew's walls: one wall falls to taking a sandbag and pumping, two rings hold. Once the second
layer is full, water runs over walls of three, but the control room has to be walled off by then. And no wall
can be built on a flooded square: if he pumps straight at the pod, the crew has to be there first.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, log
from typing import Final, NamedTuple

from .board import CrackersBoard, StationPlan
from .position import CAPTAIN, CREW_WINS, Position

WON: Final = 1000.0
"""A decided game, in rounds."""
PUMPS: Final = 3
"""The most water that one turn of the captain's brings."""
FAR: Final = 12
"""The most steps that are looked for: of a tongue, or of somebody's way home."""


# What things are worth, in rounds unless said otherwise; set by hand, from games that were watched.
LACKING: Final = 0.35
"""Each sandbag that the crew's two rings still lack."""
BROKEN: Final = 30.0
"""What a fort that can't be finished any more costs."""
SOAKED: Final = 4.0
"""A flooded square in a ring, in sandbags."""
EXPOSED: Final = 4.0
"""A bare square in a ring that the captain can flood before the crew gets to it, in sandbags."""
INNER: Final = 1.0
"""How much more the inner of the two rings' flooded squares count."""
FORESEEN: Final = 3
"""How many of the captain's turns that is looked ahead for."""
CLOSING: Final = 0.6
"""Each sandbag that the control room's ring still lacks."""
CLOSING_FROM: Final = 15.0
"""How many units the first layer has room for when those sandbags count half."""
OPEN_SQUARE: Final = 6.0
"""A flooded square in that ring, in sandbags."""
BUILDING: Final = 2.5
"""Sandbags that the crew places in a round while it hurries."""
HURRY: Final = 2.0
"""How gradually a fort that may be late loses its worth."""
NEXT_TURN: Final = 8.0
"""Each crew member whom the captain's next turn may cut off or drown."""
SOON: Final = 2.0
"""The same of the turn after it or so."""
LATE: Final = 1.0
"""Each round that a crew member is late on its way home."""
MARGIN: Final = 3.0
"""How early it had better be home."""
THICK: Final = 1.0
"""Each wall that has to be opened before a tongue gets to the pod."""
DROWNING: Final = 6.0
"""The control room open with nearly no room left for water."""


def lacks(board: CrackersBoard, ring: int, soaked: float) -> float:
    """How many sandbags a ring lacks to be three high all round; a flooded square counts as ``soaked``."""
    above = board.above
    found = 3.0 * ring.bit_count()
    for level in range(1, 4):
        found -= (ring & above[level]).bit_count()
    return found + soaked * (ring & board.wet & ~above[3]).bit_count()


class Ring(NamedTuple):
    """What there is to see on the squares that are so many steps from the pod."""

    lacking: float
    """Sandbags, as in :func:`lacks`."""
    soaked: float
    """That part of it which flooded squares are."""
    bare: list[int]
    """How many of its bare squares the captain gets to with one unit, with two, and so on."""


class Glance(NamedTuple):
    """What there is to see on a board, wherever the crew stands on it."""

    clock1: float
    """Rounds until a tongue of the second layer gets to the pod, walls aside."""
    clock2: float
    """Rounds until the second layer is full, the control room walled off."""
    rings: tuple[Ring, ...]
    """From the pod outwards."""
    walls: int
    """How many walls stand between the water and the pod: 0, 1 or 2."""
    drowning: float
    """What the captain's own danger is worth, in rounds."""
    safe: int
    """The squares from where the pod can still be reached whatever the captain's next turn shuts."""
    safe_later: int
    """The same for the turn after it or so."""
    walled: int
    """Where one is at home: the squares around the pod that a tongue can't get to."""
    left: float
    """Rounds until the first layer is full."""


def glance(position: Position) -> Glance:
    """What there is to see on a position's board; looked at once."""
    board = position.board
    seen: Glance | None = board.seen
    if seen is None:
        seen = board.seen = look(board, wade=position.wade)
    return seen


def judge(position: Position) -> float:
    """About how many rounds the crew still holds out; ±WON once the game is decided."""
    if position.winner:
        return WON if position.winner == CREW_WINS else -WON
    board = position.board
    seen = glance(position)
    score = _held(seen, position)
    crew = [1 << pawn for pawn in position.pawns]
    for bit in crew:
        if not bit & seen.safe:
            score -= NEXT_TURN
        if not bit & seen.safe_later:
            score -= SOON
    layout = board.plan
    reached = seen.walled
    dry = layout.full & ~board.wet
    for steps in range(FAR):
        crew = [bit for bit in crew if not bit & reached]
        if not crew:
            break
        overdue = steps + MARGIN - seen.left
        if overdue > 0:
            score -= len(crew) * LATE * min(overdue, 3.0)
        new = layout.spread(reached) & ~board.deep
        reached |= new | layout.flood(new & dry, dry)
    return score


def _held(seen: Glance, position: Position) -> float:
    """The rounds that the crew holds out, were everybody at home."""
    captains = position.turn == CAPTAIN
    units = PUMPS - position.parts if captains else PUMPS
    bags = 0 if captains else CAPTAIN - position.turn
    reach = len(seen.rings[0].bare)
    turns = [(at, bags + at - units) for at in range(units, reach + 1, PUMPS) if at]
    lacking = inf
    for order, inner in enumerate(seen.rings[:-1]):
        gone = inner.lacking + INNER * (inner.soaked + EXPOSED * _lost(inner.bare, turns))
        for outer in seen.rings[order + 1 :]:
            if gone + outer.lacking < lacking:
                both = [one + other for one, other in zip(inner.bare, outer.bare, strict=True)]
                found = gone + outer.lacking + EXPOSED * _lost(both, turns)
                lacking = min(lacking, found)
    kept = 1.0
    if seen.walls < 2:
        early = (seen.clock1 + THICK * seen.walls - lacking / BUILDING) / HURRY
        kept = 0.95 / (1 + exp(min(-early, 60.0)))
    score = kept * (seen.clock2 - LACKING * lacking) + (1 - kept) * (seen.clock1 - BROKEN)
    return score + seen.drowning


def _lost(bare: Sequence[int], turns: Sequence[tuple[int, int]]) -> int:
    """How many bare squares the captain floods before the crew has placed a sandbag on them.

    He floods one after the other, and the crew saves them in the order in which he gets to them: ``turns``
    has the units that he has pumped by the end of each of his turns, and the sandbags placed before it.
    """
    lost = 0
    for units, bags in turns:
        more = bare[units - 1] - bags
        if more > lost:
            lost = max(lost, min(more, units - bare[:units].count(0)))
    return lost


def look(board: CrackersBoard, *, wade: bool) -> Glance:
    """What there is to see on ``board``."""
    layout, above, wet = board.plan, board.above, board.wet
    full, flood, spread = layout.full, layout.flood, layout.spread
    pod, control, source = 1 << layout.pod, 1 << layout.control, layout.source
    above1, above2, above3 = above[1:4]

    # The first layer, and a tongue of the second.
    region = flood(source, full & ~above2 | wet | source)
    first = (region & ~above1).bit_count()
    clock1 = (first + _tongue(layout, above2, above3, pod)) / PUMPS
    shores = _shores(board, FORESEEN * PUMPS)
    rings = tuple(
        Ring(
            lacks(board, ring, SOAKED),
            SOAKED * (ring & wet & ~above3).bit_count(),
            [(ring & shore).bit_count() for shore in shores],
        )
        for ring in layout.around_pod
    )

    # The second layer, with the control room walled off.
    zone = flood(source, full & ~above3 | wet | source)
    low = wet & ~above3
    outside = zone & ~(pod | layout.around_pod[0] | layout.around_pod[1])
    second = 2 * outside.bit_count() - (outside & above1).bit_count() - (outside & above2).bit_count()
    near, beyond = layout.around_control
    # Sandbags there count late: the crew can take them as fast as the captain places them.
    urgent = 1 / (1 + exp((first - CLOSING_FROM) / 5))
    closing = min(
        urgent * lacks(board, near, 0) + OPEN_SQUARE * (near & low).bit_count(),
        urgent * (lacks(board, beyond, 0) + 3) + OPEN_SQUARE * (beyond & low).bit_count(),
    )
    clock2 = (second + 6) / PUMPS + CLOSING * closing

    # How many walls stand between the water and the pod.
    walls = 0
    if not zone & pod:
        opened = spread(zone) & above3 | zone
        walls = 1 if flood(opened, full & ~above3 | opened) & pod else 2
    drowning = 0.0
    if zone & control and closing:
        drowning = DROWNING * max(0.0, 1 - second / 20)

    def safe(units: int) -> int:
        threatened = _threatened(board, units, wade=wade)
        if not threatened:
            return board.home(wade=wade)
        if wade:
            return flood(pod, full & ~board.deep & ~threatened | pod)
        lands = flood(pod, full & ~wet & ~threatened | pod)
        return lands | spread(lands)

    return Glance(
        clock1,
        clock2,
        rings,
        walls,
        drowning,
        safe(PUMPS),
        safe(3 * PUMPS),
        flood(pod, full & ~(zone & wet) | pod) & ~zone | pod,
        first / PUMPS,
    )


def _shores(board: CrackersBoard, units: int) -> list[int]:
    """The bare squares that the captain can have flooded with one unit, with two, and so on.

    Single sandbags don't hold water that comes from a leak under water: it runs over them.
    """
    layout, wet, above1, above2 = board.plan, board.wet, board.above[1], board.above[2]
    flood, spread, source = layout.flood, layout.spread, layout.source
    free = above1 & ~above2 | wet
    reached = flood(source, free)
    shores = []
    for _ in range(units):
        reached |= (spread(reached) | source) & ~above1
        reached = flood(reached, free | reached)
        shores.append(reached & ~above1)
    return shores


def _tongue(layout: StationPlan, top: int, barrier: int, goal: int) -> int:
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


def _threatened(board: CrackersBoard, units: int, *, wade: bool) -> int:
    """The squares that ``units`` more units can shut, taken one at a time."""
    layout, above, wet = board.plan, board.above, board.wet
    flood, spread, source = layout.flood, layout.spread, layout.source
    found = 0
    for level in range(4):
        upper = above[level + 1]
        region = flood(source, layout.full & ~upper | source | wet)
        left = units
        for lower in range(1, level + 1):
            left -= (region & ~above[lower]).bit_count()
        if left <= 0:
            break
        free = ~above[level + 2] | wet
        reached = flood(source & upper, upper & free)
        for _ in range(left):
            new = (spread(reached) | source) & ~upper & free & above[level] & ~reached
            if not new:
                break
            reached = flood(reached | new, upper & free | reached | new)
        flooded = reached & ~upper
        found |= flooded & wet if wade else flooded & ~wet
    return found


# The crew’s log-odds without a learnt file. The farther off the end is, the smaller the share by which it
# varies: hence the square root of the rounds that are left. The larger a layout, the more happens unforeseen.

PER_ROUND: Final = -4.11
"""What the square root of the rounds that are left counts."""
WEIGHTS: Final = (-2.48, 1.56, 0.96, 4.02, 1.48)
"""One; the logarithm of the squares; tens of rounds by the outlook; the logarithm of the rounds until the
second layer is full; tens of dry squares."""
SQUARES: Final = 40.0
"""Squares of a layout on which log-odds count as they are."""


def odds(position: Position, outlook: float) -> tuple[float, float]:
    """The crew's log-odds to win, but for the rounds that are left, and what the root of those counts."""
    board = position.board
    squares = board.plan.full.bit_count()
    dry = (board.plan.full & ~board.wet).bit_count()
    second = log(max(glance(position).clock2, 1.0))
    values = 1.0, log(squares), outlook / 10, second, dry / 10
    foreseen = SQUARES / squares
    found = sum(weight * value for weight, value in zip(WEIGHTS, values, strict=True))
    return foreseen * found, foreseen * PER_ROUND
