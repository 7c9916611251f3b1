"""What the Discord side shares: the tables and the studio; put together in ``bot.app``."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, cast

import discord

from bot.tables.model.table import Person
from bot.tables.people.display_names import sanitize
from bot.tables.service import TableService
from rendering.studio import Studio

from .metrics import Metrics
from .rate_limits import RateLimiter

MAX_SEEN: Final = 4096
"""Interactions that are known again; they come twice within seconds if at all."""


class SeenInteractions:
    """The latest interactions: Discord may deliver one twice, and it wants one answer."""

    def __init__(self) -> None:
        self._numbers: OrderedDict[int, None] = OrderedDict()

    def add(self, number: int) -> bool:
        """Whether the interaction of this number is new; it is not the next time."""
        if number in self._numbers:
            return False
        self._numbers[number] = None
        if len(self._numbers) > MAX_SEEN:
            self._numbers.popitem(last=False)
        return True


class InFlight:
    """What is being done at this moment, so that a stop can wait for it."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    @contextmanager
    def track(self) -> Iterator[None]:
        """Around something that a stop waits for."""
        task = asyncio.current_task()
        if task is None or task in self._tasks:
            yield
            return
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    async def finish(self, patience: float) -> None:
        """Wait for all of it, ``patience`` seconds at most; what then goes on is cancelled."""
        # What was set off a moment ago has its first step now.
        await asyncio.sleep(0)
        tasks = self._tasks - {asyncio.current_task()}
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=max(0.0, patience))
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)


@dataclass(frozen=True, slots=True)
class BotContext:
    """The parts of the running bot that cogs and components work with."""

    tables: TableService
    studio: Studio
    seen: SeenInteractions = field(default_factory=SeenInteractions)
    rate_limiter: RateLimiter = field(default_factory=RateLimiter)
    in_flight: InFlight = field(default_factory=InFlight)
    metrics: Metrics = field(default_factory=Metrics)


def context_of(interaction: discord.Interaction[Any]) -> BotContext:
    """The bot's context of the bot that received ``interaction``."""
    return cast("BotContext", interaction.client.context)


def check_rate_limit(interaction: discord.Interaction[Any], kind: str | None) -> None:
    """Count what ``interaction`` asks for.

    :raises TableError: when it is too much.
    """
    context = context_of(interaction)
    context.rate_limiter.require(kind, interaction.user.id, interaction.channel_id, context.tables.now())


def person_of(user: discord.abc.User) -> Person:
    """Somebody on Discord as the tables know them, their name harmless."""
    return Person(user.id, sanitize(user.display_name) or f"Sailor {user.id % 10_000}")


def key_of(interaction: discord.Interaction[Any]) -> str:
    """The key under which what ``interaction`` causes happens once."""
    return f"i{interaction.id}"
