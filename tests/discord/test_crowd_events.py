"""Games that everybody plays among the events of a server: only where it wants that and the bot may."""

from __future__ import annotations

import pytest

from bot.local.world.model import EventStatus
from bot.tables.errors import InternalError
from data.store.queries import ballots

from .fixtures import Listen
from .simulation import Simulation, new_bot
from .test_all_hands import HALF_DAY, begun, voted
from .test_league_events import allow, asked, events, is_now

pytestmark = pytest.mark.usefixtures("inline_thinkers")


async def wanted(sim: Simulation) -> None:
    """The server wants events, and the bot may make some."""
    allow(sim)
    await sim.manager().say("server rules", events=True)


async def test_a_game_that_everybody_plays_is_an_event_until_it_is_over(sim: Simulation) -> None:
    await wanted(sim)
    await begun(sim, quorum=2)
    (event,) = events(sim)
    assert event.name == "All hands: Snorkels"
    assert event.location == f"https://discord.com/channels/{sim.guild.id}/{sim.channel.id}/{sim.lobby.id}"
    assert "Everyone in this channel plays together" in event.description
    assert is_now(event, EventStatus.ACTIVE)
    told = len(asked(sim))
    for who in (sim.ann, sim.bob):
        await voted(sim, who, "c3")
    await sim.settled()
    await sim.restart()
    await sim.pass_time(1)
    assert len(asked(sim)) == told, "a turn and a start tell nothing"
    for who in (sim.ann, sim.bob):
        await who.press(await who.press(sim.card(), "Vote"), "Vote to Resign")
    await sim.pass_time(HALF_DAY)
    assert (await sim.table()).status == "over"
    assert is_now(event, EventStatus.COMPLETED)
    assert events(sim) == [], "there was no other"


@pytest.mark.parametrize(("wants", "may"), [(False, True), (True, False)])
async def test_nothing_is_asked_where_the_server_wants_none_or_the_bot_may_not(
    sim: Simulation, wants: bool, may: bool
) -> None:
    if may:
        allow(sim)
    await sim.manager().say("server rules", events=wants)
    await begun(sim)
    assert asked(sim) == []


async def test_a_game_in_a_channel_that_not_everybody_sees_is_no_event(sim: Simulation) -> None:
    await wanted(sim)
    sim.channel = sim.channel_for(sim.ann, sim.bob)
    await begun(sim)
    assert asked(sim) == []


async def test_an_event_whose_game_ended_while_discord_took_none_ends_after_a_start(sim: Simulation) -> None:
    await wanted(sim)
    await begun(sim, quorum=1)
    (event,) = events(sim)
    sim.refuse("PATCH", f"/guilds/{sim.guild.id}/scheduled-events/*", 500, times=None)
    await sim.ann.press(await sim.ann.press(sim.card(), "Vote"), "Vote to Resign")
    await sim.pass_time(1)
    assert (await sim.table()).status == "over"
    assert is_now(event, EventStatus.ACTIVE)
    await sim.stop()
    sim.env.faults.clear()
    await sim.env.connect(await new_bot(sim.path))
    await sim.pass_time(1)
    assert is_now(event, EventStatus.COMPLETED)
    assert await ballots.with_events(sim.store) == []


async def test_an_event_whose_note_was_lost_is_not_made_twice(sim: Simulation, listen: Listen) -> None:
    await wanted(sim)
    lost = list[int]()

    async def lose(*_given: object) -> None:
        if not lost:
            lost.append(1)
            raise InternalError

    listen(ballots, "set_event", before=lose)
    await begun(sim)
    await sim.pass_time(10)
    assert lost
    (event,) = events(sim)
    assert await ballots.event_of(sim.store, 1) == event.id
    assert is_now(event, EventStatus.ACTIVE)
