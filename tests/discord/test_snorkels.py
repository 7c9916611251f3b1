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
from .simulation import Seen, Simulation


async def opened(sim: Simulation, **options: Any) -> None:
    """Ann challenges Bob, who joins."""
    lobby = await sim.say(sim.ann, "snorkels start", opponent=sim.bob, **options)
    await sim.press(sim.bob, lobby, "Join")


async def place(sim: Simulation, who: Any, square: str) -> Seen:
    """A snorkel on ``square``, by buttons."""
    return await sim.play(who, square[0], square, "Confirm")


async def choose(sim: Simulation, who: Any, colour: str) -> Seen:
    """The pie choice, by buttons."""
    return await sim.play(who, f"Take {colour.capitalize()}", "Confirm")


async def test_a_challenge_becomes_a_thread_with_a_picture_and_one_ping(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "snorkels start", opponent=sim.bob)
    assert "Snorkels · Table 1" in lobby.text
    assert f"<@{sim.bob.id}>, you’ve been challenged" in lobby.text
    assert lobby.buttons == ["Join", "Decline", "Rules", "Cancel"]
    await sim.press(sim.bob, lobby, "Join")
    (thread,) = sim.channel.threads
    assert thread.name == "Snorkels · ann vs bob"
    card = sim.card()
    assert "The opening" in card.text
    assert f"<@{sim.ann.id}>, it’s your turn (host)" in card.text
    assert card.buttons[-2:] == ["My View", "More"]
    assert "The host places the first purple snorkel." in card.alt
    assert sim.pinged() == [sim.ann.id]
    (picture,) = card.message.attachments
    assert picture.filename == "board.png"
    assert (await picture.read()).startswith(b"\x89PNG")
    assert f"Play it in <#{thread.id}>." in Seen(sim.channel.history()[0]).text


async def test_a_whole_game_by_buttons_ends_with_reason_record_and_rematch(sim: Simulation) -> None:
    await opened(sim)
    await place(sim, sim.ann, "a1")
    assert "Picking colours" in sim.card().text
    private = await choose(sim, sim.bob, "green")
    assert "Pick a column for your snorkel." in private.text, "the next choice is the guest's, too"
    for who, square in ((sim.bob, "a2"), (sim.ann, "g7")):
        before = sim.card().message.id
        await place(sim, who, square)
        assert sim.card().message.id != before, "a turn posts a new card"
        older = next(Seen(message) for message in sim.history() if message.id == before)
        assert older.buttons == [], "and takes the controls off the one before"
        assert older.alt
    await place(sim, sim.bob, "b1")
    card = sim.card()
    assert f"<@{sim.bob.id}> won." in card.text
    assert "out of air" in card.text
    assert card.buttons == ["Rematch", "Watch Replay", "Review"]
    names = [attachment.filename for attachment in card.message.attachments]
    assert names == ["board.png", "table-1.txt"]
    record = (await card.message.attachments[1].read()).decode()
    assert "guest take green" in record
    assert "green b1" in record

    await sim.press(sim.ann, card, "Rematch")
    card, line = map(Seen, sim.history()[-2:])
    assert f"<@{sim.ann.id}> would like a rematch." in card.text
    assert f"<@{sim.bob.id}>, press **Rematch** on the card" in line.text
    assert sim.pinged() == [sim.bob.id]
    await sim.press(sim.bob, card, "Rematch")
    assert not any("on the card" in Seen(each).text for each in sim.history()), "that’s done"
    rematch = sim.card()
    assert "Table 2" in rematch.text
    assert sim.place().name == "Snorkels · ann vs bob", "true of the rematch as well"
    ended = next(seen for each in sim.history() if "Rematch" in (seen := Seen(each)).buttons)
    assert "The rematch has begun." in ended.text
    assert f"<@{sim.bob.id}>, it’s your turn (host)" in rematch.text, "sides are swapped"


@pytest.mark.usefixtures("painted")
async def test_a_finished_game_is_seen_again_as_a_film_and_step_by_step(sim: Simulation) -> None:
    await opened(sim)
    early = await sim.say(sim.ann, "table replay", sim.place())
    assert "isn’t over yet" in early.text
    await place(sim, sim.ann, "a1")
    await choose(sim, sim.bob, "green")
    for who, square in ((sim.bob, "a2"), (sim.ann, "g7"), (sim.bob, "b1")):
        await place(sim, who, square)
    film = await sim.press(sim.cid, sim.card(), "Watch Replay")
    (attachment,) = film.message.attachments
    assert attachment.filename == "table-1.gif"
    with Image.open(BytesIO(await attachment.read())) as moving:
        assert (moving.format, moving.width) == ("GIF", 500)
        # The title, the positions, two pictures between; of two that are alike, the film has one.
        assert 1 + 6 + 4 * 2 <= moving.n_frames <= 1 + 6 + 5 * 2  # type: ignore[attr-defined]
    review = await sim.press(sim.cid, sim.card(), "Review")
    assert "Position 0 of 5" in review.text
    await sim.press(sim.cid, review, "Next")
    assert "The host placed the first purple snorkel on a1." in review.text
    await sim.press(sim.cid, review, "Last")
    assert "out of air" in review.text
    assert "Next" not in review.buttons


async def test_a_whole_game_by_typing(sim: Simulation) -> None:
    await opened(sim, stones=2)
    stones = sim.card()
    assert "Stones fell on" in stones.text
    rng = Random(5)
    thread = sim.place()
    for _ in range(60):
        table = await sim.bot.context.tables.get(1)
        if table.status != "playing":
            break
        who = next(each for each in (sim.ann, sim.bob) if each.id == table.awaited[0].id)
        choices = await who.autocomplete(thread, "move", "action", "")
        assert 0 < len(choices) <= 25
        legal = table.legal(table.acting[0])
        assert isinstance(legal, tuple)
        await sim.say(who, "move", thread, action=str(rng.choice(legal)).upper())
    assert table.status == "over"
    assert "won." in sim.card().text


async def test_autocomplete_offers_what_fits_and_says_when_there_is_more(sim: Simulation) -> None:
    await opened(sim)
    thread = sim.place()
    everything = await sim.ann.autocomplete(thread, "move", "action", "")
    assert everything[-1]["name"] == "… and 25 more (keep typing)"
    await sim.say(sim.ann, "move", thread, action=everything[-1]["value"])
    assert (await sim.bot.context.tables.get(1)).turns == (), "whoever picks that line plays nothing"
    assert [each["value"] for each in await sim.ann.autocomplete(thread, "move", "action", " D")] == [
        f"d{rank}" for rank in range(1, 8)
    ]
    assert await sim.bob.autocomplete(thread, "move", "action", "d") == []
    assert await sim.ann.autocomplete(sim.channel, "move", "action", "x9") == []


async def test_a_restart_in_the_middle_changes_nothing(sim: Simulation) -> None:
    await opened(sim)
    picker = await sim.opened(sim.ann)
    await sim.press(sim.ann, picker, "d")
    await sim.restart()
    await sim.press(sim.ann, picker, "d4")
    await sim.restart()
    await sim.press(sim.ann, picker, "Confirm")
    assert "The host placed the first purple snorkel on d4." in sim.card().text
    await sim.restart()
    await choose(sim, sim.bob, "purple")
    assert f"<@{sim.ann.id}>, it’s your turn (green)" in sim.card().text


async def test_what_was_committed_and_not_shown_is_shown_after_a_restart(sim: Simulation) -> None:
    await opened(sim)
    cards = len(sim.history())
    sim.bot.context.tables.listeners.clear()
    await place(sim, sim.ann, "c3")
    assert len(sim.history()) == cards
    await sim.restart()
    assert "on c3" in sim.card().text


async def test_others_are_told_kindly_whose_turn_it_is(sim: Simulation) -> None:
    await opened(sim)
    card = sim.card()
    for who, told in ((sim.bob, "It’s ann’s turn"), (sim.cid, "You’re not playing at Table 1")):
        view = await sim.press(who, card, "d")
        assert told in view.text
        assert "your view" in view.text, "their own view beside it"
    watching = await sim.press(sim.cid, card, "My View")
    assert "You’re watching." in watching.text
    assert watching.buttons == ["Board in Words"]


async def test_a_stale_picker_refreshes_itself_and_says_why(sim: Simulation) -> None:
    await opened(sim)
    first = await sim.play(sim.ann, "d", "d4")
    await sim.env.advance_time(16 * 60)
    await sim.play(sim.ann, "c", "c4", "Confirm")
    assert "Confirm" in first.buttons, "Discord no longer lets the bot delete it"
    await sim.press(sim.ann, first, "Confirm")
    assert "It’s bob’s turn" in first.text
    table = await sim.bot.context.tables.get(1)
    assert [str(turn.action) for turn in table.turns] == ["c4"]


async def test_two_presses_at_once_play_once(sim: Simulation) -> None:
    await opened(sim)
    private = await sim.play(sim.ann, "d", "d4")
    button = next(
        part["custom_id"] for part in parts(private.raw) if part["type"] == 2 and part["label"] == "Confirm"
    )
    backend = sim.env.backend
    for _ in range(2):
        _, payload = simcord.interactions.base_payload(
            backend,
            type=InteractionType.MESSAGE_COMPONENT,
            channel_id=sim.place().id,
            guild_id=sim.guild.id,
            user_id=sim.ann.id,
            data={"custom_id": button, "component_type": 2},
        )
        stored = backend.get_message(sim.place().id, private.message.id)
        payload["message"] = serializers.message_payload(backend, stored)
        backend.emit("INTERACTION_CREATE", payload)
    await sim.env.settle()
    table = await sim.bot.context.tables.get(1)
    assert [str(turn.action) for turn in table.turns] == ["d4"]


async def test_bad_input_gets_one_sentence_that_says_what_to_do(sim: Simulation) -> None:
    await opened(sim)
    thread = sim.place()

    elsewhere = sim.guild.create_text_channel("elsewhere")

    async def refusal(who: Any, action: str) -> str:
        seen = await sim.say(who, "move", thread, action=action)
        return seen.text

    assert "There’s no square “z9” here" in await refusal(sim.ann, "z9")
    assert "It’s ann’s turn" in await refusal(sim.bob, "d4")
    assert "You’re not playing at Table 1" in await refusal(sim.cid, "d4")
    await sim.say(sim.ann, "move", thread, action="d4")
    await sim.say(sim.bob, "move", thread, action="take green")
    assert "Choose an empty square" in await refusal(sim.bob, "d4")
    assert "There’s no game here" in (await sim.say(sim.cid, "move", elsewhere, action="d4")).text
    assert "can’t challenge yourself" in (await sim.say(sim.ann, "snorkels start", opponent=sim.ann)).text
    await sim.say(sim.ann, "snorkels start", opponent=sim.cid)
    again = await sim.say(sim.ann, "snorkels start", opponent=sim.cid)
    assert "You’ve already challenged cid to Snorkels at Table 2" in again.text
    assert again.message.ephemeral
    assert "you can play" in (await sim.say(sim.ann, "snorkels start", side="purple")).text
    assert "There’s no Table 77" in (await sim.say(sim.ann, "board", table=77)).text
    assert "can’t agree to a draw in Snorkels" in (await sim.say(sim.ann, "table draw", thread)).text


async def test_resigning_asks_once_and_ends_the_game(sim: Simulation) -> None:
    await opened(sim)
    more = await sim.press(sim.bob, sim.card(), "More")
    assert "Resign" in more.buttons
    asked = await sim.press(sim.bob, more, "Resign")
    assert "Resign? This ends the game." in asked.text
    await sim.press(sim.bob, asked, "Yes, Resign")
    assert f"**<@{sim.ann.id}> won:** <@{sim.bob.id}> (guest) resigned." in sim.card().text
    over = await sim.say(sim.ann, "move", sim.place(), action="d4")
    assert "Table 1 is over." in over.text


async def test_the_board_in_words_tells_all_that_the_picture_does(sim: Simulation) -> None:
    await opened(sim)
    await place(sim, sim.ann, "d4")
    seen = await sim.say(sim.cid, "board", sim.place(), words=True)
    assert "Purple: d4." in seen.text
    assert "[P]" in seen.text


async def test_games_lists_those_that_wait_first(sim: Simulation) -> None:
    await opened(sim)
    await sim.say(sim.bob, "snorkels start")
    mine = await sim.say(sim.ann, "games")
    assert "Snorkels · Table 1" in mine.text
    assert "your turn" in mine.text
    theirs = await sim.say(sim.bob, "games")
    assert "hasn’t started yet" in theirs.text
    assert "You’re not in any game right now" in (await sim.say(sim.cid, "games")).text


async def test_the_rule_book_opens_at_the_page_that_helps_and_turns(sim: Simulation) -> None:
    first = await sim.say(sim.cid, "rules", game="snorkels")
    assert "page 1 of" in first.text
    await sim.press(sim.cid, first, "Next")
    assert "page 2 of" in first.text
    await opened(sim)
    assert "The Opening" in (await sim.say(sim.ann, "rules", sim.place())).text


async def test_commands_are_synced_once_and_not_at_each_start(sim: Simulation) -> None:
    def syncs() -> int:
        return sum(
            entry.method == "PUT" and entry.path.endswith("/commands") for entry in sim.env.http_requests
        )

    assert syncs() == 1
    await sim.restart()
    assert syncs() == 1
    assert isinstance(sim.bot, CaptainsTable)


async def test_a_table_that_is_refused_is_refused_in_private(sim: Simulation) -> None:
    before = len(sim.history(sim.channel))
    refused = await sim.say(sim.ann, "snorkels start", side="purple")
    assert "With these options, you can play host or guest" in refused.text
    assert len(sim.history(sim.channel)) == before, "nothing of it is left in the channel"


async def test_a_turn_by_buttons_computes_what_may_be_done_once(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(sim)
    await place(sim, sim.ann, "d4")
    state, calls = type((await sim.bot.context.tables.get(1)).state), Calls()
    for name in ("legal", "play"):
        monkeypatch.setattr(state, name, calls.counted(name, getattr(state, name)))
    card = await sim.press(sim.bob, sim.card(), "Take Purple")
    await sim.press(sim.bob, card, "Confirm")
    assert calls.seen["play"] == 1, "played for the preview, and taken over when it is confirmed"
    assert calls.seen["legal"] == 1, "once for ann's turn, on its card and on her private one"
