"""The bot: connects store, tables, studio and publisher, and loads the cogs."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import importlib
import json
import pkgutil
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from random import Random, SystemRandom
from typing import Any, Final

import discord
import structlog
from discord import app_commands

import bot.components
from bot.components.cards.text import guarded
from bot.components.interactions.context import BotClient, BotContext
from bot.components.interactions.discordpy_patches import hush_unanswered_autocomplete, prune_rate_limits
from bot.components.interactions.routing import ActionButton, CommandTree
from bot.components.play.consoles import ConsoleRefresher
from bot.components.play.picker import played_card
from bot.components.publishing.publisher import Publisher
from bot.components.servers.settings import forget_deleted_channels
from bot.features import FEATURES
from bot.features.feature import Features, load, table_hooks, taught
from bot.games.core import Game
from bot.people import settings
from bot.people.preferences import quiet_until, wants_reminder
from bot.tables import absences
from bot.tables.automatic_turns import AutomaticTurns
from bot.tables.jobs import recovery
from bot.tables.jobs.clock_guard import JumpGuardedClock
from bot.tables.jobs.scheduler import POLL_S, Scheduler
from bot.tables.service import TableService
from bot.thinking.thinkers import Thinkers
from data.store.postgres.notify import ChangeListener
from data.store.postgres.shard_locks import wait_to_identify
from data.store.postgres.shards import ShardRange
from data.store.store import Store
from rendering.jobs import warm_up
from rendering.studio import Studio

from . import text
from .config import StartError
from .games import GAMES

log: Final = structlog.get_logger(__name__)
# The bot uses no voice, so discord.py needn't warn about missing libraries.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
ENTRY_POINT: Final = 4
"""The type of the command that Discord makes for applications with Activities; unknown to discord.py."""
KEPT_FIELDS: Final = (
    "id",
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "default_member_permissions",
    "integration_types",
    "contexts",
    "handler",
)
"""What an update says of that command; the rest is Discord's to set."""
IDENTIFY_PAUSE_S: Final = 5.0
"""Seconds before a shard identifies if the database can't say how long to wait."""
RETRY_PAUSES_S: Final = (1, 2, 5, 15, 45)
"""Seconds between attempts at a step of the start; the last value repeats."""
ERROR_PAUSE_S: Final = 10.0
"""Seconds after an error of the database until the bot looks for what isn't shown."""
_COGS: Final = (
    "games",
    "tables",
    "settings",
    "admin",
    "maintenance",
    "context_menus",
)
COGS: Final = tuple(f"cogs.{name}" for name in _COGS)


def load_handlers() -> None:
    """Import all modules of ``bot.components``, which registers their button handlers."""
    for module in pkgutil.walk_packages(bot.components.__path__, f"{bot.components.__name__}."):
        importlib.import_module(module.name)


def milliseconds() -> int:
    """Now, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class CaptainsTable(BotClient):
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
        games: Mapping[str, Game[Any, Any]] = GAMES,
        features: Sequence[str] = FEATURES,
        rng: Random | None = None,
        now: Callable[[], int] | None = None,
        pulse: float = POLL_S,
        stop_seconds: float = 10.0,
        warm: bool = False,
        painters: int = 0,
        thinkers: int = 0,
    ) -> None:
        # Interactions contain everything the bot needs: no privileged intents, no message content.
        intents = discord.Intents(guilds=True)
        sharding: Any = {"shard_ids": list(shards.shards), "shard_count": shards.count} if shards else {}
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=intents,
            tree_cls=CommandTree,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            max_messages=None,
            **sharding,
        )
        load_handlers()
        hooked = load(features)
        hush_unanswered_autocomplete()
        prune_rate_limits(self.http)
        self.store = store
        clock = now or JumpGuardedClock(milliseconds)
        thinking = Thinkers(thinkers)
        played = {key: taught(hooked, guarded(game), thinking) for key, game in games.items()}
        service = TableService(store, played, rng=rng or SystemRandom(), now=clock, hooks=table_hooks(hooked))
        pieces = warm_up(played.values()) if warm else ()
        self.context = BotContext(service, Studio(painters, pieces=pieces), thinking)
        self.context.studio.on_painted = self.context.metrics.pictures.observe
        self.context.thinkers.on_searched = self.context.metrics.searches.observe
        self.context.thinkers.on_fault = self.context.metrics.search_faults.inc
        parts = self.context.parts
        self._features = Features(hooked, self.context)
        parts.add(self._features)
        self.publisher = Publisher(self.context, self)
        parts.add(self.publisher)
        self._features.open(self)
        self.turns = AutomaticTurns(service, self._features.turn_sources())
        parts.add(self.turns)
        self.deadlines = Scheduler(
            service,
            quiet=self._quiet,
            connected=lambda: self.online,
            steady=clock.steady if isinstance(clock, JumpGuardedClock) else None,
            pulse=pulse,
            besides=self._features.timed(),
        )
        parts.add(self.deadlines)
        self.consoles = ConsoleRefresher(self.context, played_card)
        service.listeners += [
            lambda _table_id: self.context.metrics.commits.inc(),
            self.turns.wake,  # before the publisher, which waits for it
            self._features.changed,
            self.publisher.wake,
            self.deadlines.table_changed,
        ]
        self.publisher.listeners += [self._features.shown, self.consoles.table_shown]
        self.stop_seconds = stop_seconds
        self._warm = warm
        self.steps: dict[str, asyncio.Task[None]] = {}
        """The steps of the start, by name."""
        self._news = (
            None
            if store.part.whole
            else ChangeListener(store.url, self._heard, self._missed, self._rewritten)
        )
        self._looking: asyncio.Task[None] | None = None
        self._looking_later: asyncio.Task[None] | None = None
        store.on_fault = self._database_failed
        self._leaving = False
        self._begun = False
        """Whether discord.py has anything to close."""
        self._ready_once = False
        self._buckets: int | None = None
        """How many shards may identify at once; None until Discord was asked."""
        self._away: set[int] = set()
        """The shards that are disconnected."""

    def _heard(self, table_id: int) -> None:
        """Handle another process's change to a table."""
        self.store.shared[table_id] = True
        self.turns.look(table_id)
        self.context.tables.changed(table_id)
        self.deadlines.wake()

    def _rewritten(self, table_id: int) -> None:
        """Handle another process's erasure of a person, whose name must not stay in memory."""
        self.context.tables.cache.evict([table_id])

    def _missed(self) -> None:
        """Look for changes by other processes, whose notifications may have been missed."""
        self.context.tables.cache.clear()
        self.deadlines.wake()
        self._looking = asyncio.get_running_loop().create_task(self._look(), name="news missed")

    def _database_failed(self) -> None:
        """After an error of the database, look for what was stored although its answer was lost."""
        waiting = self._looking_later is not None and not self._looking_later.done()
        if self._ready_once and not self._leaving and not waiting:
            self._looking_later = asyncio.get_running_loop().create_task(
                self._look_later(), name="database fault"
            )

    async def _look_later(self) -> None:
        # What is under way comes first.
        await asyncio.sleep(ERROR_PAUSE_S)
        await self._until_done("a look after an error", self._show_what_is_behind)

    async def _show_what_is_behind(self) -> None:
        await self.publisher.reconcile()
        await self._features.reconcile()

    async def _look(self) -> None:
        try:
            await self.publisher.reconcile()
        except Exception:
            log.exception(
                "couldn't read the changes made by other processes; trying again when the database is back"
            )

    @property
    def online(self) -> bool:
        """Whether people can play; clocks stop while they can't."""
        return self._ready_once and not self._away

    async def _quiet(self, person: int, at: int, kind: str) -> int | None:
        """When ``person`` may get a reminder of this ``kind``, due ``at``; None if they don't want it."""
        chosen = await settings.load(self.store, person)
        return quiet_until(chosen, at) if wants_reminder(chosen, kind) else None

    async def login(self, token: str) -> None:
        self._begun = True
        await super().login(token)

    async def setup_hook(self) -> None:
        self._begun = True
        self.add_dynamic_items(ActionButton)
        for cog in (*COGS, *self._features.cogs):
            await self.load_extension(cog)
        await self._sync_commands()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for this shard's turn: Discord lets one shard per bucket identify every five seconds."""
        if self.store.part.whole:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        try:
            if self._buckets is None:
                self._buckets = (await self.fetch_session_start_limits()).max_concurrency
            wait = await wait_to_identify(self.store, (shard_id or 0) % self._buckets)
        except Exception:
            # A shard that identifies too early just has to try again.
            log.exception("couldn't ask the database when a shard can identify")
            wait = IDENTIFY_PAUSE_S
        await asyncio.sleep(wait)

    async def _sync_commands(self) -> None:
        """Send Discord the commands if they have changed; Discord accepts 200 new ones a day.

        :raises StartError: when Discord refuses them.
        """
        assert self.application_id is not None
        try:
            listed: list[Any] = await self.http.get_global_commands(self.application_id)
            # An update without Discord's own command is refused.
            kept = [
                {field: command[field] for field in KEPT_FIELDS if field in command}
                for command in listed
                if command.get("type") == ENTRY_POINT
            ]
            update = [*(command.to_dict(self.tree) for command in self.tree.get_commands()), *kept]
            digest = hashlib.sha256(json.dumps(update, sort_keys=True).encode()).hexdigest()
            key = f"commands of {self.application_id}"
            if await self.store.value(key) == digest:
                return
            await self.http.bulk_upsert_global_commands(self.application_id, payload=update)
        except discord.HTTPException as error:
            raise StartError(text.commands_refused(error)) from error
        await self.store.set_value(key, digest)
        log.info("commands synced", commands=len(update))

    async def on_ready(self) -> None:
        """Show what hasn't been shown yet. Also called after a reconnect."""
        log.info("ready", user=str(self.user), servers=len(self.guilds), shards=len(self.shards))
        if self._leaving:
            # Connected again while stopping: what has just been stopped must not start again.
            return
        if self._warm and not self._ready_once:
            # Everything loaded by now stays: collecting it took 0.2 s each time with 10,000 tables. Later on
            # cycles are few, and looking for them often took a twentieth of each turn; but the more is
            # looked through at once, the longer everybody waits.
            gc.collect()
            gc.freeze()
            gc.set_threshold(5_000, 20, 100)
            # A thread of the store gives the interpreter away at each row, and gets it back after up to 5 ms
            # while the loop is busy. With 1 ms, the slowest turns under load were up to a second faster.
            sys.setswitchinterval(0.001)
        self._ready_once = True
        self.deadlines.start()
        if self._news is not None:
            self._news.start()
        self.start_step("catching up", self._catch_up)
        self.start_step(
            "recovery", lambda: recovery.recover_all(self.context.tables, self.context.tables.changed)
        )
        self.start_step("allowed channels", lambda: forget_deleted_channels(self))
        self.start_step("absences", lambda: absences.catch_up(self.context.tables))
        for name, start in self._features.starts().items():
            self.start_step(name, start)

    def start_step(self, name: str, step: Callable[[], Awaitable[object]]) -> None:
        """Run one step of the start once, in a task; it is retried after an error."""
        if name not in self.steps and not self._leaving:
            self.steps[name] = asyncio.create_task(self._until_done(name, step), name=name)

    async def _until_done(self, name: str, step: Callable[[], Awaitable[object]]) -> None:
        attempt = 0
        while not self._leaving:
            try:
                await step()
            except Exception:
                log.exception("a step failed; trying again", step=name)
            else:
                return
            await asyncio.sleep(RETRY_PAUSES_S[min(attempt, len(RETRY_PAUSES_S) - 1)])
            attempt += 1

    async def _catch_up(self) -> None:
        with self.context.in_flight.track():
            await self.turns.resume()
            if behind := await self.publisher.reconcile():
                log.info("updating the cards that the last run left out of date", tables=behind)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Mark the shard as connected."""
        self._away.discard(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Mark the shard as connected; it has missed nothing."""
        self._away.discard(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Mark the shard as disconnected."""
        self._away.add(shard_id)

    async def close(self) -> None:
        """Finish work in progress, then stop."""
        if self._leaving or self.is_closed():
            return
        self._leaving = True
        # The next start repeats these; the other steps are finished below.
        await _cancel(self.steps.get("recovery"))
        began = time.monotonic()

        def left() -> float:
            return self.stop_seconds - (time.monotonic() - began)

        if self._news is not None:
            await _shutdown_step("news", self._news.stop())
        await _cancel(self._looking)
        await _cancel(self._looking_later)
        await _shutdown_step("deadlines", self.deadlines.stop())
        # The next start asks again.
        await _shutdown_step("automatic turns", self.turns.close())
        await _shutdown_step("thinkers", self.context.thinkers.close())
        # Answers first: they may give the publisher something to show.
        await _shutdown_step("answers", self.context.in_flight.finish(left()))
        await _cancel(*self.steps.values())
        await _shutdown_step("publisher", self.publisher.close(left()))
        await _shutdown_step("private cards", self.consoles.close())
        await _shutdown_step("features", self._features.close())
        if self._begun:
            await _shutdown_step("discord", super().close())
        # Handlers that started in the meantime can't answer any more.
        await _shutdown_step("late answers", self.context.in_flight.finish(0))
        await _shutdown_step("studio", self.context.studio.close())


async def _cancel(*tasks: asyncio.Task[None] | None) -> None:
    """Cancel ``tasks`` and wait until they have ended."""
    begun = [task for task in tasks if task is not None]
    for task in begun:
        task.cancel()
    await asyncio.gather(*begun, return_exceptions=True)


async def _shutdown_step(name: str, step: Awaitable[object]) -> None:
    """Run one step of the shutdown; an error is logged and doesn't prevent the other steps."""
    try:
        await step
    except Exception:
        log.exception("a shutdown step failed", step=name)
