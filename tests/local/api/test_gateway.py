"""The gateway: events, reconnection, shards."""

from __future__ import annotations

import aiohttp
import discord
import pytest

from bot.local import LocalDiscord, pointed_at
from tests.local.conftest import add_channel
from tests.local.demo_bot import DemoBot


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        pytest.param("[" * 200_000, 4002, id="nested"),
        pytest.param("no JSON", 4002, id="no JSON"),
        pytest.param("[]", 4002, id="no object"),
        pytest.param("{}", 4002, id="no opcode"),
        pytest.param('{"op":2,"d":{}}', 4002, id="no token"),
        pytest.param('{"op":31,"d":{}}', 4001, id="unknown opcode"),
        pytest.param('{"op":8,"d":{"guild_id":"1","user_ids":["1"]}}', 4002, id="another server"),
    ],
)
async def test_a_frame_that_makes_no_sense_closes_the_connection(
    local: LocalDiscord, caplog: pytest.LogCaptureFixture, frame: str, code: int
) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(local.gateway_url) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_str(frame)
        assert [frame.data async for frame in socket] == []
        assert socket.close_code == code
    assert not caplog.records


async def test_a_bot_may_have_the_guilds_intent_alone(local: LocalDiscord) -> None:
    intents = discord.Intents(guilds=True, members=True)
    with pointed_at(local.api_url, local.gateway_url):
        async with DemoBot(intents=intents) as bot:
            with pytest.raises(discord.PrivilegedIntentsRequired):
                await bot.start(local.token)


async def test_a_bot_is_told_who_of_those_it_names_is_a_member(local: LocalDiscord, bot: DemoBot) -> None:
    await bot.wait_until_ready()
    marina, finn = (local.world.person(name) for name in ("Marina", "Finn"))
    local.world.set_membership(finn, member=False)
    (guild,) = bot.guilds
    asked = [marina.id, finn.id, 5]
    assert [member.id for member in await guild.query_members(user_ids=asked)] == [marina.id]


async def test_after_a_cut_connection_missed_events_are_sent(local: LocalDiscord, bot: DemoBot) -> None:
    await bot.wait_until_ready()
    session = next(iter(local.gateway.sessions.values()))
    await local.gateway.drop()
    quay = add_channel(local.world, "quay")
    await local.world.until(lambda: local.gateway.resumed == 1)
    interaction = await local.play.slash("Finn", "games", "galley stores count").settled()
    assert not interaction.failed
    assert bot.get_channel(quay.id) is not None
    assert list(local.gateway.sessions) == [session.id]
    assert local.gateway.identified == 1


async def test_after_a_lost_session_the_bot_identifies_again(local: LocalDiscord, bot: DemoBot) -> None:
    local.gateway.sessions.clear()
    await local.gateway.drop()
    await local.world.until(lambda: local.gateway.identified == 2 and local.gateway.online)
    assert not (await local.play.slash("Finn", "games", "galley stores count").settled()).failed
