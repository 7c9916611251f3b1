"""Tables before they start: who may sit down, who may not, and where they are played."""

from __future__ import annotations

import discord

from .sea import Sea, Seen


async def test_a_bot_cannot_be_challenged(sea: Sea) -> None:
    robot = sea.guild.add_member(sea.env.create_user("robot", bot=True))
    assert "Bots don’t play here" in (await sea.say(sea.ann, "snorkels start", opponent=robot)).text


async def test_a_lobby_is_open_to_all_but_takes_one(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "snorkels start")
    assert "already playing at this table" in (await sea.press(sea.ann, lobby, "Join")).text
    await sea.press(sea.cid, lobby, "Join")
    assert f"🟡 <@{sea.cid.id}> (guest)" in sea.card().text


async def test_a_challenge_is_for_one_member_who_may_decline(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob)
    assert "reserved for the member" in (await sea.press(sea.cid, lobby, "Join")).text
    assert "Only the player who opened" in (await sea.press(sea.cid, lobby, "Cancel")).text
    await sea.press(sea.bob, lobby, "Decline")
    closed = Seen(sea.channel.history()[0])
    assert "bob declined the challenge." in closed.text
    assert closed.buttons == []


async def test_without_the_permission_for_threads_the_channel_serves(sea: Sea) -> None:
    quiet = sea.guild.create_text_channel(
        "no-threads",
        overwrites={sea.guild.default_role: discord.PermissionOverwrite(create_public_threads=False)},
    )
    lobby = await sea.say(sea.ann, "snorkels start", quiet, opponent=sea.bob)
    await sea.press(sea.bob, lobby, "Join")
    assert quiet.threads == []
    assert sea.card(quiet).buttons[-2:] == ["My View", "More"]
