"""A login that can't be now is tried again, as late as Discord asks for; one that can't be at all ends."""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.http import HTTPClient

from bot.lifecycle import login
from bot.lifecycle.login import patient_requests
from bot.local import pointed_at
from bot.logs import without_pages
from tests.faults.program import Program
from tests.local.fault_injection import FaultyDiscord, InjectedFault
from tests.thorough import examples

PAGE = """<!DOCTYPE html>
<!--[if lt IE 7]> <html class="no-js ie6 oldie" lang="en-US"> <![endif]-->
<head><title>Access denied | discord.com used Cloudflare to restrict access</title></head>
<body><h1>Error <span>1015</span></h1> Ray ID: 7f0 &bull; You are being rate limited</body></html>
"""
OURS = pytest.mark.skipif(sys.platform == "win32", reason="programs are forked")


@OURS
@pytest.mark.parametrize("form", examples(("text", "json"), {"json"}))
async def test_a_bot_that_is_sent_away_comes_in_later(form: str, local: FaultyDiscord, file: Path) -> None:
    """Whatever it asks for first fails once, and what it asks for next, too."""
    for path in ("/users/@me$", "/applications/@me$", "/commands$", "/gateway/bot$"):
        local.faults.add(InjectedFault(path=path, status=429, page=PAGE, retry_after=0.1))
        local.faults.add(InjectedFault(path=path, status=503, page=PAGE.split("</body>")[0]))
        local.faults.add(InjectedFault(path=path, status=200, page=PAGE))
        # Once, aiohttp tries again by itself.
        local.faults.add(InjectedFault(path=path, cut=True, count=2))
    program = Program(local, file, CAPTAINS_TABLE_LOG_FORMAT=form)
    await program.start()
    await program.seated()
    await program.end()
    assert not local.faults.pending
    log = program.log.read_text(encoding="utf-8")
    lines = [line for line in log.splitlines() if "can't log in at" in line]
    assert len(lines) == 16
    assert sum("429 Too Many Requests" in line and "[web page]" in line for line in lines) == 4
    for word in ("<", "Ray ID", "Traceback", "can’t start"):
        assert word not in log


@OURS
async def test_a_page_that_ends_the_start_is_not_printed(local: FaultyDiscord, file: Path) -> None:
    local.faults.add(InjectedFault(path="/users/@me$", status=403, page=PAGE))
    program = Program(local, file)
    await program.start()
    assert await program.ended() == 1
    (said,) = program.log.read_text(encoding="utf-8").splitlines()[-1:]
    assert said.startswith("Captain’s Table can’t start. Discord won’t let the bot in: 403 Forbidden")
    assert "<" not in program.log.read_text(encoding="utf-8")


@OURS
async def test_an_address_without_discord_s_api_is_put_down_to_its_setting(
    local: FaultyDiscord, file: Path
) -> None:
    program = Program(local, file, DISCORD_API_URL=local.api_url.removesuffix("/api/v10"))
    await program.start()
    assert await program.ended() == 1
    (said,) = program.log.read_text(encoding="utf-8").splitlines()[-1:]
    assert "let the bot in: 404 Not Found" in said
    assert said.endswith(" Check DISCORD_API_URL.")


async def test_the_next_try_is_as_late_as_discord_asks_for(
    local: FaultyDiscord, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(login, "asyncio", SimpleNamespace(sleep=sleep))
    for asked in (3600.0, 0.0, 1e12, 1.0, 1.0, 1.0):
        local.faults.add(InjectedFault(status=429, page=PAGE, retry_after=asked))
    http = HTTPClient(asyncio.get_running_loop())
    with pointed_at(local.api_url, local.gateway_url), caplog.at_level(logging.WARNING):
        with patient_requests(http):
            found: Any = await http.static_login(local.token)
        assert waits == [3600, login.BANNED_S, 24 * 60 * 60, 40, 60, 60]
        assert int(found["id"])
        assert [record.name for record in caplog.records] == [login.__name__] * 6
        local.faults.add(InjectedFault(status=429, page=PAGE))
        with pytest.raises(discord.GatewayNotFound):
            # Once the bot is in, a request is as patient as whoever makes it.
            await http.get_bot_gateway()
    await http.close()


async def test_a_login_that_is_refused_is_not_repeated(local: FaultyDiscord) -> None:
    http = HTTPClient(asyncio.get_running_loop())
    with (
        pointed_at(local.api_url, local.gateway_url),
        patient_requests(http),
        pytest.raises(discord.LoginFailure),
    ):
        await http.static_login("no token")
    await http.close()


@pytest.mark.parametrize(
    "page", [PAGE, "<html>\n<head>…", '<?xml version="1.0"?><Error>x</Error>', "<HEAD>x</HTML>"]
)
def test_a_page_is_left_out_of_a_text(page: str) -> None:
    assert without_pages(f"502: {page}") in ("502: [web page]", "502: [web page]\n")
    assert without_pages(f"<Task> {'<frozen importlib>'} 1 < 2") == "<Task> <frozen importlib> 1 < 2"
