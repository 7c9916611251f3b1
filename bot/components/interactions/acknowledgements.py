"""Acknowledgements in a crowd: the oldest first, not all at once, and before anything else is done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from typing import Final

AT_ONCE: Final = 100
"""Acknowledgements under way: each needs a connection, and opening a thousand would take most of the time."""
PATIENCE_S: Final = 2.0
"""Seconds after which one that Discord doesn't answer no longer holds up the others."""
IN_TIME_S: Final = 3.0
"""Seconds that Discord waits for one."""


class Acknowledgements:
    """What is acknowledged when."""

    def __init__(self) -> None:
        self.put_off: dict[Callable[[], None], None] = {}
        """What acknowledges each interaction that may be answered before that is needed, oldest first."""
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._none_waits = asyncio.Event()
        self._line = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Within, one is sent; they come in the order in which they asked for it."""
        self._waiting += 1
        self._none_waits.clear()
        try:
            await self._turns.acquire()
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._none_waits.set()
        over = ExitStack()
        over.callback(self._turns.release)
        timer = asyncio.get_running_loop().call_later(PATIENCE_S, over.close)
        try:
            yield
        finally:
            timer.cancel()
            over.close()

    async def all_begun(self) -> None:
        """Wait until none waits for its turn; not for ever, if more and more come."""
        if self._waiting:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._none_waits.wait(), PATIENCE_S)

    async def go_on(self) -> None:
        """Wait for that in a line of whoever has been acknowledged.

        In each round of the loop one goes on, so that what arrives meanwhile isn't late.
        """
        async with self._line:
            await self.all_begun()
            await asyncio.sleep(0)
