"""The steps of the start: what the last run left undone is done."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

import structlog

from bot.components.interactions.context import BotClient, BotContext
from bot.components.publishing.publisher import Publisher
from bot.components.servers.settings import forget_deleted_channels
from bot.features.feature import Features
from bot.tables import absences
from bot.tables.automatic_turns import AutomaticTurns
from bot.tables.errors import TableError, TryAgainError
from bot.tables.jobs import recovery
from bot.tables.jobs.scheduler import Scheduler

from .other_processes import OtherProcesses
from .start_steps import StartSteps, Step

log: Final = structlog.get_logger(__name__)
AHEAD: Final = 20_000
"""Tables in play that are read ahead."""
WHILE_BUSY_S: Final = 1.0
"""Seconds for which reading ahead waits once somebody has pressed something."""


def begin(bot: BotClient) -> None:
    """Begin what runs until the end, and the steps that haven't run yet."""
    context, parts = bot.context, bot.context.parts
    steps: dict[str, Step] = {
        "catching up": lambda: _catch_up(context),
        "recovery": lambda: recovery.recover_all(context.tables, context.tables.changed),
        "allowed channels": lambda: forget_deleted_channels(bot),
        "absences": lambda: absences.catch_up(context.tables),
        "reading ahead": lambda: _read_ahead(context),
        **parts[Features].starts(),
    }
    parts[StartSteps].begun = True
    parts[Scheduler].start()
    parts[OtherProcesses].start()
    for name, step in steps.items():
        parts[StartSteps].start(name, step)


async def _read_ahead(context: BotContext) -> None:
    """Fold the tables in play while nobody waits for anything, so that no turn has to later."""
    cards = context.parts[Publisher].tasks
    for number in await context.tables.in_play(AHEAD):
        while context.in_flight or cards.working:  # noqa: ASYNC110 (whatever is under way, in no hurry)
            await asyncio.sleep(WHILE_BUSY_S)
        with contextlib.suppress(TableError, TryAgainError):
            await context.tables.get(number)


async def _catch_up(context: BotContext) -> None:
    with context.in_flight.track():
        await context.parts[AutomaticTurns].resume()
        if behind := await context.parts[Publisher].reconcile():
            log.info("updating the cards that the last run left out of date", tables=behind)
