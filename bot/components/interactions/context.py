"""What all handlers share: the bot's parts, and the type of the interactions that reach them.

The bot itself is put together in ``bot.app``. Handlers find what later rooms and features keep in memory in
``context.parts``, by its class.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterator, MutableMapping, Sized
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, TypeVar

import discord
from cachetools import LRUCache
from discord.ext import commands

from bot.people.display_names import sanitize
from bot.people.settings import Chosen, load
from bot.tables.jobs.retries import cancel
from bot.tables.locks import KeyedLocks
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import Move, TableService
from bot.thinking.thinkers import Thinkers
from rendering.studio import Studio

from .card import Control
from .languages import Languages
from .metrics import Metrics
from .rate_limits import RateLimiter

Part = TypeVar("Part")
MAX_SEEN: Final = 4096
"""Keys that are recognized; Discord delivers an interaction twice within seconds, if at all."""


class Seen:
    """The latest keys of something that happens once."""

    def __init__(self) -> None:
        self._keys: LRUCache[Hashable, bool] = LRUCache(MAX_SEEN)

    def add(self, key: Hashable) -> bool:
        """Whether ``key`` is new; it isn't the next time."""
        new = key not in self._keys
        self._keys[key] = True
        return new

    def forget(self, person: int) -> None:
        """Remove the keys that contain the number of a person."""
        remove_person(self._keys, person)


def remove_person(cache: MutableMapping[Any, Any], person: int) -> None:
    """Remove what ``cache`` has under keys that contain the number of a person."""
    for key in [key for key in cache if person in key]:
        del cache[key]


class InFlight:
    """The tasks that a shutdown waits for."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    @contextmanager
    def track(self) -> Iterator[None]:
        """Make a shutdown wait for what runs inside."""
        task = asyncio.current_task()
        assert task is not None
        if task in self._tasks:
            yield
            return
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    async def finish(self, timeout_s: float) -> None:
        """Wait for all tasks, ``timeout_s`` seconds at most; those that are left are cancelled."""
        # A task that was created a moment ago gets its first step now.
        await asyncio.sleep(0)
        tasks = self._tasks - {asyncio.current_task()}
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=max(0.0, timeout_s))
            await cancel(*late)


class Parts:
    """The running parts of the bot, by class: what a room or a feature keeps in memory for its handlers."""

    def __init__(self) -> None:
        self._parts: dict[type, object] = {}

    def add(self, part: Part) -> Part:
        """Make ``part`` the one of its class."""
        self._parts[type(part)] = part
        return part

    def __getitem__(self, kind: type[Part]) -> Part:
        """The part of this class.

        :raises KeyError: when the bot has none.
        """
        found = self._parts[kind]
        assert isinstance(found, kind)
        return found


@dataclass(frozen=True, slots=True)
class BotContext:
    """The parts of the running bot that cogs and components work with."""

    tables: TableService
    studio: Studio
    thinkers: Thinkers
    seen: Seen = field(default_factory=Seen)
    """The ids of interactions: Discord may deliver one twice."""
    hinted: Seen = field(default_factory=Seen)
    """Table and person, where somebody was told that their DMs are closed."""
    rate_limiter: RateLimiter = field(default_factory=RateLimiter)
    in_flight: InFlight = field(default_factory=InFlight)
    metrics: Metrics = field(default_factory=Metrics)
    seeking: KeyedLocks[int] = field(default_factory=KeyedLocks)
    """By server; held while somebody finds a seat with ``/play`` or opens a table."""
    on_forgotten: list[Callable[[int], None]] = field(default_factory=list)
    """Called with the number of somebody who is forgotten: it must not stay in memory."""
    on_press: dict[str, Callable[[Interaction, Control, Table], Awaitable[None]]] = field(
        default_factory=dict
    )
    """Called with each press of a table's button of a verb and the table, before it is handled."""
    under_way: list[Sized] = field(default_factory=list)
    """What is at work now; while there is much, acknowledgements come first."""
    unacknowledged: set[Callable[[], None]] = field(default_factory=set)
    """What acknowledges each interaction that is being answered and isn't acknowledged yet."""
    parts: Parts = field(default_factory=Parts)
    """Whatever else is running."""
    languages: Languages = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "languages", Languages(self.tables))
        self.on_forgotten.append(self.languages.forget)
        self.under_way.append(self.in_flight)
        self.on_forgotten.append(self.hinted.forget)

    async def settings_of(self, person: int) -> Chosen:
        """What ``person`` has chosen."""
        return await load(self.tables.store, person)


class BotClient(commands.AutoShardedBot):
    """The bot as its handlers know it."""

    context: BotContext


Interaction: TypeAlias = discord.Interaction[BotClient]
"""A command, press, form or autocomplete that this bot received."""


def person_of(user: discord.abc.User) -> Person:
    """Somebody on Discord as the tables know them, with a harmless name."""
    return Person(user.id, sanitize(user.display_name) or f"Sailor {user.id % 10_000}")


def asked_by(interaction: Interaction) -> tuple[BotContext, Person]:
    """The bot's parts, and who has pressed or typed."""
    return interaction.client.context, person_of(interaction.user)


async def change_table(interaction: Interaction, table_id: int, move: Move) -> Table:
    """Make the ``move`` of whoever has pressed or typed; its exceptions are passed on."""
    context, person = asked_by(interaction)
    return await context.tables.change_as(table_id, person, move, key_of(interaction))


def key_of(interaction: Interaction) -> str:
    """The idempotency key of what ``interaction`` causes."""
    return f"i{interaction.id}"
