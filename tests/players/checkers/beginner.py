"""A scripted beginner at Captain's Checkers: it knows the rules and sees one turn ahead."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.games.checkers.actions import CheckersAction
from bot.games.checkers.view import CheckersView

from .yardsticks import Counter


def beginner(view: CheckersView, legal: Sequence[CheckersAction], rng: Random) -> CheckersAction:
    """The turn that wins the most checkers at once; by lot among equals."""
    assert view.viewer is not None
    return rng.choice(Counter(view, quiescence=False).best(view.viewer[0], legal, 1))
