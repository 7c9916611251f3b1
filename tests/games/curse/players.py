"""Players that the island is measured with: random, greedy, and a strong one.

They know what a player knows: the position. None looks at rolls to come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import Final, TypeAlias

from bot.games.core import CHANCE
from bot.games.curse.actions import BLACK, PIRATE, TREASURES, WHITE, CurseAction, Loot, Sink
from bot.games.curse.rules import COLUMN, CurseState
from bot.games.curse.score import ROWS, VALUES, row_of

Player: TypeAlias = Callable[[CurseState, Random], CurseAction]
Shape: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The depths of the falling columns, then of the rising ones, each ascending."""

CURSE = 5.0
"""What a later curse will cost the strong player, in points."""
CHARM = 2.0
"""What a charm is worth to the strong player."""
CROSS = 1.5
"""What a crossed-out cell costs the strong player: its point, and the goal that it endangers."""
LAND = 1.5
"""What a space that sinks costs the strong player: the goal that it endangers."""
WANTED = 1.0
"""What is lost beyond that if its treasure could still have been looted."""


def finish(state: CurseState, player: Player, rng: Random) -> CurseState:
    """The end of the game in which ``player`` plays on from ``state``; ``rng`` rolls and advises."""
    while state.outcome is None:
        if CHANCE in state.to_act:
            state = state.play(CHANCE, state.sample_chance(rng))
        else:
            state = state.play(PIRATE, player(state, rng))
    return state


def at_random(state: CurseState, rng: Random) -> CurseAction:
    """Any legal action, all equally likely."""
    return rng.choice(state.legal(PIRATE))


def greedy(state: CurseState, rng: Random) -> CurseAction:
    """The most score at once: the value circled, less a point a cross, a charm spent, a space sunk.

    Loots where the sea will come first, and sinks the line that takes the fewest spaces worth having.
    """
    legal = state.legal(PIRATE)
    if isinstance(legal[0], Sink):
        return min(legal, key=lambda sink: loss(state, sink))
    values = dict(state.takings())
    price = min((count(falls) for falls in falling(state)), default=0)

    def worth(action: CurseAction) -> float:
        if not isinstance(action, Loot):
            return -99.0
        column = COLUMN[action.treasure]
        crossed = row_of(column, values[action.taken]) - state.depths[column]
        cost = crossed + price * (action.die == BLACK) + abs(action.change)
        return values[action.taken] - cost - exposure(state, action) / 100

    return max(legal, key=worth)


def careful(state: CurseState, rng: Random) -> CurseAction:
    """A greedy player that also counts what skipped cells could have brought, and dear land twice."""
    legal = state.legal(PIRATE)
    if isinstance(legal[0], Sink):
        return min(legal, key=lambda sink: loss(state, sink))
    values = dict(state.takings())
    price = min((count(falls) for falls in falling(state)), default=0)

    def worth(action: CurseAction) -> float:
        if not isinstance(action, Loot):
            return -99.0
        column = COLUMN[action.treasure]
        depth, row = state.depths[column], row_of(column, values[action.taken])
        cost = sum(VALUES[column][depth:row]) + (row - depth)
        cost += 2 * price * (action.die == BLACK) + 2 * abs(action.change)
        return values[action.taken] - cost - exposure(state, action) / 100

    return max(legal, key=worth)


def count(bits: int) -> int:
    """How many spaces ``bits`` holds."""
    return bits.bit_count()


def falling(state: CurseState, more: int = 0) -> list[int]:
    """What each open line would sink once ``more`` has sunk too, as bits."""
    return list(state.sheet.sinkings(state.sunk | more).values())


def loss(state: CurseState, sink: CurseAction) -> tuple[int, int]:
    """Land and free treasure that ``sink`` takes: fewer is better."""
    falls = taken_by(state, sink)
    return count(falls) + count(falls & state.free), count(falls)


def taken_by(state: CurseState, sink: CurseAction) -> int:
    """The spaces that ``sink`` takes, as bits."""
    assert isinstance(sink, Sink)
    return state.sheet.sinkings(state.sunk)[sink.line]


def exposure(state: CurseState, loot: Loot) -> int:
    """How safe the looted space is: the fewest spaces that could sink together with it."""
    bit = 1 << loot.space - 1
    return min((count(falls) for falls in falling(state) if falls & bit), default=99)


@cache
def prospects(curse: float = CURSE, charm: float = CHARM, cross: float = CROSS) -> dict[Shape, float]:
    """What every shape of the columns is still worth, played on perfectly on an island that never sinks.

    Taking the black die, and passing, cost ``curse``; changing a die costs ``charm``; a skipped cell costs
    ``cross``. About half of all doubles are taken to be the first of their value.
    """
    depths = list(combinations_with_replacement(range(ROWS + 1), 3))
    shapes = sorted(
        ((falling, rising) for falling in depths for rising in depths),
        key=lambda shape: -sum(map(sum, shape)),
    )
    worth: dict[Shape, float] = {}
    for shape in shapes:
        if sum(map(sum, shape)) == ROWS * len(TREASURES):
            worth[shape] = 0.0
            continue
        best = [-1e9] * 7
        for value in range(1, 7):
            for side in (0, 1):
                row = row_of(side, value)
                for depth in set(shape[side]):
                    if row >= depth:
                        gain = value - cross * (row - depth) + worth[placed(shape, side, depth, row)]
                        best[value] = max(best[value], gain)
        total = 0.0
        rolls = 0
        for white in range(1, 7):
            for black in range(1, 7):
                options = [best[white], best[black] - curse]
                if white == black:
                    options = [best[white] - 0.5 * curse + 0.5 * charm]
                else:
                    for changed in (white % 6 + 1, (white - 2) % 6 + 1):
                        options.append(best[changed] - charm)
                    for changed in (black % 6 + 1, (black - 2) % 6 + 1):
                        options.append(best[changed] - charm - curse)
                if max(options) < -1e6:
                    total -= curse
                else:
                    total += max(options)
                    rolls += 1
        worth[shape] = total / rolls
    return worth


def placed(shape: Shape, side: int, depth: int, row: int) -> Shape:
    """``shape`` after a column of ``side`` that was ``depth`` deep is marked in ``row``."""
    column = list(shape[side])
    column[column.index(depth)] = row + 1
    after = tuple(sorted(column))
    return (after, shape[1]) if side == 0 else (shape[0], after)


def shape_of(depths: Sequence[int]) -> Shape:
    """The shape of a state's columns."""
    return tuple(sorted(depths[0::2])), tuple(sorted(depths[1::2]))


def strong(state: CurseState, rng: Random) -> CurseAction:
    """Weighs each die and column by its points and the columns' prospects after it; sinks with care."""
    legal = state.legal(PIRATE)
    if len(legal) == 1:
        return legal[0]
    if isinstance(legal[0], Sink):
        return min(legal, key=lambda sink: sinking_cost(state, sink))
    values = dict(state.takings())
    shape = shape_of(state.depths)
    curse = 1.0 + cheapest(state, 0) - shortage(state, 0)

    def worth(taken: str, treasure: str) -> float:
        column = COLUMN[treasure]
        depth, row = state.depths[column], row_of(column, values[taken])
        gain = values[taken] - CROSS * (row - depth) + prospects()[placed(shape, column % 2, depth, row)]
        if taken.startswith(BLACK) and not state.fresh:
            gain -= curse
        if taken not in (WHITE, BLACK):
            gain -= CHARM
        spaces = count(state.free & state.sheet.treasures[column])
        return gain - max(0, ROWS - row - spaces) / 2

    ways = dict.fromkeys((action.taken, action.treasure) for action in legal if isinstance(action, Loot))
    best = max(ways, key=lambda way: worth(*way))
    if not isinstance(legal[-1], Loot) and worth(*best) < prospects()[shape] - curse:
        return legal[-1]
    return min(
        (action for action in legal if isinstance(action, Loot) and (action.taken, action.treasure) == best),
        key=lambda loot: exposure(state, loot),
    )


def shortage(state: CurseState, fallen: int) -> float:
    """What is lost for want of spaces, ``fallen`` (bits) sunk too: a cell to circle needs a free space."""
    free = state.free & ~fallen
    cost = 0.0
    for depth, held in zip(state.depths, state.sheet.treasures, strict=True):
        cells, spaces = ROWS - depth, count(free & held)
        if spaces < cells:
            cost += 2.5 * (cells - spaces) ** 2 / cells if spaces else 2.5 * cells + 3
    return cost


def price_of(state: CurseState, fallen: int, falls: int) -> float:
    """What it costs that ``falls`` sinks after ``fallen`` has."""
    wanted = state.free & ~fallen & falls
    return LAND * count(falls) + shortage(state, fallen | falls) + WANTED * count(wanted)


def cheapest(state: CurseState, fallen: int) -> float:
    """The price of the cheapest line once ``fallen`` has sunk."""
    return min((price_of(state, fallen, falls) for falls in falling(state, fallen)), default=60.0)


def sinking_cost(state: CurseState, sink: CurseAction) -> float:
    """The price of ``sink``, and half of that of the cheapest line after it."""
    falls = taken_by(state, sink)
    return price_of(state, 0, falls) + 0.5 * cheapest(state, falls)


PLAYERS: Final[dict[str, Player]] = {
    "random": at_random,
    "greedy": greedy,
    "careful": careful,
    "strong": strong,
}
"""Every player by its name."""
