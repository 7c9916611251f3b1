"""A scripted beginner at Snorkels, who knows only the rules and sees one turn ahead."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.games.core import Place, Take
from bot.games.core.grid import bits
from bot.games.snorkels.actions import GREEN
from bot.games.snorkels.view import SnorkelsView
from bot.players.snorkels.board import SnorkelsBoard, name


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


def beginner(view: SnorkelsView, legal: Any, rng: Random) -> Any:
    """Opens in the middle, and never takes a bad corner."""
    if view.phase == "opening":
        return rng.choice([action for action in legal if action.square[0] in "bcdef"] or legal)
    if view.phase == "choice":
        return Take(GREEN)
    position = SnorkelsBoard.read(view.cells, "green" if view.viewer == GREEN else "purple")
    return Place(name(best_square(position, rng)))
