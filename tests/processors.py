"""How many processes of tests a machine can feed: a container sees all processors, and may use few."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

MOST: Final = 16
ROOM: Final = 1 << 30
"""Bytes of memory for one process of tests."""
GROUPS: Final = Path("/sys/fs/cgroup")
MEMORY: Final = Path("/proc/meminfo")


def at_hand(groups: Path = GROUPS, memory: Path = MEMORY) -> int:
    """As many as there are processors and memory for, of what a control group grants (version 2, or 1)."""
    seen = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    period = _text(groups / "cpu/cpu.cfs_period_us")
    # "max" and -1 grant whatever there is.
    quotas = (_text(groups / "cpu.max"), f"{_text(groups / 'cpu/cpu.cfs_quota_us')} {period}")
    processors = [int(one[1]) / int(one[2]) for text in quotas if (one := re.fullmatch(r"(\d+) (\d+)", text))]
    limits = (_text(groups / "memory.max"), _text(groups / "memory/memory.limit_in_bytes"))
    free = re.search(r"^MemAvailable: +(\d+) kB", _text(memory), re.MULTILINE)
    room = [int(text) / ROOM for text in limits if text.isdecimal()]
    room += [int(free[1]) * 1024 / ROOM] if free else []
    return max(1, int(min(MOST, seen, *processors, *room)))


def _text(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""
