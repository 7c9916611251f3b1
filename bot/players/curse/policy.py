"""A quick judgement of what to do: points at once, the columns' prospects, the price of the cheapest line.

The prices, here and in :mod:`.prospects`, are in points. They were tuned together, for points and titles,
over 20,000 games a setting.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.games.curse.actions import BLACK
from bot.games.curse.score import ROWS
from bot.games.curse.view import MOST_CROSSED

from .board import COLUMNS, CurseBoard, Way
from .prospects import (
    CROSS,
    KINDS,
    LATE_SINKING,
    MARKED,
    MOST_CHARMS,
    ROW,
    SINKING,
    Layer,
    prospects,
    shape_of,
)
from .tides import GONE, Fall, Tide

SPENT: Final = 0.744
"""What a charm costs beyond what the prospects say."""
TOO_MANY: Final = 5.4
"""What a cross costs that loses the goal of few crosses, and each one after it."""
PERFECT: Final = 0.921
"""What a column without a cross is worth; one that is half marked is worth a quarter of it."""
WANTED: Final = 0.691
"""What a space that sinks costs if it could still have been looted."""
WET: Final = 0.2
"""What any space that sinks costs."""
SPARE: Final = 7.0
"""What a line costs for each later sinking that it takes from those that the goal of dry land allows."""
DROWNED: Final = 60.0
"""What it costs to sink the last land."""
SCARCE: Final = 1.75
"""What each unmarked cell of a column is worth that has no space left to loot; see :func:`_shortage`."""
LOOTED_OUT: Final = 1.755
"""What it costs beyond that if a column has none left at all."""


def _shortage(cells: int, spaces: int) -> float:
    """What is lost if a column with ``cells`` unmarked cells has only ``spaces`` left to loot."""
    if spaces >= cells:
        return 0.0
    return SCARCE * (cells - spaces) ** 2 / cells if spaces else SCARCE * cells + LOOTED_OUT


SHORTAGE: Final = tuple(
    tuple(_shortage(ROWS - depth, spaces) for spaces in range(ROWS + 1)) for depth in range(ROWS + 1)
)
"""By a column's depth, then by its free spaces."""
HALF_PERFECT: Final = tuple(PERFECT * depth * depth / ROWS**2 for depth in range(ROWS + 1))
PASS: Final = -1
"""The column of a pass."""


class Option(NamedTuple):
    """A way to play a turn."""

    worth: float
    """In points from here to the end; only its differences count."""
    way: Way
    column: int
    """:data:`PASS` for a pass."""


PASSED: Final = Way(0, BLACK, 0)


def layer(tide: Tide, charms: int) -> Layer:
    """The prospects by shape on this land, with so many charms."""
    return prospects()[tide.spare + 1][min(charms, MOST_CHARMS)]


def price(board: CurseBoard, fall: Fall) -> float:
    """What sinking a line costs, but for the goal of dry land."""
    if not fall.after.land:
        return DROWNED
    cost = WET * fall.count
    lost = fall.takes & board.free
    if lost:
        free, depths = board.free, board.depths
        cost += WANTED * lost.bit_count()
        for column, held in enumerate(board.tide.treasures):
            gone = lost & held
            if gone:
                spaces = (free & held).bit_count()
                shortage = SHORTAGE[depths[column]]
                cost += shortage[spaces - gone.bit_count()] - shortage[spaces]
    return cost


def cheapest(board: CurseBoard) -> tuple[Fall | None, float]:
    """The line that it costs least to sink, and its price but for the goal of dry land."""
    best, least, paid = None, 1e9, 0.0
    spare = board.tide.spare
    for fall in board.tide.falls:
        cost = price(board, fall)
        full = cost + SPARE * (spare - fall.after.spare)
        if full < least:
            best, least, paid = fall, full, cost
    return best, paid


def options(board: CurseBoard, white: int, black: int, fresh: bool) -> list[Option]:
    """Every way to play this turn, each die's by column; a pass is the last."""
    depths, free, treasures, tide = board.depths, board.free, board.tide.treasures, board.tide
    falling, rising = divmod(shape_of(depths), KINDS)
    marked_falling, marked_rising, rest = MARKED[falling], MARKED[rising], falling * KINDS
    fall, paid = cheapest(board)
    sunk = tide if fall is None else fall.after
    paid += SINKING if tide.spare != GONE else LATE_SINKING
    crosses, clean = board.crosses - MOST_CROSSED, board.clean
    perfect = board.perfect
    found: list[Option] = []
    for way in board.ways(white, black, fresh):
        value, die, change = way
        charms = board.charms - 1 if change else board.charms
        worths, cost = (layer(sunk, charms), paid) if die == BLACK else (layer(tide, charms), 0.0)
        if change:
            cost += SPENT
        rows = ROW[value]
        for column in COLUMNS:
            row, depth = rows[column], depths[column]
            if row < depth or not (left := free & treasures[column]):
                continue
            skipped = row - depth
            spaces = left.bit_count()
            shape = (
                rest + marked_rising[depth][row]
                if column & 1
                else marked_falling[depth][row] * KINDS + rising
            )
            worth = value - CROSS * skipped + worths[shape] - cost
            worth += SHORTAGE[depth][spaces] - SHORTAGE[row + 1][spaces - 1]
            if crosses + skipped > 0:
                worth -= TOO_MANY
            if not perfect and clean >> column & 1:
                worth += (0.0 if skipped else HALF_PERFECT[row + 1]) - HALF_PERFECT[depth]
            found.append(Option(worth, way, column))
    if board.must_pass(white, black):
        found.append(Option(layer(sunk, board.charms)[rest + rising] - paid, PASSED, PASS))
    return found


def space_for(board: CurseBoard, column: int) -> int:
    """The space to loot, a bit: the free one with the treasure that the sea can take most cheaply."""
    free = board.free
    for space in board.tide.exposed[column]:
        if space & free:
            return space
    raise ValueError("there is nothing left to loot in this column")
