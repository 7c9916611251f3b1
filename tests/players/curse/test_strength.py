"""Captain's Curse's levels are as strong as they should be, by far more than chance can blur in few games."""

from __future__ import annotations

import statistics
from itertools import pairwise
from typing import Final

from bot.players.curse import LEVELS

from .strength import measure

SEEDS: Final = range(100)


def test_each_level_has_more_points_than_the_one_below() -> None:
    means = [statistics.mean(measure(settings, SEEDS).points) for settings in LEVELS.values()]
    for below, above in pairwise(means):
        assert above > below + 2, means
    assert means[-1] > 95
