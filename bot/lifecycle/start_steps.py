"""Runs the steps of the start, each in a task, until they succeed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import structlog

log: Final = structlog.get_logger(__name__)
RETRY_PAUSES_S: Final = (1, 2, 5, 15, 45)
"""Seconds between attempts at a step of the start; the last value repeats."""
Step: TypeAlias = Callable[[], Awaitable[object]]


class StartSteps:
    """Runs each step once; it is retried after an error, until the bot stops."""

    def __init__(self) -> None:
        self.tasks: dict[str, asyncio.Task[None]] = {}
        """The steps, by name."""
        self.begun = False
        """Whether the bot was ready once."""
        self.stopping = False
        """Whether the bot stops: nothing is begun or retried any more."""

    def start(self, name: str, step: Step) -> None:
        """Run a step; a second call with the same name does nothing."""
        if name not in self.tasks and not self.stopping:
            self.tasks[name] = asyncio.create_task(self.repeat(name, step), name=name)

    async def repeat(self, name: str, step: Step) -> None:
        """Run a step until it succeeds."""
        attempt = 0
        while not self.stopping:
            try:
                await step()
            except Exception:
                log.exception("a step failed; trying again", step=name)
            else:
                return
            await asyncio.sleep(RETRY_PAUSES_S[min(attempt, len(RETRY_PAUSES_S) - 1)])
            attempt += 1
