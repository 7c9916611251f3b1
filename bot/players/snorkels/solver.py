"""Exact search for a win within a number of turns.

A player who can't win at once must not leave a group with one open tube. That leaves one reply to a threat,
and few squares at the end of a game.
"""

from __future__ import annotations

from bot.games.core.grid import bits
from bot.players.player import OutOfNodes

from .board import (
    BESIDE,
    Groups,
    SnorkelsBoard,
    is_safe,
    joined,
    last_tubes,
    safe_squares,
    tubes_after,
    with_two_empty_beside,
)


class Solver:
    """Proofs of wins; keeps what it has found for later questions about the same game."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes
        """Nodes that may still be searched; one is a position in which replies or attacks are tried."""
        self._proofs: dict[tuple[int, frozenset[int], frozenset[int]], tuple[int, int, int]] = {}
        """By position: in how many plies the mover wins (99: unknown), in how many it can't, the square."""
        self._refutations = dict.fromkeys(BESIDE, 0)
        """How often a square was the reply that spoiled an attack."""

    def forced(self, position: SnorkelsBoard, plies: int) -> int:
        """A square with which whose turn it is forces a win within ``plies`` (odd), or 0; see :meth:`win`."""
        return self.win(position.mine, position.theirs, position.empty, plies)

    def shortest(self, position: SnorkelsBoard, most: int) -> tuple[int, int]:
        """The fewest plies (up to ``most``) in which a win is forced, and its first square; 0 for none."""
        found = ((plies, self.forced(position, plies)) for plies in range(1, most + 1, 2))
        return next((each for each in found if each[1]), (0, 0))

    def win(self, mine: Groups, theirs: Groups, empty: int, plies: int) -> int:
        """A square with which the mover forces a win within ``plies`` (odd), or 0.

        :raises OutOfNodes: when it needs more nodes than there are.
        """
        if won := last_tubes(theirs, empty):
            return won & -won
        if plies < 3:
            return 0
        if forced := last_tubes(mine, empty):
            if forced & (forced - 1) or not is_safe(mine, empty, forced):
                return 0
            return forced if self.lost(theirs, joined(mine, forced), empty ^ forced, plies - 1) else 0
        if plies == 3:
            return win_in_three(mine, theirs, empty)
        key = (
            empty,
            frozenset([group & empty for group in mine]),
            frozenset([group & empty for group in theirs]),
        )
        wins_in, none_in, square = self._proofs.get(key, (99, 1, 0))
        if wins_in <= plies:
            return square
        if none_in >= plies:
            return 0
        self._count()
        if none_in < 3:
            if square := win_in_three(mine, theirs, empty):
                self._proofs[key] = (3, 1, square)
                return square
            none_in = 3
        for limit in range(none_in + 2, plies + 1, 2):
            for square in self._attacks(mine, theirs, empty):
                if self.lost(theirs, joined(mine, square), empty ^ square, limit - 1):
                    self._proofs[key] = (limit, limit - 2, square)
                    return square
            self._proofs[key] = (99, limit, 0)
        return 0

    def lost(self, mine: Groups, theirs: Groups, empty: int, plies: int) -> bool:
        """Whether the mover, whose opponent has no group with one open tube, loses within ``plies`` (even).

        :raises OutOfNodes: when it needs more nodes than there are.
        """
        if forced := last_tubes(mine, empty):
            if forced & (forced - 1) or not is_safe(mine, empty, forced):
                return True
            return plies > 2 and self.win(theirs, joined(mine, forced), empty ^ forced, plies - 1) != 0
        replies = safe_squares(mine, empty)
        if not replies:
            return True
        if plies < 4:
            return False
        self._count()
        killers = self._refutations
        threats = _tubes_of_pairs(theirs, empty)
        first = _tubes_of_pairs(mine, empty)

        def order(square: int) -> tuple[int, int]:
            return (2 if square & threats else 1 if square & first else 0, killers[square])

        for square in sorted(bits(replies), key=order, reverse=True):
            if not self.win(theirs, joined(mine, square), empty ^ square, plies - 1):
                killers[square] += 1
                return False
        return True

    def line(self, position: SnorkelsBoard, plies: int) -> tuple[int, ...]:
        """The squares of a win within ``plies`` and of the longest resistance; less where nodes run out."""
        line: list[int] = []
        try:
            while True:
                _, square = self.shortest(position, plies)
                line.append(square)
                if position.verdict(square):
                    break
                position = position.after(square)
                replies = [each for each in bits(position.empty) if position.verdict(each) is None]
                if not replies:
                    break
                lengths = {
                    each: self.shortest(position.after(each), plies - 2)[0] or plies for each in replies
                }
                reply = max(replies, key=lengths.__getitem__)
                line.append(reply)
                position = position.after(reply)
        except OutOfNodes:
            pass
        return tuple(line)

    def _attacks(self, mine: Groups, theirs: Groups, empty: int) -> list[int]:
        """The safe squares, those that take tubes from the enemy's weakest groups first."""

        def order(square: int) -> tuple[int, int]:
            weakest = min(((group & empty).bit_count() for group in theirs if group & square), default=9)
            return weakest, -tubes_after(mine, empty, square).bit_count()

        return sorted(bits(safe_squares(mine, empty)), key=order)

    def _count(self) -> None:
        self.nodes -= 1
        if self.nodes < 0:
            raise OutOfNodes


def win_in_three(mine: Groups, theirs: Groups, empty: int) -> int:
    """A square after which the enemy can't save itself, or 0; nobody has a group with one open tube."""
    attacks = _tubes_of_pairs(theirs, empty)
    while attacks:
        square = attacks & -attacks
        attacks ^= square
        left = empty ^ square
        last = last_tubes([group for group in theirs if group & square], left)
        if (last & (last - 1) or not is_safe(theirs, left, last)) and is_safe(mine, empty, square):
            return square
    return _squeeze(mine, theirs, empty)


def _squeeze(mine: Groups, theirs: Groups, empty: int) -> int:
    """A safe square that leaves the enemy, although it isn't threatened, without a safe square, or 0."""
    if (with_two_empty_beside(empty) & empty).bit_count() > 5:
        # One snorkel changes its own square and at most four beside it.
        return 0
    if safe_squares(theirs, empty).bit_count() > 13:
        # And of at most four groups with three open tubes the two other tubes.
        return 0
    for square in bits(safe_squares(mine, empty)):
        if not safe_squares(theirs, empty ^ square):
            return square
    return 0


def _tubes_of_pairs(groups: Groups, empty: int) -> int:
    """The open tubes of the groups that have only two."""
    found = 0
    for group in groups:
        tubes = group & empty
        fewer = tubes & (tubes - 1)
        if not fewer & (fewer - 1):
            found |= tubes
    return found
