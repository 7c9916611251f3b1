"""Tables where the bot can only answer: servers that it is no member of, and groups; and direct ones."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from .sea import Sea, Seen
from .test_hard_cases import behind, typed


@pytest.fixture
def abroad(sea: Sea) -> Sea:
    """A server where people brought the bot along, and it is no member."""
    everybody = sea.env.backend.get_guild(sea.guild.id).roles[sea.guild.id]
    everybody.permissions |= discord.Permissions(use_external_apps=True).value
    del sea.bot._connection._guilds[sea.guild.id]
    sea.env.inject_error("*", "/channels/*", status=403, code=50001, times=None)
    sea.env.inject_error("*", "/users/@me/channels", status=403, code=50007, times=None)
    return sea


async def begun(sea: Sea, game: str = "snorkels") -> Seen:
    """Ann challenges Bob, who joins; the lobby."""
    lobby = await sea.say(sea.ann, f"{game} start", opponent=sea.bob)
    await sea.press(sea.bob, lobby, "Join")
    return lobby


def public(sea: Sea) -> list[Seen]:
    """What everybody sees in the channel, the oldest first."""
    return [Seen(message) for message in sea.history(sea.channel) if not message.flags.ephemeral]


def calls(sea: Sea) -> list[str]:
    """Calls that only a member may make."""
    return [one.path for one in sea.env.http_requests if one.path.startswith("/channels/")]


async def test_a_game_for_two_is_played_by_answers_alone(abroad: Sea) -> None:
    sea = abroad
    lobby = await begun(sea)
    assert "The game has started." in Seen(sea.channel.history()[0]).text
    assert f"<@{sea.ann.id}>, it’s your turn (host)" in public(sea)[-1].text
    private = await sea.press(sea.ann, public(sea)[-1], "d")
    for label in ("d4", "Confirm"):
        await sea.press(sea.ann, private, label)
    card = public(sea)[-1]
    assert "on d4" in card.text
    assert card.message.attachments
    assert card.message.id != lobby.message.id
    await typed(sea, sea.bob, "take green", sea.channel)
    assert f"<@{sea.bob.id}>, it’s your turn (green)" in public(sea)[-1].text
    assert await behind(sea) == []
    assert calls(sea) == []
    listed = (await sea.say(sea.ann, "games")).text
    assert f"/{sea.channel.id}/{public(sea)[-1].message.id})" in listed
    asked = await sea.say(sea.ann, "table resign", table=1)
    await sea.press(sea.ann, asked, "Yes, Resign")
    assert "The end" in public(sea)[-1].text
    await sea.press(sea.ann, public(sea)[-1], "Rematch")
    await sea.press(sea.bob, public(sea)[-1], "Rematch")
    assert any("Table 2" in seen.text for seen in public(sea)[-2:])
    assert calls(sea) == []


async def test_secrets_are_placed_by_my_view(abroad: Sea) -> None:
    sea = abroad
    await begun(sea, "depthcharge")
    for who in (sea.ann, sea.bob):
        mine = await sea.press(who, public(sea)[-1], "My View")
        await sea.press(who, mine, "Random")
        await sea.press(who, mine, "Lay Mines")
    assert f"<@{sea.ann.id}>, it’s your turn (south)" in public(sea)[-1].text
    assert calls(sea) == []


async def test_what_no_answer_can_show_comes_with_the_next_one(abroad: Sea) -> None:
    sea = abroad
    await begun(sea)
    # A quarter of an hour later no token is left.
    sea.bot.publisher.sync.reply_tokens.drop(1)
    table = await sea.bot.context.tables.get(1)
    await sea.bot.context.tables.play(1, table.people[0], "d4")
    assert await behind(sea) == [1], "nobody's interaction was there to carry it"
    seen = await sea.say(sea.cid, "board", table=1)
    assert "on d4" in seen.text
    assert "on d4" in public(sea)[-1].text, "whoever looks brings it, though nobody acts"
    assert await behind(sea) == []


async def test_what_is_done_from_another_channel_is_shown_in_the_tables_own(abroad: Sea) -> None:
    sea = abroad
    other = sea.guild.create_text_channel("other")
    await begun(sea)
    await typed(sea, sea.ann, "d4", other)
    assert [message for message in sea.history(other) if not message.flags.ephemeral] == []
    assert await behind(sea) == [1]
    await sea.press(sea.bob, public(sea)[-1], "My View")
    assert "on d4" in public(sea)[-1].text
    assert await behind(sea) == []


async def test_captains_curse_is_played_in_direct_messages(sea: Sea) -> None:
    result: Any = await sea.ann.user.slash("curse start")
    assert "went wrong" not in Seen(result.response).text
    card = Seen(sea.ann.user.dm_channel.last_message)
    assert card.buttons[-2:] == ["My View", "More"]
    result = await sea.ann.user.click(card.message, label=card.buttons[0])
    assert Seen(result.response).buttons
    assert await behind(sea) == []


def test_the_bot_may_be_installed_by_people_and_servers(sea: Sea) -> None:
    for command in sea.bot.tree.get_commands():
        if command.name not in ("server", "doctor"):
            assert command.to_dict(sea.bot.tree)["integration_types"] == [0, 1], command.name
