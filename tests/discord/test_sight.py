"""Tables in channels that somebody can't see: nothing shows or names these to them."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.discord.managing import listed, manager
from tests.discord.sea import Sea, Seen

HIDDEN = discord.PermissionOverwrite(view_channel=False)
SEEN = discord.PermissionOverwrite(view_channel=True)
NONE = "There is no table 1"


def cabin(sea: Sea, *people: Any) -> Any:
    """A channel for ``people`` alone, and the bot."""
    return _channel(sea, "cabin", *people)


def _channel(sea: Sea, name: str, *allowed: Any) -> Any:
    rules: dict[Any, Any] = dict.fromkeys((*allowed, sea.guild.me), SEEN)
    return sea.guild.create_text_channel(name, overwrites={sea.guild.default_role: HIDDEN, **rules})


async def begun(sea: Sea, place: Any) -> None:
    """Ann and bob play in ``place``."""
    lobby = await sea.say(sea.ann, "snorkels start", place, opponent=sea.bob)
    await sea.press(sea.bob, lobby, "Join")
    assert (await sea.bot.house.sessions.snapshot(1)).status == "playing"


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("board", {}),
        ("board", {"words": True}),
        ("look", {"square": "d4"}),
        ("move", {"action": "d4"}),
        ("table info", {}),
        ("table record", {}),
        ("table replay", {}),
        ("table review", {}),
        ("table verify", {}),
        ("table rematch", {}),
        ("table draw", {}),
        ("table undo", {}),
        ("table pause", {}),
        ("table leave", {}),
        ("table resign", {}),
        ("table cancel", {}),
        ("mark", {"squares": "d4", "kind": "mine"}),
    ],
)
@pytest.mark.usefixtures("quick")
async def test_a_table_in_a_hidden_channel_is_none_to_a_stranger(
    sea: Sea, command: str, options: dict[str, Any]
) -> None:
    await begun(sea, cabin(sea, sea.ann, sea.bob))
    assert NONE in (await sea.say(sea.cid, command, table=1, **options)).text


@pytest.mark.usefixtures("quick")
async def test_players_and_those_who_see_the_channel_find_it_from_elsewhere(sea: Sea) -> None:
    place = cabin(sea, sea.ann, sea.bob, sea.cid)
    await begun(sea, place)
    sea.env.backend.delete_overwrite(place.id, sea.bob.id)
    assert "You play 🟣 Host" in (await sea.say(sea.ann, "board", table=1)).text
    assert "You play 🟡 Guest" in (await sea.say(sea.bob, "board", table=1)).text, "who plays sees it anyway"
    assert "You are watching" in (await sea.say(sea.cid, "board", table=1)).text
    assert "You are watching" in (await sea.say(sea.cid, "board", place.threads[0])).text


@pytest.mark.usefixtures("quick")
async def test_a_table_in_an_open_channel_is_seen_from_everywhere_in_its_server(sea: Sea) -> None:
    await begun(sea, sea.channel)
    other = sea.guild.create_text_channel("elsewhere")
    assert "You are watching" in (await sea.say(sea.cid, "board", other, table=1)).text


@pytest.mark.usefixtures("quick")
async def test_a_role_opens_and_shuts_a_channel(sea: Sea) -> None:
    crew = sea.guild.create_role("crew")
    place = _channel(sea, "mess", sea.ann, sea.bob, crew)
    dee = sea.guild.add_member(sea.env.create_user("dee"), roles=[crew])
    await begun(sea, place)
    assert "You are watching" in (await sea.say(dee, "board", table=1)).text
    assert NONE in (await sea.say(sea.cid, "board", table=1)).text


@pytest.mark.usefixtures("quick")
async def test_a_table_in_a_private_thread_is_seen_in_it_alone(sea: Sea) -> None:
    home = sea.bot.get_channel(sea.channel.id)
    assert isinstance(home, discord.TextChannel)
    made = await home.create_thread(name="hush", type=discord.ChannelType.private_thread)
    for each in (sea.ann, sea.bob):
        await made.add_user(discord.Object(each.id))
    await sea.env.settle()
    (thread,) = sea.channel.threads
    await begun(sea, thread)
    assert NONE in (await sea.say(sea.cid, "board", table=1)).text
    await made.add_user(discord.Object(sea.cid.id))
    assert "You are watching" in (await sea.say(sea.cid, "board", thread)).text
    assert NONE in (await sea.say(sea.cid, "board", table=1)).text, "whom it lets in is not known"
    mates = sea.guild.create_role("mates", permissions=discord.Permissions(manage_threads=True))
    dee = sea.guild.add_member(sea.env.create_user("dee"), roles=[mates])
    assert "You are watching" in (await sea.say(dee, "board", table=1)).text


@pytest.mark.usefixtures("quick")
async def test_the_doctor_names_no_table_that_its_caller_can_not_see(sea: Sea) -> None:
    await begun(sea, cabin(sea, sea.ann, sea.bob))
    await sea.bot.store.set_address(1, shown=1)
    mia = manager(sea)
    told = (await sea.say(mia, "doctor")).text
    assert "Table 1" not in told
    assert "Stuck in channels that you can’t see: 1 table." in told


@pytest.mark.usefixtures("quick")
async def test_a_list_tells_of_a_hidden_channel_to_its_own_readers_alone(sea: Sea) -> None:
    mia = manager(sea)
    await begun(sea, cabin(sea, sea.ann, sea.bob, mia))
    sea.bot.lists.pause = 0
    others = _channel(sea, "other-cabin", sea.cid, mia)
    await sea.say(mia, "server board", channel=others)
    await listed(sea)
    assert "Table 1" not in Seen(others.last_message).text
    same = cabin(sea, sea.ann, sea.bob, mia)
    await sea.say(mia, "server board", channel=same)
    await listed(sea)
    assert "Table 1" in Seen(same.last_message).text
