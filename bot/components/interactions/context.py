"""What the front door shares, and the type of the interactions that reach it.

The bot is put together in ``bot.app``. What handlers need besides is in the type of their interaction:
``components.hooks`` adds the features, ``publishing.publisher`` the publisher, ``play.private_cards`` those
cards.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator, MutableMapping
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import discord
from cachetools import LRUCache, TTLCache
from discord.ext import commands

from bot.people.display_names import sanitize
from bot.people.settings import Chosen, load
from bot.tables.jobs.retries import cancel
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.permissions import Bans
from bot.tables.service import Move, TableService

from .avatars import Avatars
from .card import Control
from .languages import Languages
from .metrics import Metrics
from .rate_limits import RateLimiter
from .unread_events import UnreadEvents

AT_ONCE: Final = 100
"""Acknowledgements under way: each needs a connection, and opening a thousand would take most of the time."""
PATIENCE_S: Final = 2.0
"""Seconds after which one that Discord doesn't answer no longer holds up the others."""
IN_TIME_S: Final = 3.0
"""Seconds that Discord waits for one."""
MAX_FORMS: Final = 1024
FORM_SECONDS: Final = 15 * 60
"""How long what people have typed is kept, to be corrected."""
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


class Acknowledgements:
    """What is acknowledged when: in a crowd the oldest first, not all at once, and before all else."""

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


class InFlight(set[asyncio.Task[Any]]):
    """The tasks that a shutdown waits for."""

    @contextmanager
    def track(self) -> Iterator[None]:
        """Make a shutdown wait for what runs inside."""
        task = asyncio.current_task()
        assert task is not None
        if task in self:
            yield
            return
        self.add(task)
        try:
            yield
        finally:
            self.discard(task)

    async def finish(self, timeout_s: float) -> None:
        """Wait for all tasks, ``timeout_s`` seconds at most; those that are left are cancelled."""
        # A task that was created a moment ago gets its first step now.
        await asyncio.sleep(0)
        tasks = self - {asyncio.current_task()}
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=max(0.0, timeout_s))
            await cancel(*late)


@dataclass(frozen=True, slots=True, kw_only=True)
class InteractionContext:
    """What every interaction needs, whatever it leads to."""

    tables: TableService
    languages: Languages
    metrics: Metrics
    seen: Seen = field(default_factory=Seen)
    """The ids of interactions: Discord may deliver one twice."""
    rate_limiter: RateLimiter = field(default_factory=RateLimiter)
    bans: Bans = field(default_factory=Bans)
    in_flight: InFlight = field(default_factory=InFlight)
    acknowledgements: Acknowledgements = field(default_factory=Acknowledgements)
    avatars: Avatars = field(default_factory=Avatars)
    being_answered: set[tuple[int, str, str]] = field(default_factory=set)
    """Presses: the person, the ``custom_id``, and what was chosen."""
    forms: TTLCache[tuple[int, str], Any] = field(default_factory=lambda: TTLCache(MAX_FORMS, FORM_SECONDS))
    """By person and ``custom_id``, what forms are made from; by interaction, with their answers."""

    async def settings_of(self, person: int) -> Chosen:
        """What ``person`` has chosen."""
        return await load(self.tables.store, person)


class InteractionClient(commands.AutoShardedBot):
    """The bot as its front door knows it; packages above add what they keep."""

    context: InteractionContext

    unread_events: UnreadEvents

    before_press: Callable[[discord.Interaction, Control, Table], Awaitable[None]]
    """Sees to the message whose button was pressed, before that is handled."""


Interaction: TypeAlias = discord.Interaction[InteractionClient]
"""A command, press, form or autocomplete that this bot received."""


def person_of(user: discord.abc.User) -> Person:
    """Somebody on Discord as the tables know them, with a harmless name."""
    return Person(user.id, sanitize(user.display_name) or f"Sailor {user.id % 10_000}")


async def change_table(interaction: Interaction, table_id: int, move: Move) -> Table:
    """Make the ``move`` of whoever has pressed or typed; its exceptions are passed on."""
    tables, person = interaction.client.context.tables, person_of(interaction.user)
    return await tables.change_as(table_id, person, move, key_of(interaction))


def key_of(interaction: Interaction) -> str:
    """The idempotency key of what ``interaction`` causes."""
    return f"i{interaction.id}"
