"""A simulated Discord with the real bot in it, and words to say what people do there."""

from __future__ import annotations

import asyncio
import inspect
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import discord
from simcord.env import Env

from bot.app import CaptainsTable
from data.store.postgres.shards import ALL_SHARDS
from data.store.store import Store, sqlite_url
from tests.games.registry import GAMES

from .limits import parts

HOUR = 3600.0
DAY = 24 * HOUR
DAWN = datetime(2026, 1, 1, tzinfo=UTC)
"""When simcord's world begins."""
FIRST_LOBBY = "Your first table"
"""Begins the offer of lessons beside somebody's first lobby."""


def hurry(idle: float = 0.004) -> None:
    """Let simcord look every ``idle`` seconds, not every 0.05, whether all is quiet: a private default.

    And let it wait for a minute until it is, not for five seconds: a machine may be busy. That begins with
    its start, which no setting reaches. (What sleeps longer counts as quiet, so more is not better.)
    """
    defaults = inspect.unwrap(Env._settle_internal).__kwdefaults__
    assert "idle" in defaults, "simcord has changed: look for what replaced the idle time"
    defaults["idle"] = idle
    options = inspect.unwrap(Env.__init__).__kwdefaults__
    assert "settle_timeout" in options, "simcord has changed: look for how long it waits at its start"
    options["settle_timeout"] = 60.0


@dataclass(frozen=True)
class Seen:
    """A message as a person sees it."""

    message: Any

    @property
    def raw(self) -> list[dict[str, Any]]:
        found = self.message.components
        return [part if isinstance(part, dict) else part.to_dict() for part in found]

    @property
    def text(self) -> str:
        """All its words."""
        texts = [part["content"] for part in parts(self.raw) if part["type"] == 10]
        return "\n".join([self.message.content, *texts]).strip()

    @property
    def buttons(self) -> list[str]:
        """The labels of the buttons that can be pressed."""
        return [part["label"] for part in parts(self.raw) if part["type"] == 2 and not part.get("disabled")]

    @property
    def alt(self) -> str:
        """The first picture's alt text."""
        return next(
            (item["description"] for part in parts(self.raw) if part["type"] == 12 for item in part["items"]),
            "",
        )


class Simulation:
    """The server, its channel, its people, and the bot."""

    def __init__(self, env: Env, path: Path, wall: Wall | None = None) -> None:
        self.env = env
        self.wall = wall or Wall()
        self.wall.env = env
        self.path = path
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("harbour")
        self.ann, self.bob, self.cid = (
            self.guild.add_member(env.create_user(name)) for name in ("ann", "bob", "cid")
        )

    @property
    def bot(self) -> CaptainsTable:
        bot = self.env.bot
        assert isinstance(bot, CaptainsTable)
        return bot

    async def say(self, who: Any, command: str, channel: Any = None, **options: Any) -> Seen:
        """A slash command, and what the person sees of the answer."""
        result = await who.slash(channel or self.channel, command, **options)
        assert result.response is not None, "nothing was answered"
        return Seen(result.response)

    async def press(self, who: Any, message: Any, label: str) -> Seen:
        """A press on a button; what the person sees of the answer, or else the message itself."""
        result = await who.click(message.message if isinstance(message, Seen) else message, label=label)
        # The offer of lessons beside somebody's first lobby is not what was asked for.
        shown = [seen for each in result.followups if FIRST_LOBBY not in (seen := Seen(each)).text]
        if shown:
            return shown[-1]
        return Seen(result.response) if result.response is not None else message

    def place(self) -> Any:
        """Where the newest table is played: its thread, or the channel."""
        threads = self.channel.threads
        return threads[-1] if threads else self.channel

    def card(self, place: Any = None) -> Seen:
        """The newest message of a table."""
        message = (place or self.place()).last_message
        assert message is not None
        return Seen(message)

    def history(self, place: Any = None) -> list[discord.Message]:
        """Every public message of a place, the oldest first."""
        return list((place or self.place()).history())

    def pinged(self, place: Any = None) -> list[int]:
        """Whom the bot's newest message in a place, or outside direct messages, was allowed to notify."""
        direct = {f"/channels/{who.user.dm_channel.id}/messages" for who in (self.ann, self.bob, self.cid)}
        sent = [
            each
            for each in self.env.http_requests
            if each.method == "POST"
            and each.path.endswith(f"/channels/{place.id}/messages" if place else "/messages")
            and each.path not in direct
        ]
        body: Any = sent[-1].json
        return [int(number) for number in body["allowed_mentions"]["users"]]

    async def opened(self, who: Any, place: Any = None) -> Seen:
        """The private card at the first step of a turn, opened from the public card."""
        card = self.card(place)
        picker = await self.press(who, card, card.buttons[0])
        return await self.press(who, picker, "Back") if "Back" in picker.buttons else picker

    async def play(self, who: Any, *labels: str, place: Any = None) -> Seen:
        """These buttons, the first on the public card; what is left on the private card."""
        card = self.card(place)
        named = bool(labels) and labels[0] in card.buttons
        first = labels[0] if named else card.buttons[0]
        result = await who.click(card.message, label=first)
        assert result.response is not None
        last = result
        for label in labels[named:]:
            last = await who.click(result.response.message, label=label)
        # The choice of a new turn comes in a card of its own, below that of the turn.
        return Seen(last.followups[-1] if last is not result and last.followups else result.response)

    async def settled(self) -> None:
        """Wait for what the test itself set off behind the bot's back."""
        await self.bot.publisher.settle()
        await asyncio.gather(*self.bot.consoles.tasks.all)
        await self.env.settle()

    async def restart(self) -> None:
        """The bot stops and starts again on the same database."""
        await self.bot.close()
        await self.bot.store.close()
        await self.env.restart_bot(await new_bot(self.path, wall=self.wall))


class Wall:
    """The clock on the wall of the simulated world, for a bot that is made before the world."""

    env: Env | None = None

    def __call__(self) -> int:
        """Milliseconds since 1970."""
        now = self.env.now() if self.env is not None else DAWN
        return round(now.timestamp() * 1000)


async def new_bot(path: Path, seed: int = 1, wall: Wall | None = None) -> CaptainsTable:
    """The real bot on a database file, its chance drawn from ``seed``, its time the simulated world's."""
    # A look at the clock every minute would make days last long.
    store = await Store.open(sqlite_url(path), alone=True)
    return CaptainsTable(
        store, shards=ALL_SHARDS, games=GAMES, rng=Random(seed), now=wall or Wall(), pulse=DAY
    )
