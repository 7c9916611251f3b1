"""Clocks and agreements on a simulated Discord: whole flows, across restarts."""

from __future__ import annotations

from typing import Any

import pytest

from bot.components.cards.text import span
from bot.tables import server_rules
from bot.tables.people import preferences
from tests.discord.sea import Sea, Seen, new_bot

HOUR = 3600
DAY = 24 * HOUR


@pytest.mark.parametrize(
    ("minutes", "text"),
    [(1, "1 minute"), (60, "1 hour"), (1440, "1 day"), (3240, "2 days and 6 hours")],
)
def test_a_length_of_time_is_told_in_its_largest_units(minutes: int, text: str) -> None:
    assert span(minutes * 60_000) == text


async def opened(sea: Sea, **options: Any) -> Any:
    """Ann challenges Bob, who joins; the table's thread."""
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob, **options)
    await sea.press(sea.bob, lobby, "Join")
    return sea.place()


async def play(sea: Sea, who: Any, text: str) -> Seen:
    return await sea.say(who, "move", sea.place(), action=text)


async def advance(sea: Sea, seconds: float) -> None:
    await sea.env.advance_time(seconds)
    await sea.settled()


async def status(sea: Sea, number: int = 1) -> str:
    return (await sea.bot.context.tables.get(number)).status


async def test_the_pace_is_offered_typed_and_told(sea: Sea) -> None:
    offered = await sea.ann.autocomplete(sea.channel, "snorkels start", "pace", "")
    assert [each["value"] for each in offered][:3] == ["none", "10m", "1h"]
    typed = await sea.ann.autocomplete(sea.channel, "snorkels start", "pace", "36H")
    assert (typed[0]["value"], typed[0]["name"]) == ("1d12h", "1d12h: 1 day and 12 hours per turn")
    assert await sea.ann.autocomplete(sea.channel, "snorkels start", "pace", "soon") == []
    refused = await sea.say(sea.ann, "snorkels start", pace="soon")
    assert "“soon” isn’t a time limit I understand. Try `none`" in refused.text
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob, pace="2d + 6h")
    told = "Time limit: 2 days for the whole game, plus 6 hours per turn."
    assert told in lobby.text
    await sea.press(sea.bob, lobby, "Join")
    assert "Deadline: <t:1767398400:R>." in sea.card().text
    info = await sea.say(sea.cid, "table info", sea.place())
    assert told in info.text
    assert "Deadline: " in info.text


async def test_a_server_may_set_the_usual_pace(sea: Sea) -> None:
    await server_rules.change(sea.bot.store, sea.guild.id, pace="3d")
    assert "3 days per turn" in (await sea.say(sea.ann, "snorkels start")).text
    assert "Pace" not in (await sea.say(sea.ann, "snorkels start", pace="none")).text


async def test_a_turn_is_reminded_of_flagged_and_claimed(sea: Sea) -> None:
    await opened(sea, pace="1d")
    await advance(sea, 11 * HOUR)
    assert sea.card().buttons[-2:] == ["My View", "More"]
    await sea.restart()
    await advance(sea, 2 * HOUR)
    line = sea.card()
    assert f"<@{sea.ann.id}>, half your time is gone. ⏳ Deadline: <t:" in line.text
    assert sea.pinged() == [sea.ann.id]
    await advance(sea, 9 * HOUR)
    assert "your time is almost up" in sea.card().text
    assert len([each for each in sea.history() if "half your time" in Seen(each).text]) == 0, "one at a time"
    await sea.restart()
    await advance(sea, 4 * HOUR)
    card = sea.card()
    assert f"<@{sea.ann.id}> has run out of time." in card.text
    assert card.buttons[-4:] == ["My View", "More", "Claim the Win", "Grant More Time"]
    assert sea.pinged() == [sea.bob.id]
    await sea.restart()
    assert "You’ve run out of time yourself" in (await sea.press(sea.ann, sea.card(), "Claim the Win")).text
    assert "welcome to watch" in (await sea.press(sea.cid, sea.card(), "Claim the Win")).text
    await sea.press(sea.bob, sea.card(), "Claim the Win")
    card = sea.card()
    assert "Host ran out of time. Guest wins." in card.text
    record = (await card.message.attachments[1].read()).decode()
    assert "host time" in record


async def test_more_time_is_granted_and_a_late_move_counts(sea: Sea) -> None:
    await opened(sea, pace="1h")
    await advance(sea, 2 * HOUR)
    await sea.press(sea.bob, sea.card(), "Grant More Time")
    assert "Deadline: " in sea.card().text
    assert "Claim the Win" not in sea.card().buttons
    await advance(sea, 2 * HOUR)
    assert "Claim the Win" in sea.card().buttons
    await play(sea, sea.ann, "d4")
    assert "Claim the Win" not in sea.card().buttons
    assert await status(sea) == "playing"


async def test_reminders_keep_quiet_hours_and_wishes(sea: Sea) -> None:
    # The world begins at midnight, UTC: half time is at noon.
    await preferences.change(sea.bot.store, sea.ann.id, quiet="11:00-16:00")
    await preferences.change(sea.bot.store, sea.bob.id, reminders=False)
    await opened(sea, pace="1d")
    await advance(sea, 15.5 * HOUR)
    assert "half your time" not in sea.card().text
    await sea.restart()
    await advance(sea, 1 * HOUR)
    assert "half your time" in sea.card().text
    await play(sea, sea.ann, "d4")
    await advance(sea, 23 * HOUR)
    assert "your time" not in "".join(Seen(each).text for each in sea.history())


async def test_the_clock_stops_by_agreement_and_a_restart_keeps_it(sea: Sea) -> None:
    await opened(sea, pace="1h")
    more = await sea.press(sea.bob, sea.card(), "More")
    assert {"Pause", "Undo", "Leave"} <= set(more.buttons)
    assert "Request sent" in (await sea.press(sea.bob, more, "Pause")).text
    card = sea.card()
    assert f"<@{sea.bob.id}> would like to pause the clock. <@{sea.ann.id}>, do you agree?" in card.text
    assert sea.pinged() == [sea.ann.id]
    assert "your own request" in (await sea.press(sea.bob, card, "Accept bob’s Pause")).text
    await sea.restart()
    await sea.press(sea.ann, sea.card(), "Accept bob’s Pause")
    assert "The clock is paused" in sea.card().text
    await advance(sea, 3 * HOUR)
    await sea.restart()
    assert "The clock is paused, and so is the game" in (await play(sea, sea.ann, "d4")).text
    await sea.say(sea.ann, "table pause", sea.place())
    await sea.press(sea.bob, sea.card(), "Accept ann’s Resume")
    assert "Deadline: " in sea.card().text
    await advance(sea, 2 * HOUR)
    assert "Claim the Win" in sea.card().buttons


async def test_the_time_of_an_outage_is_given_back(sea: Sea) -> None:
    await opened(sea, pace="1d")
    await advance(sea, 2 * HOUR)
    await sea.bot.close()
    await sea.bot.store.close()
    sea.env.backend.clock.advance(40 * HOUR)
    await sea.env.restart_bot(await new_bot(sea.path, wall=sea.wall))
    await sea.settled()
    table = await sea.bot.context.tables.get(1)
    assert table.flagged == frozenset()
    assert table.clock is not None
    left = table.clock.at(sea.wall()).left[0] / 1000
    assert 21 * HOUR < left <= 22 * HOUR


async def test_the_list_of_ones_tables_says_what_each_waits_for_and_until_when(sea: Sea) -> None:
    async def lines(who: Any) -> list[str]:
        return [line.rpartition("): ")[2] for line in (await sea.say(who, "games")).text.splitlines()[1:]]

    await opened(sea, pace="1h")
    assert (await lines(sea.ann))[0].endswith(": It’s **your turn**. Deadline: <t:1767229200:R>.")
    assert (await lines(sea.bob))[0].endswith(": Waiting for the others. Deadline: <t:1767229200:R>.")
    await sea.say(sea.ann, "table pause", sea.place())
    assert "**You have a request to answer.**" in (await lines(sea.bob))[0]
    await sea.press(sea.bob, sea.card(), "Accept ann’s Pause")
    assert "**your turn**. The clock is paused." in (await lines(sea.ann))[0]
    await sea.say(sea.ann, "table pause", sea.place())
    await sea.press(sea.bob, sea.card(), "Accept ann’s Resume")
    await advance(sea, 2 * HOUR)
    assert "**your turn**. You’ve run out of time." in (await lines(sea.ann))[0]
    assert "**You can claim the win**, or grant more time." in (await lines(sea.bob))[0]


async def test_a_lobby_that_nobody_starts_closes_and_says_so(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "snorkels start")
    await sea.restart()
    await advance(sea, 25 * HOUR)
    assert await status(sea) == "closed"
    closed = Seen(sea.channel.history()[0])
    assert "The game wasn’t started within a day, so this table was closed." in closed.text
    assert closed.buttons == []
    assert Seen(lobby.message).buttons == []


@pytest.mark.slow
async def test_an_abandoned_game_closes_and_says_so(sea: Sea) -> None:
    await opened(sea)
    await play(sea, sea.ann, "d4")
    await advance(sea, 31 * DAY)
    assert await status(sea) == "closed"
    assert "Nothing happened at this table for 30 days" in sea.card().text
    assert sea.card().buttons == []


async def test_leaving_before_the_start_is_getting_up(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "crackers start", pace="1d")
    await sea.press(sea.bob, lobby, "Join Crew" if "Join Crew" in lobby.buttons else lobby.buttons[0])
    assert "You’ve left the table" in (await sea.say(sea.bob, "table leave", table=1)).text
    table = await sea.bot.context.tables.get(1)
    assert [person.id for person in table.people] == [sea.ann.id]


async def test_whoever_wants_direct_messages_is_asked_there(sea: Sea) -> None:
    await preferences.change(sea.bot.store, sea.ann.id, pings="direct")
    await opened(sea)
    await play(sea, sea.ann, "d4")
    await play(sea, sea.bob, "take green")
    await sea.say(sea.bob, "table undo", sea.place())
    sent = [each.json for each in sea.env.http_requests if each.method == "POST"]
    first, asked = [
        text for body in sent if isinstance(body, dict) and "Table 1" in (text := str(body.get("content")))
    ]
    assert first.startswith("It’s your turn in [Snorkels · Table 1](")
    assert asked.startswith("In [Snorkels · Table 1](")
    assert f"<@{sea.bob.id}> would like to undo the last move. <@{sea.ann.id}>, do you agree?" in asked


async def test_a_reminder_by_direct_message_says_which_game_with_whom_and_how_long(sea: Sea) -> None:
    await preferences.change(sea.bot.store, sea.ann.id, pings="direct")
    await opened(sea, pace="1d")
    await advance(sea, 13 * HOUR)
    await sea.restart()
    await advance(sea, 9 * HOUR)
    letters = [message.content for message in sea.ann.user.dm_channel.history()]
    words = ("It’s your turn", "Half your time is gone", "Your time is almost up")
    where = f"[Snorkels · Table 1](https://discord.com/channels/{sea.guild.id}/{sea.place().id}"
    for letter, word in zip(letters, words, strict=True):
        first, second = letter.splitlines()
        assert first.startswith(f"{word} in {where}")
        assert first.endswith(") with bob.")
        assert second == "⏳ Deadline: <t:1767312000:R>."


async def test_a_line_that_calls_somebody_goes_after_a_restart_too(sea: Sea) -> None:
    await opened(sea, pace="1d")
    await advance(sea, 13 * HOUR)
    assert "half your time is gone" in sea.card().text
    await sea.restart()
    await play(sea, sea.ann, "d4")
    assert all("half your time" not in Seen(each).text for each in sea.history())
    assert sea.card().buttons[-2:] == ["My View", "More"]


async def test_a_reminder_goes_when_its_deadline_is_none_any_more(sea: Sea) -> None:
    await opened(sea, pace="1d")
    await advance(sea, 13 * HOUR)
    card = Seen(sea.history()[-2])
    more = await sea.press(sea.ann, card, "More")
    await sea.press(sea.ann, more, "Pause")
    await sea.press(sea.bob, sea.card(), "Accept ann’s Pause")
    assert "The clock is paused" in sea.card().text
    assert all("half your time" not in Seen(each).text for each in sea.history())


async def test_a_line_that_cannot_be_taken_away_now_goes_with_the_next_change(sea: Sea) -> None:
    await opened(sea, pace="1d")
    await advance(sea, 13 * HOUR)
    sea.env.inject_error("DELETE", "/channels/*/messages/*", status=500)
    await play(sea, sea.ann, "d4")
    assert "on d4" in sea.card().text
    await play(sea, sea.bob, "take green")
    assert all("half your time" not in Seen(each).text for each in sea.history())
