"""Clocks and agreements on a simulated Discord: whole flows, across restarts."""

from __future__ import annotations

from typing import Any

import pytest

from bot.components.cards.text import span
from bot.people import settings
from bot.people.preferences import PINGS, QUIET, REMINDERS
from bot.tables import server_rules
from tests.discord.simulation import Seen, Simulation, new_bot

HOUR = 3600
DAY = 24 * HOUR


@pytest.mark.parametrize(
    ("minutes", "text"),
    [(1, "1 minute"), (60, "1 hour"), (1440, "1 day"), (3240, "2 days and 6 hours")],
)
def test_a_length_of_time_is_told_in_its_largest_units(minutes: int, text: str) -> None:
    assert span(minutes * 60_000) == text


async def opened(sim: Simulation, **options: Any) -> Any:
    """Ann challenges Bob, who joins; the table's thread."""
    lobby = await sim.say(sim.ann, "snorkels start", opponent=sim.bob, **options)
    await sim.press(sim.bob, lobby, "Join")
    return sim.place()


async def play(sim: Simulation, who: Any, text: str) -> Seen:
    return await sim.say(who, "move", sim.place(), action=text)


async def advance(sim: Simulation, seconds: float) -> None:
    await sim.env.advance_time(seconds)
    await sim.settled()


async def status(sim: Simulation, number: int = 1) -> str:
    return (await sim.bot.context.tables.get(number)).status


async def test_the_pace_is_offered_typed_and_told(sim: Simulation) -> None:
    offered = await sim.ann.autocomplete(sim.channel, "snorkels start", "pace", "")
    assert [each["value"] for each in offered][:3] == ["none", "10m", "1h"]
    typed = await sim.ann.autocomplete(sim.channel, "snorkels start", "pace", "36H")
    assert (typed[0]["value"], typed[0]["name"]) == ("1d12h", "1d12h: 1 day and 12 hours per turn")
    assert await sim.ann.autocomplete(sim.channel, "snorkels start", "pace", "soon") == []
    refused = await sim.say(sim.ann, "snorkels start", pace="soon")
    assert "“soon” isn’t a time limit the bot understands. Try `none`" in refused.text
    lobby = await sim.say(sim.ann, "snorkels start", opponent=sim.bob, pace="2d + 6h")
    told = "Time limit: 2 days for the whole game, plus 6 hours per turn."
    assert told in lobby.text
    await sim.press(sim.bob, lobby, "Join")
    assert "Deadline: <t:1767398400:R>." in sim.card().text
    info = await sim.say(sim.cid, "table info", sim.place())
    assert told in info.text
    assert "Deadline: " in info.text


async def test_a_server_may_set_the_usual_pace(sim: Simulation) -> None:
    await server_rules.change(sim.bot.store, sim.guild.id, pace="3d")
    assert "3 days per turn" in (await sim.say(sim.ann, "snorkels start")).text
    assert "Pace" not in (await sim.say(sim.ann, "snorkels start", pace="none")).text


async def test_nobody_runs_out_of_time_while_the_bot_is_not_in_the_server(sim: Simulation) -> None:
    await opened(sim, pace="1h")
    guild = sim.bot.get_guild(sim.guild.id)
    assert guild is not None
    sim.bot.dispatch("guild_remove", guild)
    await sim.bot.context.in_flight.finish(10)
    await advance(sim, 3 * HOUR)
    sim.bot.dispatch("guild_join", guild)
    await sim.bot.context.in_flight.finish(10)
    await sim.bot.deadlines.tick()
    table = await sim.bot.context.tables.get(1)
    assert not table.timing.flagged
    assert table.timing.clock is not None
    assert table.timing.clock.deadline(0) == sim.bot.context.tables.now() + HOUR * 1000


async def test_a_turn_is_reminded_of_flagged_and_claimed(sim: Simulation) -> None:
    await opened(sim, pace="1d")
    await advance(sim, 11 * HOUR)
    assert sim.card().buttons[-2:] == ["My View", "More"]
    await sim.restart()
    await advance(sim, 2 * HOUR)
    line = sim.card()
    assert f"<@{sim.ann.id}>, half your time is gone. ⏳ Deadline: <t:" in line.text
    assert sim.pinged() == [sim.ann.id]
    await advance(sim, 9 * HOUR)
    assert "your time is almost up" in sim.card().text
    assert len([each for each in sim.history() if "half your time" in Seen(each).text]) == 0, "one at a time"
    await sim.restart()
    await advance(sim, 4 * HOUR)
    card = sim.card()
    assert f"<@{sim.ann.id}> has run out of time." in card.text
    assert card.buttons[-4:] == ["My View", "More", "Claim the Win", "Grant More Time"]
    assert sim.pinged() == [sim.bob.id]
    await sim.restart()
    assert "You’ve run out of time yourself" in (await sim.press(sim.ann, sim.card(), "Claim the Win")).text
    assert "welcome to watch" in (await sim.press(sim.cid, sim.card(), "Claim the Win")).text
    await sim.press(sim.bob, sim.card(), "Claim the Win")
    card = sim.card()
    assert "(host) ran out of time." in card.text
    record = (await card.message.attachments[1].read()).decode()
    assert "host time" in record


async def test_more_time_is_granted_and_a_late_move_counts(sim: Simulation) -> None:
    await opened(sim, pace="1h")
    await advance(sim, 2 * HOUR)
    await sim.press(sim.bob, sim.card(), "Grant More Time")
    assert "Deadline: " in sim.card().text
    assert "Claim the Win" not in sim.card().buttons
    await advance(sim, 2 * HOUR)
    assert "Claim the Win" in sim.card().buttons
    await play(sim, sim.ann, "d4")
    assert "Claim the Win" not in sim.card().buttons
    assert await status(sim) == "playing"


async def test_while_the_clock_is_paused_nobody_is_told_to_claim_the_win(sim: Simulation) -> None:
    await opened(sim, pace="1h")
    await advance(sim, 2 * HOUR)
    assert "**You can claim the win**" in (await sim.say(sim.bob, "games")).text
    await sim.say(sim.ann, "table pause", sim.place())
    await sim.say(sim.bob, "table pause", sim.place())
    told = (await sim.say(sim.bob, "games")).text
    assert f"Waiting for <@{sim.ann.id}>. The clock is paused." in told


async def test_reminders_keep_quiet_hours_and_wishes(sim: Simulation) -> None:
    # The world begins at midnight, UTC: half time is at noon.
    await settings.change(sim.bot.store, sim.ann.id, {QUIET: "11:00-16:00"})
    await settings.change(sim.bot.store, sim.bob.id, {REMINDERS: "none"})
    await opened(sim, pace="1d")
    await advance(sim, 15.5 * HOUR)
    assert "half your time" not in sim.card().text
    await sim.restart()
    await advance(sim, 1 * HOUR)
    assert "half your time" in sim.card().text
    await play(sim, sim.ann, "d4")
    await advance(sim, 23 * HOUR)
    assert "your time" not in "".join(Seen(each).text for each in sim.history())


async def test_the_clock_stops_by_agreement_and_a_restart_keeps_it(sim: Simulation) -> None:
    await opened(sim, pace="1h")
    more = await sim.press(sim.bob, sim.card(), "More")
    assert {"Pause", "Leave"} <= set(more.buttons)
    assert "Undo" not in more.buttons, "bob hasn't moved yet"
    assert "Request sent" in (await sim.press(sim.bob, more, "Pause")).text
    card = sim.card()
    assert f"<@{sim.bob.id}> would like to pause the clock. <@{sim.ann.id}>, do you agree?" in card.text
    assert sim.pinged() == [sim.ann.id]
    assert "your own request" in (await sim.press(sim.bob, card, "Accept bob’s Pause")).text
    await sim.restart()
    await sim.press(sim.ann, sim.card(), "Accept bob’s Pause")
    assert "The clock is paused" in sim.card().text
    await advance(sim, 3 * HOUR)
    await sim.restart()
    assert "The clock is paused, and so is the game" in (await play(sim, sim.ann, "d4")).text
    await sim.say(sim.ann, "table pause", sim.place())
    await sim.press(sim.bob, sim.card(), "Accept ann’s Resume")
    assert "Deadline: " in sim.card().text
    await advance(sim, 2 * HOUR)
    assert "Claim the Win" in sim.card().buttons


async def test_after_a_week_one_player_starts_a_paused_clock_again(sim: Simulation) -> None:
    await opened(sim, pace="1d")
    await sim.say(sim.ann, "table pause", sim.place())
    await sim.press(sim.bob, sim.card(), "Accept ann’s Pause")
    assert "one player is enough" not in sim.card().text
    await sim.say(sim.bob, "table pause", sim.place())
    alone = sim.bot.context.tables.now() // 1000 + 7 * 24 * 3600
    assert f"From <t:{alone}:f>, one player is enough." in sim.card().text
    await sim.press(sim.ann, sim.card(), "Decline bob’s Resume")
    declined = Seen(sim.history()[-2])
    assert "do you agree" not in declined.text
    assert f"From <t:{alone}:f>, one player is enough." in declined.text
    await advance(sim, 7 * 24 * HOUR)
    assert (await sim.say(sim.bob, "table pause", sim.place())).text == "Done."
    assert "Deadline: " in sim.card().text
    assert sim.pinged() == [sim.ann.id], "it’s her turn"
    await sim.restart()
    await advance(sim, 25 * HOUR)
    assert "Claim the Win" in sim.card().buttons


async def test_the_time_of_an_outage_is_given_back(sim: Simulation) -> None:
    await opened(sim, pace="1d")
    await advance(sim, 2 * HOUR)
    await sim.bot.close()
    await sim.bot.store.close()
    sim.env.backend.clock.advance(40 * HOUR)
    await sim.env.restart_bot(await new_bot(sim.path, wall=sim.wall))
    await sim.settled()
    table = await sim.bot.context.tables.get(1)
    assert table.timing.flagged == frozenset()
    assert table.timing.clock is not None
    left = table.timing.clock.at(sim.wall()).left[0] / 1000
    assert 21 * HOUR < left <= 22 * HOUR


async def test_the_list_of_ones_tables_says_what_each_waits_for_and_until_when(sim: Simulation) -> None:
    async def lines(who: Any) -> list[str]:
        return [line.rpartition("): ")[2] for line in (await sim.say(who, "games")).text.splitlines()[1:]]

    await opened(sim, pace="1h")
    assert (await lines(sim.ann))[0].endswith(": It’s **your turn**. Deadline: <t:1767229200:R>.")
    assert (await lines(sim.bob))[0].endswith(f": Waiting for <@{sim.ann.id}>. Deadline: <t:1767229200:R>.")
    await sim.say(sim.ann, "table pause", sim.place())
    assert "**You have a request to answer.**" in (await lines(sim.bob))[0]
    await sim.press(sim.bob, sim.card(), "Accept ann’s Pause")
    assert "**your turn**. The clock is paused." in (await lines(sim.ann))[0]
    await sim.say(sim.ann, "table pause", sim.place())
    await sim.press(sim.bob, sim.card(), "Accept ann’s Resume")
    await advance(sim, 2 * HOUR)
    assert "**your turn**. You’ve run out of time." in (await lines(sim.ann))[0]
    assert "**You can claim the win**, or grant more time." in (await lines(sim.bob))[0]


async def test_a_lobby_that_nobody_starts_closes_and_says_so(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "snorkels start")
    await sim.restart()
    await advance(sim, 25 * HOUR)
    assert await status(sim) == "closed"
    closed = Seen(sim.channel.history()[0])
    assert "The game wasn’t started within a day, so this table was closed." in closed.text
    assert closed.buttons == []
    assert Seen(lobby.message).buttons == []


async def test_an_abandoned_game_closes_and_says_so(sim: Simulation) -> None:
    await opened(sim)
    await play(sim, sim.ann, "d4")
    await advance(sim, 31 * DAY)
    assert await status(sim) == "closed"
    assert "Nothing happened at this table for 30 days" in sim.card().text
    assert sim.card().buttons == []


async def test_leaving_before_the_start_is_getting_up(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "crackers start", pace="1d")
    await sim.press(sim.bob, lobby, "Join Crew" if "Join Crew" in lobby.buttons else lobby.buttons[0])
    assert "You’ve left the table" in (await sim.say(sim.bob, "table leave", table=1)).text
    table = await sim.bot.context.tables.get(1)
    assert [person.id for person in table.seating.people] == [sim.ann.id]


async def test_whoever_wants_direct_messages_is_asked_there(sim: Simulation) -> None:
    await settings.change(sim.bot.store, sim.ann.id, {PINGS: "direct"})
    await opened(sim)
    await play(sim, sim.ann, "d4")
    await play(sim, sim.bob, "take green")
    await sim.say(sim.bob, "table undo", sim.place())
    sent = [each.json for each in sim.env.http_requests if each.method == "POST"]
    first, asked = [
        text for body in sent if isinstance(body, dict) and "Table 1" in (text := str(body.get("content")))
    ]
    assert first.startswith("It’s your turn in [Snorkels · Table 1](")
    assert asked.startswith("In [Snorkels · Table 1](")
    assert f"<@{sim.bob.id}> would like to undo the last move. <@{sim.ann.id}>, do you agree?" in asked


async def test_a_reminder_by_direct_message_says_which_game_with_whom_and_how_long(sim: Simulation) -> None:
    await settings.change(sim.bot.store, sim.ann.id, {PINGS: "direct"})
    await opened(sim, pace="1d")
    await advance(sim, 13 * HOUR)
    await sim.restart()
    await advance(sim, 9 * HOUR)
    letters = [message.content for message in sim.ann.user.dm_channel.history()]
    words = ("It’s your turn", "Half your time is gone", "Your time is almost up")
    where = f"[Snorkels · Table 1](https://discord.com/channels/{sim.guild.id}/{sim.place().id}"
    for letter, word in zip(letters, words, strict=True):
        first, second = letter.splitlines()
        assert first.startswith(f"{word} in {where}")
        assert first.endswith(") with bob.")
        assert second == "⏳ Deadline: <t:1767312000:R>."


async def test_a_line_that_calls_somebody_goes_after_a_restart_too(sim: Simulation) -> None:
    await opened(sim, pace="1d")
    await advance(sim, 13 * HOUR)
    assert "half your time is gone" in sim.card().text
    await sim.restart()
    await play(sim, sim.ann, "d4")
    assert all("half your time" not in Seen(each).text for each in sim.history())
    assert sim.card().buttons[-2:] == ["My View", "More"]


async def test_a_reminder_goes_when_its_deadline_is_none_any_more(sim: Simulation) -> None:
    await opened(sim, pace="1d")
    await advance(sim, 13 * HOUR)
    card = Seen(sim.history()[-2])
    more = await sim.press(sim.ann, card, "More")
    await sim.press(sim.ann, more, "Pause")
    await sim.press(sim.bob, sim.card(), "Accept ann’s Pause")
    assert "The clock is paused" in sim.card().text
    assert all("half your time" not in Seen(each).text for each in sim.history())


async def test_a_line_that_cannot_be_taken_away_now_goes_with_the_next_change(sim: Simulation) -> None:
    await opened(sim, pace="1d")
    await advance(sim, 13 * HOUR)
    sim.env.inject_error("DELETE", "/channels/*/messages/*", status=500)
    await play(sim, sim.ann, "d4")
    assert "on d4" in sim.card().text
    await play(sim, sim.bob, "take green")
    assert all("half your time" not in Seen(each).text for each in sim.history())
