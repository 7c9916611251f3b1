"""Leagues on Discord: their commands, their cards, and the tables that open by themselves."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
import structlog
from structlog.testing import capture_logs

from bot.components.interactions.rate_limits import ALLOWANCES
from bot.features.leagues import results
from bot.features.leagues.league_cards import LeagueCards
from bot.features.leagues.service import MAX_TITLE, MOST, LeagueService
from bot.local.validate.components import walk
from data.store.queries import leagues
from rendering.scene import PaintError

from .playing import forged
from .simulation import Member, Seen, Simulation

DAY = 24 * 60 * 60


async def created(sim: Simulation, **chosen: Any) -> Any:
    """A league in the channel, and the manager who made it."""
    mia = sim.manager()
    given = {"name": "Harbour Cup", "game": "snorkels", "pace": "1d", "starts": "1d"} | chosen
    answer = await mia.say("league create", **given)
    assert "Harbour Cup** is open in" in answer
    assert "Time limit: " in answer
    await shown(sim)
    return mia


async def cup(sim: Simulation, name: str, game: str) -> None:
    """Another league in the channel."""
    service, guild = sim.part(LeagueService), sim.guild.id
    await service.create(guild, sim.channel.id, name, game, measure="1d", round_time="2d", starts="1d")


async def shown(sim: Simulation) -> None:
    """Wait until all cards are as they should be."""
    await sim.settled()
    await sim.part(LeagueCards).tasks.settle()
    await sim.settled()


def card(sim: Simulation, title: str = "Harbour Cup") -> Seen:
    """The newest card of the league."""
    return next(each for each in reversed(sim.public(sim.channel)) if is_of(each, title))


def is_of(seen: Seen, title: str) -> bool:
    """Whether a card is of this league, and season: its heading or its picture says so."""
    name, _, season = title.partition(" · Season ")
    told = alt(seen)
    drawn = told.startswith(f"{name}, ") and (not season or f" season {season} · " in told)
    return f"### {title}" in seen.text or drawn


def alt(seen: Seen) -> str:
    """The alt text of a card's picture; empty without one."""
    return next(
        (item["description"] for _, part in walk(seen.components) for item in part.get("items", ())), ""
    )


async def join(sim: Simulation, mia: Member) -> None:
    for who in (sim.ann, sim.bob, sim.cid, mia):
        assert "You’re in!" in await who.press(card(sim), "Join")


async def begun(sim: Simulation, **chosen: Any) -> Any:
    """A league of four in its first round; its manager."""
    mia = await created(sim, **chosen)
    await join(sim, mia)
    await passing(sim, DAY)
    return mia


async def passing(sim: Simulation, seconds: float) -> None:
    await sim.env.advance_time(seconds)
    await shown(sim)


async def resigned(sim: Simulation) -> None:
    """In each game the one who opened it resigns."""
    for number in await leagues_tables(sim):
        table = await sim.table(number)
        if table.status == "playing":
            await sim.tables.resign(number, table.seating.people[0])
    await shown(sim)


async def next_round(sim: Simulation) -> None:
    await resigned(sim)
    await sim.bot.context.deadlines.tick()
    await shown(sim)


async def leagues_tables(sim: Simulation) -> list[int]:
    season = await leagues.season(sim.store, 1)
    assert season is not None
    return [game.table_id for game in season.games if game.table_id is not None]


async def test_a_new_season_gets_a_card_that_pings_those_who_played_and_want_it(sim: Simulation) -> None:
    await sim.bob.say("settings", pings="none")
    mia = await begun(sim)
    await sim.cid.press(await sim.cid.say("league leave"), "Leave the Season")
    asked = await sim.bob.say("league leave")
    for _ in range(3):
        await next_round(sim)
    new, old = card(sim), card(sim, "Harbour Cup · Season 1")
    assert new.text.startswith("### Harbour Cup · Season 2")
    assert new.buttons == ["Join", "Leave"]
    assert sorted(sim.pinged(sim.channel)) == sorted([sim.ann.id, mia.id]), "Bob wants none, and Cid has left"
    assert "Season 1 is over. Congratulations, <@" in old
    assert old.buttons == ["In Words"]
    assert "Season 1 is over. Congratulations" in await sim.ann.say("league standings")
    await sim.ann.press(new, "Join")
    await sim.bob.press(new, "Join")
    late = await sim.bob.press(asked, "Leave the Season")
    assert (
        late.text == "That season is over. To leave the next one, use **Leave** on the league’s newest card."
    )
    await shown(sim)
    assert f"**Joined (2):** <@{sim.ann.id}>" in card(sim)


async def test_a_new_season_is_told_by_direct_message_to_those_who_want_that(sim: Simulation) -> None:
    for who, how in ((sim.ann, "direct"), (sim.bob, "both"), (sim.cid, "direct")):
        await who.say("settings", pings=how)
    mia = await begun(sim)
    closed = f"/channels/{sim.cid.user.dm_channel.id}/messages"
    sim.refuse("POST", closed, 403, 50007, times=None)
    for _ in range(3):
        await resigned(sim)
        if "Round 3" in alt(card(sim)):
            messages = f"/channels/{sim.channel.id}/messages"
            sim.refuse("POST", messages, 403, 50013, times=None)
        await sim.bot.context.deadlines.tick()
        await shown(sim)
    assert "Season 2" not in card(sim)
    sim.env.faults.clear()
    sim.refuse("POST", closed, 403, 50007, times=None)
    await passing(sim, 3600)
    await mia.say("league join")
    await shown(sim)
    league = (await sim.part(LeagueService).get(1)).league
    told = (
        f"**Harbour Cup** continues with season 2, which starts <t:{league.ends // 1000}:R>. "
        f"In for another season? Press **Join** on [its card](https://discord.com/channels/{sim.guild.id}/"
        f"{sim.channel.id})."
    )
    for who in (sim.ann, sim.bob):
        heard = [each.text for each in who.user.dm_channel.history()]
        assert heard.count(told) == 1
    assert card(sim).text.startswith("### Harbour Cup · Season 2")
    assert sorted(sim.pinged(sim.channel)) == sorted([sim.bob.id, sim.cid.id, mia.id])


async def test_whoever_forbids_a_channel_hears_that_its_league_goes_on(sim: Simulation) -> None:
    mia, tavern = await begun(sim), sim.guild.create_text_channel("tavern")
    told = "**Harbour Cup** continues in its own channel. `/league close` ends a league."

    async def answer(verb: str, channel: Any) -> Any:
        return await mia.say(f"server {verb}", tavern, channel=channel)

    assert told in await answer("allow", tavern)
    assert told not in await answer("allow", sim.channel)
    assert told in await answer("forbid", sim.channel)
    await cup(sim, "My Cup", "hex")
    several = "**Harbour Cup** and **My Cup** continue in their own channels."
    assert several in await answer("allow", tavern)
    last = await answer("forbid", tavern)
    assert "in every channel again" in last
    assert "still play" not in last


async def test_whoever_wants_to_be_forgotten_is_told_which_leagues_they_leave(sim: Simulation) -> None:
    await begun(sim)
    told = "You’ll leave **Harbour Cup**, and lose any games still to come there."
    assert told in await sim.bob.say("privacy forget")
    await sim.bob.press(await sim.bob.press(card(sim), "Leave"), "Leave the Season")
    assert told not in await sim.bob.say("privacy forget")


async def test_nobody_plays_a_leagues_game_for_somebody_else(sim: Simulation) -> None:
    await begun(sim)
    number = (await leagues_tables(sim))[0]
    table = await sim.table(number)
    people = {each.id: each for each in (sim.ann, sim.bob, sim.cid)}
    who = next(people[each.id] for each in table.seating.people if each.id in people)
    refused = await who.say("table leave", table=number)
    assert refused.text.startswith("Nobody can take over a seat in a league game.")
    assert "**Resign**" in refused
    slot = table.seating.seated[0].slot
    for verb, rest in (("replace", slot), ("replaceby", f"captain|{slot}")):
        told = await forged(sim, who, f"ct:{verb}:{number}:1:{rest}", refused)
        assert "Nobody can take over a seat" in told
    after = await sim.table(number)
    assert (after.seating.people, after.seating.leaving) == (table.seating.people, frozenset())


async def test_only_managers_create_and_close_leagues(sim: Simulation) -> None:
    times = ALLOWANCES["list"].person + 1
    told = [await sim.ann.say("league create", name="My Cup", game="snorkels") for _ in range(times)]
    assert "**Manage Server**" in told[0]
    assert "Try again <t:" in told[-1]
    mia = await created(sim)
    assert "**Manage Server**" in await sim.ann.say("league close")
    asked = await mia.say("league close")
    assert "for good?" in asked
    assert asked.buttons == ["Close the League", "Keep the League"]
    sim.demote(mia)
    assert "**Manage Server**" in await mia.press(asked, "Close the League")
    await sim.part(LeagueService).close(1)
    await shown(sim)
    assert "** is closed." in card(sim)
    assert card(sim).buttons == []
    assert "There’s no league" in await sim.ann.say("league join")


async def test_a_league_in_a_channel_that_somebody_cannot_see_is_none_to_them(sim: Simulation) -> None:
    other, sim.channel = sim.channel, sim.channel_for()
    await cup(sim, "Cup", "snorkels")
    assert "There’s no league" in await sim.ann.say("league join", other)
    assert "no longer exists" in await sim.ann.say("league join", other, league=1)


def all_cards(sim: Simulation) -> list[Seen]:
    return [each for each in sim.public(sim.channel) if is_of(each, "Harbour Cup")]


async def test_a_card_that_is_too_old_to_be_edited_makes_room_for_a_new_one(sim: Simulation) -> None:
    def too_old() -> None:
        path = f"/channels/{sim.channel.id}/messages/{card(sim).id}"
        sim.refuse("PATCH", path, 429, 30046, times=None)

    await begun(sim)
    for number in (2, 3):
        too_old()
        await resigned(sim)
        (only,) = all_cards(sim)
        assert f", Round {number} of 3." in alt(only)
    too_old()
    await resigned(sim)
    old, new = all_cards(sim)
    assert "Season 1 is over. Congratulations, <@" in old
    assert (old.buttons, new.buttons) == (["In Words"], ["Join", "Leave"])


async def test_the_doctor_looks_after_leagues_too(sim: Simulation) -> None:
    mia, other = await created(sim), sim.guild.create_text_channel("tavern")
    doctor = await mia.say("doctor", other)
    assert "All is well" in doctor
    await sim.delete(card(sim))
    assert "The bot has posted these cards again: Harbour Cup." in await mia.press(
        doctor, "Post Lost Cards Again"
    )
    assert card(sim).buttons == ["Join", "Leave"]
    assert "No cards are missing." in await mia.press(doctor, "Post Lost Cards Again")
    sim.forbid(sim.channel, "send_messages")
    lacks = (await mia.say("doctor", other)).text
    assert f"In <#{sim.channel.id}> the bot is missing **Send Messages**" in lacks
    await sim.delete(card(sim))
    assert "The bot couldn’t post these cards: Harbour Cup." in await mia.press(
        doctor, "Post Lost Cards Again"
    )


async def test_a_card_is_up_to_date_once_the_bot_is_back_in_the_server(sim: Simulation) -> None:
    await created(sim)
    async with sim.outside():
        await sim.part(LeagueService).join(1, sim.ann.person)
        await shown(sim)
        assert f"<@{sim.ann.id}>" not in card(sim)
    await shown(sim)
    assert f"<@{sim.ann.id}>" in card(sim)


async def test_a_host_hears_of_a_card_that_discord_refuses(sim: Simulation) -> None:
    await created(sim)
    messages = f"/channels/{sim.channel.id}/messages"
    for call, path in (("PATCH", f"{messages}/{card(sim).id}"), ("POST", messages)):
        sim.refuse(call, path, 403, 50013)
    with capture_logs([structlog.contextvars.merge_contextvars]) as heard:
        await sim.part(LeagueService).join(1, sim.ann.person)
        await shown(sim)
    (told,) = (each for each in heard if each["event"] == "a league's card can't be shown")
    assert (told["log_level"], told["league"], "50013" in told["error"]) == ("warning", 1, True)


async def test_a_swiss_night_that_a_manager_closes_early_has_no_winner(sim: Simulation) -> None:
    await created(sim, swiss=True, pace="10m", starts="1d")
    await sim.part(LeagueService).close(1)
    await shown(sim)
    assert "** is closed." in card(sim)
    await begun(sim, swiss=True, pace="10m")
    await sim.part(LeagueService).advance(2)
    await shown(sim)
    assert ", Round 1 of 2." in alt(card(sim))
    await sim.part(LeagueService).close(2)
    await shown(sim)
    text = card(sim).text
    assert "** is closed." in text
    assert "Congratulations" not in text
    assert "ann 0 (0 won, 0 lost)" in alt(card(sim))


async def test_a_league_that_is_closed_while_its_card_cannot_be_shown_calls_nobody(sim: Simulation) -> None:
    await begun(sim)
    async with sim.outside():
        for _ in range(3):
            await resigned(sim)
            await sim.bot.context.deadlines.tick()
        await sim.part(LeagueService).close(1)
    await shown(sim)
    assert "** is closed." in card(sim)
    assert sim.pinged(sim.channel) == []


async def test_a_league_ends_with_its_channel(sim: Simulation) -> None:
    mia = await created(sim)
    await join(sim, mia)
    await shown(sim)
    sim.env.delete_channel(sim.channel.id)
    await shown(sim)
    await passing(sim, DAY + 60)
    assert await leagues_tables(sim) == [], "where nobody could see them"


async def test_all_that_the_standings_of_a_full_league_say_fits(sim: Simulation) -> None:
    await created(sim)
    league = await leagues.load(sim.store, 1)
    assert league is not None
    people = [10**18 + number for number in range(MOST)]
    last = [
        leagues.LeagueEntry(1, 1, each, "Mate", 0, division=at // 8 + 1) for at, each in enumerate(people)
    ]
    new = [leagues.LeagueEntry(1, 2, each, "Mate", 0) for each in people]
    pairs = [pair for start in range(0, MOST, 8) for pair in permutations(people[start : start + 8], 2)]
    drawn = [leagues.LeagueGame(1, 1, 1, *pair, result=0) for pair in pairs]
    await leagues.change(sim.store, league, {"season": 2}, entries=[*last, *new], games=drawn)
    text = (await sim.ann.say("league standings")).text
    assert f"8. <@{people[-1]}> **7** · 0 won, 14 drawn, 0 lost" in text
    assert text.endswith("updates itself.")


async def test_a_league_s_long_name_is_kept_whole(sim: Simulation) -> None:
    name = "The Great Old " * 2 + "Sailors’ Harbour Cup"
    assert 40 < len(name) <= MAX_TITLE, "longer than a person's name may be"
    await created(sim, name=name)
    season = await leagues.season(sim.store, 1)
    assert season is not None
    assert season.league.title == name


async def test_the_card_of_a_season_names_all_who_have_won_it(sim: Simulation) -> None:
    await begun(sim)
    for _ in range(3):
        season = await leagues.season(sim.store, 1)
        assert season is not None
        for game in season.games:
            await sim.store.write(results.note, game, 0, forfeit=False)
        await sim.part(LeagueService).advance(1)
    await shown(sim)
    text = card(sim, "Harbour Cup · Season 1").text
    assert f"Season 1 is over. Congratulations, <@{sim.ann.id}>, <@{sim.bob.id}>," in text


async def test_nobody_is_asked_about_a_win_that_the_league_gives_them(sim: Simulation) -> None:
    await begun(sim, pace="1h")
    threads = sim.channel.threads
    await passing(sim, 2 * 3600)
    for thread in threads:
        told = sim.public(thread)
        assert not [each.text for each in told if "claim the win" in each]
        assert "ran out of time" in told[-1]
        assert len(told) == 2, "the first card, and the last"


async def test_a_table_that_is_closed_at_the_end_of_a_round_still_names_its_players(sim: Simulation) -> None:
    await begun(sim, pace="2d", round_time="2d")
    game = await sim.table()
    thread = next(each for each in sim.channel.threads if each.id == game.address.channel)
    for who in (sim.ann, sim.bob, sim.cid):
        if who.person in game.awaited:
            await passing(sim, DAY)
            await who.move("d4", thread)
    await passing(sim, DAY)
    closed = await sim.table()
    assert closed.status == "closed"
    lobby = next(each for each in sim.public(sim.channel) if each.id == closed.address.lobby)
    for shown_there in (lobby, sim.public(thread)[-1]):
        assert "The league’s round has ended, so this table was closed." in shown_there
        assert all(f"<@{person.id}>" in shown_there for person in closed.seating.people)


async def test_a_games_thread_says_what_the_rounds_end_means_while_somebody_is_away(
    sim: Simulation,
) -> None:
    mia = await begun(sim, pace="1d", round_time="3d")
    game = await sim.table()
    thread = next(each for each in sim.channel.threads if each.id == game.address.channel)
    rule = "If a game isn’t finished when its round ends, the player who is away"

    def in_thread() -> bool:
        return any(rule in each for each in sim.public(thread))

    def in_lobbies() -> list[bool]:
        return [rule in each for each in sim.public(sim.channel) if "**Harbour Cup**, round 1" in each]

    assert in_lobbies() == [True, True]
    assert not in_thread()
    gone = next(who for who in (sim.ann, sim.bob, sim.cid) if who.id in game.seating)
    await gone.say("settings", away="2d")
    await shown(sim)
    assert in_thread()
    await gone.press(await gone.say("settings"), "I’m Back")
    await shown(sim)
    assert not in_thread()
    await gone.say("settings", away="2d")
    await shown(sim)
    assert in_thread()
    await mia.press(await mia.say("league close"), "Close the League")
    await shown(sim)
    assert not in_thread(), "the game goes on as an ordinary game"
    assert in_lobbies() == [False, False]


async def test_everybody_sees_start_now_and_only_managers_may_press_it(sim: Simulation) -> None:
    mia = await created(sim)
    for who in (sim.ann, sim.bob, sim.cid):
        await who.press(card(sim), "Join")
        await shown(sim)
        assert "Start Now" not in card(sim).buttons, "too few are in"
    await mia.press(card(sim), "Join")
    await shown(sim)
    assert card(sim).buttons == ["Join", "Leave", "Start Now"]
    refused = await sim.ann.press(card(sim), "Start Now")
    assert refused.ephemeral
    assert "Only members with the **Manage Server** permission can start it early." in refused
    assert "it starts automatically <t:" in refused
    asked = await mia.press(card(sim), "Start Now")
    assert asked.ephemeral
    assert "Start with 4 players? Nobody can join after that." in asked
    assert asked.buttons == ["Start", "Wait"]
    assert await leagues_tables(sim) == []
    again = await mia.press(card(sim), "Start Now")
    assert "has started with 4 players." in await mia.press(asked, "Start")
    await shown(sim)
    assert len(await leagues_tables(sim)) == 2
    assert ", Round 1 of 3." in alt(card(sim))
    assert "The games have already started." in await mia.press(again, "Start")
    assert len(await leagues_tables(sim)) == 2


async def test_start_now_needs_enough_people_and_a_manager_when_it_is_confirmed(sim: Simulation) -> None:
    mia = await created(sim)
    await join(sim, mia)
    await shown(sim)
    asked = await mia.press(card(sim), "Start Now")
    await sim.bob.press(card(sim), "Leave")
    assert "Not enough people have joined yet: 3 so far" in await mia.press(asked, "Start")
    await sim.bob.press(card(sim), "Join")
    sim.demote(mia)
    assert "**Manage Server**" in await mia.press(asked, "Start")
    assert await leagues_tables(sim) == []


async def test_a_leagues_card_links_its_games_and_tells_ones_own(sim: Simulation) -> None:
    await begun(sim)
    found = card(sim)
    assert found.buttons == ["My Games", "In Words", "Leave"]
    tables = [await sim.table(number) for number in await leagues_tables(sim)]
    for table in tables:
        one, other = (person.name for person in table.seating.people)
        address = table.address
        assert address.card is not None
        where = f"https://discord.com/channels/{sim.guild.id}/{address.channel}/{address.card}"
        assert f"[{one} – {other}]({where})" in found
    assert "The round ends <t:" in found
    own = await sim.ann.press(found, "My Games")
    assert own.ephemeral
    assert own.text.count("https://discord.com/channels/") == 1
    assert "You have no games in this league right now." in await sim.newcomer("eve").press(found, "My Games")
    words = await sim.ann.press(found, "In Words")
    assert words.ephemeral
    assert f"<@{sim.bob.id}> **0** · 0 won, 0 lost" in words
    await resigned(sim)
    assert " 1 (1 won, 0 lost)" in alt(card(sim))


async def test_a_swiss_card_shows_its_rounds(sim: Simulation) -> None:
    await begun(sim, swiss=True, pace="10m")
    assert alt(card(sim)).startswith("Harbour Cup, Snorkels · 4 players · 10 minutes per turn, Round 1 of 2.")
    assert alt(card(sim)).count(" are playing") == 2
    await resigned(sim)
    assert alt(card(sim)).count(" beat ") == 2
    assert alt(card(sim)).count(" are playing") == 2
    await next_round(sim)
    assert "Final standings" in alt(card(sim))
    over = await sim.ann.press(card(sim), "In Words")
    assert "**2** · 2 won, 0 lost" in over


async def test_a_card_without_a_picture_has_its_words(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_given: Any, **_more: Any) -> None:
        raise PaintError

    monkeypatch.setattr(sim.bot.context.studio, "draw", fails)
    await begun(sim)
    assert "Round 1 of 3: 0 of 2 games finished." in card(sim)
    assert f"<@{sim.bob.id}> **0**" in card(sim)
