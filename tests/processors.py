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
    """As many as there are processors and memory for, of what a control group grants."""
    seen = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    # "max" grants whatever there is.
    quota = re.fullmatch(r"(\d+) (\d+)", _text(groups / "cpu.max"))
    granted = [int(quota[1]) / int(quota[2])] if quota else []
    limit = _text(groups / "memory.max")
    free = re.search(r"^MemAvailable: +(\d+) kB", _text(memory), re.MULTILINE)
    granted += [int(limit) / ROOM] if limit.isdecimal() else []
    granted += [int(free[1]) * 1024 / ROOM] if free else []
    return max(1, int(min(MOST, seen, *granted)))


def _text(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""
