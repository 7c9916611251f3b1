"""Fixtures: the local table's server, alone or with the demo bot, and its two APIs."""

from __future__ import annotations

import asyncio
import io
import json as plain_json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest

from bot.local import LocalDiscord, payloads, pointed_at
from bot.local.errors import Json
from bot.local.world.model import Channel, Message
from bot.local.world.world import World

from .demo_bot import DemoBot


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


class LocalPage:
    """Requests to the page's API, as a browser sends them; an answer comes with its status."""

    def __init__(self, session: aiohttp.ClientSession, local: LocalDiscord) -> None:
        self.session = session
        self.local = local

    async def get(self, what: str, who: str = "Finn", **query: Any) -> Json:
        url = f"{self.local.page_url}api/{what}"
        async with self.session.get(url, params={"as": who, **query}) as reply:
            return dict(await reply.json()) | {"status": reply.status}

    async def post(self, what: str, body: Json) -> Json:
        async with self.session.post(f"{self.local.page_url}api/{what}", json=body) as reply:
            return dict(await reply.json()) | {"status": reply.status}

    async def messages(self, who: str, channel: str = "games") -> list[Json]:
        """The messages that a person sees in a channel, oldest first."""
        return list((await self.get("messages", who, channel=channel))["messages"])

    async def places(self, who: str) -> list[Json]:
        """The places that a person sees."""
        return list((await self.get("state", who))["places"])


@asynccontextmanager
async def seated(local: LocalDiscord, bot: discord.Client | None = None) -> AsyncIterator[None]:
    """The demo bot, or another one, connected."""
    with pointed_at(local.api_url, local.gateway_url):
        async with bot or DemoBot() as bot:
            running = asyncio.create_task(bot.start(local.token))
            await local.world.until(lambda: local.gateway.online or running.done())
            try:
                yield
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
    bot = DemoBot()
    async with seated(local, bot):
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
