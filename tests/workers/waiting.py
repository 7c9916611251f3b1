"""Waiting for other processes, which tell nobody what they do."""

from __future__ import annotations

import asyncio
from contextlib import suppress
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
    """Polls whose time passes when a test says so."""

    def __init__(self) -> None:
        self._begun: asyncio.Queue[asyncio.Timeout] = asyncio.Queue()

    def __call__(self) -> asyncio.Timeout:
        poll = asyncio.timeout(None)
        self._begun.put_nowait(poll)
        return poll

    async def pass_(self, number: int) -> None:
        """Let the time of so many polls pass; those that were answered don't count."""
        while number:
            poll = await self._begun.get()
            with suppress(RuntimeError):
                poll.reschedule(0)
                number -= 1
