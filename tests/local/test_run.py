"""The table as it is started: with the bot in one process, and on its own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys

import aiohttp
import discord
import pytest

from bot.local import find_gateway, pointed_at, run

from .demo_bot import DemoBot


class Restless(DemoBot):
    """A bot whose owner ends the table as soon as it is ready."""

    async def on_ready(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)


async def test_the_table_opens_names_its_page_and_ends_on_sigterm(capsys: pytest.CaptureFixture[str]) -> None:
    base = discord.http.Route.BASE
    await run(Restless, open_browser=False)
    assert "http://127.0.0.1:" in capsys.readouterr().out
    assert base == discord.http.Route.BASE


async def test_an_error_of_the_bot_ends_the_table_and_is_raised() -> None:
    class Broken(DemoBot):
        async def setup_hook(self) -> None:
            raise RuntimeError("no sails")

    with pytest.raises(RuntimeError, match="no sails"):
        await run(Broken, open_browser=False)


async def alone(*options: str) -> asyncio.subprocess.Process:
    """The local table as a program of its own."""
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-m", "bot.local", *options)
    return await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe)


async def test_a_table_on_its_own_that_cannot_open_says_so_on_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = await alone("--port", str(taken.getsockname()[1]))
        out, complaints = await refused.communicate()
    assert (refused.returncode, out) == (1, b"")
    assert complaints.decode().count("\n") == 1
    assert "The local table can’t open" in complaints.decode()


async def test_a_table_on_its_own_outlives_the_bot() -> None:
    server = await alone("--token", "kept")
    assert server.stdout is not None
    told = json.loads(await server.stdout.readline())
    slash = {"as": "Finn", "channel": "games", "command": "galley stores count", "wait": True}
    async with aiohttp.ClientSession() as session:
        for seated in (1, 2):
            with pointed_at(told["api_url"], await find_gateway(told["api_url"])):
                async with DemoBot() as bot:
                    running = asyncio.create_task(bot.start("kept"))
                    await bot.wait_until_ready()
                    async with session.post(told["page_api"] + "slash", json=slash) as reply:
                        assert (await reply.json())["answer"] == 4
                    async with session.get(told["page_api"] + "stats") as reply:
                        assert (await reply.json())["identified"] == seated
                    await bot.close()
                    await running
    server.send_signal(signal.SIGTERM)
    _, complaints = await server.communicate()
    assert (server.returncode, complaints) == (0, b"")
