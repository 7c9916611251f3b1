"""A fast board: stacks in a list that turns change in place and give back, and masks of who controls what.

Turns are numbers: ``source * 4096 + target * 64 + count``, where count 0 moves the whole stack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

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


class CheckersBoard:
    """A position whose turns can be played and taken back."""

    def __init__(self, stacks: Sequence[str], goal: int, split: Splitting) -> None:
        self.stacks = list(stacks)
        self.masks = [
            mask(square for square in SQUARES if self.stacks[square][:1] == colour) for colour in COLOURS
        ]
        """The squares that each side controls."""
        self.held = [sum(len(stack) for stack in stacks if stack[:1] == colour) for colour in COLOURS]
        """How many checkers each side controls."""
        self.goal = goal
        """How many win."""
        self.sizes = SIZES[split]

    @classmethod
    def of(cls, view: CheckersView) -> CheckersBoard:
        """The board that ``view`` shows."""
        return cls(view.stacks, view.goal, view.split)

    def turns(self, side: int) -> list[int]:
        """Every turn of ``side``, in the rules' order: by square, moves, then splits."""
        stacks, found = self.stacks, list[int]()
        mine = self.masks[side]
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

    def play(self, side: int, turn: int) -> tuple[str, str, int, int, int]:
        """Play a legal turn; :meth:`undo` wants what this returns. Its last entry is the gain."""
        stacks, masks, own = self.stacks, self.masks, COLOURS[side]
        source, target, size = turn >> 12, turn >> 6 & 63, turn & 63
        stack, covered = stacks[source], stacks[target]
        before = stack, covered, masks[0], masks[1]
        other = 1 - side
        gain = 0
        if covered and covered[0] != own:
            gain = len(covered)
            masks[other] ^= 1 << target
        masks[side] |= 1 << target
        if size:
            left = stack[size:]
            stacks[source] = left
            stacks[target] = stack[:size] + covered
            if left[0] != own:
                gain -= len(left)
                masks[side] ^= 1 << source
                masks[other] |= 1 << source
        else:
            stacks[source] = ""
            stacks[target] = stack + covered
            masks[side] ^= 1 << source
        if gain:
            self.held[side] += gain
            self.held[other] -= gain
        return (*before, gain)

    def undo(self, side: int, turn: int, before: tuple[str, str, int, int, int]) -> None:
        """Take back the turn that was just played."""
        stack, covered, red, black, gain = before
        self.stacks[turn >> 12] = stack
        self.stacks[turn >> 6 & 63] = covered
        self.masks[0] = red
        self.masks[1] = black
        if gain:
            self.held[side] -= gain
            self.held[1 - side] += gain
