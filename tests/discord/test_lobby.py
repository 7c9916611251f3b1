"""Tables before they start: who may sit down, who may not, and where they are played."""

from __future__ import annotations

import discord

from .simulation import Seen, Simulation


async def test_a_bot_cannot_be_challenged(sim: Simulation) -> None:
    robot = sim.guild.add_member(sim.env.create_user("robot", bot=True))
    assert "Bots don’t play here" in (await sim.say(sim.ann, "snorkels start", opponent=robot)).text


async def test_a_lobby_is_open_to_all_but_takes_one(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "snorkels start")
    assert "already joined this table" in (await sim.press(sim.ann, lobby, "Join")).text
    await sim.press(sim.cid, lobby, "Join")
    assert f"🟡 <@{sim.cid.id}> (guest)" in sim.card().text


async def test_a_challenge_is_for_one_member_who_may_decline(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "snorkels start", opponent=sim.bob)
    assert "reserved for the member" in (await sim.press(sim.cid, lobby, "Join")).text
    assert "Only the player who opened" in (await sim.press(sim.cid, lobby, "Cancel")).text
    await sim.press(sim.bob, lobby, "Decline")
    closed = Seen(sim.channel.history()[0])
    assert "bob declined the challenge." in closed.text
    assert closed.buttons == []


async def test_without_the_permission_for_threads_the_channel_serves(sim: Simulation) -> None:
    quiet = sim.guild.create_text_channel(
        "no-threads",
        overwrites={sim.guild.default_role: discord.PermissionOverwrite(create_public_threads=False)},
    )
    lobby = await sim.say(sim.ann, "snorkels start", quiet, opponent=sim.bob)
    await sim.press(sim.bob, lobby, "Join")
    assert quiet.threads == []
    assert sim.card(quiet).buttons[-2:] == ["My View", "More"]
