"""Fixtures: the local table's server, alone or with the demo bot, and its two APIs."""

from __future__ import annotations

import asyncio
import io
import json as plain_json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.local import LocalDiscord, payloads, pointed_at
from bot.local.errors import Json
from bot.local.world.model import Channel, Message
from bot.local.world.world import World
from bot.local_table import game_cards
from tests.faults.running_bot import running_bot
from tests.games.registry import GAMES

from .demo_bot import DemoBot
from .window import Page, Window


class Raw:
    """Bare requests to the REST API, for their status and body."""

    def __init__(self, session: aiohttp.ClientSession, local: LocalDiscord) -> None:
        self._session = session
        self._local = local

    async def __call__(self, method: str, path: str, json: Any = None, **more: Any) -> tuple[int, Any]:
        """Send a request; its status and JSON body."""
        url = self._local.api_url + path.replace("{app}", str(self._local.world.application_id))
        async with self._session.request(method, url, json=json, **more) as reply:
            return reply.status, await reply.json() if reply.status != 204 else None

    async def code(self, method: str, path: str, json: Any = None, **more: Any) -> tuple[int, int]:
        """Send a request that is refused; its status and Discord's code."""
        status, body = await self(method, path, json, **more)
        return status, int(body["code"])


class LocalPage(Page):
    """The page of a server that a test has at hand."""

    def __init__(self, session: aiohttp.ClientSession, local: LocalDiscord) -> None:
        super().__init__(session, local.page_url)
        self.local = local


@asynccontextmanager
async def seated(local: LocalDiscord, bot: DemoBot | None = None) -> AsyncIterator[DemoBot]:
    """The demo bot, connected."""
    with pointed_at(local.api_url, local.gateway_url):
        async with bot or DemoBot() as bot:
            running = asyncio.create_task(bot.start(local.token))
            await local.world.until(lambda: local.gateway.online or running.done())
            try:
                yield bot
            finally:
                await bot.close()
                await running


async def card_of(local: LocalDiscord, place: str = "games") -> Message:
    """A card posted by the demo bot."""
    asked = await local.play.slash("Marina", place, "card").settled()
    await local.world.until(lambda: asked.original and asked.original.components)
    assert asked.original is not None
    return asked.original


def add_channel(world: World, name: str) -> Channel:
    """Add a text channel to the server, of which the bot is told."""
    place = world.add_channel(name)
    world.tell_bot("CHANNEL_CREATE", payloads.channel(world, place))
    return place


def games(local: LocalDiscord) -> Channel:
    """The channel that most tests use."""
    return local.world.channel("games")


def form(payload: Json, *files: tuple[str, bytes]) -> aiohttp.FormData:
    """A multipart body as the client sends it."""
    data = aiohttp.FormData(quote_fields=False)
    data.add_field("payload_json", plain_json.dumps(payload))
    for n, (name, content) in enumerate(files):
        data.add_field(
            f"files[{n}]", io.BytesIO(content), filename=name, content_type="application/octet-stream"
        )
    return data


@pytest.fixture
async def bot(local: LocalDiscord) -> AsyncIterator[DemoBot]:
    """The demo bot, connected to that server."""
    async with seated(local) as bot:
        yield bot


@pytest.fixture
async def raw(local: LocalDiscord) -> AsyncIterator[Raw]:
    """Bare requests with the bot's token."""
    headers = {"Authorization": f"Bot {local.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        yield Raw(session, local)


@pytest.fixture
async def page(local: LocalDiscord) -> AsyncIterator[LocalPage]:
    """The page's requests."""
    async with aiohttp.ClientSession() as session:
        yield LocalPage(session, local)


@pytest.fixture
async def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Window]:
    """The page's API with the real bot, which runs in this process and offers the tests' games."""
    async with (
        running_bot(tmp_path / "tables.sqlite3", monkeypatch, games=GAMES, paints=True) as here,
        aiohttp.ClientSession() as session,
    ):
        here.local.game_cards.update(game_cards(here.bot.context.tables.games))
        window = Window(session, here.local.page_url)
        await window.seated()
        yield window
