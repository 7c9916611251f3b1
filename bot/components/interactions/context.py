"""What the Discord side shares: the sessions and the studio; put together in ``bot.app``."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, cast

import discord

from bot.tables.model.table import Person
from bot.tables.people.display_names import harmless
from bot.tables.service import Sessions
from rendering.studio import Studio

from .metrics import Measures
from .rate_limits import Restraint

REMEMBERED: Final = 4096
"""Interactions that are known again; they come twice within seconds if at all."""


class Heard:
    """The latest interactions: Discord may deliver one twice, and it wants one answer."""

    def __init__(self) -> None:
        self._numbers: OrderedDict[int, None] = OrderedDict()

    def first(self, number: int) -> bool:
        """Whether the interaction of this number is new; it is not the next time."""
        if number in self._numbers:
            return False
        self._numbers[number] = None
        if len(self._numbers) > REMEMBERED:
            self._numbers.popitem(last=False)
        return True


class Doings:
    """What is being done at this moment, so that a stop can wait for it."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    @contextmanager
    def one_more(self) -> Iterator[None]:
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
class House:
    """The parts of the running bot that cogs and components work with."""

    sessions: Sessions
    studio: Studio
    heard: Heard = field(default_factory=Heard)
    restraint: Restraint = field(default_factory=Restraint)
    doings: Doings = field(default_factory=Doings)
    measures: Measures = field(default_factory=Measures)


def house_of(interaction: discord.Interaction[Any]) -> House:
    """The house of the bot that received ``interaction``."""
    return cast("House", interaction.client.house)


def restrain(interaction: discord.Interaction[Any], kind: str | None) -> None:
    """Count what ``interaction`` asks for.

    :raises TableError: when it is too much.
    """
    house = house_of(interaction)
    house.restraint.require(kind, interaction.user.id, interaction.channel_id, house.sessions.now())


def person_of(user: discord.abc.User) -> Person:
    """Somebody on Discord as the sessions know them, their name harmless."""
    return Person(user.id, harmless(user.display_name) or f"Sailor {user.id % 10_000}")


def key_of(interaction: discord.Interaction[Any]) -> str:
    """The key under which what ``interaction`` causes happens once."""
    return f"i{interaction.id}"
