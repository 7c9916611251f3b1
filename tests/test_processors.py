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
        ({"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"}, MOST),
        ({"cpu/cpu.cfs_quota_us": "400000", "cpu/cpu.cfs_period_us": "100000"}, 4),
        ({"memory/memory.limit_in_bytes": "9223372036854771712"}, MOST),
    ],
)
def test_what_a_container_is_granted_bounds_them(
    tmp_path: Path, files: dict[str, str], processes: int
) -> None:
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{text}\n")
    assert at_hand(tmp_path, tmp_path / "none") == processes


def test_so_does_the_memory_that_is_free(tmp_path: Path) -> None:
    memory = tmp_path / "meminfo"
    memory.write_text("MemTotal:  24684092 kB\nMemFree:     100000 kB\nMemAvailable:   6291456 kB\n")
    assert at_hand(tmp_path, memory) == 6


def test_there_is_one_at_least(tmp_path: Path) -> None:
    memory = tmp_path / "meminfo"
    memory.write_text("MemAvailable:    400000 kB\n")
    assert at_hand(tmp_path, memory) == 1
