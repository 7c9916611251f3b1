"""Open tables as a hasty player meets them: what is missing, who is told, and what is refused in private."""

from __future__ import annotations

import pytest

from bot.games.crackers.actions import CAPTAIN
from bot.tables.model.seating import Person
from bot.tables.model.table import Table

from .simulation import Seen, Simulation


async def test_an_open_table_for_several_says_what_it_waits_for(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "crackers start")
    assert "Still needed before the game can start: Captain Crackers." in lobby.text
    assert "Start" not in lobby.buttons
    assert "Press **Join** to play" in (await sim.press(sim.bob, lobby, "Leave")).text
    await sim.press(sim.bob, lobby, "Join Captain Crackers")
    lobby = Seen(sim.channel.history()[0])
    assert f"<@{sim.ann.id}>, press **Start** when everyone is here." in lobby.text
    assert "Only the player who opened this table" in (await sim.press(sim.bob, lobby, "Start")).text
    await sim.press(sim.ann, lobby, "Start")
    assert "presses **Start**" not in Seen(sim.channel.history()[0]).text


async def test_a_host_hears_that_a_challenge_was_declined(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "snorkels start", opponent=sim.bob)
    await sim.press(sim.bob, lobby, "Decline")
    assert "bob declined the challenge." in Seen(sim.channel.history()[0]).text
    line = sim.card(sim.channel)
    assert line.text == f"<@{sim.ann.id}>: bob declined the challenge."
    sent = [each.json for each in sim.env.http_requests if each.path.startswith("/webhooks/")]
    assert isinstance(sent[-1], dict)
    assert sent[-1]["allowed_mentions"]["users"] == [sim.ann.id]


async def test_a_host_who_wants_messages_hears_of_it_there(sim: Simulation) -> None:
    await sim.say(sim.ann, "settings", pings="direct")
    lobby = await sim.say(sim.ann, "snorkels start", opponent=sim.bob)
    await sim.press(sim.bob, lobby, "Decline")
    (letter,) = sim.ann.user.dm_channel.history()
    assert letter.content == "Snorkels · Table 1: bob declined the challenge."
    assert sim.card(sim.channel).message.id == lobby.message.id, "and nothing more is said in the channel"


async def test_a_host_hears_of_a_typed_refusal_too(sim: Simulation) -> None:
    await sim.say(sim.ann, "snorkels start", opponent=sim.bob)
    await sim.say(sim.bob, "table cancel")
    assert sim.card(sim.channel).text == f"<@{sim.ann.id}>: bob declined the challenge."
    await sim.say(sim.ann, "snorkels start", opponent=sim.bob)
    posted = len(sim.history(sim.channel))
    await sim.say(sim.ann, "table cancel")
    assert len(sim.history(sim.channel)) == posted, "she knows"


async def test_a_typed_refusal_tells_another_channel_nothing(sim: Simulation) -> None:
    elsewhere = sim.guild.create_text_channel("pier")
    await sim.say(sim.ann, "snorkels start", opponent=sim.bob)
    await sim.say(sim.bob, "table cancel", elsewhere, table=1)
    assert [message for message in sim.history(elsewhere) if not message.flags.ephemeral] == []


async def test_whoever_has_joined_cancels_and_declines_nothing(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "snorkels start", opponent=sim.bob)
    await sim.press(sim.bob, lobby, "Join")
    await sim.say(sim.bob, "table cancel", sim.place())
    assert "bob cancelled the table." in Seen(sim.channel.history()[0]).text
    assert f"<@{sim.ann.id}>: bob cancelled the table." in [Seen(each).text for each in sim.history()]


async def test_a_challenge_offers_only_the_seat_that_begins_the_game(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "crackers start", opponent=sim.bob)
    assert lobby.buttons == ["Join", "Decline", "Rules", "Cancel"]
    await sim.press(sim.bob, lobby, "Join")
    assert f"<@{sim.ann.id}>, it’s your turn" in sim.card().text


async def test_a_challenge_to_oneself_is_refused_in_private(sim: Simulation) -> None:
    refused = await sim.say(sim.ann, "snorkels start", opponent=sim.ann)
    assert "You can’t challenge yourself" in refused.text
    assert refused.message.flags.ephemeral


async def test_giving_up_alone_names_no_winner(sim: Simulation) -> None:
    await sim.say(sim.cid, "curse start")
    more = await sim.press(sim.cid, sim.card(), "More")
    asked = await sim.press(sim.cid, more, "Give Up")
    await sim.press(sim.cid, asked, "Yes, Give Up")
    assert "The pirate gave up." in sim.card().text
    assert "wins" not in sim.card().text


async def test_a_game_that_begins_while_its_lobby_is_being_changed_gets_its_board(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.say(sim.ann, "crackers start")
    service, sync = sim.bot.context.tables, sim.bot.publisher.messages
    lobby_shown, begun = sync.lobby, list[int]()

    async def begun_meanwhile(table: Table) -> None:
        await lobby_shown(table)
        if table.status == "lobby" and not begun:
            begun.append(table.version)
            await service.start(table.id, Person(sim.ann.id, "ann"))

    monkeypatch.setattr(sync, "lobby", begun_meanwhile)
    await service.join(1, Person(sim.bob.id, "bob"), CAPTAIN)
    await sim.settled()
    assert begun
    assert sim.card().buttons[-2:] == ["My View", "More"]
    assert await service.store.unshown() == []


async def test_a_new_lobby_is_not_edited_until_something_happens(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "snorkels start")
    await sim.settled()
    assert [each.path for each in sim.env.http_requests if each.method == "PATCH"] == []
    assert await sim.bot.store.unshown() == []
    await sim.press(sim.bob, lobby, "Join")
    await sim.settled()
    assert [each for each in sim.env.http_requests if each.method == "PATCH"] != []
