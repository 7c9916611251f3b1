"""The menus of members and messages."""

from __future__ import annotations

from typing import Any

from .sea import Sea, Seen
from .test_hard_cases import opened, typed

CHALLENGE = "Challenge to a Game"
IN_WORDS = "Board in Words"


async def menu(sea: Sea, who: Any, name: str, target: Any, channel: Any = None) -> Seen:
    """What somebody sees who chooses ``name`` in a menu."""
    result = await who.context_menu(channel or sea.channel, name, target)
    assert result.response is not None
    assert result.response.message.flags.ephemeral
    return Seen(result.response)


async def test_a_member_is_challenged_from_the_menu(sea: Sea) -> None:
    card = await menu(sea, sea.ann, CHALLENGE, sea.bob)
    assert "Snorkels" in card.buttons
    assert "Captain’s Curse" not in card.buttons, "that one is played alone"
    result = await sea.ann.click(card.message, label="Snorkels")
    assert result.response is not None
    lobby = Seen(result.response)
    assert f"<@{sea.bob.id}>, you’ve been challenged" in lobby.text
    await sea.press(sea.bob, lobby, "Join")
    table = await sea.bot.context.tables.get(1)
    assert [person.name for person in table.people] == ["ann", "bob"]
    assert sea.card().buttons[-2:] == ["My View", "More"]


async def test_bots_and_oneself_are_refused(sea: Sea) -> None:
    robot = sea.guild.add_member(sea.env.create_user("robot", bot=True))
    assert "Bots don’t play here" in (await menu(sea, sea.ann, CHALLENGE, robot)).text
    assert "can’t challenge yourself" in (await menu(sea, sea.ann, CHALLENGE, sea.ann)).text


async def test_any_card_is_read_in_words(sea: Sea) -> None:
    await opened(sea)
    first = sea.card().message
    await typed(sea, sea.ann, "d4")
    for message in (first, sea.card().message):
        assert "d4" in (await menu(sea, sea.cid, IN_WORDS, message, sea.place())).text
    lobby = sea.history(sea.channel)[0]
    assert "Table 1 in words" in (await menu(sea, sea.cid, IN_WORDS, lobby)).text
    chat = await sea.cid.send(sea.channel, "Table 1 is mine")
    assert "doesn’t show a table" in (await menu(sea, sea.cid, IN_WORDS, chat)).text


async def test_a_table_of_another_server_is_none_for_strangers(sea: Sea) -> None:
    await opened(sea)
    abroad = sea.env.create_guild()
    quay = abroad.create_text_channel("quay")
    spy = abroad.add_member(sea.env.create_user("spy"))
    for command in ("board", "table info", "table record", "table replay", "look"):
        more = {"square": "d4"} if command == "look" else {}
        assert "There’s no table 1" in (await sea.say(spy, command, quay, table=1, **more)).text
    assert "You’re playing" in (await sea.say(sea.ann, "board", table=1)).text
    assert "You’re watching" in (await sea.say(sea.cid, "board", table=1)).text
