"""A scripted beginner: knows the rules of Captain's Curse and sees what one turn brings at once, no more."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.games.curse.actions import BLACK, CurseAction, Loot, Sink
from bot.games.curse.view import CurseView


def beginner(view: CurseView, legal: Sequence[CurseAction], rng: Random) -> CurseAction:
    """The most points of this turn, a space that sinks and a charm counted as one each; ties by chance."""
    fewest = min((len(line.takes) for line in view.lines), default=0)
    columns = {column.treasure: column for column in view.columns}
    takes = {line.label: len(line.takes) for line in view.lines}
    loot = {number for line in view.lines if len(line.takes) == fewest for number in line.takes}

    def gain(action: CurseAction) -> float:
        if isinstance(action, Sink):
            return -takes[action.line]
        if not isinstance(action, Loot):
            return -99.0
        column = columns[action.treasure]
        value = _value(view, action)
        skipped = column.marks[: column.values.index(value)].count("")
        cost = fewest * (action.die == BLACK) + abs(action.change)
        return value - skipped - cost + (action.space in loot) / 2

    best = max(gain(action) for action in legal)
    return rng.choice([action for action in legal if gain(action) == best])


def _value(view: CurseView, loot: Loot) -> int:
    assert view.dice is not None
    return (view.dice[loot.die == BLACK] + loot.change - 1) % 6 + 1
