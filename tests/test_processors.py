"""``-n auto`` starts no more processes of tests than a container may feed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .processors import MOST, at_hand


@pytest.fixture(autouse=True)
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine of 64 processors."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: set(range(64)), raising=False)


@pytest.mark.parametrize(
    ("files", "processes"),
    [
        ({}, MOST),
        ({"cpu.max": "max 100000", "memory.max": "max"}, MOST),
        ({"cpu.max": "250000 100000"}, 2),
        ({"cpu.max": "50000 100000"}, 1),
        ({"memory.max": str(3 << 30)}, 3),
        ({"meminfo": "MemFree:     100000 kB\nMemAvailable:   6291456 kB"}, 6),
        ({"meminfo": "MemTotal:  24684092 kB\nMemAvailable:   400000 kB"}, 1),
    ],
)
def test_what_is_granted_and_the_memory_that_is_free_bound_them(
    tmp_path: Path, files: dict[str, str], processes: int
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(f"{text}\n")
    assert at_hand(tmp_path, tmp_path / "meminfo") == processes
