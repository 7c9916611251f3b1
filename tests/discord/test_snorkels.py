"""Whole games of Snorkels on a simulated Discord: by buttons, by typing, across restarts, under mischief."""

from __future__ import annotations

from io import BytesIO
from random import Random
from typing import Any

import pytest
import simcord.interactions
from PIL import Image
from simcord.backend import serializers
from simcord.enums import InteractionType

from bot.app import CaptainsTable
from tests.tables.harness import Calls

from .limits import parts
from .sea import Sea, Seen


async def opened(sea: Sea, **options: Any) -> None:
    """Ann challenges Bob, who joins."""
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob, **options)
    await sea.press(sea.bob, lobby, "Join")


async def place(sea: Sea, who: Any, square: str) -> Seen:
    """A snorkel on ``square``, by buttons."""
    return await sea.play(who, square[0], square, "Confirm")


async def choose(sea: Sea, who: Any, colour: str) -> Seen:
    """The pie choice, by buttons."""
    return await sea.play(who, f"Take {colour.capitalize()}", "Confirm")


async def test_a_challenge_becomes_a_thread_with_a_picture_and_one_ping(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob)
    assert "Snorkels · Table 1" in lobby.text
    assert f"<@{sea.bob.id}>, you’ve been challenged" in lobby.text
    assert lobby.buttons == ["Join", "Decline", "Rules", "Cancel"]
    await sea.press(sea.bob, lobby, "Join")
    (thread,) = sea.channel.threads
    assert thread.name == "Snorkels: ann vs bob (table 1)"
    card = sea.card()
    assert "The opening" in card.text
    assert f"<@{sea.ann.id}>, it’s your turn (host)" in card.text
    assert card.buttons[-2:] == ["My View", "More"]
    assert "The host places the first purple snorkel." in card.alt
    assert sea.pinged() == [sea.ann.id]
    (picture,) = card.message.attachments
    assert picture.filename == "board.png"
    assert (await picture.read()).startswith(b"\x89PNG")
    assert f"Play it in <#{thread.id}>." in Seen(sea.channel.history()[0]).text


async def test_a_whole_game_by_buttons_ends_with_reason_record_and_rematch(sea: Sea) -> None:
    await opened(sea)
    await place(sea, sea.ann, "a1")
    assert "Picking colours" in sea.card().text
    private = await choose(sea, sea.bob, "green")
    assert "Pick a column for your snorkel." in private.text, "the next choice is the guest's, too"
    for who, square in ((sea.bob, "a2"), (sea.ann, "g7")):
        before = sea.card().message.id
        await place(sea, who, square)
        assert sea.card().message.id != before, "a turn posts a new card"
        older = next(Seen(message) for message in sea.history() if message.id == before)
        assert older.buttons == [], "and takes the controls off the one before"
        assert older.alt
    await place(sea, sea.bob, "b1")
    card = sea.card()
    assert f"<@{sea.bob.id}> won." in card.text
    assert "out of air" in card.text
    assert card.buttons == ["Rematch", "Watch Replay", "Review"]
    names = [attachment.filename for attachment in card.message.attachments]
    assert names == ["board.png", "table-1.txt"]
    record = (await card.message.attachments[1].read()).decode()
    assert "guest take green" in record
    assert "green b1" in record

    await sea.press(sea.ann, card, "Rematch")
    assert "would like a rematch" in sea.card().text
    await sea.press(sea.bob, sea.card(), "Rematch")
    rematch = sea.card()
    assert "Table 2" in rematch.text
    assert f"<@{sea.bob.id}>, it’s your turn (host)" in rematch.text, "sides are swapped"


async def test_a_finished_game_is_seen_again_as_a_film_and_step_by_step(sea: Sea) -> None:
    await opened(sea)
    early = await sea.say(sea.ann, "table replay", sea.place())
    assert "isn’t over yet" in early.text
    await place(sea, sea.ann, "a1")
    await choose(sea, sea.bob, "green")
    for who, square in ((sea.bob, "a2"), (sea.ann, "g7"), (sea.bob, "b1")):
        await place(sea, who, square)
    film = await sea.press(sea.cid, sea.card(), "Watch Replay")
    (attachment,) = film.message.attachments
    assert attachment.filename == "table-1.gif"
    with Image.open(BytesIO(await attachment.read())) as moving:
        assert (moving.format, moving.width) == ("GIF", 500)
        assert moving.n_frames == 1 + 6 + 5 * 2, "the title, the positions, two pictures between"  # type: ignore[attr-defined]
    review = await sea.press(sea.cid, sea.card(), "Review")
    assert "Position 0 of 5" in review.text
    await sea.press(sea.cid, review, "Next")
    assert "The host placed the first purple snorkel on a1." in review.text
    await sea.press(sea.cid, review, "Last")
    assert "out of air" in review.text
    assert "Next" not in review.buttons


async def test_a_whole_game_by_typing(sea: Sea) -> None:
    await opened(sea, stones=2)
    stones = sea.card()
    assert "Stones fell on" in stones.text
    rng = Random(5)
    thread = sea.place()
    for _ in range(60):
        table = await sea.bot.context.tables.get(1)
        if table.status != "playing":
            break
        who = next(each for each in (sea.ann, sea.bob) if each.id == table.awaited[0].id)
        choices = await who.autocomplete(thread, "move", "action", "")
        assert 0 < len(choices) <= 25
        legal = table.legal(table.acting[0])
        assert isinstance(legal, tuple)
        await sea.say(who, "move", thread, action=str(rng.choice(legal)).upper())
    assert table.status == "over"
    assert "won." in sea.card().text


async def test_autocomplete_offers_what_fits_and_says_when_there_is_more(sea: Sea) -> None:
    await opened(sea)
    thread = sea.place()
    everything = await sea.ann.autocomplete(thread, "move", "action", "")
    assert everything[-1]["name"] == "… and 25 more (keep typing)"
    assert [each["value"] for each in await sea.ann.autocomplete(thread, "move", "action", " D")] == [
        f"d{rank}" for rank in range(1, 8)
    ]
    assert await sea.bob.autocomplete(thread, "move", "action", "d") == []
    assert await sea.ann.autocomplete(sea.channel, "move", "action", "x9") == []


async def test_a_restart_in_the_middle_changes_nothing(sea: Sea) -> None:
    await opened(sea)
    picker = await sea.opened(sea.ann)
    await sea.press(sea.ann, picker, "d")
    await sea.restart()
    await sea.press(sea.ann, picker, "d4")
    await sea.restart()
    await sea.press(sea.ann, picker, "Confirm")
    assert "The host placed the first purple snorkel on d4." in sea.card().text
    await sea.restart()
    await choose(sea, sea.bob, "purple")
    assert f"<@{sea.ann.id}>, it’s your turn (green)" in sea.card().text


async def test_what_was_committed_and_not_shown_is_shown_after_a_restart(sea: Sea) -> None:
    await opened(sea)
    cards = len(sea.history())
    sea.bot.context.tables.on_change = lambda _session: None
    await place(sea, sea.ann, "c3")
    assert len(sea.history()) == cards
    await sea.restart()
    assert "on c3" in sea.card().text


async def test_others_are_told_kindly_whose_turn_it_is(sea: Sea) -> None:
    await opened(sea)
    card = sea.card()
    for who, told in ((sea.bob, "It’s ann’s turn"), (sea.cid, "You’re not playing at Table 1")):
        view = await sea.press(who, card, "d")
        assert told in view.text
        assert "your view" in view.text, "their own view beside it"
    watching = await sea.press(sea.cid, card, "My View")
    assert "You’re watching." in watching.text
    assert watching.buttons == ["Board in Words"]


async def test_a_stale_picker_refreshes_itself_and_says_why(sea: Sea) -> None:
    await opened(sea)
    first = await sea.play(sea.ann, "d", "d4")
    await sea.env.advance_time(16 * 60)
    await sea.play(sea.ann, "c", "c4", "Confirm")
    assert "Confirm" in first.buttons, "Discord no longer lets the bot delete it"
    await sea.press(sea.ann, first, "Confirm")
    assert "It’s bob’s turn" in first.text
    table = await sea.bot.context.tables.get(1)
    assert [str(turn.action) for turn in table.turns] == ["c4"]


async def test_two_presses_at_once_play_once(sea: Sea) -> None:
    await opened(sea)
    private = await sea.play(sea.ann, "d", "d4")
    button = next(
        part["custom_id"] for part in parts(private.raw) if part["type"] == 2 and part["label"] == "Confirm"
    )
    backend = sea.env.backend
    for _ in range(2):
        _, payload = simcord.interactions.base_payload(
            backend,
            type=InteractionType.MESSAGE_COMPONENT,
            channel_id=sea.place().id,
            guild_id=sea.guild.id,
            user_id=sea.ann.id,
            data={"custom_id": button, "component_type": 2},
        )
        stored = backend.get_message(sea.place().id, private.message.id)
        payload["message"] = serializers.message_payload(backend, stored)
        backend.emit("INTERACTION_CREATE", payload)
    await sea.env.settle()
    table = await sea.bot.context.tables.get(1)
    assert [str(turn.action) for turn in table.turns] == ["d4"]


async def test_bad_input_gets_one_sentence_that_says_what_to_do(sea: Sea) -> None:
    await opened(sea)
    thread = sea.place()

    elsewhere = sea.guild.create_text_channel("elsewhere")

    async def refusal(who: Any, action: str) -> str:
        seen = await sea.say(who, "move", thread, action=action)
        return seen.text

    assert "There’s no square “z9” here" in await refusal(sea.ann, "z9")
    assert "It’s ann’s turn" in await refusal(sea.bob, "d4")
    assert "You’re not playing at Table 1" in await refusal(sea.cid, "d4")
    await sea.say(sea.ann, "move", thread, action="d4")
    await sea.say(sea.bob, "move", thread, action="take green")
    assert "Choose an empty square" in await refusal(sea.bob, "d4")
    assert "There’s no game here" in (await sea.say(sea.cid, "move", elsewhere, action="d4")).text
    assert "can’t challenge yourself" in (await sea.say(sea.ann, "snorkels start", opponent=sea.ann)).text
    await sea.say(sea.ann, "snorkels start", opponent=sea.cid)
    again = await sea.say(sea.ann, "snorkels start", opponent=sea.cid)
    assert "You’ve already challenged cid to Snorkels at Table 2" in again.text
    assert again.message.ephemeral
    assert "you can play" in (await sea.say(sea.ann, "snorkels start", side="purple")).text
    assert "There’s no Table 77" in (await sea.say(sea.ann, "board", table=77)).text
    assert "can’t agree to a draw in Snorkels" in (await sea.say(sea.ann, "table draw", thread)).text


async def test_resigning_asks_once_and_ends_the_game(sea: Sea) -> None:
    await opened(sea)
    more = await sea.press(sea.bob, sea.card(), "More")
    assert "Resign" in more.buttons
    asked = await sea.press(sea.bob, more, "Resign")
    assert "Resign? This ends the game." in asked.text
    await sea.press(sea.bob, asked, "Yes, Resign")
    assert "Guest resigned. Host wins." in sea.card().text
    over = await sea.say(sea.ann, "move", sea.place(), action="d4")
    assert "Table 1 is over." in over.text


async def test_the_board_in_words_tells_all_that_the_picture_does(sea: Sea) -> None:
    await opened(sea)
    await place(sea, sea.ann, "d4")
    seen = await sea.say(sea.cid, "board", sea.place(), words=True)
    assert "Purple: d4." in seen.text
    assert "[P]" in seen.text


async def test_games_lists_those_that_wait_first(sea: Sea) -> None:
    await opened(sea)
    await sea.say(sea.bob, "snorkels start")
    mine = await sea.say(sea.ann, "games")
    assert "Snorkels · Table 1" in mine.text
    assert "your turn" in mine.text
    theirs = await sea.say(sea.bob, "games")
    assert "hasn’t started yet" in theirs.text
    assert "You’re not in any game right now" in (await sea.say(sea.cid, "games")).text


async def test_the_rule_book_opens_at_the_page_that_helps_and_turns(sea: Sea) -> None:
    first = await sea.say(sea.cid, "rules", game="snorkels")
    assert "page 1 of" in first.text
    await sea.press(sea.cid, first, "Next")
    assert "page 2 of" in first.text
    await opened(sea)
    assert "The Opening" in (await sea.say(sea.ann, "rules", sea.place())).text


async def test_commands_are_synced_once_and_not_at_each_start(sea: Sea) -> None:
    def syncs() -> int:
        return sum(
            entry.method == "PUT" and entry.path.endswith("/commands") for entry in sea.env.http_requests
        )

    assert syncs() == 1
    await sea.restart()
    assert syncs() == 1
    assert isinstance(sea.bot, CaptainsTable)


async def test_a_table_that_is_refused_is_refused_in_private(sea: Sea) -> None:
    before = len(sea.history(sea.channel))
    refused = await sea.say(sea.ann, "snorkels start", side="purple")
    assert "With these options you can play host or guest" in refused.text
    assert len(sea.history(sea.channel)) == before, "nothing of it is left in the channel"


async def test_a_turn_by_buttons_computes_what_may_be_done_once(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(sea)
    await place(sea, sea.ann, "d4")
    state, calls = type((await sea.bot.context.tables.get(1)).state), Calls()
    for name in ("legal", "play"):
        monkeypatch.setattr(state, name, calls.counted(name, getattr(state, name)))
    card = await sea.press(sea.bob, sea.card(), "Take Purple")
    await sea.press(sea.bob, card, "Confirm")
    assert calls.seen["play"] == 2, "played once to preview it, once for good"
    assert calls.seen["legal"] == 1, "once for ann's turn, on its card and on her private one"
