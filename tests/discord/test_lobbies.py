"""Open tables as a hasty player meets them: what is missing, who is told, and what is refused in private."""

from __future__ import annotations

import pytest

from bot.games.crackers.actions import CAPTAIN
from bot.tables.model.table import Person, Table

from .sea import Sea, Seen


async def test_an_open_table_for_several_says_what_it_waits_for(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "crackers start")
    assert "Still needed before the game can start: Captain Crackers." in lobby.text
    assert "Start" not in lobby.buttons
    assert "Press **Join** to play" in (await sea.press(sea.bob, lobby, "Leave")).text
    await sea.press(sea.bob, lobby, "Join Captain Crackers")
    lobby = Seen(sea.channel.history()[0])
    assert f"<@{sea.ann.id}>, press **Start** when everyone is here." in lobby.text
    assert "Only the player who opened this table" in (await sea.press(sea.bob, lobby, "Start")).text
    await sea.press(sea.ann, lobby, "Start")
    assert "presses **Start**" not in Seen(sea.channel.history()[0]).text


async def test_a_host_hears_that_a_challenge_was_declined(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob)
    await sea.press(sea.bob, lobby, "Decline")
    assert "bob declined the challenge." in Seen(sea.channel.history()[0]).text
    line = sea.card(sea.channel)
    assert line.text == f"<@{sea.ann.id}>: bob declined the challenge."
    sent = [each.json for each in sea.env.http_requests if each.path.startswith("/webhooks/")]
    assert isinstance(sent[-1], dict)
    assert sent[-1]["allowed_mentions"]["users"] == [sea.ann.id]


async def test_a_host_who_wants_messages_hears_of_it_there(sea: Sea) -> None:
    await sea.say(sea.ann, "settings", pings="direct")
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob)
    await sea.press(sea.bob, lobby, "Decline")
    (letter,) = sea.ann.user.dm_channel.history()
    assert letter.content == "Snorkels · Table 1: bob declined the challenge."
    assert sea.card(sea.channel).message.id == lobby.message.id, "and nothing more is said in the channel"


async def test_a_challenge_to_oneself_is_refused_in_private(sea: Sea) -> None:
    refused = await sea.say(sea.ann, "snorkels start", opponent=sea.ann)
    assert "You can’t challenge yourself" in refused.text
    assert refused.message.flags.ephemeral


async def test_giving_up_alone_names_no_winner(sea: Sea) -> None:
    await sea.say(sea.cid, "curse start")
    more = await sea.press(sea.cid, sea.card(), "More")
    asked = await sea.press(sea.cid, more, "Give Up")
    await sea.press(sea.cid, asked, "Yes, Give Up")
    assert "Pirate gave up." in sea.card().text
    assert "wins" not in sea.card().text


async def test_a_game_that_begins_while_its_lobby_is_being_changed_gets_its_board(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sea.say(sea.ann, "crackers start")
    service, sync = sea.bot.context.tables, sea.bot.publisher.sync
    lobby_shown, begun = sync.lobby, list[int]()

    async def begun_meanwhile(table: Table) -> None:
        await lobby_shown(table)
        if table.status == "lobby" and not begun:
            begun.append(table.version)
            await service.start(table.id, Person(sea.ann.id, "ann"))

    monkeypatch.setattr(sync, "lobby", begun_meanwhile)
    await service.join(1, Person(sea.bob.id, "bob"), CAPTAIN)
    await sea.settled()
    assert begun
    assert sea.card().buttons[-2:] == ["My View", "More"]
    assert await service.store.unshown() == []


async def test_a_new_lobby_is_not_edited_until_something_happens(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "snorkels start")
    await sea.settled()
    assert [each.path for each in sea.env.http_requests if each.method == "PATCH"] == []
    assert await sea.bot.store.unshown() == []
    await sea.press(sea.bob, lobby, "Join")
    await sea.settled()
    assert [each for each in sea.env.http_requests if each.method == "PATCH"] != []
