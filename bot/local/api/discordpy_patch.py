"""Where discord.py finds Discord: bent to the local table, and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


@contextmanager
def pointed_at(api_url: str, gateway_url: str) -> Iterator[None]:
    """Have every client made by discord.py in this process talk to these addresses, for a while."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = api_url, yarl.URL(gateway_url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


async def find_gateway(api_url: str) -> str:
    """The gateway that an API names: what a bot asks that is told the API's address alone."""
    async with aiohttp.ClientSession() as session, session.get(f"{api_url}/gateway") as reply:
        reply.raise_for_status()
        return str((await reply.json())["url"])
