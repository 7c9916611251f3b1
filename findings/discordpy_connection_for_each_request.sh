#!/bin/sh
# discord.py 2.7.1: a burst of requests opens a connection for each of them, however many there are.
#
# A good guess: discord.py's requests share aiohttp's pool of 100 connections, so that of 300 at once at most 100 are
# open, and the others wait for one.
# Seen: 300 requests to 300 channels open 300 connections; discord.py makes its connector with no limit.
# Why it matters: answering a burst of presses begins with as many TLS handshakes as presses, and on a small machine these
# take longer than the three seconds that Discord waits. Who answers many presses has to bound them.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q discord.py==2.7.1 aiohttp==3.13.2
"$folder/venv/bin/python" - <<'PYTHON'
import asyncio

import aiohttp
import discord
from aiohttp import web

REQUESTS = 300


async def most_open(ask):
    """How many connections were open at most while all were asked at once."""
    peers = set()

    async def answer(request):
        peers.add(request.transport.get_extra_info("peername"))
        await asyncio.sleep(1)
        # discord.py reads no JSON with a charset in its type.
        body = b'{"id": "1", "username": "bot", "discriminator": "0", "avatar": null}'
        return web.Response(body=body, content_type="application/json")

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, backlog=1000)
    await site.start()
    port = site._server.sockets[0].getsockname()[1]
    await ask(f"http://127.0.0.1:{port}")
    await runner.cleanup()
    return len(peers)


async def by_aiohttp(base):
    async with aiohttp.ClientSession() as session:
        async def get(number):
            async with session.get(f"{base}/channels/{number}") as answer:
                await answer.read()
        await asyncio.gather(*map(get, range(REQUESTS)))


async def by_discordpy(base):
    discord.http.Route.BASE = base
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.http.static_login("token")
        await asyncio.gather(*(client.http.get_channel(1000 + number) for number in range(REQUESTS)))


async def main():
    pooled, own = await most_open(by_aiohttp), await most_open(by_discordpy)
    print(f"aiohttp alone: {pooled} connections for {REQUESTS} requests; discord.py: {own}")
    assert pooled <= 100
    assert own >= REQUESTS


asyncio.run(main())
PYTHON
