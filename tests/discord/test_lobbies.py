"""Open tables as a hasty player meets them: what is missing, who is told, and what is refused in private."""

from __future__ import annotations

import asyncio

from bot.components.lobbies import open_table
from bot.games.crackers.actions import CAPTAIN
from bot.tables import lookout
from bot.tables.events import opening

from .fixtures import Listen
from .playing import close_dms
from .simulation import Simulation


async def test_a_host_who_wants_messages_hears_of_it_there(sim: Simulation) -> None:
    await sim.ann.say("settings", pings="direct")
    lobby = await sim.ann.say("snorkels start", opponent=sim.bob)
    await sim.bob.press(lobby, "Decline")
    (letter,) = sim.ann.user.dm_channel.history()
    assert letter.text == "Snorkels · Table 1: bob declined the challenge."
    assert sim.card(sim.channel).id == lobby.id, "and nothing more is said in the channel"


async def test_a_challenge_that_was_declined_shows_no_open_seat(sim: Simulation) -> None:
    lobby = await sim.ann.say("snorkels start", opponent=sim.bob)
    await sim.bob.press(lobby, "Decline")
    assert "Snorkels · Table 1 · closed" in sim.lobby
    assert "bob declined the challenge." in sim.lobby
    assert f"<@{sim.ann.id}>" in sim.lobby
    assert "open seat" not in sim.lobby


async def test_who_takes_no_direct_message_is_told_of_a_challenge_in_the_channel(sim: Simulation) -> None:
    await sim.bob.say("settings", pings="direct")
    close_dms(sim, sim.bob)
    await sim.ann.say("snorkels start", opponent=sim.bob)
    await sim.settled()
    assert f"<@{sim.bob.id}>, you’ve been challenged." in sim.card(sim.channel)


async def test_a_typed_refusal_tells_another_channel_nothing(sim: Simulation) -> None:
    elsewhere = sim.guild.create_text_channel("pier")
    await sim.ann.say("snorkels start", opponent=sim.bob)
    await sim.bob.say("table cancel", elsewhere, table=1)
    assert sim.public(elsewhere) == []


async def test_whoever_has_joined_cancels_and_declines_nothing(sim: Simulation) -> None:
    await sim.begin()
    await sim.bob.say("table cancel")
    assert "bob cancelled the table." in sim.lobby.text
    assert f"<@{sim.ann.id}>: bob cancelled the table." in [each.text for each in sim.public()]


async def test_a_game_that_begins_while_its_lobby_is_being_changed_gets_its_board(
    sim: Simulation, listen: Listen
) -> None:
    await sim.ann.say("crackers start")
    service, ann = sim.tables, sim.ann.person
    begun = listen(
        sim.bot.publisher.messages, "lobby", after=lambda _: service.change_as(1, ann, opening.start_early)
    )
    await service.join(1, sim.bob.person, CAPTAIN)
    await sim.settled()
    assert begun
    assert sim.card().buttons[-1] == "More"
    assert await service.store.unshown() == []


async def test_whoever_joins_before_it_is_noted_where_a_lobby_stands_gets_no_other(
    sim: Simulation, listen: Listen
) -> None:
    async def join(*_given: object) -> None:
        await sim.tables.join(1, sim.bob.person, None)
        await asyncio.sleep(1)

    listen(open_table, "replace_card", after=join)
    await sim.ann.say("snorkels start")
    await sim.settled()
    assert len(sim.public(sim.channel)) == 1


async def test_a_lobby_whose_reply_was_refused_is_posted(sim: Simulation) -> None:
    sim.refuse("POST", "/interactions/*/callback", 500, times=None)
    sim.refuse("POST", f"/channels/{sim.channel.id}/messages", 403, 50013)
    await sim.ann.slash(sim.channel, "snorkels start")
    assert sim.public(sim.channel) == []
    await sim.pass_time(lookout.LOOK_S + 60)
    assert "Join" in sim.lobby.buttons


async def test_a_host_is_asked_before_a_table_that_others_have_joined_is_cancelled(sim: Simulation) -> None:
    lobby = await sim.ann.say("crackers start")
    await sim.bob.press(lobby, "Join as The Crew")
    asked = await sim.ann.press(sim.lobby, "Cancel")
    assert asked.ephemeral
    assert "Others have joined it." in asked
    assert (await sim.table()).status == "lobby"
    await sim.ann.press(asked, "Cancel the Table")
    assert (await sim.table()).status == "closed"
