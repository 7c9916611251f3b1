"""Each feature can be taken out, and all others go on without it.

Each is tried in a process of its own, which has never loaded it. They are copies of one that has loaded what
all features may use.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from bot.features import FEATURES

from .without import ties, walk


@pytest.fixture(scope="module")
def untouched() -> Iterator[ProcessPoolExecutor]:
    """Processes that have loaded no feature, each for one walk."""
    copying = get_context("forkserver")
    copying.set_forkserver_preload(["tests.features.without"])
    with ProcessPoolExecutor(1, copying, max_tasks_per_child=1) as processes:
        yield processes


@pytest.mark.parametrize("feature", FEATURES)
def test_the_bot_is_whole_without(
    feature: str, untouched: ProcessPoolExecutor, blank: Path, tmp_path: Path
) -> None:
    path = shutil.copy(blank, tmp_path / "tables.sqlite3")
    untouched.submit(walk, feature, Path(path)).result()


def test_only_features_are_tied() -> None:
    assert {name for used, users in ties().items() for name in (used, *users)} <= set(FEATURES)
