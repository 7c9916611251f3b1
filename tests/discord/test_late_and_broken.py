"""Presses from long ago, calls that Discord refuses, games that fail: each has a way on."""

from __future__ import annotations

import logging
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import structlog

from bot.app import CaptainsTable
from bot.components.cards.text import guarded
from bot.components.interactions import replies
from bot.components.interactions.card import Card, Control, layout
from bot.games import GAMES
from data.store.postgres.shards import ALL_SHARDS
from data.store.store import Store, sqlite_url
from rendering.picture import NoPainter, PaintError
from rendering.studio import Studio

from .sea import HOUR, Sea, Seen, Wall
from .test_hard_cases import behind, direct, opened, typed


async def posted(sea: Sea, *controls: Control) -> Any:
    """A message of an earlier day, with these buttons."""
    channel = sea.bot.get_partial_messageable(sea.channel.id, guild_id=sea.guild.id)
    message = await channel.send(view=layout(Card("### Old", rows=(controls,))))
    await sea.env.settle()
    return message


async def test_a_card_too_old_to_be_edited_is_followed_by_a_new_one(sea: Sea) -> None:
    await opened(sea)
    thread = sea.place()
    await sea.bot.context.tables.store.set_address(1, lobby=None)
    await typed(sea, sea.ann, "d4")
    old = sea.card()
    sea.env.inject_error(
        "PATCH", f"/channels/{thread.id}/messages/{old.message.id}", status=429, code=30046, times=None
    )
    await sea.bot.publisher.restore(1)
    assert sea.card().message.id != old.message.id
    private = await sea.press(sea.bob, old, old.buttons[0])
    await sea.press(sea.bob, private, "Take Green")
    await sea.press(sea.bob, private, "Confirm")
    assert f"<@{sea.bob.id}>, it’s your turn (green)" in sea.card().text
    assert await behind(sea) == []


async def test_a_lobby_too_old_to_be_edited_keeps_no_board_back(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob)
    path = f"/channels/{sea.channel.id}/messages/{lobby.message.id}"
    sea.env.inject_error("PATCH", path, status=429, code=30046, times=None)
    await sea.press(sea.bob, lobby, "Join")
    assert sea.card().buttons[-2:] == ["My View", "More"]
    assert await behind(sea) == []


async def test_a_press_from_before_a_restart_does_what_it_says(sea: Sea) -> None:
    await opened(sea)
    private = await sea.play(sea.ann, "d", "d4")
    await sea.restart()
    await sea.press(sea.ann, private, "Confirm")
    assert "on d4" in sea.card().text


@pytest.mark.parametrize(
    "control",
    [
        Control("juggle", "Press", 1, 1, "x|y"),
        Control("move", "Press", 1, 999_999_999),
        Control("pick", "Press", 1, 999_999_999, "d"),
        Control("pick", "Press", 1, 0, "no|such|path"),
        Control("play", "Press", 1, 999_999_999, "d|d4"),
        Control("play", "Press", 1, 1),
        Control("join", "Press", 1, 1, "admiral"),
        Control("draw", "Press", 1, 1),
        Control("page", "Press", 0, 0),
        Control("page", "Press", 0, 0, "whist|7"),
        Control("page", "Press", 0, 0, "snorkels|seven"),
        Control("mark", "Press", 1, 1, "zz|z9|z"),
        Control("lay", "Press", 1, 1),
        Control("review", "Press", 1, 1, "many"),
        Control("review", "Press", 1, 1, "-5"),
        Control("chart", "Press", 1, 1),
        Control("bring", "Press", 1, 1),
        Control("view", "Press", 999_999_999_999, 1),
        Control("view", "Press", 0, 0),
    ],
    ids=lambda control: f"{control.verb} {control.table_id} {control.version} {control.rest}",
)
async def test_a_button_of_another_release_gets_a_sentence_and_does_nothing(
    sea: Sea, control: Control
) -> None:
    await opened(sea)
    before = await sea.bot.context.tables.get(1)
    for who in (sea.ann, sea.cid):
        message = await posted(sea, control)
        result = await who.click(message, label="Press")
        answer = Seen(result.followups[-1] if result.followups else result.response or message)
        assert answer.text
        assert "went wrong" not in answer.text
    assert (await sea.bot.context.tables.get(1)).version == before.version


async def test_autocomplete_after_the_end_and_with_garbage_offers_nothing(sea: Sea) -> None:
    await opened(sea)
    thread = sea.place()
    for garbage in ("", "d4", "‮" * 50, "x" * 4000, "²", "\0", "play|d4"):
        assert len(await sea.ann.autocomplete(thread, "move", "action", garbage)) <= 25
    private = await sea.say(sea.ann, "table resign", thread)
    await sea.press(sea.ann, private, "Yes, Resign")
    assert await sea.ann.autocomplete(thread, "move", "action", "d") == []
    assert await sea.cid.autocomplete(sea.channel, "move", "action", "d") == []


CALLS = {
    "lobby": ("POST", "/webhooks/*/*"),
    "thread": ("POST", "/channels/*/messages/*/threads"),
    "first reply": ("POST", "/interactions/*/*/callback"),
    "post": ("POST", "/channels/*/messages"),
    "edit": ("PATCH", "/channels/*/messages/*"),
    "original": ("PATCH", "/webhooks/*/*/messages/@original"),
    "follow-up": ("POST", "/webhooks/*/*"),
    "direct": ("POST", "/users/@me/channels"),
}


@pytest.mark.parametrize("status", [429, 500])
@pytest.mark.parametrize("call", CALLS)
async def test_after_a_refused_call_all_is_shown_once(
    sea: Sea, monkeypatch: pytest.MonkeyPatch, call: str, status: int
) -> None:
    if call == "follow-up":
        # Only what comes late has one.
        monkeypatch.setattr(replies, "REPLY_WITHIN_S", -1.0)
    if call in ("lobby", "thread"):
        sea.env.inject_error(*CALLS[call], status=status)
    result = await sea.ann.slash(sea.channel, "depthcharge start", mines=3)
    assert result.response is not None
    lobby = await sea.say(sea.bob, "board", table=1)
    if call == "direct":
        sea.env.inject_error(*CALLS[call], status=status)
    await sea.press(sea.bob, lobby, "Join")
    await sea.env.advance_time(600)
    await sea.settled()
    if call not in ("lobby", "thread", "direct"):
        sea.env.inject_error(*CALLS[call], status=status)
    for who in (sea.ann, sea.bob):
        private = await who.slash(sea.place(), "move", action="mines " + MINES[who.name], table=1)
        assert private.response is not None
        await sea.env.advance_time(600)
    await sea.settled()
    assert len(sea.channel.threads) == 1
    assert await behind(sea) == []
    assert f"<@{sea.ann.id}>, it’s your turn (south)" in sea.card().text
    with_buttons = [seen for seen in map(Seen, sea.history()) if seen.buttons]
    assert len(with_buttons) == 1
    for who in (sea.ann, sea.bob):
        assert len(direct(who)) == 1
    assert not sea.env.backend.faults or call == "original"


MINES = {"ann": "b2 d3 f6", "bob": "b9 d8 g12"}


async def test_removed_and_added_again_the_bot_goes_on(sea: Sea) -> None:
    await opened(sea)
    thread = sea.place()
    servers = sea.bot._connection._guilds
    server = servers.pop(sea.guild.id)
    table = await sea.bot.context.tables.get(1)
    await sea.bot.context.tables.play(1, table.people[0], "d4")
    assert await behind(sea) == [1]
    assert "on d4" not in sea.card(thread).text
    servers[sea.guild.id] = server
    maintenance: Any = sea.bot.get_cog("Maintenance")
    await maintenance.on_guild_join(server)
    assert await behind(sea) == []
    assert "on d4" in sea.card(thread).text


async def test_a_painter_that_fails_is_replaced_by_the_board_as_text(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_given: Any, **_more: Any) -> Any:
        raise PaintError("no paint")

    monkeypatch.setattr(Studio, "draw", fail)
    await opened(sea)
    await typed(sea, sea.ann, "d4")
    assert sea.card().message.attachments[0].filename == "board.png"
    assert await behind(sea) == []


async def test_a_game_without_a_painter_is_shown_as_text_and_no_fault_is_logged(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def draw(*_given: Any, **_more: Any) -> Any:
        raise NoPainter("Snorkels has no painter.")

    monkeypatch.setattr(Studio, "draw", draw)
    with structlog.testing.capture_logs() as logs:
        await opened(sea)
        await typed(sea, sea.ann, "d4")
    assert sea.card().message.attachments[0].filename == "board.png"
    assert [line for line in logs if line["log_level"] in ("warning", "error")] == []


@pytest.fixture
async def adapt(sea: Sea) -> Any:
    """Restarts the bot with a changed game of Snorkels."""

    async def restart(**parts: Any) -> None:
        games = {**GAMES, "snorkels": replace(GAMES["snorkels"], **parts)}
        await sea.bot.close()
        await sea.bot.store.close()
        store = await Store.open(sqlite_url(sea.path))
        await sea.env.restart_bot(
            CaptainsTable(store, shards=ALL_SHARDS, games=games, rng=Random(3), now=Wall(), pulse=HOUR)
        )

    return restart


PARTS = (
    "text",
    "describe",
    "headline",
    "summary",
    "ending",
    "ask",
    "label",
    "page_for",
    "details",
    "findings",
)


@pytest.mark.parametrize("part", PARTS)
def test_no_part_of_a_games_words_raises_anything_but_a_refusal(part: str) -> None:
    def fail(*_given: Any) -> Any:
        raise ZeroDivisionError(part)

    broken: dict[str, Any] = {part: fail}
    game = guarded(replace(GAMES["snorkels"], **broken))
    calls: dict[str, tuple[Any, ...]] = {"ask": ("view", ()), "label": ("view", (), "d4")}
    said = getattr(game, part)(*calls.get(part, ("view",)))
    assert isinstance(said, str | tuple)


@pytest.mark.parametrize("part", PARTS)
async def test_failing_words_leave_a_gap_and_the_game_goes_on(sea: Sea, adapt: Any, part: str) -> None:
    def fail(*_given: Any) -> Any:
        raise ZeroDivisionError(part)

    await adapt(**{part: fail})
    await opened(sea)
    await sea.say(sea.cid, "checkers start", opponent=sea.bob)
    picker = await sea.opened(sea.ann)
    assert "went wrong" not in picker.text.replace("something in the game went wrong", "")
    await typed(sea, sea.ann, "d4")
    assert f"<@{sea.bob.id}>, it’s your turn (guest)" in sea.card().text
    for label in ("My View", "More"):
        seen = await sea.press(sea.bob, sea.card(), label)
        assert "on the bot’s side" not in seen.text
    assert await behind(sea) == []


async def test_autocomplete_that_is_delivered_twice_is_answered_once(
    sea: Sea, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    backend = sea.env.backend
    emit = backend.emit

    def twice(event: str, payload: Any, *more: Any, **options: Any) -> None:
        for _ in range(2 if event == "INTERACTION_CREATE" else 1):
            emit(event, payload, *more, **options)

    monkeypatch.setattr(backend, "emit", twice)
    caplog.set_level(logging.ERROR)
    assert await sea.ann.autocomplete(sea.channel, "snorkels start", "pace", "3d")
    answers = [each for each in sea.env.http_requests if each.path.endswith("/callback")]
    assert len(answers) == 1
    assert not caplog.records


async def test_suggestions_that_come_too_late_leave_no_traceback(
    sea: Sea, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    sea.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await sea.ann.autocomplete(sea.channel, "snorkels start", "pace", "3d")
    await sea.env.settle()
    assert [each.path for each in sea.env.http_requests if each.path.endswith("/callback")]
    assert not caplog.records
