"""Each feature can be taken out, and all others go on without it.

About eleven are taken out at a time, each in three of seven walks, and no two in the same three: each of the
others is there once without it. Three of the walks, in which each is taken out, are in every run. A walk is a
process of its own that has never loaded what is taken out, and a copy of one that has loaded what all
features may use.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.features import FEATURES

from .without import ties, walk

WALKS: Final = 7
EVERY_RUN: Final = 3
WAYS: Final = [each for each in combinations(range(WALKS), 3) if each[0] < EVERY_RUN]
OUT: Final = dict(zip(FEATURES, Random(7).sample(WAYS, len(FEATURES)), strict=True))
"""The walks from which each feature is left out."""


@pytest.fixture(scope="module")
def untouched() -> Iterator[ProcessPoolExecutor]:
    """Processes that have loaded no feature, each for one walk."""
    copying = get_context("forkserver")
    copying.set_forkserver_preload(["tests.features.without"])
    with ProcessPoolExecutor(1, copying, max_tasks_per_child=1) as processes:
        yield processes


@pytest.mark.parametrize(
    "number",
    [pytest.param(each, marks=() if each < EVERY_RUN else pytest.mark.thorough) for each in range(WALKS)],
)
def test_the_bot_is_whole_without_some_features(
    number: int, untouched: ProcessPoolExecutor, blank: Path, tmp_path: Path
) -> None:
    missing = tuple(each for each, walks in OUT.items() if number in walks)
    path = shutil.copy(blank, tmp_path / "tables.sqlite3")
    untouched.submit(walk, missing, Path(path)).result()


def test_only_features_are_tied() -> None:
    assert {name for used, users in ties().items() for name in (used, *users)} <= set(FEATURES)
