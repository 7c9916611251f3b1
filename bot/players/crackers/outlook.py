"""The crew's chance to win: what games between equal players teach, or log-odds by formula.

Each layout has a small net of its own. It sees a few numbers of the position, and of each square how high it
is, how wet, and who stands there. Each of them has a row of weights; the rows are added up, and what is above
zero of each sum is a hidden unit. The units say the crew's log-odds at once, and how much each stretch of
rounds takes off them. Players don't look at the number of rounds, so one game that they play on until the
captain wins tells of any number (``tests/players/crackers/learning.c``).

On any other board, and where the file can't be read, the formula of ``judgement`` goes on alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import isqrt, tanh
from struct import Struct
from typing import Final

from bot.games.core.grid import squares_in
from bot.games.crackers.board import layout
from bot.players import learnt
from bot.players.learnt import LearntFile, lanes

from . import judgement
from .board import StationPlan, plan
from .judgement import glance
from .position import CAPTAIN, Position

LAYOUTS: Final = ("station", "outpost", "bell")
STEP: Final = 16
"""What stands for 1 in a feature."""
FEATURES: Final = 53
WAYS: Final = 8
"""In which a square is seen: its surface is at least 1, 2, 3 or 4; it's wet, or deep; somebody of the crew
stands there, or who is to move."""
HIDDEN: Final = 16
SUMS: Final = Struct(f"<{HIDDEN + 1}I")
"""The hidden units, and the crew's log-odds at once."""
KNOTS: Final = (0, 2, 4, 7, 11, 16, 22, 30, 40, 55, 95)
"""The rounds left between which log-odds fall evenly; beyond the last, they go on falling as before it."""
SQUARES: Final = tuple(len(layout(name).grid.names) for name in LAYOUTS)
LEARNT: Final = LearntFile(
    "crackers",
    2,
    tuple(
        size
        for squares in SQUARES
        for size in (
            (FEATURES + WAYS * squares) * (HIDDEN + 1),
            HIDDEN + 1,
            HIDDEN * len(KNOTS),
            len(KNOTS),
        )
    ),
)
"""For each layout: the rows, and what is added to them; what each hidden unit adds to the log-odds and to
each stretch's share of them, and what these begin with."""
ROW_UNIT: Final = 12
"""A weight of 1 in a row, and in what a hidden unit adds, has so many bits."""
BASE_UNIT: Final = 8
"""The same of what is added to them."""
UNIT_BITS: Final = 20
UNIT: Final = 1 << UNIT_BITS
"""What stands for 1 in log-odds."""
LEAST: Final = UNIT // 50
"""Each stretch of rounds takes off as much at least."""
LANE: Final = 32
ZERO: Final = 1 << LANE - 1
"""What stands for 0 in a lane."""


class Net:
    """The weights of one layout."""

    def __init__(self, found: Sequence[Sequence[int]]) -> None:
        """The tables as the file has them."""
        rows, base, heads, begun = found
        width = HIDDEN + 1
        every = [lanes(rows[at : at + width], LANE) for at in range(0, len(rows), width)]
        self.features = every[:FEATURES]
        self.squares = [every[FEATURES + way :: WAYS] for way in range(WAYS)]
        """By way, and by square."""
        self.base = lanes((ZERO + (each << ROW_UNIT - BASE_UNIT) for each in base), LANE)
        self.heads = [heads[at : at + len(KNOTS)] for at in range(0, len(heads), len(KNOTS))]
        self.begun = [each * (UNIT >> BASE_UNIT) for each in begun]

    def falls(self, position: Position, outlook: float) -> tuple[int, list[int]]:
        """The crew's log-odds with no round left, and what each stretch of rounds takes off them."""
        total = self.base
        for value, row in zip(features(position, outlook), self.features, strict=True):
            if value:
                total += value * row
        for mask, rows in zip(ways(position), self.squares, strict=True):
            total += sum([rows[square] for square in squares_in(mask)])
        *hidden, at_once = SUMS.unpack(total.to_bytes(SUMS.size, "little"))
        out = self.begun[:]
        out[0] += (at_once - ZERO) << UNIT_BITS - ROW_UNIT
        for lane, weights in zip(hidden, self.heads, strict=True):
            if lane > ZERO:
                value = (lane - ZERO) >> 2 * ROW_UNIT - UNIT_BITS
                out = [each + value * weight for each, weight in zip(out, weights, strict=True)]
        return out[0], [max(each, LEAST) for each in out[1:]]


@cache
def _layouts() -> dict[StationPlan, int]:
    """The number of each layout, by what a position has of it."""
    found = {}
    for number, name in enumerate(LAYOUTS):
        sheet = layout(name)
        grid = sheet.grid
        found[plan(grid.columns, grid.rows, sheet.pod, sheet.control, sheet.leaks)] = number
    return found


@cache
def nets() -> tuple[Net, ...] | None:
    """The net of each layout; None if their file can't be read."""
    tables = learnt.tables(LEARNT)
    if tables is None:
        return None
    each = len(tables) // len(LAYOUTS)
    return tuple(Net(tables[at : at + each]) for at in range(0, len(tables), each))


def net(position: Position) -> Net | None:
    """The net that knows the layout of a position."""
    found, number = nets(), _layouts().get(position.board.plan)
    return None if found is None or number is None else found[number]


def _root(value: float) -> int:
    return isqrt(STEP * STEP * max(0, round(value)))


def _within(value: float, least: float, most: float) -> int:
    return round(STEP * max(least, min(most, value)))


def ways(position: Position) -> tuple[int, ...]:
    """The squares that are seen in each way."""
    board, pawns = position.board, position.pawns
    red, yellow, blue = pawns
    crew = 1 << red | 1 << yellow | 1 << blue
    mover = 1 << pawns[position.turn] if position.turn < CAPTAIN else 0
    return (*board.above[1:5], board.wet, board.deep, crew, mover)


def features(position: Position, outlook: float) -> tuple[int, ...]:
    """What else the chance depends on, the rounds that are left aside; in sixteenths."""
    board = position.board
    sheet, seen = board.plan, glance(position)
    above, wet = board.above, board.wet
    flood, full = sheet.flood, sheet.full
    pod, control = 1 << sheet.pod, 1 << sheet.control
    dry, low = full & ~wet, wet & ~above[3]
    crew = [1 << pawn for pawn in position.pawns]
    unsafe = sum(not pawn & seen.safe for pawn in crew)
    later = sum(not pawn & seen.safe_later for pawn in crew)
    out = sum(not pawn & seen.walled for pawn in crew)
    zone = flood(sheet.source, full & ~above[3] | wet | sheet.source)
    outside = zone & ~(pod | sheet.around_pod[0] | sheet.around_pod[1])
    room, home = flood(control, dry | control), flood(pod, dry | pod)
    by_room = room | sheet.spread(room)
    lacking = sum(sorted(ring.lacking for ring in seen.rings)[:2])
    return (
        _within(outlook / 10, -4, 6),
        _within(outlook / 10, -4, 0),
        _within((outlook - 15) / 10, 0, 4),
        _root(seen.clock2),
        _within(seen.clock2 / 10, 0, 6),
        _within(seen.clock1 / 5, 0, 6),
        _within(seen.clock1, 0, 4),
        _within(seen.left / 5, 0, 6),
        _within(seen.left, 0, 4),
        _within(lacking / 10, 0, 6),
        STEP * (seen.walls == 1),
        STEP * (seen.walls == 2),
        _within(seen.drowning, 0, 6),
        STEP * unsafe,
        STEP * (unsafe > 0),
        STEP * later,
        STEP * (later > 0),
        STEP * out,
        STEP * (out > 0),
        STEP * (out > 1),
        STEP * sum(bool(pawn & wet) for pawn in crew),
        5 * position.parts if position.turn == CAPTAIN else 0,
        *(STEP * (position.turn == each) for each in range(CAPTAIN)),
        STEP * position.settling,
        *(
            value
            for ring, around in zip(seen.rings, sheet.around_pod, strict=True)
            for value in (4 * (around & low).bit_count(), 4 * ring.bare[2], 2 * ring.bare[5])
        ),
        *(
            4 * squares.bit_count()
            for around in sheet.around_control
            for squares in (around & low, around & dry & ~above[1])
        ),
        STEP * sum(bool(pawn & by_room) for pawn in crew),
        2 * room.bit_count(),
        2 * home.bit_count(),
        STEP * bool(home & control),
        2 * zone.bit_count(),
        2 * (zone & above[1]).bit_count(),
        2 * (zone & above[2]).bit_count(),
        2 * outside.bit_count() - (outside & above[1]).bit_count() - (outside & above[2]).bit_count(),
        STEP * bool(zone & control),
        STEP * position.wade,
        STEP * (not wet & (pod | control)),
    )


def rounds(position: Position, outlook: float) -> float:
    """How many more rounds the crew survives in half of the games that stand like this one."""
    found = net(position)
    if found is None:
        odds, root = judgement.odds(position, outlook)
        return max(0.0, odds / -root) ** 2
    odds, falls = found.falls(position, outlook)
    if odds <= 0:
        return 0.0
    stretch = 0
    while stretch < len(falls) - 1 and odds > falls[stretch]:
        odds -= falls[stretch]
        stretch += 1
    begin, end = KNOTS[stretch : stretch + 2]
    return begin + odds / falls[stretch] * (end - begin)


def chance(position: Position, outlook: float, left: int) -> float:
    """The crew's chance to win an undecided game with so many rounds ``left``, at least 1."""
    found = net(position)
    if found is None:
        by_formula, root = judgement.odds(position, outlook)
        return (1 + tanh((by_formula + root * isqrt(STEP * STEP * left) / STEP) / 2)) / 2
    odds, falls = found.falls(position, outlook)
    for fall, begin, end in zip(falls, KNOTS, KNOTS[1:], strict=False):
        within = max(0, left - begin)
        if end < KNOTS[-1]:
            within = min(within, end - begin)
        odds -= fall * within // (end - begin)
    return (1 + tanh(odds / UNIT / 2)) / 2
