"""Stops the bot, in order: what people wait for is finished, the rest is left to the next start."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from bot.tables.jobs.retries import cancel

from .start import RunningClient

log: Final = structlog.get_logger(__name__)


async def stop(
    bot: RunningClient, disconnect: Callable[[], Awaitable[object]] | None, seconds: float
) -> None:
    """Finish work in progress within about ``seconds``, then stop.

    ``disconnect`` closes what discord.py has opened; None: nothing.
    """
    context, starting = bot.context, bot.steps
    starting.stopping = True
    # The next start repeats these; the other steps are finished below.
    await cancel(starting.tasks.get("recovery"), starting.tasks.get("database fault"))
    began = time.monotonic()

    def left() -> float:
        return seconds - (time.monotonic() - began)

    await _step("other processes", bot.other_processes.stop())
    await _step("deadlines", context.deadlines.stop())
    # The next start asks again.
    await _step("automatic turns", context.turns.close())
    await _step("thinkers", context.thinkers.close())
    # Answers first: they may give the publisher something to show.
    await _step("answers", context.in_flight.finish(left()))
    await cancel(*starting.tasks.values())
    await _step("publisher", bot.publisher.close(left()))
    if bot.forgetting:
        await _step("forgetting", asyncio.wait(bot.forgetting, timeout=max(0.0, left())))
    await _step("private cards", bot.private_cards.tasks.close())
    for each in context.features.all:
        await _step("features", each.close())
    context.tables.lookout.close()
    if disconnect is not None:
        await _step("discord", disconnect())
    # Handlers that started in the meantime can't answer any more.
    await _step("late answers", context.in_flight.finish(0))
    await _step("studio", context.studio.close())


async def _step(name: str, step: Awaitable[object]) -> None:
    """Run one step of the stop; an error is logged and doesn't prevent the other steps."""
    try:
        await step
    except Exception:
        log.exception("a shutdown step failed", step=name)
