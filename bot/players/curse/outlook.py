"""What a position between two dice is worth, by what was learnt by playing.

Worths are whole numbers, :data:`UNIT` a point: the points expected at the end and, weighed by
:data:`CAPTAIN`, the chance to become Captain. Points are a sum of table entries and of what a layer of hidden
units adds to them; the log-odds of the title are such a sum, too. ``tests/players/curse/learning.c`` learns
them, by the same features.

The hidden units are :data:`LANE` bits each of one large integer, so that a single addition adds to all.
The six spaces of each treasure are six neighbouring bits here, so that a column's free ones are a number
below 64.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from operator import mul
from struct import Struct
from typing import Final, NamedTuple, TypeAlias

from bot.games.core.grid import bits
from bot.games.curse.actions import BLACK
from bot.games.curse.island import NEWEST, DottedLine, island
from bot.games.curse.score import ROWS, TITLES
from bot.games.curse.view import MOST_CROSSED
from bot.players.learnt import UNIT, LearntFile, lanes, tables

from .board import COLUMNS, NEIGHBOURS, CurseBoard, Way
from .prospects import ROW, SHAPES, prospects, shape_of
from .tides import Fall, Tide, tide

SEEN: Final = 4
"""Of so many lines one sinks together with a die; more of them found no better turns."""
HOPELESS: Final = 4 * UNIT
"""A column isn't tried with a die of a coming roll if by the prospects another seems so much better."""
CAPTAIN: Final = 23
"""What the chance to become Captain counts for, in points a whole one."""
DROWNED: Final = 60
"""What sinking the last land counts for, in points."""
TIDES: Final = 1_768
"""How much of the island can be under water, in so many ways."""
LEAST: Final = 76
"""Fewer expected points are as good as these for the title, as 47 more are as good as all above."""
UNITS: Final = 64
"""Hidden units."""
LANE: Final = 16
"""Bits of each; one that is on has the highest set, and below it what it says, 128 for 1."""
SUMS: Final = Struct(f"<{UNITS}H")
ONES: Final = lanes([1] * UNITS, LANE)
"""Each unit's lowest bit."""
SIGNS: Final = ONES << LANE - 1

# The rows of weights that what is seen adds to the hidden units: where those of each kind begin.
_KINDS: Final = (
    196,  # each column, those of one direction alike: whether without a cross, its depth, its free spaces
    36,  # free spaces
    36,  # what has sunk
    14,  # sinkings left
    37,  # land
    18,  # crosses
    7,  # charms
    7,  # symbols circled
    37,  # cells marked
    48,  # points expected if nothing sinks
    29,  # the two columns without a cross that are deepest
    37,  # free spaces
    490,  # the two lines that cost the fewest of them
    12,  # lines that cost none
    64,  # what is hoped for
    18 * 15,  # each line: sunk, open or closed, the free spaces beyond it
)
SHAPE, FREE, SUNK, SPARE, DRY, CROSS, CHARM, DOUBLE, CELL, PAR, TWO, OPEN, PRICE, GIFT, HOPE, LINE, END = (
    sum(_KINDS[:place]) for place in range(len(_KINDS) + 1)
)
LEARNT: Final = LearntFile(
    "curse",
    2,
    (
        SHAPES,  # points if nothing sinks: the depths of the columns, those of one direction in any order
        3 * SHAPES,  # beyond those: sinkings left, the depths of the columns
        6 * 7 * 64,  # each column: its depth, its free spaces
        3 * 49 * 49,  # each pair of columns, both falling, both rising or not: depths, numbers of free spaces
        3 * 13 * 7 * 7,  # sinkings left, parts of the game, charms, symbols circled
        TIDES * 5,  # what has sunk, by phases of the game
        7 * 490,  # columns marked, and the two lines that cost the fewest free spaces
        12 * 37,  # lines that cost none, land
        37 * 37,  # free spaces, cells marked
        7 * 10 * 29,  # columns marked, crosses left, the two columns without a cross that are deepest
        14 * 148,  # sinkings left, cells marked, charms
        13 * 9 * 48,  # for the title: parts of the game, crosses left, points expected
        TIDES * 4,  # … what has sunk
        13 * 14 * 48,  # … parts, sinkings left, points expected
        1 + 2 * 7 * 8 * 16,  # … once little is left: a perfect column, sinkings left, cells, points lacking
        1 + 4 * 8 * 7 * 8,  # … once little is left: charms, free spaces, sinkings left, cells
        END * UNITS,
        UNITS,  # what hidden units begin with
        UNITS,  # their weights for the points
        UNITS,  # … for the title
        2,  # what both begin with
    ),
)
PARTS: Final = tuple(
    sum(cells > end for end in (5, 11, 15, 19, 22, 25, 28, 30, 31, 32, 33, 34)) for cells in range(37)
)
"""Parts of the game, by cells marked; the end, where little is left to loot, counts most."""
SEVENTHS: Final = tuple(sum(cells > end for end in (8, 16, 23, 28, 31, 33)) for cells in range(37))
PHASES: Final = tuple(max(0, cells // 6 - 1) if cells < 36 else 4 for cells in range(37))
QUARTERS: Final = tuple((cells >= 16) + (cells >= 24) + (cells >= 31) for cells in range(37))
COUNT: Final = tuple(pattern.bit_count() for pattern in range(64))
ROLLS: Final = tuple((white, black) for white in range(1, 7) for black in range(1, 7))


def _ready(depth: int, spaces: int) -> int:
    """How near a column without a cross is to being perfect: 7 if it is, 0 if it can't be any more."""
    if depth == ROWS:
        return 7
    return depth + 1 if spaces >= ROWS - depth else 0


READY: Final = tuple(_ready(depth, spaces) for depth in range(7) for spaces in range(7))
"""By 7 × depth + free spaces."""


def _chance(place: int) -> float:
    """The chance that log-odds of ``place`` mean; multiplied only, so it's the same on every machine."""
    power = 1 - ((place + 0.5) / 128 - 8) / 1024
    for _ in range(10):
        power *= power
    return 1 / (1 + power)


TITLE: Final = tuple(int(CAPTAIN * UNIT * _chance(place) + 0.5) for place in range(2048))
"""What a chance to become Captain is worth, by its log-odds: −8 to 8."""


def pair(one: int, mine: int, other: int, theirs: int) -> int:
    """The place of two columns and their shapes in the table of pairs."""
    if one & 1 != other & 1:
        return 4802 + (theirs * 49 + mine if one & 1 else mine * 49 + theirs)
    return (one & 1) * 2401 + min(mine, theirs) * 49 + max(mine, theirs)


@cache
def hopes() -> tuple[tuple[array[int], ...], ...]:
    """The prospects (:mod:`.prospects`) as worths: by ``spare`` of a shore, charms and shape."""
    layers = [
        tuple(array("h", (round(each * 100) * UNIT // 100 for each in layer)) for layer in layers)
        for layers in prospects()
    ]
    return (*layers, layers[-1])


class Learnt(NamedTuple):
    """The learnt file."""

    par: Sequence[int]
    points: Sequence[Sequence[int]]
    """The tables that are added up for the points."""
    title: Sequence[Sequence[int]]
    rows: Sequence[int]
    """The rows of weights, each for all hidden units."""
    bias: int
    for_points: Sequence[int]
    for_title: Sequence[int]
    begins: Sequence[int]


@cache
def learnt() -> Learnt | None:
    """What was learnt; None if it can't be read."""
    found = tables(LEARNT)
    if found is None:
        return None
    (par, *rest), (weights, bias, for_points, for_title, begins) = found[:-5], found[-5:]

    rows = [lanes(weights[start : start + UNITS], LANE) for start in range(0, len(weights), UNITS)]
    begin = SIGNS + lanes(bias, LANE)
    return Learnt(par, rest[:10], rest[10:], rows, begin, for_points, for_title, begins)


class Shore(NamedTuple):
    """What has sunk, as the tables know it."""

    number: int
    land: int
    spare: int
    """The sinkings that the goal of dry land still allows, and one, up to 13; 0 if it’s lost."""
    regime: int
    """0 if the goal is lost, 2 if it allows three sinkings or more, else 1."""
    units: int
    """What it adds to the hidden units."""
    falls: tuple[tuple[Fall, int], ...]
    """The open lines, and the spaces that they take."""
    lines: tuple[tuple[int, int], ...]
    """All lines: the land beyond each, and its row of weights if none of that is free."""


class Line(NamedTuple):
    """A line that sinks, or none, and what it leaves as it is whatever is looted before."""

    fall: Fall | None
    board: CurseBoard
    """After it, settled."""
    free: int
    """As bits of this module."""
    sea: Shore
    shapes: list[int]
    """Of each column: 7 × depth + free spaces."""
    rest: list[int]
    """For each column what is said of the others alone and in pairs."""
    ready: list[int]
    units: int
    """The hidden units, charms and symbols aside, as if nothing were looted."""
    looted: dict[int, int]
    """What the hidden units lose with spaces that are looted, as far as it was asked."""


class Play(NamedTuple):
    """A way to play a turn, charms aside."""

    total: int
    """The points so far."""
    shape: int
    points: int
    """What tables add to them, but for charms."""
    units: int
    odds: int
    """The log-odds of the title by tables, but for what the points make of them."""
    title: int
    """Where the points' own part of them begins; -1: no chance; -2: Captain."""
    late: int
    """Its place in the last table, charms aside; -1 as long as much is left."""
    part: int
    """Of columns marked; -1 if the game is over."""
    cells: int
    sea: Shore
    column: int
    space: int
    """As bit of the board."""
    fall: Fall | None


Found: TypeAlias = tuple[int, int]
"""A play's worth, and its points."""


@cache
def numbers() -> dict[int, int]:
    """The number of each set of spaces that can be under water."""
    known: dict[int, Tide] = {}
    left = [tide(NEWEST, 0)]
    while left:
        here = left.pop()
        if here.sunk not in known:
            known[here.sunk] = here
            left += [fall.after for fall in here.falls]
    return {sunk: number for number, sunk in enumerate(sorted(known))}


@cache
def _places() -> dict[int, int]:
    """Each space's bit here by its bit on the board."""
    held = tide(NEWEST, 0).treasures
    return {
        space: 1 << 6 * column + place
        for column, spaces in enumerate(held)
        for place, space in enumerate(sorted(bits(spaces)))
    }


@cache
def _spaces() -> tuple[int, ...]:
    """Each space's bit on the board, by its place here."""
    return tuple(space for space, _ in sorted(_places().items(), key=lambda each: each[1]))


def placed(spaces: int) -> int:
    """Spaces of the board as bits of this module."""
    places = _places()
    return sum(places[space] for space in bits(spaces))


@cache
def shore(now: Tide) -> Shore:
    """What the tables know of a tide."""
    known, spare = learnt(), min(now.spare, 12) + 1
    units = 0
    if known is not None:
        places = (SUNK + each.bit_length() - 1 for each in bits(placed(now.sunk)))
        units = sum(known.rows[each] for each in (SPARE + spare, DRY + now.land, *places))
    return Shore(
        numbers()[now.sunk],
        now.land,
        spare,
        (now.spare >= 0) + (now.spare >= 3),
        units,
        tuple((fall, placed(fall.takes)) for fall in now.falls),
        tuple(_beyond(number, line, now.sunk) for number, line in enumerate(island(NEWEST).lines)),
    )


def _beyond(number: int, line: DottedLine, sunk: int) -> tuple[int, int]:
    left = line.extent & ~sunk
    return placed(left), LINE + 15 * number + (0 if not left else 8 if line.gates & ~sunk else 1)


def cheapest(now: Tide, free: int) -> tuple[int, int]:
    """What the lines take of the free spaces: the two that take the fewest, and how many take none."""
    best, fewest, second, none = 99, 6, 6, 0
    for fall, takes in shore(now).falls:
        lost = (takes & free).bit_count()
        none += not lost
        key = lost * 10 + min(fall.count, 9)
        if key < best:
            best, fewest, second = key, min(lost, 6), fewest
        elif lost < second:
            second = lost
    return (fewest * 10 + (9 if best == 99 else best % 10)) * 7 + second, min(none, 11)


def _late(sea: Shore, cells: int, free: int) -> int:
    """See :attr:`Play.late`."""
    return ((min(free, 8) - 1) * 7 + min(sea.spare, 7) - 1) * 8 + 35 - cells if cells > 27 else -1


class Outlook:
    """The plays from one position after a roll, and what it is worth before one, by the learnt tables."""

    def __init__(self, board: CurseBoard) -> None:
        """:raises LookupError: when nothing was learnt that can be read."""
        known = learnt()
        if known is None:
            raise LookupError("there are no learnt tables")
        self.board, self._learnt = board.copy(), known
        self.board.settle()
        self._free = placed(board.free)
        self._known: dict[tuple[int, bool, int, int], Found | None] = {}
        self._plays: dict[tuple[int, bool, bool], list[Play]] = {}
        self._taken: dict[tuple[int, int], tuple[int, int]] = {}
        self._lines = [self._line(None)]

    def _line(self, fall: Fall | None) -> Line:
        """What stays the same of all plays after which ``fall`` sinks."""
        board, free = self.board, self._free
        if fall is not None:
            board, free = board.copy(), free & ~placed(fall.takes)
            board.sink(fall)
            board.settle()
        (_, columns, pairs, *_), rows = self._learnt.points, self._learnt.rows
        depths, clean, sea = board.depths, board.clean, shore(board.tide)
        patterns = [free >> 6 * column & 63 for column in COLUMNS]
        shapes = [7 * depth + COUNT[pattern] for depth, pattern in zip(depths, patterns, strict=True)]
        alone = [
            columns[(column * 7 + depths[column]) * 64 + pattern] for column, pattern in enumerate(patterns)
        ]
        beside = [0] * 6
        for one in COLUMNS:
            for other in range(one + 1, 6):
                both = pairs[pair(one, shapes[one], other, shapes[other])]
                beside[one] += both
                beside[other] += both
        whole = sum(alone) + sum(beside) // 2
        rest = [whole - mine - others for mine, others in zip(alone, beside, strict=True)]
        ready = [READY[shape] if clean >> column & 1 else 0 for column, shape in enumerate(shapes)]
        units = self._learnt.bias + sea.units + sum(rows[FREE + each.bit_length() - 1] for each in bits(free))
        units += sum(rows[self._shape(column, clean, shape)] for column, shape in enumerate(shapes))
        units += sum(rows[place + min((land & free).bit_count(), 6)] for land, place in sea.lines)
        return Line(fall, board, free, sea, shapes, rest, ready, units, {})

    def _gone(self, line: Line, spaces: int) -> int:
        """What the hidden units lose when these free spaces are looted."""
        rows, free = self._learnt.rows, line.free
        lost = sum(rows[FREE + each.bit_length() - 1] for each in bits(spaces))
        for land, place in line.sea.lines:
            if land & spaces:
                before, after = (land & free).bit_count(), (land & free & ~spaces).bit_count()
                lost += rows[place + min(before, 6)] - rows[place + min(after, 6)]
        return lost

    @staticmethod
    def _shape(column: int, clean: int, shape: int) -> int:
        """The row of a column's shape."""
        return SHAPE + column % 2 * 98 + (clean >> column & 1) * 49 + shape

    def _moved(self, crosses: int, cells: int, par: int) -> int:
        """What these add to the hidden units."""
        rows, least = self._learnt.rows, LEAST * UNIT
        seen = 0 if par < least else min((par >> 8) - LEAST, 47)
        return rows[CROSS + min(crosses, 17)] + rows[CELL + cells] + rows[PAR + seen]

    def plays(self, value: int, *, cursed: bool, hopeful: bool = False) -> list[Play]:
        """The ways to take a die that shows ``value``, each column (if it's hopeful), space and line."""
        found = self._plays.get((value, cursed, hopeful))
        if found is None:
            columns = self._fitting(value, cursed=cursed, hopeful=hopeful)
            found = self._plays[value, cursed, hopeful] = self._looted(value, columns, cursed=cursed)
        return found

    def _fitting(self, value: int, *, cursed: bool, hopeful: bool) -> Sequence[int]:
        """The columns that a die fits, or those of them that aren't hopeless."""
        columns = self.board.columns_for(value)
        if not hopeful or len(columns) < 2:
            return columns
        depths, sea = self.board.depths, self._lines[0].sea
        prospects_ = hopes()[max(sea.spare - cursed, 0)][min(self.board.charms, 3)]
        hoped = []
        for column in columns:
            row, after = ROW[value][column], depths[:]
            after[column] = row + 1
            hoped.append((depths[column] - row) * UNIT + prospects_[shape_of(after)])
        least = max(hoped) - HOPELESS
        return [column for column, each in zip(columns, hoped, strict=True) if each > least]

    def stands(self) -> Play:
        """The position as it is, after a turn."""
        board, line = self.board, self._lines[0]
        if not self._free:
            return self._over(board, 0, 0, None)
        kinds, columns, pairs, _, land, price, gift, room, goals, _ = self._learnt.points
        rows = self._learnt.rows
        cells, sea, shapes = sum(board.depths), line.sea, line.shapes
        part, seventh, shape = PARTS[cells], SEVENTHS[cells], shape_of(board.depths)
        crosses = max(MOST_CROSSED + 1 - board.crosses, 0)
        best = sorted(line.ready, reverse=True)
        two = 28 if best[0] == 7 else best[0] * (best[0] + 1) // 2 + best[1]
        taken, none = cheapest(board.tide, self._free)
        open_, par = self._free.bit_count(), board.total * UNIT + self._learnt.par[shape]
        first = board.depths[0] * 64 + (self._free & 63)
        beside = sum(pairs[pair(0, shapes[0], other, shapes[other])] for other in COLUMNS[1:])
        points = (
            kinds[sea.regime * SHAPES + shape]
            + line.rest[0]
            + columns[first]
            + beside
            + land[sea.number * 5 + PHASES[cells]]
            + price[seventh * 490 + taken]
            + gift[none * 37 + sea.land]
            + room[open_ * 37 + cells]
            + goals[(seventh * 10 + crosses) * 29 + two]
        )
        units = line.units + self._moved(board.crosses, cells, par)
        units += rows[TWO + two] + rows[OPEN + open_] + rows[PRICE + taken] + rows[GIFT + none]
        if not crosses or not two or not sea.spare:
            return Play(board.total * UNIT, shape, points, units, 0, -1, -1, part, cells, sea, 0, 0, None)
        odds, late = self._odds(board.total, sea, cells, two), _late(sea, cells, open_)
        title = (part * 9 + crosses - 1) * 48
        return Play(board.total * UNIT, shape, points, units, odds, title, late, part, cells, sea, 0, 0, None)

    def _odds(self, total: int, sea: Shore, cells: int, two: int) -> int:
        """The log-odds of the title by tables, but for what points and charms make of them."""
        _, tides, _, late, _ = self._learnt.title
        odds = tides[sea.number * 4 + QUARTERS[cells]]
        if cells < 28:
            return odds + late[0]
        place = ((two == 28) * 7 + min(sea.spare, 7) - 1) * 8 + 35 - cells
        return odds + late[1 + place * 16 + min(max(100 - total, 0), 15)]

    def worths(self, plays: Iterable[Play], charms: int, doubles: int) -> Iterator[Found]:
        """What each play is worth with so many charms afterwards and symbols circled; its points alone."""
        _, tables_, (expectations, _, beyond, _, last), rows, _, for_points, for_title, begins = self._learnt
        few, some, charmed, spares = min(charms, 6), min(charms, 3), tables_[3], tables_[9]
        now = rows[CHARM + few] + rows[DOUBLE + doubles]
        least, most, lowest, hopes_ = LEAST * UNIT, (LEAST + 47) * UNIT, 66 * UNIT, hopes()
        for total, shape, points, units, odds, title, late, part, cells, sea, _, _, _ in plays:
            if part < 0:
                yield total + (TITLE[-1] if title == -2 else 0), total
                continue
            hoped = total + hopes_[sea.spare][some][shape]
            points += hoped
            units += now + rows[HOPE + (0 if hoped < lowest else min((hoped >> 8) - 66, 63))]
            on = units >> LANE - 1 & ONES
            lit = SUMS.unpack((units & (on << LANE - 1) - on).to_bytes(SUMS.size, "little"))
            points += charmed[sea.regime * 637 + (part * 7 + few) * 7 + doubles]
            points += spares[sea.spare * 148 + cells * 4 + some]
            points += sum(map(mul, lit, for_points)) + begins[0] * 256 >> 8
            if title < 0:
                yield points, points
                continue
            seen = 0 if points < least else 47 if points > most else (points >> 8) - LEAST
            odds += expectations[title + seen] + beyond[(part * 14 + sea.spare) * 48 + seen]
            odds += last[0 if late < 0 else 1 + some * 448 + late]
            odds += sum(map(mul, lit, for_title)) + begins[1] * 2048 >> 11
            yield points + TITLE[0 if odds < -2048 else 2047 if odds > 2047 else odds + 2048 >> 1], points

    def value(self) -> Found:
        """What the position is worth before the dice, by the tables alone; its points alone."""
        return self._standing(self.board.charms, self.board.doubles.bit_count())

    def _standing(self, charms: int, doubles: int) -> Found:
        return next(self.worths([self.stands()], charms, doubles))

    def best(self, value: int, charms: int, doubles: int, *, cursed: bool) -> Found | None:
        """The best play of a die that shows ``value``; None if it fits nowhere."""
        key = value, cursed, charms, doubles
        if key not in self._known:
            plays = self.plays(value, cursed=cursed, hopeful=True)
            self._known[key] = max(self.worths(plays, charms, doubles), default=None)
        return self._known[key]

    def turns(self, white: int, black: int, fresh: bool) -> list[tuple[int, int, Way, Play]]:
        """Every way to play this turn with its worth and points, a pass aside; the best first."""
        board = self.board
        doubles = board.doubles.bit_count()
        found = []
        for way in board.ways(white, black, fresh):
            plays = self.plays(way.value, cursed=way.die == BLACK)
            worths = self.worths(plays, board.charms - abs(way.change), doubles)
            found += [(*worth, way, play) for worth, play in zip(worths, plays, strict=True)]
        return sorted(found, key=lambda each: -each[0])

    def _after(self, fall: Fall) -> Outlook:
        after = self.board.copy()
        after.sink(fall)
        return Outlook(after)

    def passed(self, charms: int, doubles: int) -> Found:
        """What a pass is worth, with the best line; its points alone."""
        board = self.board
        worths = []
        for fall in board.tide.falls:
            there = self._after(fall)
            worths.append(next(there.worths([there.stands()], charms, doubles)))
        return max(worths, default=None) or self._standing(charms, doubles)

    def rolled(self, white: int, black: int) -> Found:
        """What the position is worth after a roll, played best; its points alone."""
        board = self.board
        doubles, charms = board.doubles.bit_count(), board.charms
        if white == black and not board.doubles >> white - 1 & 1:
            found = self.best(white, charms + 1, doubles + 1, cursed=True)
            return found or self.passed(charms + 1, doubles + 1)
        ways = [
            self.best(white, charms, doubles, cursed=False),
            self.best(black, charms, doubles, cursed=True),
        ]
        stuck = ways == [None, None]
        if charms and white != black:
            ways += [self.best(each, charms - 1, doubles, cursed=False) for each in NEIGHBOURS[white]]
            ways += [self.best(each, charms - 1, doubles, cursed=True) for each in NEIGHBOURS[black]]
        worths = [way for way in ways if way]
        if stuck:
            worths.append(self.passed(charms, doubles))
        return max(worths)

    def _price(self, line: tuple[Fall, int]) -> int:
        """Roughly what it costs to sink a line."""
        fall, takes = line
        fewer = shore(self.board.tide).spare - shore(fall.after).spare
        return 4 * (takes & self._free).bit_count() + fall.count + 6 * fewer

    def _looted(self, value: int, into: Sequence[int], *, cursed: bool) -> list[Play]:
        board, lines = self.board, self._lines
        if cursed and board.tide.falls:
            if len(lines) == 1:
                falls = sorted(shore(board.tide).falls, key=self._price)[:SEEN]
                lines += [self._line(fall) for fall, _ in falls]
            lines = lines[1:]
        else:
            lines = lines[:1]
        _, columns, _, _, _, price, gift, room, _, _ = self._learnt.points
        rows, spaces_here = self._learnt.rows, _spaces()
        found: list[Play] = []
        for column in into:
            row, pattern = ROW[value][column], self._free >> 6 * column & 63
            whole = row == ROWS - 1
            spaces = [pattern] if whole else [1 << place for place in range(6) if pattern >> place & 1]
            for line in lines:
                fall, then, keep, sea, _, _, _, _, known = line
                beside: dict[int, tuple[Play, int, int]] = {}
                for space in spaces:
                    free = keep & ~(space << 6 * column)
                    at = spaces_here[6 * column + (space & -space).bit_length() - 1]
                    if not free:
                        ended = board.copy()
                        ended.loot(Way(value, BLACK, 0), column, at)
                        if fall is not None:
                            ended.sink(fall)
                        found.append(self._over(ended, column, at, fall))
                        continue
                    left = free >> 6 * column & 63
                    count = COUNT[left]
                    if count not in beside:
                        beside[count] = self._beside(line, column, value, count)
                    play, prices, patterns = beside[count]
                    taken = self._taken.get((free, sea.number))
                    if taken is None:
                        taken = self._taken[free, sea.number] = cheapest(then.tide, free)
                    lost, none = taken
                    open_, looted = free.bit_count(), keep & ~free
                    if looted not in known:
                        known[looted] = self._gone(line, looted)
                    units = play.units - known[looted] + rows[OPEN + open_] + rows[PRICE + lost]
                    points = play.points + columns[patterns + left] + price[prices + lost]
                    points += gift[none * 37 + sea.land] + room[open_ * 37 + play.cells]
                    late, units = _late(sea, play.cells, open_), units + rows[GIFT + none]
                    found.append(play._replace(points=points, units=units, late=late, space=at))
        return found

    def _beside(self, line: Line, column: int, value: int, count: int) -> tuple[Play, int, int]:
        """A play as far as all spaces are alike that leave ``count`` of the treasure free.

        Then where its part of the tables of prices and of columns begins.
        """
        kinds, _, pairs, _, land, _, _, _, goals, _ = self._learnt.points
        fall, then, _, sea, shapes, rest, ready, units, _ = line
        rows, row, depth = self._learnt.rows, ROW[value][column], self.board.depths[column]
        skipped, gone, dead = row - depth, 0 if count else ROWS - 1 - row, then.depths[column] - depth
        depths = [*then.depths]
        depths[column] = deep = row + 1 + gone
        cells, shape, mine = sum(depths), shape_of(depths), deep * 7 + count
        part, seventh = PARTS[cells], SEVENTHS[cells]
        crosses = then.crosses - dead + skipped + gone
        may = max(MOST_CROSSED + 1 - crosses, 0)
        clean = 0 if skipped or gone else self.board.clean >> column & 1
        total = (then.total + dead + value - skipped - gone) * UNIT
        others = [ready[other] for other in COLUMNS if other != column]
        best = sorted((*others, READY[mine] if clean else 0), reverse=True)
        two = 28 if best[0] == 7 else best[0] * (best[0] + 1) // 2 + best[1]
        points = rest[column] + land[sea.number * 5 + PHASES[cells]]
        points += kinds[sea.regime * SHAPES + shape] + goals[(seventh * 10 + may) * 29 + two]
        points += sum(pairs[pair(column, mine, other, shapes[other])] for other in COLUMNS if other != column)
        units += self._moved(crosses, cells, total + self._learnt.par[shape]) + rows[TWO + two]
        units += rows[self._shape(column, clean << column, mine)]
        units -= rows[self._shape(column, then.clean, shapes[column])]
        odds, begins = 0, -1
        if may and two and sea.spare:
            odds, begins = self._odds(total // UNIT, sea, cells, two), (part * 9 + may - 1) * 48
        play = Play(total, shape, points, units, odds, begins, -1, part, cells, sea, column, 0, fall)
        return play, seventh * 490, (column * 7 + deep) * 64

    def _over(self, ended: CurseBoard, column: int, space: int, fall: Fall | None) -> Play:
        """The end of the game."""
        points, place = ended.final()
        points -= 0 if ended.tide.land else DROWNED
        title = -2 if place == len(TITLES) else -1
        sea = shore(ended.tide)
        return Play(points * UNIT, 0, 0, 0, 0, title, -1, -1, ROWS * 6, sea, column, space, fall)
