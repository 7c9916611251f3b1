"""What all handlers share: the bot's parts, and the type of the interactions that reach them.

The bot itself is put together in ``bot.app``; the protocols here say what handlers need of parts from later
rooms.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Iterator, MutableMapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias

import discord
from cachetools import LRUCache
from discord.ext import commands

from bot.features.leagues.service import LeagueService
from bot.features.reviews.judging import Review
from bot.people.display_names import sanitize
from bot.tables.jobs.scheduler import Scheduler
from bot.tables.locks import KeyedLocks
from bot.tables.model.table import Person, Table
from bot.tables.service import TableService
from bot.thinking.thinkers import Thinkers
from rendering.studio import Studio

from .card import Card
from .consoles import Consoles
from .metrics import Metrics
from .rate_limits import RateLimiter

MAX_HINTS: Final = 1024
"""Positions whose hints are remembered; a forgotten one is found again."""
MAX_SEEN: Final = 4096
"""Keys that are recognized; Discord delivers an interaction twice within seconds, if at all."""


@dataclass(slots=True)
class GivenHint:
    """The hint for one position, and how much of it was told."""

    sentences: tuple[str, ...]
    told: int = 0

    def tell(self) -> None:
        """Let the next sentence be told."""
        self.told = min(self.told + 1, len(self.sentences))


@dataclass(slots=True)
class UnderwayReview:
    """A review that is being made."""

    task: asyncio.Task[Review]
    done: int = 0
    """How many turns are judged."""


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
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)


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
    consoles: Consoles = field(default_factory=Consoles)
    hints: LRUCache[Hashable, GivenHint] = field(default_factory=lambda: LRUCache(MAX_HINTS))
    """By :func:`bot.features.hints.hints.place`."""
    reviews: dict[int, UnderwayReview] = field(default_factory=dict)
    """By table: one is made for all who ask."""
    seeking: KeyedLocks[int] = field(default_factory=KeyedLocks)
    """By server; held while somebody finds a seat with ``/play`` or opens a table."""
    on_forgotten: list[Callable[[int], None]] = field(default_factory=list)
    """Called with the number of somebody who is forgotten: it must not stay in memory."""

    def __post_init__(self) -> None:
        self.on_forgotten.extend((self.hinted.forget, self.consoles.forget_person))


class Notifier(Protocol):
    """Notifies people as they chose."""

    refused: set[int]

    async def mention_in(self, table: Table, card: Card) -> Card:
        """``card``, notifying the people who want that at the table; the others get a direct message."""

    async def message_everyone(self, table: Table) -> None:
        """Send everyone at ``table`` a direct message."""


class TablePublisher(Protocol):
    """Shows tables on Discord."""

    @property
    def notifications(self) -> Notifier: ...

    @property
    def waiting(self) -> int:
        """How many tables are being shown, or will be after a pause."""

    def beginning(self, table_id: int) -> AbstractContextManager[None]:
        """Hold back what happens at a new table until the reply that shows it is noted."""

    def busy(self, table_id: int) -> bool:
        """Whether a table is being shown, or will be after a pause."""

    async def attempted(self, table_id: int) -> None:
        """Wait until the newest version of a table is shown, or couldn't be shown at the first attempt."""

    async def reconcile(self) -> int:
        """Show all that was committed and not shown; the number of tables."""

    async def restore(self, table_id: int) -> bool:
        """Bring the newest card up to date; True when it was lost and is posted again."""

    async def leave_channel(self, table_id: int, gone: int) -> None:
        """Show a table elsewhere: the channel ``gone``, its own or that of its thread, was deleted."""


class TableLists(Protocol):
    """The lists of each server's tables."""

    locks: KeyedLocks[int]
    """By server; held while its list is posted or replaced."""

    async def refresh(self, server: int) -> bool:
        """Show the tables of a server; False when it has no list."""

    async def remove(self, channel: discord.PartialMessageable, message: int) -> None:
        """Take a list off its channel, if possible."""


class ShownLeagues(Protocol):
    """The cards of leagues."""

    async def reconcile(self) -> None:
        """Show soon all leagues whose card is out of date."""

    async def leave_channel(self, guild: int, channel: int) -> None:
        """Close the leagues of a channel that is gone."""

    async def refresh(self, number: int, *, again: bool = False) -> bool:
        """Bring a league's card up to date (``again``: even if it should be); whether a new one is posted."""


class ForcedMoves(Protocol):
    """Plays the only legal moves of people who want that."""

    async def wanted(self, person: int) -> None:
        """Look at all tables of ``person``, who wants that from now on."""


class PlannedMoves(Protocol):
    """Plays the replies of people who have planned them."""

    def wake(self, table_id: int) -> None:
        """Look soon whether a table waits for one."""


class BotClient(commands.AutoShardedBot):
    """The bot as its handlers know it."""

    context: BotContext
    publisher: TablePublisher
    lists: TableLists
    leagues: LeagueService
    league_cards: ShownLeagues
    forced: ForcedMoves
    planned: PlannedMoves
    deadlines: Scheduler

    def table_shown(self, table_id: int) -> None:
        """Bring up to date what shows a table besides its card. Never blocks, never raises."""


Interaction: TypeAlias = discord.Interaction[BotClient]
"""A command, press, form or autocomplete that this bot received."""


def person_of(user: discord.abc.User) -> Person:
    """Somebody on Discord as the tables know them, with a harmless name."""
    return Person(user.id, sanitize(user.display_name) or f"Sailor {user.id % 10_000}")


def key_of(interaction: Interaction) -> str:
    """The idempotency key of what ``interaction`` causes."""
    return f"i{interaction.id}"
