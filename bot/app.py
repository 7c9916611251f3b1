"""The bot, put together: store, tables, studio, publisher, features and commands."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random, SystemRandom
from typing import Final

import structlog
import yarl

from bot.components import load_handlers
from bot.components.cards.text import guarded
from bot.components.hooks import BotContext, Features, load, table_hooks, taught
from bot.components.interactions import routing
from bot.components.interactions.context import remove_person
from bot.components.interactions.discordpy_patches import (
    UNREAD,
    go_on_after_unread_events,
    hush_unanswered_autocomplete,
    leave_out_components,
    prune_rate_limits,
    shorten_failed_launches,
)
from bot.components.interactions.languages import Languages
from bot.components.interactions.metrics import Metrics
from bot.components.interactions.unread_events import UnreadEvents
from bot.components.play.picker import played_card
from bot.components.play.private_cards import PrivateCards
from bot.components.publishing.publisher import Publisher
from bot.features import FEATURES
from bot.games.core import Games
from bot.languages import ENGLISH, closest
from bot.lifecycle import discord_client, start
from bot.lifecycle.command_sync import sync_commands
from bot.lifecycle.other_processes import OtherProcesses
from bot.lifecycle.stop import stop
from bot.people.preferences import reminder_time
from bot.people.time_zones import use_newest
from bot.tables import pending_followups
from bot.tables.automatic_turns import AutomaticTurns, TurnSource
from bot.tables.jobs.scheduler import POLL_S, Scheduler, Timed
from bot.tables.model.table import Table
from bot.tables.service import TableService
from bot.thinking.thinkers import Thinkers
from data.store.postgres.shards import ShardRange
from data.store.store import Store
from rendering.jobs import warm_up
from rendering.studio import Studio

from .games import GAMES

log: Final = structlog.get_logger(__name__)
_COGS: Final = ("games", "tables", "settings", "admin", "maintenance", "context_menus")
COGS: Final = tuple(f"cogs.{name}" for name in _COGS)


def milliseconds() -> int:
    """What the machine's clock says now, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _running() -> float:
    """Seconds by the clock that nobody sets. Where that can be had, they go on while the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()


def anchored_clock(
    wall: Callable[[], int] = milliseconds, running: Callable[[], float] = _running
) -> Callable[[], int]:
    """The time in milliseconds since 1970: what the machine's clock says now, and what has passed since.

    So setting it while the bot runs neither puts a wrong time on an action nor ends a turn.
    """
    began = wall() - int(running() * 1000)
    return lambda: began + int(running() * 1000)


class CaptainsTable(start.RunningClient):
    """The bot. The caller opens and closes ``store``.

    It serves ``shards``; None: all, as many as Discord recommends. ``painters`` is the number of painter
    processes, each started when first needed; 0: paint in a thread. With ``warm`` a painter that has started
    prepares fonts and other resources while nobody waits.
    ``thinkers`` is the number of processes in which computer players think; 0: none are offered.
    """

    def __init__(
        self,
        store: Store,
        *,
        shards: ShardRange | None = None,
        games: Games = GAMES,
        features: Sequence[str] = FEATURES,
        rng: Random | None = None,
        now: Callable[[], int] | None = None,
        poll_s: float = POLL_S,
        stop_seconds: float = 10.0,
        warm: bool = False,
        painters: int = 0,
        thinkers: int = 0,
    ) -> None:
        metrics = Metrics()
        super().__init__(**discord_client.options(shards), http_trace=metrics.requests())
        load_handlers()
        hooked = load(features)
        go_on_after_unread_events()
        hush_unanswered_autocomplete()
        leave_out_components()
        shorten_failed_launches()
        prune_rate_limits(self.http)
        use_newest()
        self.store = store
        self.stop_seconds = stop_seconds
        self.poll_s = poll_s
        self._warm = warm
        self._identifying = discord_client.IdentifyTurns(self, store)
        self._connecting = False
        """Whether discord.py has anything to close."""
        self._away: set[int] = set()
        """The shards that are disconnected."""
        self._launching: set[int] = set()
        """The shards that connect for the first time."""

        thinking = Thinkers(
            thinkers, on_searched=metrics.searches.observe, on_fault=metrics.search_faults.inc
        )
        played = {key: taught(hooked, guarded(game), thinking) for key, game in games.items()}
        service = TableService(
            store, played, rng=rng or SystemRandom(), now=now or anchored_clock(), hooks=table_hooks(hooked)
        )
        pieces = warm_up(played.values()) if warm else ()
        turns, asked = AutomaticTurns(service), Features(hooked)
        deadlines = Scheduler(
            service, quiet=partial(reminder_time, store), connected=lambda: self.online, poll_s=poll_s
        )
        self.context = BotContext(
            tables=service,
            languages=Languages(service, self._native_language),
            metrics=metrics,
            features=asked,
            studio=Studio(painters, pieces=pieces, on_painted=metrics.pictures.observe),
            thinkers=thinking,
            turns=turns,
            deadlines=deadlines,
        )
        self.publisher = Publisher(self.context, self, self._after_showing)
        self.before_press = self.publisher.before_press
        self.private_cards = PrivateCards(self.context, played_card)
        parts = asked.open(self)
        turns.sources = [part for part in parts if isinstance(part, TurnSource)]
        deadlines.others = [part for part in parts if isinstance(part, Timed)]
        self.steps = start.StartSteps(self._show_behind)
        self.forgetting = set()
        self.other_processes = OtherProcesses(self.context, self.publisher, self.forgotten)
        self.unread_events = UnreadEvents(self.context.languages, metrics, self.http)
        service.after_commit = self._after_commit
        store.on_fault = self.steps.database_failed

    def _after_commit(self, table_id: int, table: Table | None) -> None:
        """What follows from a change to a table, in this order; ``table`` as it is now, if it's in memory."""
        self.context.metrics.commits.inc()
        # Before the publisher, which waits for it.
        self.context.turns.wake(table_id, table)
        self.publisher.wake(table_id, table)
        self.context.deadlines.table_changed(table_id, table)

    def _after_showing(self, table_id: int) -> None:
        """What follows from the last attempt to show a table."""
        for each in self.context.features.all:
            each.table_shown(table_id)
        self.private_cards.table_shown(table_id)

    def forgotten(self, person: int) -> None:
        self._forget(person)
        # What is being shown was read before, and may note them once more.
        again = asyncio.create_task(self.steps.repeat("forgetting", partial(self._forget_again, person)))
        self.forgetting.add(again)
        again.add_done_callback(self.forgetting.discard)

    async def _forget_again(self, person: int) -> None:
        await self.publisher.attempted()
        await pending_followups.forget(self.store, person)
        self._forget(person)

    def _forget(self, person: int) -> None:
        self.context.languages.forget(person)
        self.context.avatars.forget(person)
        self.context.hinted.forget(person)
        remove_person(self.context.forms, person)
        self.publisher.notifications.forget(person)
        self.publisher.messages.charts.forget(person)
        self.private_cards.forget_person(person)
        for each in self.context.features.all:
            each.forgotten(person)

    async def _show_behind(self) -> None:
        await self.publisher.reconcile()
        for each in self.context.features.all:
            await each.reconcile()

    def _native_language(self, server: int) -> str:
        guild = self.get_guild(server)
        return closest(str(guild.preferred_locale)) if guild is not None else ENGLISH

    @property
    def connected_shards(self) -> int:
        """How many of its shards are connected."""
        return len(self.shards.keys() - self._away)

    @property
    def online(self) -> bool:
        """Whether people can play; clocks stop while they can't."""
        return self.steps.begun and not self._away

    async def login(self, token: str) -> None:
        self._connecting = True
        await super().login(token)

    async def setup_hook(self) -> None:
        self._connecting = True
        self.add_listener(routing.receive, "on_interaction")
        self.add_listener(self.unread_events.note, f"on_{UNREAD}")
        await start.look(self.context)
        await self.load_commands()
        await sync_commands(self, self.store)

    async def load_commands(self) -> None:
        """Fill the tree with the commands of the bot and of its features."""
        for cog in COGS:
            await self.load_extension(cog)
        self.context.features.add_commands(self.tree, self.context.tables.games)

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        # discord.py calls itself for each further try. A thousand deep, after an hour or two, that ends.
        if shard_id in self._launching:
            raise discord_client.TryAgain
        self._launching.add(shard_id)
        while shard_id in self._launching:
            with contextlib.suppress(discord_client.TryAgain):
                await super().launch_shard(gateway, shard_id, initial=initial)
                self._launching.discard(shard_id)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        if self.store.part.whole:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self._identifying.wait(shard_id or 0)

    async def on_ready(self) -> None:
        """Do what is left undone. Also called after a reconnect."""
        log.info("ready", user=str(self.user), servers=len(self.guilds), shards=len(self.shards))
        if self.steps.stopping:
            # Connected again while stopping: what has just been stopped must not start again.
            return
        if self._warm and not self.steps.begun:
            start.settle()
        start.begin(self)
        self.context.tables.lookout.look()

    async def on_shard_connect(self, shard_id: int) -> None:
        """Mark the shard as connected. Its servers are still to come, and ``ready`` after them."""
        self._away.discard(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Mark the shard as connected, with all that it had."""
        self._away.discard(shard_id)
        self.context.tables.lookout.look()

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Mark the shard as disconnected."""
        self._away.add(shard_id)

    async def close(self) -> None:
        """Finish work in progress, then stop."""
        if not self.steps.stopping and not self.is_closed():
            await stop(self, super().close if self._connecting else None, self.stop_seconds)
