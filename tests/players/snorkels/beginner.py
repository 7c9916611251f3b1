"""A scripted beginner at Snorkels, who knows only the rules and sees one turn ahead."""

from __future__ import annotations

from random import Random
from typing import Final

from bot.games.core.grid import bits
from bot.players.snorkels.board import SnorkelsBoard
from tests.players.matches import Chooser

from .yardsticks import with_openings


def best_square(position: SnorkelsBoard, rng: Random) -> int:
    """Wins at once, else doesn't lose at once where that can be helped, and counts its group's open tubes.

    The more tubes the new snorkel's group has, and the fewer it leaves the weakest enemy group, the better.
    """
    if position.wins:
        return next(bits(position.wins))
    sensible = position.sensible or position.empty

    def order(square: int) -> tuple[int, float]:
        after = position.after(square)
        own = (after.theirs[-1] & after.empty).bit_count()
        enemy = min([4, *((group & after.empty).bit_count() for group in after.mine)])
        return min(own, 4) - enemy, rng.random()

    return max(bits(sensible), key=order)


beginner: Final[Chooser] = with_openings(best_square)
"""The beginner as the ladder calls it."""
