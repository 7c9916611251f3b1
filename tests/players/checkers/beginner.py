"""A scripted beginner at Captain's Checkers: it knows the rules and sees one turn ahead."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.games.checkers.actions import CHECKERS, CheckersAction
from bot.games.checkers.view import CheckersView


def beginner(view: CheckersView, legal: Sequence[CheckersAction], rng: Random) -> CheckersAction:
    """The turn that wins the most checkers at once; by lot among equals."""
    assert view.viewer is not None
    side = view.viewer[0]
    enemy = {"r": "b", "b": "r"}[side]
    mine = sum(len(stack) for stack in view.stacks if stack[:1] == side)

    def gain(action: CheckersAction) -> int:
        stack, covered = view.stacks[action.source], view.stacks[action.target]
        left = "" if action.count is None else stack[action.count :]
        won = len(covered) if covered[:1] == enemy else 0
        won -= len(left) if left[:1] == enemy else 0
        # All that win the game are equals, and all that lose it.
        return max(min(won, view.goal - mine), CHECKERS - view.goal - mine)

    gains = [gain(action) for action in legal]
    return rng.choice([action for action, each in zip(legal, gains, strict=True) if each == max(gains)])
