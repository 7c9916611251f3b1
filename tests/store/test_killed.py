"""A program that is killed while it writes: what it said was stored is stored."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.databases import open_store
from tests.hosting.sample_database import ask


def scribble(path: Path, lines: int) -> list[int]:
    """The versions that a program acknowledged before it was killed."""
    command = [sys.executable, "-m", "tests.store.scribbling", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        said = [program.stdout.readline() for _ in range(lines)]
        program.kill()
        said += program.stdout.readlines()
    return [int(line) for line in said if line.endswith("\n")]


async def test_after_kill_9_every_acknowledged_event_is_there_once(path: Path) -> None:
    acknowledged: list[int] = []
    for lines in (7, 20):
        acknowledged += scribble(path, lines)
        store = await open_store(path)
        stored = await store.load(1)
        await store.close()
        assert stored is not None
        assert stored.header.version == len(stored.events)
        written = [event.text for event in stored.events[2:]]
        wanted = [f"{version} {part}" for version in acknowledged for part in "abc"]
        assert written[: len(wanted)] == wanted
        unheard = len(written) - len(wanted)
        assert unheard in (0, 3), "at most the last transaction was stored and not yet said"
        if unheard:
            acknowledged.append(acknowledged[-1] + 3)
    assert ask(path, "PRAGMA integrity_check") == ["ok"]
