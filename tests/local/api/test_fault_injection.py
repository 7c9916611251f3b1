"""Injected faults, as discord.py meets them."""

from __future__ import annotations

import aiohttp
import discord
import pytest

from bot.local import LocalDiscord
from bot.local.api.fault_injection import Fault
from tests.local.conftest import Raw
from tests.local.demo_bot import DemoBot


def channel(local: LocalDiscord, bot: DemoBot) -> discord.PartialMessageable:
    """The games channel as the bot writes to it."""
    return bot.get_partial_messageable(local.world.channel("games").id)


async def test_a_429_is_waited_out(local: LocalDiscord, bot: DemoBot) -> None:
    local.faults.add(Fault("POST", "/messages$", status=429, retry_after=0.01, count=2))
    assert (await channel(local, bot).send("through")).content == "through"
    assert local.faults.struck == 2


async def test_an_injected_refusal_reaches_the_caller(local: LocalDiscord, bot: DemoBot) -> None:
    local.faults.add(Fault("POST", "/messages$", status=403, code=50013))
    with pytest.raises(discord.Forbidden) as refused:
        await channel(local, bot).send("not through")
    assert refused.value.code == 50013
    await channel(local, bot).send("through")


async def test_a_cut_connection_surfaces_as_a_client_error(local: LocalDiscord, bot: DemoBot) -> None:
    local.faults.add(Fault("POST", "/messages$", cut=True))
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await channel(local, bot).send("lost")
    assert not local.world.channel("games").messages


async def test_an_answer_may_be_lost_after_it_was_applied(local: LocalDiscord, bot: DemoBot) -> None:
    local.faults.add(Fault("POST", "/messages$", cut=True, applied=True))
    with pytest.raises(aiohttp.ClientError):
        await channel(local, bot).send("once", nonce="7")
    await channel(local, bot).send("once", nonce="7")
    assert len(local.world.channel("games").messages) == 1


async def test_a_lost_first_answer_makes_its_repetition_40060(
    local: LocalDiscord, bot: DemoBot, raw: Raw
) -> None:
    local.faults.add(Fault("POST", "/callback$", status=500, applied=True))
    asked = local.play.slash("Finn", "games", "fail")
    path = f"/interactions/{asked.id}/{asked.token}/callback"
    assert (await raw("POST", path, {"type": 5}))[0] == 500
    assert await raw.code("POST", path, {"type": 5}) == (400, 40060)


async def test_faults_can_be_cleared(local: LocalDiscord, raw: Raw) -> None:
    local.faults.add(Fault(status=503, count=5))
    assert (await raw("GET", "/users/@me"))[0] == 503
    local.faults.clear()
    assert (await raw("GET", "/users/@me"))[0] == 200


async def test_a_slow_request_is_slow_and_nothing_else(local: LocalDiscord, raw: Raw) -> None:
    local.faults.add(Fault(delay=0.01))
    assert (await raw("GET", "/users/@me"))[0] == 200
    assert local.faults.struck == 1
