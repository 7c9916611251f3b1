"""What the player has learnt by playing itself: a small neural net, in whole numbers.

It sees each square in one of a few states: whose snorkel is on it and how many open tubes its group has, or
who is nearer to it and for whom it is safe. Each state of each square has a row of weights. The rows of a
position are added up; each unit of the hidden layer makes a number from 0 to 255 of its sum; and each unit
has a row of weights of its own, for how good each square seems, and for the mover's chance. Units come in
eights, one for each symmetry of the board, and share their weights: so a board is judged the same, turned or
mirrored.

A row is one integer, with a weight in each of its lanes: Python adds and multiplies all lanes at once.
``tests/players/snorkels/training.c`` learns the weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from operator import mul
from struct import Struct
from typing import Final, NamedTuple

from bot.games.core.grid import bits
from bot.games.snorkels.actions import BOARD
from bot.players.learnt import LearntFile, lanes, tables

from .board import Groups, safe_squares, wider

SIDE: Final = BOARD.rows
COUNT: Final = len(BOARD.names)
KINDS: Final = 24
"""A snorkel of the mover's, by its group's tubes (1 to 6 or more); of the enemy's (2 to 6 or more); a stone;
an empty square, by who is nearer to it (both as near, the mover, the enemy) and for whom it is safe (both,
the mover alone, the enemy alone, nobody). The first kind of empty square counts 0."""
MINE: Final = (0, *range(6), *[5] * COUNT)
THEIRS: Final = (6, 6, *range(6, 11), *[10] * COUNT)
"""The kind of a group's snorkels, by its tubes."""
STONE: Final = 11
EMPTY: Final = 12
FILTERS: Final = 16
EACH: Final = range(FILTERS)
UNITS: Final = FILTERS * 8
PAIRS: Final = 325
"""Pairs of squares that differ, if turned and mirrored ones don't count."""
ORBITS: Final = 10
"""Squares that do."""
LEARNT: Final = LearntFile(
    "snorkels",
    1,
    (
        FILTERS * KINDS * COUNT,
        FILTERS,
        KINDS * PAIRS,
        ORBITS,
        KINDS * ORBITS,
        1,
        FILTERS * COUNT,
        FILTERS,
    ),
)
"""Of the rows: each unit's weights and bias; each square's, past the hidden layer; the chance's. Of the
units: the squares' weights, and the chance's."""

# A row has a narrow lane for each unit, then a wide one for the chance and for each square.
LANE: Final = 16
ZERO: Final = 1 << LANE - 1
"""What stands for 0 in a lane."""
SUMS: Final = Struct(f"<{UNITS}H")
WIDE: Final = 32
SUM_ZERO: Final = 1 << 25
OUT: Final = Struct(f"<{COUNT}I")
UNITS_MASK: Final = (1 << LANE * UNITS) - 1
WIDE_MASK: Final = (1 << WIDE) - 1
LIT: Final = bytes(min(max(each - ZERO, 0), 255) ** 2 >> 8 for each in range(1 << LANE))
"""A unit's number, by its lane."""
UNIT: Final = 1 << 14
"""What stands for 1 in what comes out."""


def _turned(turn: int, square: int) -> int:
    x, y = divmod(square, SIDE)
    if turn & 1:
        x, y = y, x
    return (SIDE - 1 - x if turn & 2 else x) * SIDE + (SIDE - 1 - y if turn & 4 else y)


TURNED: Final = tuple(tuple(_turned(turn, square) for square in range(COUNT)) for turn in range(8))
"""Where each square comes to lie in each symmetry."""


def _row(units: Iterable[int], out: Iterable[int]) -> int:
    return lanes(units, LANE) + (lanes(out, WIDE) << LANE * UNITS)


class Net:
    """The rows of all weights."""

    def __init__(self, found: Sequence[Sequence[int]]) -> None:
        """The weights as the file has them."""
        units, biases, pairs, squares, chances, chance, heads, head_chances = found
        orbits = [min(turn[square] for turn in TURNED) for square in range(COUNT)]
        orbit = [sorted(set(orbits)).index(each) for each in orbits]
        least = {
            (one, other): min((turn[one], turn[other]) for turn in TURNED)
            for one in range(COUNT)
            for other in range(COUNT)
        }
        numbers = {each: place for place, each in enumerate(sorted(set(least.values())))}
        self.rows = [
            {
                1 << square: _row(
                    (units[(each * KINDS + kind) * COUNT + turn[square]] for each in EACH for turn in TURNED),
                    (
                        chances[kind * ORBITS + orbit[square]],
                        *(pairs[kind * PAIRS + numbers[least[square, other]]] for other in range(COUNT)),
                    ),
                )
                for square in range(COUNT)
            }
            for kind in range(KINDS)
        ]
        """By class and square."""
        self.base = _row(
            (ZERO + bias for bias in biases for _ in TURNED),
            (SUM_ZERO + each for each in (chance[0], *(squares[orbit[square]] for square in range(COUNT)))),
        )
        """What every position begins with."""
        self.chances = [each for each in head_chances for _ in TURNED]
        self.heads = [
            lanes((heads[each * COUNT + turn[square]] for square in range(COUNT)), WIDE)
            for each in EACH
            for turn in TURNED
        ]
        """By unit: the chance's weight, and the squares'."""


@cache
def net() -> Net | None:
    """The net that was learnt; None if its file can't be read."""
    found = tables(LEARNT)
    return None if found is None else Net(found)


class Seen(NamedTuple):
    """What the net says of a position."""

    chance: int
    """The mover's, in log-odds, in units."""
    lit: bytes
    """The numbers of the hidden units."""
    rest: int
    """What reaches the squares past them."""


class Eye:
    """Looks at the positions of one search, and remembers what it has added up."""

    def __init__(self, net: Net, stones: int) -> None:
        """``stones``: the squares with stones."""
        self._heads = net.heads
        self._chances = net.chances
        self._rows = net.rows
        self._base = net.base + sum(net.rows[STONE][square] for square in bits(stones))
        self._added: list[dict[int, int]] = [{} for _ in range(KINDS)]

    def _row(self, kind: int, squares: int) -> int:
        rows = self._rows[kind]
        found = self._added[kind][squares] = sum([rows[square] for square in bits(squares)])
        return found

    def look(self, mine: Groups, theirs: Groups, empty: int, safe: int) -> Seen:
        """What the net says of a position; ``safe``: the mover's safe squares."""
        added = self._added
        total = self._base
        for groups, kinds in ((mine, MINE), (theirs, THEIRS)):
            for group in groups:
                kind, squares = kinds[(group & empty).bit_count()], group >> COUNT
                total += added[kind].get(squares) or self._row(kind, squares)
        others = safe_squares(theirs, empty)
        kind = EMPTY
        for near in _nearer(mine, theirs, empty):
            for own, other in ((safe, others), (safe, ~others), (~safe, others), (~safe, ~others)):
                if kind > EMPTY and (squares := near & own & other):
                    total += added[kind].get(squares) or self._row(kind, squares)
                kind += 1
        lit = bytes([LIT[lane] for lane in SUMS.unpack((total & UNITS_MASK).to_bytes(SUMS.size, "little"))])
        rest = total >> LANE * UNITS
        past = (rest & WIDE_MASK) - SUM_ZERO
        return Seen((past << 6) + sum(map(mul, lit, self._chances)), lit, rest >> WIDE)

    def squares(self, seen: Seen) -> tuple[int, ...]:
        """How good each square seems to the mover, in log-odds, in units, all more by the same number."""
        out = (seen.rest << 6) + sum(
            [lit * head for lit, head in zip(seen.lit, self._heads, strict=True) if lit]
        )
        return OUT.unpack(out.to_bytes(OUT.size, "little"))


def _nearer(mine: Groups, theirs: Groups, empty: int) -> tuple[int, int, int]:
    """The empty squares to which both, the mover and the enemy are nearer."""
    own = other = 0
    for group in mine:
        own |= group
    for group in theirs:
        other |= group
    rest = empty
    own &= rest
    other &= rest
    nearer = further = 0
    while own | other:
        rest &= ~(own | other)
        nearer |= own & ~other
        further |= other & ~own
        own = wider(nearer) & rest
        other = wider(further) & rest
    return empty & ~nearer & ~further, nearer, further
