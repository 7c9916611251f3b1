"""Each feature can be taken out, and all others go on without it.

Three that don't know each other are tried at a time, in a process of their own, which has never loaded them.
The processes are copies of one that has loaded what all features may use.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import pytest

from bot.features import FEATURES

from .without import ties, walk

THIRD: Final = (len(FEATURES) + 2) // 3


@pytest.fixture(scope="module")
def untouched() -> Iterator[ProcessPoolExecutor]:
    """Processes that have loaded no feature, each for one walk."""
    copying = get_context("forkserver")
    copying.set_forkserver_preload(["tests.features.without"])
    with ProcessPoolExecutor(1, copying, max_tasks_per_child=1) as processes:
        yield processes


@pytest.mark.parametrize("missing", [FEATURES[number::THIRD] for number in range(THIRD)], ids="-".join)
def test_the_bot_is_whole_without(
    missing: tuple[str, ...], untouched: ProcessPoolExecutor, blank: Path, tmp_path: Path
) -> None:
    path = shutil.copy(blank, tmp_path / "tables.sqlite3")
    untouched.submit(walk, missing, Path(path)).result()


def test_only_features_are_tied() -> None:
    assert {name for used, users in ties().items() for name in (used, *users)} <= set(FEATURES)
