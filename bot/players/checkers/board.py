"""A fast board: stacks that turns change in place and give back, and what each side controls and can reach.

Turns are numbers: ``source * 4096 + target * 64 + count``, where count 0 moves the whole stack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


TALLEST: Final = 12
"""From this height on, stacks count as equally tall."""
LAYERS: Final = tuple(
    tuple(
        sum(1 << 64 * low + square for low in range(min(height, TALLEST))) for height in range(CHECKERS + 1)
    )
    for square in SQUARES
)
"""What a stack adds to :attr:`CheckersBoard.layers`, by square and height."""
EVERYWHERE: Final = (1 << CHECKERS) - 1
UNIT: Final = 64
"""What stands for one checker in :data:`PLACES`."""
RINGS: Final = (-10, 0, 10, 10)
"""What a stack is worth besides its checkers, by its distance from the edge."""
SINGLE: Final = -8
"""What one checker alone is worth besides."""


def _place(square: int, height: int) -> int:
    edge = min(min(each, 7 - each) for each in BOARD.place(square))
    return (RINGS[edge] + (SINGLE if height == 1 else 0)) if height else 0


PLACES: Final = tuple(tuple(_place(square, height) for height in range(CHECKERS + 1)) for square in SQUARES)
"""What the place of a stack is worth to whoever controls it, by square and height."""

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


Before: TypeAlias = tuple[str, str, int, int, dict[int, int], dict[int, int], int, int]
"""What a turn changed, and what it gained."""


class CheckersBoard:
    """A position whose turns can be played and taken back."""

    def __init__(self, stacks: Sequence[str], goal: int, split: Splitting) -> None:
        self.stacks = list(stacks)
        self.reach: list[dict[int, int]] = [
            {square: REACH[square][len(stack)] for square, stack in enumerate(stacks) if stack[:1] == letter}
            for letter in COLOURS
        ]
        """The squares that each stack can land on in one turn, by side and square; never changed in place."""
        self.layers = [sum(LAYERS[square][len(stacks[square])] for square in reach) for reach in self.reach]
        """The squares where a side controls more than 0, 1, 2 … checkers, 64 bits for each number."""
        self.placed = sum(
            (1 - 2 * side) * PLACES[square][len(stacks[square])]
            for side in (0, 1)
            for square in self.reach[side]
        )
        """What the places of red's stacks are worth, less those of black's."""
        self.held = [sum(len(stack) for stack in stacks if stack[:1] == colour) for colour in COLOURS]
        """How many checkers each side controls."""
        self.goal = goal
        """How many win."""
        self.sizes = SIZES[split]

    @classmethod
    def of(cls, view: CheckersView) -> CheckersBoard:
        """The board that ``view`` shows."""
        return cls(view.stacks, view.goal, view.split)

    def controlled(self, side: int) -> int:
        """The squares that ``side`` controls, as a mask."""
        return self.layers[side] & EVERYWHERE

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
        """The squares of the stacks that ``side`` controls with more checkers than ``height``, as a mask.

        Of those with more than ``TALLEST`` there may be some too many.
        """
        return self.layers[side] >> 64 * min(height, TALLEST - 1) & EVERYWHERE

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
        stacks, layers, reach = self.stacks, self.layers, self.reach
        source, target, size, other = turn >> 12, turn >> 6 & 63, turn & 63, 1 - side
        stack, covered = stacks[source], stacks[target]
        before = stack, covered, layers[0], layers[1], reach[0], reach[1], self.placed
        own, of_source, of_target, gain = COLOURS[side], LAYERS[source], LAYERS[target], 0
        at_source, at_target = PLACES[source], PLACES[target]
        placed = -at_source[len(stack)]
        reach[side] = mine = reach[side].copy()
        if size:
            left, landed = stack[size:], stack[:size] + covered
            height = len(left)
            if left[0] == own:
                changed = of_source[len(stack)] ^ of_source[height]
                mine[source] = REACH[source][height]
                placed += at_source[height]
            else:
                gain = -height
                placed -= at_source[height]
                changed = of_source[len(stack)]
                layers[other] ^= of_source[height]
                del mine[source]
                reach[other] = {**reach[other], source: REACH[source][height]}
        else:
            left, landed = "", stack + covered
            changed = of_source[len(stack)]
            del mine[source]
        if covered:
            height = len(covered)
            if covered[0] == own:
                changed ^= of_target[height]
                placed -= at_target[height]
            else:
                gain += height
                placed += at_target[height]
                layers[other] ^= of_target[height]
                reach[other] = theirs = reach[other].copy()
                del theirs[target]
        height = len(landed)
        layers[side] ^= changed ^ of_target[height]
        mine[target] = REACH[target][height]
        placed += at_target[height]
        self.placed += -placed if side else placed
        stacks[source] = left
        stacks[target] = landed
        if gain:
            self.held[side] += gain
            self.held[other] -= gain
        return (*before, gain)

    def undo(self, side: int, turn: int, before: Before) -> None:
        """Take back the turn that was just played."""
        layers, reach, stacks = self.layers, self.reach, self.stacks
        stacks[turn >> 12], stacks[turn >> 6 & 63], layers[0], layers[1], reach[0], reach[1], *rest = before
        self.placed, gain = rest
        if gain:
            self.held[side] -= gain
            self.held[1 - side] += gain
