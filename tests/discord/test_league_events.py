"""Tournaments and seasons among the events of a server: only where it wants that and the bot may."""

from __future__ import annotations

from typing import Any

import pytest

from bot.components.publishing import server_events
from bot.features.leagues.league_cards import LeagueCards
from bot.features.leagues.service import LeagueService
from bot.local.world.model import BOT_PERMISSIONS, EventStatus, Permission, ScheduledEvent
from data.store.queries import leagues
from tests.thorough import examples

from .simulation import Member, Simulation
from .test_leagues import card, created, join, next_round, passing, shown

HOUR = 3600
DAY = 24 * HOUR


def allow(sim: Simulation, allowed: Permission = Permission.CREATE_EVENTS) -> None:
    """Let the bot make events, or not."""
    role = sim.env.world.bot_role_id
    sim.env.set_role(role, "Captain’s Table", int(BOT_PERMISSIONS | allowed))


def events(sim: Simulation) -> list[ScheduledEvent]:
    return [*sim.env.world.events.values()]


def is_now(event: ScheduledEvent, status: EventStatus) -> bool:
    return event.status is status


def asked(sim: Simulation) -> list[Any]:
    """What the bot has asked of Discord about events."""
    return [each for each in sim.env.http_requests if "scheduled-events" in each.path]


async def wanted(sim: Simulation, **chosen: Any) -> Member:
    """A league in a server that wants events, whose manager is returned."""
    allow(sim)
    mia = sim.manager()
    await mia.say("server rules", events=True)
    made: Member = await created(sim, **chosen)
    return made


@pytest.mark.parametrize(
    ("wants", "may"), examples([(False, True), (True, False), (False, False)], {(False, True), (True, False)})
)
async def test_nothing_happens_unless_the_server_wants_it_and_the_bot_may(
    sim: Simulation, wants: bool, may: bool
) -> None:
    if may:
        allow(sim)
    if wants:
        note = "*Tournaments can’t be events of this server yet: the bot needs the **Create Events**"
        assert note in await sim.manager().say("server rules", events=True)
    mia = await created(sim)
    await join(sim, mia)
    await passing(sim, DAY)
    for _ in range(3):
        await next_round(sim)
    assert asked(sim) == []


async def test_a_league_in_a_channel_that_not_everybody_sees_is_no_event(sim: Simulation) -> None:
    allow(sim)
    mia = sim.manager()
    await mia.say("server rules", events=True)
    channel = sim.channel_for(mia)
    given = {"name": "Harbour Cup", "game": "snorkels", "pace": "1d", "starts": "1d"}
    assert "is open in" in await mia.say("league create", channel, **given)
    await shown(sim)
    assert asked(sim) == []


async def test_a_season_is_an_event_until_its_first_round_is_over(sim: Simulation) -> None:
    mia = await wanted(sim)
    (event,) = events(sim)
    assert event.name == "Harbour Cup, season 1"
    assert event.location == f"https://discord.com/channels/{sim.guild.id}/{sim.channel.id}/{card(sim).id}"
    assert event.description.startswith("The first round of a season in Snorkels. To take part, press Join")
    season = await leagues.season(sim.store, 1)
    assert season is not None
    assert server_events.written(season.league.ends) == event.starts
    await join(sim, mia)
    await passing(sim, DAY)
    assert is_now(event, EventStatus.ACTIVE)
    await next_round(sim)
    assert is_now(event, EventStatus.COMPLETED)
    assert events(sim) == []
    before = len(asked(sim))
    await next_round(sim)
    assert len(asked(sim)) == before, "the rest of the season is nothing to plan for"
    await next_round(sim)
    (event,) = events(sim)
    assert event.name == "Harbour Cup, season 2"


async def test_a_tournament_is_an_event_until_its_end(sim: Simulation) -> None:
    mia = await wanted(sim, swiss=True, pace="10m", starts="1d")
    (event,) = events(sim)
    assert (event.name, event.status) == ("Harbour Cup", EventStatus.SCHEDULED)
    assert event.description.startswith("A Swiss tournament in Snorkels.")
    await join(sim, mia)
    await passing(sim, DAY)
    assert is_now(event, EventStatus.ACTIVE)
    requests = len(asked(sim))
    await next_round(sim)
    assert is_now(event, EventStatus.ACTIVE)
    assert len(asked(sim)) == requests, "its results aren't told there"
    await next_round(sim)
    assert is_now(event, EventStatus.COMPLETED)
    assert events(sim) == []


async def test_a_season_that_is_put_off_moves_its_event_and_one_that_is_closed_cancels_it(
    sim: Simulation,
) -> None:
    mia = await wanted(sim)
    (event,) = events(sim)
    first = event.starts
    await sim.ann.press(card(sim), "Join")
    await passing(sim, DAY + 60)
    assert event.starts > first, "too few were in"
    await mia.press(await mia.say("league close"), "Close the League")
    await shown(sim)
    assert is_now(event, EventStatus.CANCELED)
    assert events(sim) == []


async def test_a_lost_channel_ends_the_event(sim: Simulation) -> None:
    await wanted(sim)
    sim.env.delete_channel(sim.channel.id)
    await shown(sim)
    assert events(sim) == []


async def test_an_event_that_somebody_deletes_stays_deleted(sim: Simulation) -> None:
    mia = await wanted(sim)
    sim.env.world.events.clear()
    await join(sim, mia)
    await passing(sim, DAY)
    assert events(sim) == []
    assert card(sim).text.startswith("### Harbour Cup") or "Harbour Cup" in card(sim).alt, (
        "and the card goes on"
    )


async def test_a_bot_that_dies_right_after_making_it_makes_no_second_one(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_card = leagues.set_card

    async def dies(*given: Any, **named: Any) -> None:
        if given[-1]:
            raise RuntimeError("killed")
        await set_card(*given, **named)

    monkeypatch.setattr(leagues, "set_card", dies)
    allow(sim)
    mia = sim.manager()
    await mia.say("server rules", events=True)
    service = sim.part(LeagueService)
    await service.create(
        sim.guild.id, sim.channel.id, "Cup", "snorkels", measure="1d", round_time="2d", starts="1d"
    )
    await sim.env.settle()
    assert len(events(sim)) == 1
    monkeypatch.setattr(leagues, "set_card", set_card)
    await sim.restart()
    await shown(sim)
    assert len(events(sim)) == 1
    league = await leagues.load(sim.store, 1)
    assert league is not None
    assert league.event == events(sim)[0].id


async def test_while_discord_takes_nothing_the_event_waits_and_when_it_refuses_the_card_goes_on(
    sim: Simulation,
) -> None:
    allow(sim)
    mia = sim.manager()
    await mia.say("server rules", events=True)
    sim.refuse("GET", f"/guilds/{sim.guild.id}/scheduled-events*", 503, times=None)
    await created(sim)
    await sim.part(LeagueCards).tasks.settle()
    for _ in range(3):
        await passing(sim, 300)
    assert (len(sim.channel.history()), events(sim)) == (1, []), "the card stands once"
    sim.env.faults.clear()
    await sim.restart()
    await passing(sim, 5)
    assert (len(sim.channel.history()), len(events(sim))) == (1, 1)
    sim.env.world.events.clear()
    sim.refuse("POST", f"/guilds/{sim.guild.id}/scheduled-events", 400, 30038)
    service = sim.part(LeagueService)
    await service.create(
        sim.guild.id, sim.channel.id, "Cup", "snorkels", measure="1d", round_time="2d", starts="1d"
    )
    await shown(sim)
    assert events(sim) == []
    league = await leagues.load(sim.store, 2)
    assert league is not None
    assert (league.event, league.shown) == (0, league.version)


async def test_managers_turn_it_on_and_off_in_the_form_of_the_rules(sim: Simulation) -> None:
    allow(sim)
    mia = sim.manager()
    rules = await mia.say("server rules")
    assert "as events" not in rules.text
    changed = await mia.fill_in(rules, "ct:rule:0:0:cards", {"on": ["threads", "events"]})
    assert "tournaments, seasons and all-hands games appear as server events" in changed
    assert (await sim.rules()).events
    changed = await mia.fill_in(changed, "ct:rule:0:0:cards", {"on": ["threads"]})
    assert not (await sim.rules()).events
