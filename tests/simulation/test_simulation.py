"""A few dozen worlds: whatever goes wrong in them, everything comes right; and a seed is always the same."""

from __future__ import annotations

from functools import cache

import pytest

from .run import run
from .story import tell

SEEDS = 28
"""As many as twelve seconds of a processor let run; ``python -m tests.simulation`` runs any number."""


lived = cache(run)
"""The run of a seed, made once."""


@pytest.mark.parametrize("first", range(1, SEEDS + 1, 4))
def test_everything_comes_right(first: int) -> None:
    for seed in range(first, first + 4):
        assert lived(seed).wrong == [], f"python -m tests.simulation --first {seed} --seeds 1"


def test_a_seed_is_the_same_run_each_time() -> None:
    one, other = lived(26), run(26)
    assert len(one.log) > 300
    assert one.log == other.log


def test_an_event_left_out_leaves_the_others_as_they_are() -> None:
    story = tell(26)
    shorter = (*story[:3], *story[4:])
    told = [line.partition(" -- ")[2] for line in run(26, shorter).log if " -- " in line]
    assert told == [f"{each.what} {each.seed}" for each in shorter]
