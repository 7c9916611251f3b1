"""A fast board: stacks that turns change in place and give back, and what each side controls and can reach.

Turns are numbers: ``source * 4096 + target * 64 + count``, where count 0 moves the whole stack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

from bot.games.checkers.actions import BOARD, CHECKERS, RED, CheckersAction
from bot.games.checkers.moving import FARTHEST, sizes, targets
from bot.games.checkers.view import CheckersView, Splitting
from bot.games.core.grid import mask

COLOURS: Final = "rb"
"""The letter of each side; side 0 is red."""
SQUARES: Final = range(CHECKERS)


TARGETS: Final = tuple(
    tuple(targets(square, height) if 0 < height <= FARTHEST else () for height in range(CHECKERS + 1))
    for square in SQUARES
)
"""Where a whole stack may move, by square and height."""
BESIDE: Final = tuple(tuple(sorted(near)) for near in BOARD.orthogonal)
"""Where a part of a stack may go, by square."""
REACH: Final = tuple(
    tuple(
        mask({*TARGETS[square][height], *(BESIDE[square] if height > 1 else ())})
        for height in range(CHECKERS + 1)
    )
    for square in SQUARES
)
"""The squares that a stack can land on in one turn, as a mask, by square and height."""


EVERYWHERE: Final = (1 << CHECKERS) - 1
UNIT: Final = 64
"""What stands for one checker in :func:`weights`."""
RINGS: Final = (-10, 0, 10, 10)
"""What a stack is worth besides its checkers, by its distance from the edge."""
SINGLE: Final = -8
"""What one checker alone is worth besides."""

# What a side controls is one number, the sum of what its stacks weigh: their worth, their checkers, and from
# bit 64 on a bit for each stack, by height and square.
TALLEST: Final = 8
"""From this height on, stacks share their bits with those that are as tall."""
WORTH: Final = (1 << 30) - 1
"""The bits of what the stacks are worth, in halves of ``UNIT``: the two sides' difference counts twice."""
HELD: Final = 30
"""Where the number of their checkers begins."""
HOLDS: Final = (1 << 64) - 1
"""The bits of both."""
BELOW: Final = tuple((1 << bit) - 1 for bit in range(64 * (TALLEST + 1)))
"""The bits below each."""
TALLER: Final = tuple(
    (1 << 64 * (TALLEST + 1)) - (1 << 64 * min(height + 1, TALLEST)) for height in range(CHECKERS + 1)
)
"""The bits of all stacks with more checkers than a height; beyond ``TALLEST``, of some that have as many."""
SPLITTERS: Final = tuple(
    sum(1 << 64 * height + source for source in BESIDE[target] for height in range(2, TALLEST + 1))
    for target in SQUARES
)
"""The bits of the stacks that can land on a square with a part."""
HUNTERS: Final = tuple(
    SPLITTERS[target]
    | mask(
        64 * height + source
        for source in SQUARES
        for height in range(1, TALLEST)
        if target in TARGETS[source][height]
    )
    for target in SQUARES
)
"""The bits of all stacks that can land on a square."""


def _weight(square: int, height: int, *, placing: bool) -> int:
    if not height:
        return 0
    edge = min(min(each, 7 - each) for each in BOARD.place(square))
    place = RINGS[edge] + (SINGLE if height == 1 else 0) if placing else 0
    return 1 << 64 * min(height, TALLEST) + square | height << HELD | height * UNIT // 2 + place


@cache
def weights(*, placing: bool) -> tuple[tuple[int, ...], ...]:
    """What a stack adds to :attr:`CheckersBoard.sides`, by square and height."""
    return tuple(
        tuple(_weight(square, height, placing=placing) for height in range(CHECKERS + 1))
        for square in SQUARES
    )


SIZES: Final[Mapping[Splitting, Sequence[Sequence[int]]]] = {
    split: [sizes(height, split) for height in range(CHECKERS + 1)] for split in ("any", "halves")
}
"""How many checkers may be split off, by height."""


def side_of(view: CheckersView) -> int:
    """The side of the seat that looks."""
    return 0 if view.viewer == RED else 1


def encode(action: CheckersAction) -> int:
    """The number of a turn."""
    return action.source << 12 | action.target << 6 | (action.count or 0)


def decode(turn: int) -> CheckersAction:
    """The turn with a number."""
    return CheckersAction(turn >> 12, turn >> 6 & 63, turn & 63 or None)


Before: TypeAlias = tuple[str, str, int, int, int]
"""What was on the squares of a turn, what the sides controlled, and what the turn gained."""


def _squares(stacks: int) -> int:
    """The squares of stacks, whatever their heights."""
    stacks |= stacks >> 256
    stacks |= stacks >> 128
    return (stacks | stacks >> 64) & EVERYWHERE


class CheckersBoard:
    """A position whose turns can be played and taken back."""

    def __init__(self, stacks: Sequence[str], goal: int, split: Splitting, *, placing: bool = True) -> None:
        """``placing``: whether it counts where stacks stand."""
        self.stacks = list(stacks)
        self.weights = weights(placing=placing)
        self.sides = [
            sum(
                self.weights[square][len(stack)] for square, stack in enumerate(stacks) if stack[:1] == colour
            )
            for colour in COLOURS
        ]
        """What each side controls, as the sum of what its stacks weigh."""
        self.goal = goal
        """How many checkers win."""
        self.sizes = SIZES[split]

    @classmethod
    def of(cls, view: CheckersView, *, placing: bool = True) -> CheckersBoard:
        """The board that ``view`` shows."""
        return cls(view.stacks, view.goal, view.split, placing=placing)

    def held(self, side: int) -> int:
        """How many checkers ``side`` controls."""
        return (self.sides[side] & HOLDS) >> HELD

    def controlled(self, side: int) -> int:
        """The squares that ``side`` controls, as a mask."""
        return self.taller(side, 0)

    def turns(self, side: int) -> list[int]:
        """Every turn of ``side``, in the rules' order: by square, moves, then splits."""
        stacks, found = self.stacks, list[int]()
        mine = self.controlled(side)
        while mine:
            lowest = mine & -mine
            mine ^= lowest
            source = lowest.bit_length() - 1
            height = len(stacks[source])
            found += [source << 12 | target << 6 for target in TARGETS[source][height]]
            found += [
                source << 12 | target << 6 | size for size in self.sizes[height] for target in BESIDE[source]
            ]
        return found

    def taller(self, side: int, height: int) -> int:
        """The squares of the stacks that ``side`` controls with more checkers than ``height``, as a mask."""
        if height >= TALLEST:
            found = self.taller(side, TALLEST - 1)
            return mask(each for each in SQUARES if found >> each & 1 and len(self.stacks[each]) > height)
        return _squares(self.sides[side] >> 64 * (height + 1))

    def hunters(self, side: int, target: int) -> int:
        """The squares from where ``side`` can land on ``target``, as a mask."""
        return _squares(self.sides[side] & HUNTERS[target])

    def gain(self, side: int, turn: int) -> int:
        """How many checkers ``side`` gains by ``turn``."""
        stacks, own = self.stacks, COLOURS[side]
        covered, size = stacks[turn >> 6 & 63], turn & 63
        gain = len(covered) if covered and covered[0] != own else 0
        if size:
            stack = stacks[turn >> 12]
            if stack[size] != own:
                gain -= len(stack) - size
        return gain

    def greatest_gain(self, side: int) -> int:
        """How many checkers ``side`` can gain by one turn."""
        return max((self.gain(side, turn) for turn in self.turns(side)), default=0)

    def play(self, side: int, turn: int) -> Before:
        """Play a legal turn; :meth:`undo` wants what this returns. Its last entry is the gain."""
        stacks, sides = self.stacks, self.sides
        source, target, size = turn >> 12, turn >> 6 & 63, turn & 63
        at_source, at_target = self.weights[source], self.weights[target]
        stack, covered = stacks[source], stacks[target]
        red, black = sides
        mine = sides[side] - at_source[len(stack)]
        letter, gain = stack[0], 0
        if size:
            left, landed = stack[size:], stack[:size] + covered
            if left[0] == letter:
                mine += at_source[len(left)]
            else:
                sides[1 - side] += at_source[len(left)]
                gain = -len(left)
        else:
            left, landed = "", stack + covered
        if covered:
            if covered[0] == letter:
                mine -= at_target[len(covered)]
            else:
                sides[1 - side] -= at_target[len(covered)]
                gain += len(covered)
        sides[side] = mine + at_target[len(landed)]
        stacks[source] = left
        stacks[target] = landed
        return stack, covered, red, black, gain

    def undo(self, turn: int, before: Before) -> None:
        """Take back the turn that was just played."""
        stacks, sides = self.stacks, self.sides
        stacks[turn >> 12], stacks[turn >> 6 & 63], sides[0], sides[1], _ = before
