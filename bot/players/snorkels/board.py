"""Fast positions of Snorkels: squares are bits, and a group is the set of squares beside it.

A snorkel joins every own group in whose set its square is, and the group's open tubes are the empty squares
of the set. A set of squares is an integer with bit ``n`` for the board's square ``n``; a group's may contain
squares that aren't empty. Above it, shifted by all squares, the same integer has the group's own snorkels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.games.core.grid import bits
from bot.games.snorkels.actions import BOARD
from bot.games.snorkels.view import Cell

Groups: TypeAlias = tuple[int, ...]
"""For each group of a colour, the squares beside it, and above them its snorkels."""

SQUARES: Final = range(len(BOARD.names))
ALL: Final = (1 << len(SQUARES)) - 1
BESIDE: Final[dict[int, int]] = {
    1 << square: sum(1 << near for near in BOARD.orthogonal[square]) for square in SQUARES
}
"""The squares beside each square."""
NOT_LOWEST: Final = ALL & ~sum(1 << square for square in SQUARES if BOARD.place(square)[1] == 0)
NOT_HIGHEST: Final = ALL & ~sum(1 << square for square in SQUARES if BOARD.place(square)[1] == BOARD.rows - 1)


def name(square: int) -> str:
    """The name of a square (a set of one)."""
    return BOARD.names[square.bit_length() - 1]


def wider(squares: int) -> int:
    """The squares beside one of ``squares``."""
    return (
        squares << 1 & NOT_LOWEST
        | squares >> 1 & NOT_HIGHEST
        | squares << BOARD.rows & ALL
        | squares >> BOARD.rows
    )


def with_two_empty_beside(empty: int) -> int:
    """The squares, empty or not, that have at least two empty squares beside them."""
    up, down = empty << 1 & NOT_LOWEST, empty >> 1 & NOT_HIGHEST
    right, left = empty << BOARD.rows & ALL, empty >> BOARD.rows
    return up & down | right & left | (up | down) & (right | left)


def last_tubes(groups: Sequence[int], empty: int) -> int:
    """The open tubes of the groups that have only one."""
    found = 0
    for group in groups:
        tubes = group & empty
        if not tubes & (tubes - 1):
            found |= tubes
    return found


def tubes_after(mine: Sequence[int], empty: int, square: int) -> int:
    """The open tubes of the group of a snorkel that is placed on ``square``."""
    tubes = BESIDE[square]
    for group in mine:
        if group & square:
            tubes |= group
    return tubes & empty & ~square


def is_safe(mine: Sequence[int], empty: int, square: int) -> bool:
    """Whether a snorkel placed on ``square`` has two open tubes, so that it can't be blocked at once."""
    tubes = tubes_after(mine, empty, square)
    return tubes & (tubes - 1) != 0


def safe_squares(mine: Sequence[int], empty: int) -> int:
    """The empty squares on which a snorkel has two open tubes."""
    safe = with_two_empty_beside(empty) & empty
    doubtful = 0
    for group in mine:
        tubes = group & empty
        fewer = tubes & (tubes - 1)
        if fewer & (fewer - 1):
            safe |= tubes
        else:
            doubtful |= tubes
    for square in bits(doubtful & ~safe):
        if is_safe(mine, empty, square):
            safe |= square
    return safe


def joined(mine: Sequence[int], square: int) -> Groups:
    """The groups of a colour after it has placed a snorkel on ``square``."""
    whole = BESIDE[square] | square << len(SQUARES)
    for group in mine:
        if group & square:
            whole |= group
    return (*[group for group in mine if not group & square], whole)


@dataclass(frozen=True, slots=True)
class SnorkelsBoard:
    """A position of the phase "play", seen from the player whose turn it is."""

    mine: Groups
    theirs: Groups
    empty: int

    @classmethod
    def read(cls, cells: Sequence[Cell], mover: Cell) -> SnorkelsBoard:
        """The position on a view's cells; ``mover`` is a colour."""
        other: Cell = "purple" if mover == "green" else "green"
        mine: Groups = ()
        theirs: Groups = ()
        for square, cell in enumerate(cells):
            if cell == mover:
                mine = joined(mine, 1 << square)
            elif cell == other:
                theirs = joined(theirs, 1 << square)
        return cls(mine, theirs, sum(1 << square for square, cell in enumerate(cells) if not cell))

    @property
    def wins(self) -> int:
        """The squares that win at once, because they block an enemy group."""
        return last_tubes(self.theirs, self.empty)

    @property
    def threats(self) -> int:
        """The squares on which the enemy could win at once."""
        return last_tubes(self.mine, self.empty)

    @property
    def sensible(self) -> int:
        """The squares that don't lose to an immediate block; exact, as long as there is no win at once.

        A group with one open tube can only be saved there, and a new snorkel needs two open tubes.
        """
        threats = self.threats
        if threats & (threats - 1):
            return 0
        if threats:
            return threats if is_safe(self.mine, self.empty, threats) else 0
        return safe_squares(self.mine, self.empty)

    def after(self, square: int) -> SnorkelsBoard:
        """The position after a snorkel on ``square``, seen from the other player."""
        return SnorkelsBoard(self.theirs, joined(self.mine, square), self.empty ^ square)

    def verdict(self, square: int) -> bool | None:
        """Whether a snorkel on ``square`` wins (True) or loses (False) at once; None: neither."""
        if square & self.wins:
            return True
        return None if tubes_after(self.mine, self.empty, square) else False
