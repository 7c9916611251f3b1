"""What the bot does after an error of the database."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.components.interactions.context import BotContext
from bot.components.publishing.publisher import Publisher
from bot.features.feature import Features

from .start_steps import StartSteps
from .tasks import cancel

ERROR_PAUSE_S: Final = 10.0
"""Seconds after an error of the database until the bot looks for what isn't shown."""


class DatabaseFaults:
    """Looks for what was stored although its answer was lost, and shows it."""

    def __init__(self, context: BotContext) -> None:
        self._parts = context.parts
        self._steps = context.parts[StartSteps]
        self._looking: asyncio.Task[None] | None = None

    def happened(self) -> None:
        """There was an error of the database: look soon. Never blocks."""
        waiting = self._looking is not None and not self._looking.done()
        if self._steps.begun and not self._steps.stopping and not waiting:
            self._looking = asyncio.get_running_loop().create_task(self._look_later(), name="database fault")

    async def close(self) -> None:
        """Stop; the next start looks, too."""
        await cancel(self._looking)

    async def _look_later(self) -> None:
        # What is under way comes first.
        await asyncio.sleep(ERROR_PAUSE_S)
        await self._steps.repeat("a look after an error", self._show_what_is_behind)

    async def _show_what_is_behind(self) -> None:
        await self._parts[Publisher].reconcile()
        await self._parts[Features].reconcile()
