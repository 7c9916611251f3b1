"""What the bot posts by itself: once a day, where a server asked for it, and without a ping."""

from __future__ import annotations

import re
from itertools import product
from typing import Any
from unittest.mock import patch

import pytest

from bot.components.interactions.discord_errors import UNKNOWN_CHANNEL
from bot.components.publishing import posting
from bot.features.bulletins.posts import Bulletins
from bot.features.bulletins.times import following, read_time, weekday
from bot.features.leagues.service import LeagueService
from bot.features.reviews import review as reviews
from bot.features.reviews.review import Judged
from bot.games.core import Placement
from bot.languages import speaking
from bot.players.curse import hindsight
from bot.tables.days import began, day_at
from bot.tables.errors import TableError
from bot.tables.model.table import Table
from data.store import schema
from data.store.queries import bulletins, leagues, practice
from data.store.records import Address
from rendering.scene import PaintError
from rendering.studio import Studio
from tests.thorough import examples

from .playing import attempt, thinkers
from .server import FORUM
from .simulation import Member, Simulation, new_bot, wall
from .test_puzzles import daily_board, play, puzzle_today, refuted, solve

HOUR = 3600
DAY = 24 * HOUR
MS = 1000


async def settled(sim: Simulation) -> None:
    """Wait until all that is due is posted and edited."""
    await sim.settled()
    part = sim.part(Bulletins)
    part.pause = 0
    await part.heard.settle()
    await part.tasks.settle()
    await sim.env.settle()


async def until(sim: Simulation, hour: float) -> None:
    """Let time pass until that hour (UTC) comes next."""
    now = sim.tables.now()
    left = (began(day_at(now)) + hour * HOUR * MS - now) / MS
    await sim.env.advance_time(left if left > 0 else left + DAY)
    await settled(sim)


async def asked(sim: Simulation, time: str = "9:00", **chosen: Any) -> tuple[Member, Any]:
    """A manager asks for the daily post in a channel of its own."""
    await until(sim, 7)
    mia, news = sim.manager(), sim.guild.create_text_channel("news")
    answer = await mia.say("server daily", news, time=time, **chosen)
    assert f"will appear in <#{news.id}> every day at" in answer
    return mia, news


def posts(sim: Simulation, channel: Any) -> int:
    """How often the bot has sent something to a channel."""
    path = f"/channels/{channel.id}/messages"
    return sum(each.method == "POST" and each.path.endswith(path) for each in sim.env.http_requests)


async def test_a_day_is_posted_once_at_its_time_and_pings_nobody(sim: Simulation) -> None:
    _, news = await asked(sim)
    await until(sim, 8.9)
    assert news.history() == []
    await until(sim, 9)
    (card,) = news.history()
    assert card.text.startswith("### Today’s challenges · ")
    assert "Nobody here has solved it yet." in card
    assert "**The daily curse**: everyone gets the same dice and one attempt." in card
    assert "**Yesterday’s puzzle**" not in card, "nobody here had it"
    assert card.buttons == ["Solve It", "Yesterday’s Solution", "Today’s Curse"]
    assert sim.pinged(news) == []
    sent: Any = [each for each in sim.env.http_requests if each.path.endswith(f"{news.id}/messages")][-1].json
    assert sent["flags"] & 1 << 12, "without a sound"
    await until(sim, 20)
    assert len(news.history()) == 1
    await until(sim, 9)
    assert len(news.history()) == 2


async def test_it_is_edited_with_how_many_here_have_solved_it_and_played(sim: Simulation) -> None:
    _, news = await asked(sim)
    await until(sim, 9)
    puzzle = puzzle_today(sim)
    (card,) = news.history()
    board = await sim.ann.press(card, "Solve It")
    await solve(sim.ann, board, puzzle)
    await settled(sim)
    assert "1 person here has solved it." in news.last_message
    for _ in range(2):
        await solve(sim.bob, await sim.bob.press(card, "Solve It"), puzzle)
        await settled(sim)
    assert "2 people here have solved it." in news.last_message
    await attempt(sim, sim.ann)
    await settled(sim)
    assert "1 person here has played it. The best score so far: " in news.last_message
    assert len(news.history()) == posts(sim, news) == 1
    await until(sim, 9)
    assert "2 people here solved it." in news.last_message
    assert f"yesterday’s best: <@{sim.ann.id}>, " in news.last_message


@pytest.mark.usefixtures("inline_thinkers")
async def test_the_day_after_it_says_what_the_dice_were_good_for(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It's looked for once, though the message is edited."""
    # As good as any for a test of what is said: it takes a tenth of the time.
    monkeypatch.setattr(hindsight, "KEPT", 4)
    _, news = await asked(sim)
    await until(sim, 9)
    await attempt(sim, sim.ann)
    await settled(sim)
    said = "The best known play with the same dice scores "
    assert said not in news.last_message, "they aren't known before the day is over"
    await until(sim, 9)
    found = re.search(rf"{said}(\d+) points", news.last_message.text)
    assert found
    assert int(found[1]) > 50, "whichever day it is; who plays at random scores 19"
    await attempt(sim, sim.bob)
    await settled(sim)
    assert "1 person here has played it." in news.last_message
    assert found[0] in news.last_message
    assert thinkers(sim).looked_back == 1


async def test_who_solved_it_elsewhere_is_nobodys_business(sim: Simulation) -> None:
    """The server where it was solved is noted, exported and forgotten with the person."""
    _, news = await asked(sim)
    await until(sim, 9)
    puzzle = puzzle_today(sim)
    letter = await sim.ann.say("puzzle daily", sim.ann.user.dm_channel)
    await solve(sim.ann, await sim.ann.press(letter, "Solve It"), puzzle)
    await settled(sim)
    assert "Nobody here has solved it yet." in news.last_message
    (row,) = await practice.finished(sim.store, sim.ann.id)
    assert row.guild is None
    await solve(sim.bob, await daily_board(sim.bob), puzzle)
    (row,) = await practice.finished(sim.store, sim.bob.id)
    assert row.guild == sim.guild.id


async def test_many_who_solve_it_are_one_edit(sim: Simulation) -> None:
    _, news = await asked(sim)
    await until(sim, 9)
    part = sim.part(Bulletins)
    part.pause = 300
    for who in (sim.ann, sim.bob, sim.cid):
        await solve(who, await daily_board(who), puzzle_today(sim))
        await sim.env.settle()
    edits = [each for each in sim.env.http_requests if each.method == "PATCH" and f"{news.id}" in each.path]
    assert len(edits) == 1, "the first at once, the others together"
    await sim.env.advance_time(301)
    assert "3 people here have solved it." in news.last_message


async def test_a_quiet_day_costs_one_request(sim: Simulation) -> None:
    _, news = await asked(sim)
    before = len(sim.env.http_requests)
    await until(sim, 9)
    await until(sim, 23.9)
    assert [each.path for each in sim.env.http_requests[before:]] == [f"/channels/{news.id}/messages"]


async def killed(sim: Simulation, when: str) -> None:
    """The bot ends before or after Discord takes its post, and notes nothing more."""
    post = posting.post_once

    async def dies(*given: Any, **named: Any) -> Any:
        if when == "after":
            await post(*given, **named)
        raise RuntimeError("killed")

    with patch.object(posting, "post_once", dies):
        await sim.env.advance_time(2 * HOUR + 5)
        await sim.stop()


@pytest.mark.parametrize(
    ("when", "away"),
    examples(
        product(("before", "after"), ((5, 0), (600, 0), (600, 2 * HOUR), (600, -HOUR))),
        {("before", (600, 2 * HOUR)), ("after", (5, 0)), ("after", (600, -HOUR))},
    ),
)
async def test_it_is_posted_once_however_the_bot_dies(
    sim: Simulation, when: str, away: tuple[float, int]
) -> None:
    """Before it has sent the day, or after it has, but without noting it; the clock may be set meanwhile."""
    seconds, wrong = away
    _, news = await asked(sim)
    await killed(sim, when)
    assert len(news.history()) == (when == "after")
    await sim.env.advance_time(seconds)
    await sim.env.connect(await new_bot(sim.path, now=lambda: wall() + wrong * MS))
    await settled(sim)
    assert len(news.history()) == 1
    (row,) = await bulletins.in_server(sim.store, sim.guild.id)
    assert (row.message, row.tried) == (news.last_message.id, 0)
    await sim.restart()
    await settled(sim)
    assert len(news.history()) == 1


async def test_where_the_history_is_hidden_a_second_post_is_worse_than_none(sim: Simulation) -> None:
    _, news = await asked(sim)
    sim.forbid(news, "read_message_history")
    await killed(sim, "after")
    await sim.env.advance_time(600)
    await sim.env.connect(await new_bot(sim.path))
    await settled(sim)
    sim.env.set_overwrite(news.id, sim.guild.id, None)
    assert len(news.history()) == 1
    await until(sim, 9)
    assert len(news.history()) == 2


async def test_two_processes_post_one(sim: Simulation) -> None:
    _, news = await asked(sim)
    twin = Bulletins(sim.bot.context, sim.bot)
    await sim.env.advance_time(2 * HOUR - 5)
    with patch.object(bulletins, "due", lambda *_given: _found([1])):
        now = sim.tables.now() + 6 * MS
        with patch.object(sim.tables, "now", lambda: now):
            await twin.pass_time()
            await sim.part(Bulletins).pass_time()
            twin.tasks.wake(1)
            sim.part(Bulletins).tasks.wake(1)
            twin.pause = 0
            await twin.tasks.settle()
            await settled(sim)
    assert len(news.history()) == 1
    await twin.close()


async def _found(numbers: list[int]) -> list[int]:
    return numbers


async def test_a_bot_that_was_away_posts_the_day_late_but_none_that_is_over(sim: Simulation) -> None:
    _, news = await asked(sim)
    await sim.restart(away=5 * HOUR)
    await settled(sim)
    assert len(news.history()) == 1, "at noon"
    await sim.restart(away=2 * DAY - 4 * HOUR)
    await settled(sim)
    assert len(news.history()) == 1, "it is eight in the morning two days later"
    await until(sim, 9)
    assert len(news.history()) == 2


async def test_without_a_permission_it_is_said_where_managers_look_and_no_more_is_tried(
    sim: Simulation,
) -> None:
    mia, news = await asked(sim)
    assert f"*Daily post: <#{news.id}>, 09:00 (UTC)*" in await mia.say("server rules")
    sim.forbid(news, "attach_files")
    await until(sim, 9)
    await sim.env.advance_time(6 * HOUR)
    assert (news.history(), posts(sim, news)) == ([], 0)
    rules = await mia.say("server rules")
    assert f"*The daily post couldn’t be posted in <#{news.id}>. `/doctor` says what" in rules
    doctor = await mia.say("doctor")
    assert f"In <#{news.id}> the bot is missing **Attach Files**." in doctor
    sim.env.set_overwrite(news.id, sim.guild.id, None)
    assert "The bot has posted these cards again: the daily post." in await mia.press(
        doctor, "Post Lost Cards Again"
    )
    assert len(news.history()) == 1
    assert "Daily post: " in await mia.say("server rules")


async def test_a_refusal_of_discord_is_no_loop_and_the_next_day_is_tried_again(sim: Simulation) -> None:
    mia, news = await asked(sim)
    sim.refuse("POST", f"/channels/{news.id}/messages", 403, 50001, times=None)
    await until(sim, 9)
    await sim.env.advance_time(10 * HOUR)
    await sim.restart()
    await settled(sim)
    assert posts(sim, news) == 1
    assert "couldn’t be posted" in await mia.say("server rules")
    sim.env.faults.clear()
    await until(sim, 9)
    assert len(news.history()) == 1
    assert "couldn’t be posted" not in await mia.say("server rules")


async def test_a_deleted_channel_ends_it_with_a_sentence(sim: Simulation) -> None:
    mia, news = await asked(sim)
    sim.env.delete_channel(news.id)
    await settled(sim)
    gone = "*The channel of the daily post is gone. Choose another one with `/server daily`.*"
    assert gone in await mia.say("server rules")
    await until(sim, 9)
    await until(sim, 9)
    assert posts(sim, news) == 0
    other = sim.guild.create_text_channel("other")
    await mia.say("server daily", other)
    assert gone not in await mia.say("server rules")
    await until(sim, 9)
    assert len(other.history()) == 1


async def test_it_can_be_moved_and_removed_and_a_day_is_posted_once_all_the_same(sim: Simulation) -> None:
    mia, news = await asked(sim)
    await until(sim, 9)
    other = sim.guild.create_text_channel("other")
    tomorrow = (began(day_at(sim.tables.now())) + DAY * MS) // MS + 18 * HOUR
    assert f"starting <t:{tomorrow}:D>" in await mia.say("server daily", other, time="6 pm")
    await until(sim, 18)
    assert other.history() == []
    await until(sim, 18)
    assert (len(news.history()), len(other.history())) == (1, 1)
    assert "The daily post has stopped." in await mia.say("server daily", remove=True)
    await until(sim, 18)
    assert len(other.history()) == 1
    assert "Daily post" not in await mia.say("server rules")


async def test_a_day_that_had_its_post_gets_no_second_one_after_a_removal(sim: Simulation) -> None:
    mia, news = await asked(sim)
    await until(sim, 9)
    await mia.say("server daily", remove=True)
    tomorrow = (began(day_at(sim.tables.now())) + DAY * MS) // MS + 18 * HOUR
    assert f"starting <t:{tomorrow}:D>" in await mia.say("server daily", news, time="18:00")
    await until(sim, 18)
    assert len(news.history()) == 1
    await until(sim, 18)
    assert len(news.history()) == 2


async def test_what_is_removed_just_as_it_comes_is_not_posted(sim: Simulation) -> None:
    mia, news = await asked(sim)
    load = bulletins.load

    async def removed(*given: Any) -> Any:
        row = await load(*given)
        if row is not None and row.day:
            await mia.say("server daily", remove=True)
        return row

    with patch.object(bulletins, "load", removed):
        await until(sim, 9)
    assert news.history() == []


async def test_a_day_that_was_refused_comes_after_all_where_it_is_moved_to(sim: Simulation) -> None:
    mia, news = await asked(sim)
    sim.forbid(news, "attach_files")
    await until(sim, 9)
    assert "couldn’t be posted" in await mia.say("server rules")
    other = sim.guild.create_text_channel("other")
    today = began(day_at(sim.tables.now())) // MS + 10 * HOUR
    assert f"starting <t:{today}:D>" in await mia.say("server daily", other, time="10:00")
    await until(sim, 10)
    assert (len(news.history()), len(other.history())) == (0, 1)
    # Moving it again and again brings no second one.
    sim.env.set_overwrite(news.id, sim.guild.id, None)
    await mia.say("server daily", news, time="11:00")
    await mia.say("server daily", news, time="12:00")
    await until(sim, 12)
    assert (len(news.history()), len(other.history())) == (0, 1)


async def test_removing_what_is_not_there_is_answered_and_two_channels_are_one_post(sim: Simulation) -> None:
    mia, news = await asked(sim)
    for _ in range(2):
        assert "The daily post has stopped." in await mia.say("server daily", remove=True)
    other = sim.guild.create_text_channel("other")
    for channel in (news, other):
        assert f"will appear in <#{channel.id}>" in await mia.say("server daily", channel)
    await until(sim, 9)
    assert (len(news.history()), len(other.history())) == (0, 1)


async def test_a_time_that_is_changed_just_as_it_comes_is_the_one_that_counts(sim: Simulation) -> None:
    mia, news = await asked(sim)
    load = bulletins.load

    async def too_late(*given: Any) -> Any:
        row = await load(*given)
        with patch.object(bulletins, "load", load):
            await mia.say("server daily", news, time="18:00")
        return row

    await until(sim, 8.9)
    nine = began(day_at(sim.tables.now())) + 9 * HOUR * MS
    with patch.object(bulletins, "load", too_late), patch.object(sim.tables, "now", lambda: nine):
        await sim.part(Bulletins).pass_time()
    await settled(sim)
    assert news.history() == []
    await until(sim, 18)
    assert len(news.history()) == 1


@pytest.mark.parametrize("code", [UNKNOWN_CHANNEL, 0], ids=["the old one is gone", "it is posted there"])
async def test_a_channel_that_is_chosen_while_the_old_one_is_tried_is_the_one_that_counts(
    sim: Simulation, code: int
) -> None:
    mia, news = await asked(sim)
    other, post = sim.guild.create_text_channel("other"), posting.post_once
    if code:
        sim.refuse("POST", f"/channels/{news.id}/messages", 404, code, times=None)

    async def moved(*given: Any, **more: Any) -> Any:
        try:
            return await post(*given, **more)
        finally:
            await mia.say("server daily", other)

    with patch.object(posting, "post_once", moved):
        await until(sim, 9)
    assert f"*Daily post: <#{other.id}>, 09:00 (UTC)*" in await mia.say("server rules")
    (row,) = await bulletins.in_server(sim.store, sim.guild.id)
    assert row.message == bulletins.NOTHING, "the old channel's message isn't looked for in the new one"
    await until(sim, 9)
    assert (len(news.history()), len(other.history())) == (not code, 1)


async def test_its_time_is_in_the_zone_of_whoever_asks_for_it(sim: Simulation) -> None:
    mia, news = await asked(sim)
    await mia.say("settings", zone="Asia/Tokyo")
    answer = await mia.say("server daily", news, time="18:30")
    assert "every day at 18:30 (Asia/Tokyo)" in answer
    assert "set `zone` with `/settings` first" not in answer
    await until(sim, 9.4)
    assert news.history() == []
    await until(sim, 9.5)
    assert len(news.history()) == 1


async def test_only_managers_ask_for_it_and_only_where_the_bot_can_post(sim: Simulation) -> None:
    assert "server" not in sim.ann.offered()
    mia, mute = sim.manager(), sim.guild.create_text_channel("mute")
    sim.forbid(mute, "send_messages")
    assert "it needs **Send Messages** and" in await mia.say("server daily", mute, channel=mute)
    assert "Write the time like `9:00`" in await mia.say("server daily", time="soon")


@pytest.mark.parametrize("command", ["server daily", "server weekly", "server board"])
async def test_what_stays_stands_in_a_threads_channel_but_not_in_a_forum(
    sim: Simulation, command: str
) -> None:
    mia, forum = sim.manager(), sim.guild.create_text_channel("forum", kind=FORUM)
    inside = sim.env.create_private_thread(forum, mia)
    assert "Choose a text channel with the `channel` option." in await mia.say(command, inside)
    assert await bulletins.in_server(sim.store, sim.guild.id) == []
    news = sim.guild.create_text_channel("news")
    assert f"<#{news.id}>" in await mia.say(command, sim.env.create_private_thread(news, mia))
    assert f"<#{news.id}>" in await mia.say(command, inside, channel=news)


@pytest.mark.parametrize(
    ("typed", "minute"),
    [
        ("9:00", 540),
        ("9", 540),
        ("18.30", 1110),
        ("6 pm", 1080),
        ("6 p", 1080),
        ("6:30 p.m.", 1110),
        ("12 am", 0),
        ("9 Uhr", 540),
        ("23:59", 1439),
    ],
)
def test_times_are_read_as_people_type_them(typed: str, minute: int) -> None:
    assert read_time(typed) == minute


@pytest.mark.parametrize("typed", ["", "24:00", "9:60", "-1", "noon", "25", "9:0", "1e3", "6 x", "9 noon"])
def test_what_is_no_time_is_refused(typed: str) -> None:
    with pytest.raises(TableError):
        read_time(typed)


def test_a_time_comes_once_a_day_also_when_the_clocks_change() -> None:
    for start in ("2026-03-26", "2026-10-22"):
        now, days = began(start), []
        for _ in range(6):
            now = following(150, "Europe/Berlin", now)
            days.append(day_at(now))
        assert len({*days}) == 6
    assert following(540, "No/Where", began("2026-01-01")) == began("2026-01-01") + 9 * HOUR * MS


@pytest.mark.parametrize(
    ("language", "first", "last"),
    [
        ("en", "Monday", "Sunday"),
        ("de", "Montag", "Sonntag"),
        ("fr", "lundi", "dimanche"),
        ("es", "lunes", "domingo"),
        ("pl", "poniedziałek", "niedziela"),
        ("pt-BR", "segunda-feira", "domingo"),
    ],
)
def test_a_day_is_named_in_a_sentence_as_each_language_writes_it(
    language: str, first: str, last: str
) -> None:
    with speaking(language):
        assert [weekday(0), weekday(6)] == [first, last]


# The weekly log


async def logged(sim: Simulation, **chosen: Any) -> tuple[Member, Any]:
    """A manager asks for the weekly log, a week before it comes."""
    mia, news = sim.manager(), sim.guild.create_text_channel("news")
    answer = await mia.say("server weekly", news, **chosen)
    assert f"The weekly log will appear in <#{news.id}> every Sunday at 18:00 (UTC)" in answer
    return mia, news


async def sunday(sim: Simulation) -> None:
    """Let time pass until the next log has come."""
    (row,) = await bulletins.in_server(sim.store, sim.guild.id)
    assert row.due is not None
    await sim.env.advance_time((row.due - sim.tables.now()) / MS + 1)
    await settled(sim)


async def swung(sim: Simulation, home: int, *, before: float = 0.9, winner: str = "bob") -> Table:
    """A game that was reviewed, in which ann threw away what she had; then somebody resigns."""
    table = await sim.tables.open("snorkels", sim.ann.person, {"pie": "off"}, Address(sim.guild.id, home))
    table = await sim.tables.join(table.id, sim.bob.person, None)
    for _ in range(4):
        (seat, *_) = table.acting
        person = table.holder(seat)
        assert person is not None
        legal = table.legal(seat)
        assert not isinstance(legal, Placement)
        table = await sim.tables.play(table.id, person, str(legal[0]))
    place = next(n for n, turn in enumerate(table.turns) if table.player_of(turn) == sim.ann.id)
    await sim.tables.resign(table.id, (sim.ann if winner == "bob" else sim.bob).person)
    turns = [Judged(place, before, 0.1, "b2"), Judged(place + 1, 0.5, 0.45, "b3")]
    await reviews.keep(sim.store, table, turns, 1, sim.tables.now())
    return table


async def test_nothing_comes_after_a_quiet_week_and_a_story_after_another(sim: Simulation) -> None:
    _, news = await logged(sim)
    await sunday(sim)
    assert posts(sim, news) == 0
    await sim.restart()
    await settled(sim)
    await swung(sim, sim.channel.id)
    assert posts(sim, news) == 0
    await sunday(sim)
    (card,) = news.history()
    assert card.text.startswith("### This week’s log · ")
    assert f"turned it around: until then, <@{sim.ann.id}> looked like winning" in card
    assert f"and in the end <@{sim.bob.id}> won." in card
    assert card.files == ["table-1.gif"]
    assert card.buttons == ["Review"]
    assert sim.pinged(news) == []
    await sunday(sim)
    assert len(news.history()) == 1, "that was last week"


@pytest.mark.parametrize(
    ("winner", "told"), [("bob", "turned it around"), ("ann", "nearly threw it away against")]
)
async def test_the_largest_swing_is_told_as_it_ended(sim: Simulation, winner: str, told: str) -> None:
    _, news = await logged(sim)
    await swung(sim, sim.channel.id, before=0.6)
    await swung(sim, sim.channel.id, winner=winner)
    await swung(sim, sim.channel.id, before=0.7)
    await sunday(sim)
    assert told in news.last_message
    assert "Table 2" in news.last_message


async def test_games_that_readers_cannot_see_or_that_nothing_turned_are_no_story(sim: Simulation) -> None:
    _, news = await logged(sim)
    await swung(sim, sim.channel_for(sim.ann.user).id)
    await swung(sim, sim.channel.id, before=0.3)
    await sunday(sim)
    assert posts(sim, news) == 0


async def test_without_a_film_there_is_a_picture(sim: Simulation) -> None:
    async def fails(*_given: Any) -> bytes:
        raise PaintError("no film")

    _, news = await logged(sim)
    await swung(sim, sim.channel.id)
    with patch.object(Studio, "film", fails):
        await sunday(sim)
    assert news.last_message.files == ["board.png"]


async def test_the_puzzle_that_fooled_most_is_told_without_names(sim: Simulation) -> None:
    _, news = await logged(sim)
    await until(sim, 9)
    puzzle = puzzle_today(sim)
    board = await daily_board(sim.ann)
    await play(sim.ann, board, puzzle, [], refuted(puzzle))
    await sim.ann.press(board, "Try Again")
    await solve(sim.ann, board, puzzle)
    await solve(sim.bob, await daily_board(sim.bob), puzzle)
    await until(sim, 9)
    for who in (sim.ann, sim.bob, sim.cid):
        await solve(who, await daily_board(who), puzzle_today(sim))
    await sunday(sim)
    (card,) = news.history()
    assert "**The puzzle of the week**: the one from " in card
    assert "1 person here solved it on the first try. It fooled the others." in card
    assert "<@" not in card.text, "whoever solved it says so themselves"
    solution = await sim.cid.press(card, "The Puzzle’s Solution")
    assert solution.text.startswith("### The solution · ")


async def test_a_title_is_told_when_it_is_new(sim: Simulation) -> None:
    _, news = await logged(sim)
    await sim.bob.say("settings", public=False)
    for number, who in enumerate((sim.ann, sim.bob), 1):
        await attempt(sim, who)
        await sim.store.write(schema.change, schema.score, {"table_id": number}, rank=2)
    await sunday(sim)
    assert f"<@{sim.ann.id}> earned a new title in Captain’s Curse: **" in news.last_message
    assert f"<@{sim.bob.id}>" not in news.last_message, "he doesn't show his profile"
    await attempt(sim, sim.ann)
    await sim.store.write(schema.change, schema.score, {"table_id": 3}, rank=2)
    await sunday(sim)
    assert len(news.history()) == 1, "she has had it for a week"


async def test_whoever_wins_a_tournament_is_told(sim: Simulation) -> None:
    mia, news = await logged(sim)
    service, guild = sim.part(LeagueService), sim.guild.id
    number = await service.create(
        guild,
        sim.channel.id,
        "Friday Cup",
        "snorkels",
        measure="1h",
        round_time="2h",
        starts="1h",
        swiss=True,
    )
    for who in (sim.ann, sim.bob, sim.cid, mia):
        await service.join(number, who.person)
    await service.begin(number, 1)
    while (season := await leagues.season(sim.store, number)) and season.league.status == "playing":
        for game in season.games:
            if game.result is None and game.table_id is not None:
                table = await sim.table(game.table_id)
                loser = next(each for each in table.seating.people if each.id != sim.bob.id)
                await sim.tables.resign(table.id, loser)
        await service.advance(number)
    await sunday(sim)
    assert f"<@{sim.bob.id}> won **Friday Cup**." in news.last_message


async def test_a_weeks_log_is_late_by_a_day_but_not_by_three(sim: Simulation) -> None:
    _, news = await logged(sim)
    for late, comes in ((DAY, 1), (3 * DAY, 1)):
        (row,) = await bulletins.in_server(sim.store, sim.guild.id)
        assert row.due is not None
        await sim.env.advance_time((row.due - sim.tables.now()) / MS - HOUR)
        await swung(sim, sim.channel.id)
        await sim.restart(away=late)
        await settled(sim)
        assert len(news.history()) == comes


async def test_managers_hear_of_the_log_what_they_hear_of_the_daily_post(sim: Simulation) -> None:
    mia, news = await logged(sim)
    assert f"*Weekly log: <#{news.id}>, Sunday, 18:00 (UTC)*" in await mia.say("server rules")
    await swung(sim, sim.channel.id)
    sim.forbid(news, "send_messages")
    await sunday(sim)
    assert "*The weekly log couldn’t be posted in " in await mia.say("server rules")
    sim.env.set_overwrite(news.id, sim.guild.id, None)
    again = await mia.press(await mia.say("doctor"), "Post Lost Cards Again")
    assert "The bot has posted these cards again: the weekly log." in again
    sim.env.delete_channel(news.id)
    await settled(sim)
    assert "*The channel of the weekly log is gone. " in await mia.say("server rules")
    assert "The weekly log has stopped." in await mia.say("server weekly", remove=True)
    assert "weekly log" not in (await mia.say("server rules")).text


def test_a_week_has_seven_days_also_when_the_clocks_change() -> None:
    now = began("2026-03-01")
    for _ in range(60):
        later = following(2 * 1440 + 150, "Europe/Berlin", now, weekly=True)
        assert abs(later - now - 7 * DAY * MS) <= HOUR * MS or now == began("2026-03-01")
        now = later
