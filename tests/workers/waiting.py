"""Waiting for other processes, which tell nobody what they do."""

from __future__ import annotations

import asyncio
from pathlib import Path


def alive(pid: int) -> bool:
    """Whether the process exists and isn't a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(") ")[2][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        # It ended before the file was opened, or between that and the reading.
        return False


async def pid_in(begun: Path) -> int:
    """The id that a process writes to a file when its job has begun."""
    while not (text := _text(begun)):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    return int(text)


def _text(file: Path) -> str:
    return file.read_text("ascii") if file.exists() else ""


async def gone(pid: int) -> None:
    """Wait for the end of a process."""
    while alive(pid):  # noqa: ASYNC110
        await asyncio.sleep(0.01)


class Polls:
    """Time between polls that passes when a test says so."""

    def __init__(self) -> None:
        self._asked: asyncio.Queue[asyncio.Future[None]] = asyncio.Queue()

    async def __call__(self) -> None:
        passed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._asked.put_nowait(passed)
        await passed

    async def pass_(self, number: int) -> None:
        """Let so many polls pass, of which all but the last have been acted on."""
        while number:
            passed = await self._asked.get()
            if not passed.done():
                passed.set_result(None)
                number -= 1
