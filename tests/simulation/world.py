"""The world of one seed: a Discord in memory, the real bot on a SQLite file, and everything it may meet."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import json
import logging
import random
import re
import secrets
import sqlite3
import sys
import time
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final, Self, TypeVar
from unittest import mock

import aiohttp
import discord
import sqlalchemy as sa
import structlog
from aiohttp import web

import bot.app
from bot.app import CaptainsTable, anchored_clock
from bot.components.publishing.followups import Followups
from bot.errors import StartError
from bot.features.leagues.service import ROUND_OVER
from bot.games import GAMES
from bot.local import pointed_at
from bot.local.api import channels
from bot.local.api.interactions import ANSWER_TIMEOUT_S
from bot.local.errors import Json, Refusal
from bot.local.world.model import Channel, Message, Permission
from bot.local.world.world import World
from bot.people.computers import is_computer
from bot.tables.pending_followups import Followup
from bot.tables.service import ATTEMPTS
from bot.tables.text import BUSY
from data.store.postgres.shards import ALL_SHARDS
from data.store.records import Conflict, Event, StoreError
from data.store.sqlite.pragmas import READ_ONLY
from data.store.store import Store, sqlite_url
from rendering.scene import Picture, PictureHeader
from rendering.studio import Studio
from tests.blank import BLANK
from tests.discord import one_thread
from tests.discord.inline_thinkers import InlineThinkers
from tests.discord.one_thread import alike
from tests.faults.players import History
from tests.faults.seen import begins, buttons
from tests.local.fault_injection import Faults, FaultyDiscord, InjectedFault

from .loop import START, Connector, VirtualLoop

T = TypeVar("T")
DAWN: Final = 1_780_000_000.0
"""When a world begins: seconds since 1970."""
PLANTED: Final = "An injected fault"
"""In the text of every error that the simulation makes itself."""
LOST: Final = "the connection was lost"
VIEWER: Final = b"seen by "
"""In a picture's bytes, followed by the seat whose view it shows; nothing for what everybody may see."""
PING_LINE: Final = re.compile(r"cn\d+\.(\d+)\.")
"""The nonce of a line below a card, with the version of its table."""
OF_TABLE: Final = re.compile(r"c[tn](\d+)\.")
"""The nonce of a card or of a line below one, with the number of its table."""
POSTED: Final = re.compile(r"/channels/\d+/messages$")
CHANNEL: Final = re.compile(r"/channels/(\d+)")
HEARD_WITHIN_S: Final = 200.0
"""Seconds within which the bot has moved the tables of a deleted channel, with all attempts."""
FORGOTTEN_WITHIN_S: Final = 5.0
"""Seconds after which no message gets the name of somebody who was forgotten."""
SLOW_S: Final = 5.0
"""Seconds that a job takes on a slow disk; Discord waits three for an answer."""
NOTED_WITHIN_S: Final = 1.0
"""Seconds in which the bot notes a message that it has posted, unless it dies."""
CALM_S: Final = 10.0
"""Seconds after the last trouble from which everybody must be answered."""
BOUNDARY: Final = "-" * 16
"""Between the parts of a request."""
HEARD_AWAY_S: Final = 10.0
"""Seconds after which the bot knows that the gateway is away."""
JUMP_S: Final = 300.0
"""Seconds; what is less is a correction."""
SHORT_BREAK_S: Final = 90.0
TRUE_MS: Final = 5000
FOREVER: Final = 1e9
"""Seconds."""
TRIES: Final = 2000
LIBRARIES: Final = ("site-packages", str(Path(asyncio.__file__).parent))
"""In the names of files whose tasks aren't the bot's own, such as discord.py's wait for a queue."""


class Life:
    """One run of the bot, from its start to its end or death."""

    def __init__(self, number: int, began: float, wall_offset: float) -> None:
        self.number = number
        self.began = began
        """Seconds since 1970."""
        self.wall_offset = wall_offset
        """Seconds by which the machine's clock was wrong then, and the bot's is from then on."""
        self.tasks: set[asyncio.Task[Any]] = set()
        self.links: list[Link] = []
        self.dead = False
        self.bot: CaptainsTable
        self.store: Store
        self.connector: Connector
        self.running: asyncio.Task[None]
        self.ready = False
        """Whether the bot is put together."""
        self.stopping = False
        self.closing = False
        """Whether its files are being closed."""


LIFE: ContextVar[Life | None] = ContextVar("life", default=None)


class Disk:
    """What happens to database jobs; the faults that are planted come one at a time, in order."""

    def __init__(self, rng: Random, die: Callable[[Life], None]) -> None:
        self._rng = rng
        self._die = die
        self.faults: list[tuple[str, str]] = []
        """Which job it strikes (``read`` or ``write``), and how."""
        self.struck = 0
        self.told: Callable[[str], None] = lambda _line: None

    def next_fault(self, kind: str) -> str:
        """The fault that strikes this job, if any."""
        for fault in self.faults:
            if fault[0] == kind:
                self.faults.remove(fault)
                self.struck += 1
                self.told(f"disk {kind}: {fault[1]}")
                return fault[1]
        return ""

    def pause(self) -> float:
        """Seconds that a job takes."""
        return self._rng.uniform(0.0005, 0.012)

    def die(self, life: Life) -> None:
        """End the program now."""
        self._die(life)


class Link(one_thread.Link):
    """In the place of aiosqlite's connection: runs jobs in this thread, after a short pause."""

    def __init__(self, simulated: Simulated, connector: Any, iter_chunk_size: int) -> None:
        super().__init__(connector, iter_chunk_size)
        self._disk = simulated.disk
        self._kind = "read" if READ_ONLY in connector.args[1] else "write"
        self._turn = asyncio.Lock()
        # Whoever looks at the end may be the first to read after a failure.
        life = LIFE.get() or simulated.life
        assert life is not None
        self._life = life
        life.links.append(self)

    async def _open(self) -> Self:
        await asyncio.sleep(self._disk.pause())
        return await super()._open()

    async def _execute(self, work: Callable[[], T]) -> T:
        async with self._turn:
            await asyncio.sleep(self._disk.pause())
            # While the files are closed, nothing else happens.
            fault = "" if self._life.closing else self._disk.next_fault(self._kind)
            if fault == "slow":
                await asyncio.sleep(SLOW_S)
            if fault == "dies before":
                self._disk.die(self._life)
            self._must_live()
            if fault in ("full", "busy"):
                words = "database or disk is full" if fault == "full" else "database is locked"
                raise sa.exc.OperationalError("", None, sqlite3.OperationalError(f"{words}: {PLANTED}"))
            done = work()
            if fault == "dies after":
                self._disk.die(self._life)
            await asyncio.sleep(0)
            self._must_live()
            if fault == "lost":
                lost = sqlite3.OperationalError(f"{LOST}: {PLANTED}")
                raise sa.exc.OperationalError("", None, lost)
            return done

    def _must_live(self) -> None:
        if self._life.dead:
            raise asyncio.CancelledError

    async def close(self) -> None:
        self.end()

    def end(self) -> None:
        """Close the file; what was not committed is gone."""
        if hasattr(self, "_conn"):
            self._conn.close()


class Engine:
    """In the place of SQLAlchemy's engine: all share the statements that one of them has compiled."""

    def __init__(self, _path: Path, creator: Callable[[], sqlite3.Connection]) -> None:
        self._creator = creator

    def connect(self) -> sa.Connection:
        """A connection to the file of this engine."""
        _CREATORS.append(self._creator)
        return _ENGINE.connect()


_CREATORS: Final[list[Callable[[], sqlite3.Connection]]] = []
_ENGINE: Final = sa.create_engine(
    "sqlite://",
    creator=lambda: _CREATORS.pop()(),
    poolclass=sa.NullPool,
    # A kill closes the files of connections that are collected long after.
    pool_reset_on_return=None,
    hide_parameters=True,
)


class Requests(Faults):
    """Passes the bot's requests on to the local Discord, notes each, and lets the planted faults strike."""

    def __init__(self, simulated: Simulated) -> None:
        super().__init__()
        self._simulated = simulated

    async def pass_through(self, request: web.Request, path: str, handler: Any) -> web.StreamResponse:
        """Handle a request, with the first fault that is planted for it."""
        struck, done = self.struck, list[web.StreamResponse]()
        if request.method == "POST" and POSTED.search(path) is not None:
            self._simulated.post_begins(path)

        async def handled(request: web.Request) -> web.StreamResponse:
            done.append(await handler(request))
            return done[0]

        try:
            reply = await super().pass_through(request, path, handled)
        except Refusal as refusal:
            self._simulated.note(f"{request.method} {path} {refusal.status} {refusal.body}")
            self._refused(request, path, refusal.status)
            raise
        finally:
            if self.struck != struck:
                self._simulated.trouble()
        body = _body(reply)
        digest = hashlib.sha256(body).hexdigest()[:12]
        if request.method == "POST" and POSTED.search(path) is not None and done:
            number = int(json.loads(_body(done[0]))["id"])
            link = request.transport
            heard = reply is done[0] and link is not None and not link.is_closing()
            (self._simulated.unnoted.discard if heard else self._simulated.unnoted.add)(number)
            self._simulated.posted[number] = self._simulated.loop.time()
        self._simulated.note(f"{request.method} {path} {reply.status} {digest}")
        return reply

    def _refused(self, request: web.Request, path: str, status: int) -> None:
        if status in (403, 404) and path.startswith("/channels/"):
            self._simulated.refused_for_good = True
        if status == 403 and (place := CHANNEL.match(path)) is not None:
            self._simulated.refused.add(int(place[1]))


def _body(reply: web.StreamResponse) -> bytes:
    return reply.body if isinstance(reply, web.Response) and isinstance(reply.body, bytes) else b""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message as it was when it was sent."""

    id: int
    table: int
    """The table whose card it is, or is below; 0 if none."""
    version: int
    """Of its table."""
    pinged: frozenset[int]


def table_of(post: Message) -> int:
    """The table whose card this is, or which it is below; 0 for anything else. A reply has no nonce."""
    if post.nonce is None and (begin := begins(post)) is not None:
        return begin.table_id
    found = OF_TABLE.match(post.nonce or "")
    return int(found[1]) if found is not None else 0


class Simulated:
    """The world: its Discord, its clock, its people's memory, and the bot's present life."""

    def __init__(self, seed: int, database: Path) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        self.loop = loop
        self.seed = seed
        self.database = database
        self.rng = Random(f"world {seed}")
        self.log: list[str] = []
        """Everything that was sent and answered, in order."""
        self.wrong: list[str] = []
        self.logged: Log
        """What the bot and libraries log."""
        self.wall_offset = 0.0
        """Seconds by which the machine's clock is wrong."""
        self.history = History()
        self.local = FaultyDiscord(World(now=self.now))
        self.local.faults = self.faults = Requests(self)
        self.local.middlewares.append(self._at_the_gateway)
        self.disk = Disk(self.rng, self.kill)
        self.disk.told = self.note
        self.world = self.local.world
        self._tell_bot = self.world.tell_bot
        self.world.tell_bot = self._event
        self.events: list[tuple[str, float]] = []
        """What is planted for the coming gateway events: ``late``, ``doubled`` or ``lost``, with seconds."""
        self.world.tell_page = self._changed
        self.sent: list[Sent] = []
        """The public messages."""
        self.stored: dict[tuple[int, int], tuple[float, float, float]] = {}
        """When events were stored, by table and number: true time, ``online_s`` and ``fair_s`` by then."""
        self.online_s = 0.0
        """Seconds that the bot has been online."""
        self.fair_s = self._away_s = 0.0
        """The same with breaks and corrections of about a minute, which are given back only near a deadline;
        and the seconds of the break so far."""
        self._counted = self.now()
        """When they were counted last."""
        self._troubled = self.now()
        self.deleted: set[int] = set()
        """The messages that people deleted."""
        self.typed: set[tuple[int, int]] = set()
        """Where people typed moves: table and person."""
        self.voted: set[tuple[int, int]] = set()
        """Who was told that their vote was taken: table and person."""
        self.left: set[int] = set()
        """Who has left the server, if only for a while."""
        self.on_moment: Callable[[str], None] = lambda _moment: None
        """Called at each moment that a fault may be aimed at."""
        self.posting: Channel | None = None
        """Where a message is on its way to."""
        self.followed_up: tuple[int, Followup] | None = None
        """The table at which something was done last after its card, and what."""
        self.asked: dict[tuple[int, Followup], int] = {}
        self.attempted: dict[tuple[int, Followup], int] = {}
        """When something was last asked for after a card, and when it was last begun; in order, not time."""
        self._moments = itertools.count(1)
        self._away_since: float | None = None
        """Since when nobody gets through to the gateway, in the loop's seconds."""
        self.outage = False
        """Whether Discord took no messages for long."""
        self.errands: set[asyncio.Task[None]] = set()
        """What was begun by a fault and takes a while."""
        self.unheard: set[int] = set()
        """The deleted messages of whose channel's end the bot may not have heard."""
        self._removals: list[tuple[float, frozenset[int]]] = []
        """When channels were deleted, with their messages."""
        self.refused: set[int] = set()
        """The channels and direct conversations in which the bot was refused a message."""
        self.posted: dict[int, float] = {}
        """When each message of the bot's was posted, in the loop's seconds."""
        self.unnoted: set[int] = set()
        """The messages of which the bot may not know: the answer was lost, or it died before noting it."""
        self.refused_for_good = False
        """Whether Discord has refused something that no repetition helps with."""
        self._shown: dict[int, list[Json]] = {}
        """What messages of the bot show."""
        self.forgotten: dict[int, float | None] = {}
        """Who wants to be forgotten, and when they were told that they are."""
        self.changed_settings: set[int] = set()
        """The people who may be notified in other ways than at the table."""
        self.life: Life | None = None
        self.lives = 0
        self.down = asyncio.Event()
        """Set when the bot has gone."""
        self._ending: set[asyncio.Task[None]] = set()
        self.conflicts = self.most_conflicts = 0
        """How many of the coming appends meet another process's events; and the most at once."""
        self.at_start: list[tuple[str, str]] = []
        """What strikes the database as soon as the bot is connected after its next start."""
        self.league = False
        """Whether somebody has tried to open a league."""
        self.daily = False
        """Whether somebody has asked for daily posts."""
        self.denied = False
        """Whether the bot ever lacked a permission."""

    # Time.

    def now(self) -> float:
        """True time: seconds since 1970."""
        return DAWN + self.loop.time() - START

    def wall(self) -> int:
        """What the machine's clock says: milliseconds since 1970."""
        return round((self.now() + self.wall_offset) * 1000)

    def turn_clock(self, seconds: float) -> None:
        """Set the machine's clock forward, or back."""
        self.note(f"the clock is set by {seconds:.0f} s")
        self.wall_offset += seconds
        if 0 < seconds < SHORT_BREAK_S:
            self.fair_s += seconds

    def _require_true_times(self, events: Sequence[Event]) -> None:
        """A jump of the machine's clock puts no wrong time on an action."""
        if self.life is not None and abs(self.wall_offset - self.life.wall_offset) > JUMP_S:
            wrong = [each.verb for each in events if abs(each.at - self.wall()) < TRUE_MS]
            self.wrong += [f"{verb} has the time of a clock that has just jumped" for verb in wrong]

    def note(self, line: str) -> None:
        """Write into the log of the world."""
        self.log.append(f"{self.loop.time() - START:.4f} {line}")

    def later(self, seconds: float, call: Callable[..., object], *args: Any) -> None:
        """Let something happen after a while."""
        self.loop.call_later(seconds, call, *args, context=self.loop.outside)

    def until_deadline(self) -> float | None:
        """Seconds until the next turn ends; None if there is none."""
        with contextlib.closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as file:
            query = "SELECT min(deadline) FROM game_table WHERE status = 'playing' AND pace != 'none'"
            (found,) = file.execute(query).fetchone()
        wrong = self.wall_offset if self.life is None else self.life.wall_offset
        return None if found is None else found / 1000 - self.now() - wrong

    def pass_time(self) -> None:
        """Count how long the bot is online. (A break counts from one call to another.)"""
        seconds, self._counted = self.now() - self._counted, self.now()
        if self.online:
            self.online_s += seconds
            self.fair_s += seconds + (self._away_s if self._away_s < SHORT_BREAK_S else 0)
            self._away_s = 0.0
        else:
            self._away_s += seconds

    def remove(self, place: Channel) -> None:
        """Delete a channel or thread."""
        gone = [one for one in self.world.channels.values() if place in (one, one.parent)]
        posts = frozenset(post for one in gone for post in one.messages)
        self.deleted |= posts
        self._removals.append((self.now(), posts))
        if not self.online:
            self.unheard |= posts
        channels.delete(self.world, place)

    def _interrupted(self) -> None:
        """The bot may not be able to do what it has just heard of."""
        for at, posts in self._removals:
            if self.now() - at < HEARD_WITHIN_S:
                self.unheard |= posts

    def run_errand(self, errand: Coroutine[Any, Any, None]) -> None:
        """Do what takes a while."""
        task = self.loop.create_task(errand, context=self.loop.outside.copy())
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)

    def drop_connection(self, *, resumable: bool) -> None:
        """Cut the bot's connection to the gateway."""
        if not resumable:
            self._interrupted()
            self.local.gateway.sessions.clear()
        self.run_errand(self.local.gateway.drop())

    async def gateway_away(self, seconds: float, *, resumable: bool) -> None:
        """The gateway takes no connections for some time, while requests are answered."""
        began = self._away_since = self.loop.time()
        self.drop_connection(resumable=resumable)
        await asyncio.sleep(seconds)
        if self._away_since == began:
            self._must_know_of_absence(self.bot is not None and self.bot.online)
            self._away_since = None

    def _must_know_of_absence(self, takes_part: object) -> None:
        """Without the gateway the bot counts no time."""
        since = self._away_since
        if takes_part and since is not None and self.loop.time() - since > HEARD_AWAY_S:
            self.wrong.append("time counts although the gateway is away")

    @web.middleware
    async def _at_the_gateway(self, request: web.Request, handler: Any) -> web.StreamResponse:
        if self._away_since is not None and request.path == "/gateway/" and request.transport is not None:
            request.transport.abort()
            return web.Response()
        reply: web.StreamResponse = await handler(request)
        return reply

    async def posts_refused(self, fault: InjectedFault, seconds: float) -> None:
        """Discord takes no messages for some time."""
        self.outage = True
        self.faults.add(fault)
        await asyncio.sleep(seconds)
        self.faults.remove(fault)
        self.trouble()

    def post_begins(self, path: str) -> None:
        """A message is on its way to a channel or thread."""
        place = self.world.channels.get(int(CHANNEL.match(path)[1]))  # type: ignore[index]
        if place is not None and not place.is_dm:
            self.posting = place
            self.on_moment("a card")
            self.posting = None

    def ask_at_once(self) -> None:
        """Two parts of the bot ask at the same moment for something that is just being done."""
        life = self.life
        if life is None or not life.ready or self.followed_up is None:
            return
        table, same = self.followed_up
        for new in (same, Followup("charts")):
            context = copy_context()
            context.run(LIFE.set, life)
            self.loop.create_task(_ask(life.bot.publisher.messages.followups, table, new), context=context)

    def trouble(self) -> None:
        """Something has gone wrong by which people may not get an answer."""
        self._troubled = self.now()

    @property
    def calm(self) -> bool:
        """Whether nothing has gone wrong for a while, and the bot hears what people do."""
        pending = self.faults.pending or self.events or not self.online
        return not pending and self.now() - self._troubled > CALM_S

    # What Discord tells.

    def _event(self, name: str, data: Json) -> None:
        if name == "INTERACTION_CREATE":
            self.on_moment("a press")
        fault, seconds = self.events.pop(0) if name == "INTERACTION_CREATE" and self.events else ("", 0.0)
        if fault:
            self.trouble()
        elif name == "INTERACTION_CREATE" and self.calm:
            self.later(ANSWER_TIMEOUT_S + 0.1, self._must_be_answered, int(data["id"]))
        self.note(f"EVENT {name} {data.get('id', '')} {fault}")
        if fault == "lost":
            return
        if fault != "late":
            self._tell_bot(name, data)
        if fault:
            self.later(seconds, self._tell_bot, name, data)

    def _must_be_answered(self, interaction: int) -> None:
        found = self.local.broker.by_id.get(interaction)
        if found is not None and found.answer is None and self.now() - self._troubled > CALM_S:
            what = found.data.get("custom_id") or found.command
            self.wrong.append(f"nobody answered {what} in time")

    def _changed(self, kind: str, post: Message | None) -> None:
        self.local.note_screen(kind, post)
        if post is not None and post.content == BUSY and self.most_conflicts < ATTEMPTS - 2:
            self.wrong.append("somebody was refused, although another attempt would have helped")
        # A link to a thread comes and goes below a message that stays as it is.
        if (
            post is not None
            and post.author is self.world.bot
            and self._shown.get(post.id) is not post.components
        ):
            before, self._shown[post.id] = self._shown.get(post.id), post.components
            # An older card may lose its buttons and keep what it says: discord.py holds back requests.
            kept = "" if buttons(post) else str(before)
            self.wrong += [
                f"{name} is named again in message {post.id}" for name in self._forgotten_in(post, kept)
            ]
        if kind == "message" and post is not None and post.reader is None:
            versions = [button.version for button in buttons(post)]
            if line := PING_LINE.match(post.nonce or ""):
                versions.append(int(line[1]))
            pinged = frozenset(one.id for one in post.mentions)
            self.sent.append(Sent(post.id, table_of(post), max(versions, default=0), pinged))

    def _forgotten_in(self, post: Message, kept: str) -> Iterator[str]:
        """Who was forgotten and is still named in a new or changed message, outside what it has ``kept``."""
        for person, told in self.forgotten.items():
            if told is not None and self.now() > told + FORGOTTEN_WITHIN_S:
                name, shown = self.world.people[person].name, f"{post.content} {post.components}"
                if any(known in shown and known not in kept for known in (name, str(person))):
                    yield name

    # The bot.

    def start(self) -> None:
        """Start the bot, unless it runs."""
        if self.life is None:
            self.lives += 1
            self.life = Life(self.lives, self.now(), self.wall_offset)
            context = copy_context()
            context.run(LIFE.set, self.life)
            self.note(f"life {self.lives} begins")
            self.life.running = self.loop.create_task(self._live(self.life), context=context, name="life")

    async def _live(self, life: Life) -> None:
        try:
            life.store = await Store.open(sqlite_url(self.database))
        except (StoreError, sa.exc.DBAPIError) as error:
            self.note(f"the database could not be opened: {type(error).__name__}")
            self.kill(life)
            return
        append = life.store.append

        async def contended(*given: Any, **more: Any) -> int | None:
            # Before a fault strikes: the events have their times.
            self.pass_time()
            now = (self.now(), self.online_s, self.fair_s)
            table, version, events = given
            self.on_moment("a commit")
            self._must_know_of_absence(any(event.verb == "flag" for event in events))
            if any(event.verb == "play" and is_computer(event.person or 0) for event in events):
                self.on_moment("a computer's turn")
            if any(event.verb == "claim" or event.text == ROUND_OVER for event in events):
                self.on_moment("a round's end")
            if self.conflicts:
                self.conflicts -= 1
                raise Conflict(PLANTED)
            self._require_true_times(events)
            self.stored |= {(table, version + place): now for place in range(1, len(events) + 1)}
            with self._lost_commits_are_found(events):
                return await append(*given, **more)

        create = life.store.create

        async def created(*given: Any, **more: Any) -> int:
            self.on_moment("a commit")
            with self._lost_commits_are_found(given[1]):
                return await create(*given, **more)

        life.store.append = contended  # type: ignore[method-assign]
        life.store.create = created  # type: ignore[method-assign]
        life.connector = Connector(self.rng)
        # It may have been set while the database was opened.
        life.wall_offset = self.wall_offset
        made = CaptainsTable(
            life.store,
            shards=ALL_SHARDS,
            rng=Random(f"chance {self.seed} {life.number}"),
            now=anchored_clock(self.wall, self.loop.time),
            thinkers=1,
        )
        made.http.connector = life.connector
        # No heartbeats: a day of them takes longer than everything else.
        made._connection.heartbeat_timeout = FOREVER
        made._connection.guild_ready_timeout = 0.05
        life.bot = made
        life.ready = True
        on_ready, tick = made.on_ready, made.context.deadlines.tick

        async def meet_what_is_planted() -> None:
            self.disk.faults += self.at_start
            self.at_start.clear()
            self.on_moment("a start")
            await on_ready()

        async def ticked() -> float:
            self.on_moment("a tick")
            return await tick()

        made.on_ready = meet_what_is_planted  # type: ignore[method-assign]
        made.context.deadlines.tick = ticked  # type: ignore[method-assign]
        self._watch_followups(made.publisher.messages.followups)
        try:
            await made.start(self.local.token)
        except (StartError, aiohttp.ClientError, discord.HTTPException, OSError, sa.exc.DBAPIError) as error:
            self.note(f"the bot could not start: {type(error).__name__}")
            self.kill(life)

    def _watch_followups(self, followups: Followups) -> None:
        """Note what is asked for after a card, and when it is begun."""
        watched: Any = followups
        add, expect, perform = watched.add, watched.expect, watched._perform  # noqa: SLF001
        at_once, moments = watched.at_once, self._moments

        async def added(table: int, *new: Followup) -> None:
            await add(table, *new)
            self.asked |= {(table, each): next(moments) for each in new}

        def expected(table: int, new: Followup) -> None:
            expect(table, new)
            self.asked[table, new] = next(moments)

        async def performed(table: int, followup: Followup, last: bool) -> bool:
            self.attempted[table, followup] = next(moments)
            self.followed_up = table, followup
            self.on_moment("a follow-up")
            done: bool = await perform(table, followup, last)
            self.followed_up = table, followup
            self.on_moment("the end of a follow-up")
            return done

        async def done_at_once(table: int, new: Followup, work: Callable[[], Awaitable[bool]]) -> None:
            async def worked() -> bool:
                done = await work()
                if done:
                    # A life before may have expected it, and died.
                    self.attempted[table, new] = next(moments)
                return done

            await at_once(table, new, worked)

        watched.add, watched.expect, watched._perform = added, expected, performed  # noqa: SLF001
        watched.at_once = done_at_once

    @contextlib.contextmanager
    def _lost_commits_are_found(self, events: Sequence[Event]) -> Iterator[None]:
        """What was stored isn't taken for failed, if nothing but the answer to its commit was lost."""
        struck = self.disk.struck
        try:
            yield
        except sa.exc.DBAPIError as error:
            keyed = any(each.key is not None for each in events)
            if keyed and LOST in str(error) and self.disk.struck == struck + 1:
                self.wrong.append("what was stored was taken for failed")
            raise

    def kill(self, life: Life) -> None:
        """End the program as if by force: nothing that it still wanted to do happens."""
        if life.dead:
            return
        self.trouble()
        self._interrupted()
        self.note(f"life {life.number} ends")
        life.dead = True
        self.unnoted |= {one for one, at in self.posted.items() if self.loop.time() - at < NOTED_WITHIN_S}
        for link in life.links:
            link.end()
        if life.ready:
            life.connector.cut()
        for task in life.tasks:
            task.cancel()
        if self.life is life:
            self.life = None
            self.down.set()
        burial = self.loop.create_task(self._bury(life), context=self.loop.outside.copy())
        self._ending.add(burial)
        burial.add_done_callback(self._ending.discard)

    async def _bury(self, life: Life) -> None:
        for _ in range(TRIES):
            if not life.tasks:
                break
            for task in list(life.tasks):
                task.cancel()
            await asyncio.sleep(0)
        else:
            self.wrong.append(f"tasks outlive their program: {[one.get_name() for one in life.tasks]}")
        if life.ready:
            await life.connector.close()

    async def stop(self) -> None:
        """Ask the bot to stop, and wait until it has. Asked a second time, it ends at once."""
        life = self.life
        if life is None:
            return
        if not life.ready or life.stopping:
            self.kill(life)
            return
        life.stopping = True
        context = copy_context()
        context.run(LIFE.set, life)

        async def leave() -> None:
            await life.bot.close()
            life.running.cancel()
            life.closing = True
            await life.store.close()

        leaving = self.loop.create_task(leave(), context=context, name="leaving")
        await asyncio.wait({leaving}, timeout=60)
        if not leaving.done():
            self.wrong.append("the bot does not stop within a minute")
        elif leaving.cancelled() or leaving.exception() is not None:
            if not life.dead:
                self.wrong.append(f"the bot does not stop: {leaving!r}")
        elif left := [one for one in life.tasks if _is_ours(one) and one is not life.running]:
            self.wrong.append(f"tasks are left after the end: {left}")
        self.kill(life)

    async def buried(self) -> None:
        """Wait until nothing is left of earlier lives."""
        while self._ending:
            await asyncio.wait(set(self._ending))

    @property
    def bot(self) -> CaptainsTable | None:
        """The bot, if it is put together."""
        return self.life.bot if self.life is not None and self.life.ready else None

    @property
    def running(self) -> Counter[str]:
        """The tasks that run the bot's own code, by the names of their functions."""
        tasks = self.life.tasks if self.life is not None else ()
        return Counter(str(getattr(task.get_coro(), "__qualname__", "")) for task in tasks if _is_ours(task))

    @property
    def online(self) -> bool:
        """Whether the bot hears what people do."""
        found = self.bot
        return found is not None and self.local.gateway.online and found.online


async def _ask(followups: Followups, table: int, new: Followup) -> None:
    with contextlib.suppress(sa.exc.DBAPIError):
        await followups.add(table, new)


def _make_task(loop: asyncio.AbstractEventLoop, coro: Any, **given: Any) -> asyncio.Task[Any]:
    """A task, which belongs to the life that makes it."""
    context = given.get("context")
    life = LIFE.get() if context is None else context.get(LIFE)
    task = asyncio.Task(coro, loop=loop, **given)
    if life is not None:
        life.tasks.add(task)
        task.add_done_callback(life.tasks.discard)
        if life.dead:
            task.cancel()
    return task


def _is_ours(task: asyncio.Task[Any]) -> bool:
    """Whether a task runs the bot's own code, not that of a library."""
    code = getattr(task.get_coro(), "cr_code", None)
    return code is not None and not any(place in code.co_filename for place in LIBRARIES)


class _NoHeart:
    """In the place of discord.py's thread for heartbeats."""

    latency = 0.0

    def __init__(self, *_given: Any, **_more: Any) -> None:
        pass

    def start(self) -> None:
        pass

    stop = tick = ack = start

    def get_payload(self) -> Json:
        return {"op": 1, "d": None}

    beat = get_payload


class _Drawn(random.Random):
    """A generator that can't be seeded by the machine."""

    def __init__(self) -> None:
        super().__init__(1)

    def seed(self, a: Any = 1, version: int = 2) -> None:
        super().seed(1)


class Log(logging.Handler):
    """What libraries and the bot log, and which of it as errors."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.errors: list[tuple[str, BaseException | None]] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Take what was logged with the standard library."""
        raised = record.exc_info[1] if record.exc_info else None
        self.tell(record.getMessage(), raised, error=record.levelno >= logging.ERROR)

    def tell(self, words: str, raised: BaseException | None, *, error: bool) -> None:
        """Take what was logged."""
        self.lines += [words, *traceback.format_exception(raised)] if raised is not None else [words]
        if error:
            self.errors.append((words, raised))


@contextlib.contextmanager
def ruled(loop: VirtualLoop, seed: int) -> Iterator[Log]:
    """Time, chance, pictures and thoughts come from the world. Gives what is logged."""
    draws = Random(f"secrets {seed}")
    log = Log()

    def since_1970() -> float:
        return DAWN + loop.time() - START

    def nanoseconds() -> int:
        return round(since_1970() * 1e9)

    async def draw(_studio: Studio, _game: str, scene: Any, **_more: Any) -> Picture:
        await asyncio.sleep(0.05)
        viewer = getattr(scene.view, "viewer", None)
        return Picture(BLANK.data + VIEWER + str(viewer or "").encode(), *BLANK[1:])

    async def film(_studio: Studio, pictures: Sequence[Picture], _header: PictureHeader) -> bytes:
        await asyncio.sleep(0.5)
        # One in which somebody's view is shown, if there is one.
        return max((each.data for each in pictures), key=len)

    def utcnow() -> datetime:
        return datetime.fromtimestamp(since_1970(), UTC)

    def hear(_logger: Any, method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        raised = _raised(event.pop("exc_info", None))
        words = " ".join(map(str, (event.pop("event"), *event.values())))
        log.tell(words, raised, error=method in ("error", "exception", "critical"))
        raise structlog.DropEvent

    before = structlog.get_config()
    random.seed(seed)
    with contextlib.ExitStack() as stack:
        for change in (
            mock.patch.object(time, "time", since_1970),
            mock.patch.object(time, "time_ns", nanoseconds),
            mock.patch.object(time, "monotonic", loop.time),
            mock.patch.object(time, "perf_counter", loop.time),
            mock.patch.object(discord.utils, "utcnow", utcnow),
            mock.patch.object(secrets, "token_hex", lambda size=16: draws.randbytes(size).hex()),
            mock.patch.object(secrets, "token_urlsafe", lambda size=16: draws.randbytes(size).hex()),
            mock.patch.object(secrets, "token_bytes", lambda size=16: draws.randbytes(size)),
            # Headers that are the same each time are read once.
            mock.patch("aiohttp.multipart.uuid.uuid4", return_value=SimpleNamespace(hex=BOUNDARY)),
            mock.patch("discord.backoff.random", SimpleNamespace(Random=_Drawn)),
            mock.patch("discord.gateway.KeepAliveHandler", _NoHeart),
            *alike(),
            mock.patch.object(Studio, "draw", draw),
            mock.patch.object(Studio, "film", film),
            # Its result would come at a moment that no seed decides.
            mock.patch("bot.workers.worker.Thread", side_effect=AssertionError("a thread in a world")),
            mock.patch.object(bot.app, "Thinkers", _Thinkers),
            mock.patch("data.store.sqlite.executor._engine", Engine),
        ):
            stack.enter_context(change)
        structlog.configure(processors=[hear], cache_logger_on_first_use=False)
        stack.callback(structlog.configure, **before)
        logging.getLogger().addHandler(log)
        stack.callback(logging.getLogger().removeHandler, log)
        for name in ("bot", "data", "discord"):
            logger = logging.getLogger(name)
            stack.callback(logger.setLevel, logger.level)
            logger.setLevel(logging.INFO)
        yield log


def _raised(info: Any) -> BaseException | None:
    """The exception that a log entry is about."""
    if isinstance(info, BaseException):
        return info
    return sys.exc_info()[1] if info else None


class _Thinkers(InlineThinkers):
    """Computers choose any legal action, after some time, and have no opinion about others' turns."""

    players = False

    def offers(self, game: str) -> bool:
        return game in GAMES

    async def choose(self, *given: Any, **more: Any) -> Any:
        await asyncio.sleep(0.3)
        return await super().choose(*given, **more)

    async def judge(self, *_given: Any, **_more: Any) -> None:
        await asyncio.sleep(0.3)
        await self._let_go()


def want_events(world: World, database: Path) -> None:
    """The server wants scheduled events, and the bot may make some."""
    role = world.roles[world.bot_role_id]
    world.roles[world.bot_role_id] = role._replace(permissions=role.permissions | Permission.CREATE_EVENTS)
    with contextlib.closing(sqlite3.connect(database)) as file, file:
        file.execute("INSERT INTO server (id, settings) VALUES (?, '{\"events\": true}')", (world.guild_id,))


@contextlib.asynccontextmanager
async def simulated(seed: int, database: Path) -> AsyncIterator[Simulated]:
    """A world in which the bot is about to start."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    loop.set_task_factory(_make_task)
    with ruled(loop, seed) as log:
        here = Simulated(seed, database)
        here.logged = log
        if seed % 4 == 1:
            want_events(here.world, database)
        links = mock.patch("data.store.sqlite.executor.aiosqlite.Connection", partial(Link, here))
        await here.local.start()
        with links, pointed_at(here.local.api_url, here.local.gateway_url):
            try:
                yield here
            finally:
                if here.life is not None:
                    here.kill(here.life)
                await here.buried()
                await here.local.stop()
