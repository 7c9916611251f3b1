"""The lookout: the one way in which whatever couldn't be done is looked for again."""

from __future__ import annotations

import asyncio
from collections.abc import Sized
from typing import Final, Protocol

LOOK_S: Final = 90.0
"""Seconds between two looks as long as anything is owed."""


class Owing(Protocol):
    """What may owe something to tables."""

    @property
    def owed(self) -> Sized:
        """What wasn't possible so far."""

    def look(self) -> None:
        """Try it once more. Never blocks, never raises."""


class Lookout:
    """Looks at what is owed anywhere: now and then as long as there is anything, and when Discord is back."""

    def __init__(self) -> None:
        self.parts: list[Owing] = []
        self._next: asyncio.TimerHandle | None = None

    @property
    def owing(self) -> bool:
        """Whether anything is owed."""
        return any(part.owed for part in self.parts)

    def look(self) -> None:
        """Look now. Never blocks, never raises."""
        self.close()
        for part in self.parts:
            part.look()
        if self.owing:
            self.look_later()

    def look_later(self) -> None:
        """Look in a while, since something is owed."""
        if self._next is None:
            self._next = asyncio.get_running_loop().call_later(LOOK_S, self.look)

    def close(self) -> None:
        """Look no more until something else is owed."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
