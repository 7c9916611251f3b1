"""The daily curse and the scores on a simulated Discord."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import simcord.interactions
import structlog
from simcord.enums import InteractionType
from structlog.testing import capture_logs

from bot.tables import server_rules
from data.store.queries import daily as attempts

from .sea import Sea, Seen
from .test_curse import decide, legal, steps, table

DAY = 86_400


async def attempt(sea: Sea, who: Any, seed: int = 1) -> Seen:
    """Today's attempt, played at random to its end; the private card with the result."""
    rng = Random(seed)
    card = await sea.say(who, "curse daily")
    while steps(card) and "Share" not in card.buttons:
        card = await decide(sea, who, card, rng)
    return card


async def begun(sea: Sea, who: Any) -> Seen:
    """An attempt with one turn played."""
    return await decide(sea, who, await sea.say(who, "curse daily"), Random(1))


def mine(card: Seen) -> list[str]:
    return [line for line in card.text.splitlines() if "(you)" in line]


async def test_the_attempt_is_private_from_beginning_to_end(sea: Sea) -> None:
    card = await sea.say(sea.ann, "curse daily")
    assert "The daily curse, " in card.text
    assert "one attempt" in card.text
    assert card.message.flags.ephemeral
    card = await attempt(sea, sea.ann)
    await sea.settled()
    assert "Results in this server" in card.text
    assert len(mine(card)) == 1
    assert card.buttons == ["Share", "Watch Replay", "Review"]
    assert sea.channel.threads == []
    assert [m for m in sea.channel.history() if not m.flags.ephemeral] == []


async def test_closing_it_and_a_restart_keep_the_place(sea: Sea) -> None:
    card = await begun(sea, sea.ann)
    shown = steps(card)
    before = await table(sea)
    await sea.press(sea.ann, card, "Close")
    await sea.restart()
    again = await sea.say(sea.ann, "curse daily")
    assert steps(again) == shown
    assert (await table(sea)).version == before.version


async def test_the_board_of_results_is_shown_after_playing(sea: Sea) -> None:
    await attempt(sea, sea.ann, 1)
    await attempt(sea, sea.bob, 2)
    board = await sea.say(sea.ann, "curse daily")
    lines = [line for line in board.text.splitlines() if "points" in line or "point" in line]
    assert len(lines) == 2
    assert sum(f"<@{sea.ann.id}> (you)" in line for line in lines) == 1
    assert sum(f"<@{sea.bob.id}>" in line for line in lines) == 1
    assert "saved" in lines[0]
    assert "The next one starts <t:" in board.text


async def test_what_is_shared_tells_nothing_of_the_dice(sea: Sea) -> None:
    card = await attempt(sea, sea.ann)
    result = await sea.ann.click(card.message, label="Share")
    (line,) = [Seen(message) for message in sea.channel.history() if not message.flags.ephemeral]
    assert result.acknowledged
    assert line.text.startswith("🏴‍☠️ **The daily curse, ")
    assert f"<@{sea.ann.id}>" in line.text
    assert "spaces saved" in line.text
    assert "#1 of 1" in line.text
    assert line.message.attachments == []
    assert not re.search("white|black|barrel|coin|roll|sank", line.text)
    assert Seen(card.message).buttons == ["Watch Replay", "Review"]


async def test_two_commands_at_once_begin_one_attempt(sea: Sea) -> None:
    for _ in range(3):
        _, payload = simcord.interactions.base_payload(
            sea.env.backend,
            type=InteractionType.APPLICATION_COMMAND,
            channel_id=sea.channel.id,
            guild_id=sea.guild.id,
            user_id=sea.ann.id,
            data={"id": "1", "name": "curse", "type": 1, "options": [{"name": "daily", "type": 1}]},
        )
        sea.env.backend.emit("INTERACTION_CREATE", payload)
    await sea.env.settle()
    assert len(await sea.bot.context.tables.tables_of(sea.ann.id)) == 1
    answers = [each for each in sea.env.http_requests if "The daily curse, " in repr(each.json)]
    assert len(answers) == 3


async def test_the_attempt_can_be_played_by_typing(sea: Sea) -> None:
    await sea.say(sea.ann, "curse daily")
    action = str(legal(await table(sea))[0])
    answer = await sea.say(sea.ann, "move", action=action)
    assert "looted" in answer.text
    assert answer.message.flags.ephemeral


async def test_others_learn_nothing_of_it(sea: Sea) -> None:
    await begun(sea, sea.ann)
    for command in ("table info", "table record", "table replay", "board"):
        answer = await sea.say(sea.bob, command, table=1)
        assert answer.text == "There’s no Table 1. Use `/games` to see yours."
    assert "There’s no game here" in (await sea.say(sea.bob, "board")).text
    assert await sea.bob.autocomplete(sea.channel, "table info", "table", "") == []
    offered = await sea.bob.autocomplete(sea.channel, "move", "action", "", table=1)
    assert offered == []


async def test_what_fixes_the_dice_is_nowhere_to_be_seen(sea: Sea) -> None:
    structlog.configure(cache_logger_on_first_use=False)
    with capture_logs() as logs:
        await begun(sea, sea.ann)
        info = await sea.say(sea.ann, "table info")
        await sea.say(sea.ann, "table record")
        exported = await sea.say(sea.ann, "privacy export")
    secret = (await attempts.secret(sea.bot.store)).hex()
    assert "seed" not in info.text
    told = repr(logs) + info.text + exported.text
    for request in sea.env.http_requests:
        told += repr(request.json)
    for sent in (exported.message, info.message):
        for attachment in sent.attachments:
            told += (await attachment.read()).decode()
    assert secret not in told
    assert "seed=" not in told
    assert "[seed" not in told


async def test_another_day_brings_another_attempt_and_a_streak(sea: Sea) -> None:
    for day in range(3):
        card = await attempt(sea, sea.ann, day)
        if day:
            assert f"**{day + 1} days in a row**" in card.text
        await sea.env.advance_time(DAY)
    tables = [await table(sea, number) for number in (1, 2, 3)]
    rolls = {tuple(str(turn.action) for turn in each.turns if turn.seat == "chance")[:6] for each in tables}
    assert len(rolls) == 3


async def test_an_earlier_day_can_be_finished(sea: Sea) -> None:
    await begun(sea, sea.ann)
    await sea.env.advance_time(DAY)
    card = await attempt(sea, sea.ann)
    assert "Finish an Earlier Challenge" in card.buttons
    old = await sea.press(sea.ann, card, "Finish an Earlier Challenge")
    assert "Table 1" in old.text
    assert steps(old)


async def test_there_is_no_second_game_of_a_day(sea: Sea) -> None:
    await attempt(sea, sea.ann)
    answer = await sea.say(sea.ann, "table rematch", table=1)
    assert "You get one attempt a day." in answer.text


async def test_giving_up_ends_the_attempt_without_a_result(sea: Sea) -> None:
    card = await begun(sea, sea.ann)
    asked = await sea.press(sea.ann, card, "Give Up")
    assert "Give up?" in asked.text
    assert "won’t count" in asked.text
    assert (await sea.say(sea.ann, "table resign")).text == asked.text
    await sea.press(sea.ann, asked, "Yes, Give Up")
    card = await sea.say(sea.ann, "curse daily")
    assert "Your attempt doesn’t count." in card.text
    assert "Share" not in card.buttons


async def test_the_private_card_has_the_rules_at_hand(sea: Sea) -> None:
    card = await sea.say(sea.ann, "curse daily")
    assert card.buttons[-3:] == ["Rules", "Give Up", "Close"]
    rules = await sea.press(sea.ann, card, "Rules")
    assert "Captain’s Curse" in rules.text
    assert rules.message.flags.ephemeral


async def test_an_attempt_is_begun_and_shared_only_where_the_server_allows_games(sea: Sea) -> None:
    other = sea.guild.create_text_channel("games")
    finished = await attempt(sea, sea.ann)
    running = await begun(sea, sea.bob)
    await server_rules.change(sea.bot.store, sea.guild.id, channels=[other.id])
    refused = f"In this server you can start games in <#{other.id}>."
    assert (await sea.say(sea.cid, "curse daily")).text == refused
    assert (await sea.press(sea.ann, finished, "Share")).text == refused
    assert steps(await sea.say(sea.bob, "curse daily")) == steps(running), "what was begun goes on"
    assert "one attempt" in (await sea.say(sea.cid, "curse daily", other)).text


async def test_in_direct_messages_it_says_where_to_play(sea: Sea) -> None:
    result = await sea.ann.user.slash("curse daily")
    assert "The daily curse is played in a server" in Seen(result.response).text


async def test_scores_list_the_server_and_oneself(sea: Sea) -> None:
    empty = await sea.say(sea.ann, "curse scores")
    assert "Nobody has finished a game here yet." in empty.text
    await attempt(sea, sea.ann, 1)
    await attempt(sea, sea.bob, 2)
    await sea.restart()
    scores = await sea.say(sea.ann, "curse scores")
    assert f"<@{sea.bob.id}>" in scores.text
    assert "**Your own games**" in scores.text
    assert "1 game: no title 1×" in scores.text
    own = Seen((await sea.ann.user.slash("curse scores")).response)
    assert "The best in this server" not in own.text
    assert "1 game:" in own.text


async def test_whoever_was_forgotten_is_somebody_in_the_scores(sea: Sea) -> None:
    await attempt(sea, sea.bob, 2)
    await sea.say(sea.ann, "curse scores")
    asked = await sea.say(sea.bob, "privacy forget")
    label = next(label for label in asked.buttons if label not in ("Cancel", "Close", "Keep", "Keep It"))
    await sea.press(sea.bob, asked, label)
    scores = await sea.say(sea.ann, "curse scores")
    assert f"<@{sea.bob.id}>" not in scores.text
    assert "somebody" in scores.text
