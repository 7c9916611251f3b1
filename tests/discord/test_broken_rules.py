"""Rules that fail: they hide one board, or freeze one table, and everything else goes on."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables import service as service_module
from bot.tables.jobs import recovery
from tests.databases import execute

from .managing import manager
from .sea import Sea, Seen
from .test_hard_cases import behind, opened, typed


def fail(*_given: Any) -> Any:
    raise ZeroDivisionError


async def test_rules_that_cannot_tell_or_show_hide_one_board_and_no_table(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(sea)
    state = type((await sea.bot.context.tables.get(1)).state)

    with monkeypatch.context() as broken:
        broken.setattr(state, "narrate", fail)
        await typed(sea, sea.ann, "d4")
        assert f"<@{sea.bob.id}>, it’s your turn (guest)" in sea.card().text
        broken.setattr(state, "view_for", fail)
        answer = await sea.say(sea.bob, "move", sea.place(), action="take green", table=1)
        assert "your game is safe" in answer.text
        assert "board can’t be shown" in sea.card().text
        assert await behind(sea) == []
        lobby = await sea.say(sea.ann, "checkers start", opponent=sea.bob)
        await sea.press(sea.bob, lobby, "Join")
        assert await behind(sea) == []
    await typed(sea, sea.bob, "a1", sea.channel.threads[0])
    assert "on a1" in sea.card(sea.channel.threads[0]).text


async def test_rules_that_fail_freeze_their_table_and_keep_its_record(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(sea)
    thread = sea.place()
    state = type((await sea.bot.context.tables.get(1)).state)

    with monkeypatch.context() as broken:
        broken.setattr(state, "play", fail)
        answer = await sea.say(sea.ann, "move", thread, action="d4")
        mia = manager(sea)
        told = (await sea.say(mia, "doctor")).text
    assert "Its record is safe" in answer.text
    assert "Its record is safe" in sea.card(thread).text
    assert sea.card(thread).buttons == []
    assert await behind(sea) == []
    played = (await sea.bot.context.tables.get(1)).header.touched // 1000
    assert f"[Snorkels · Table 1](https://discord.com/channels/{sea.guild.id}/{thread.id}/" in told
    assert f"<@{sea.ann.id}>" in told
    assert f"<@{sea.bob.id}>" in told
    assert f" is frozen. It was last played <t:{played}:R>." in told
    assert "The problem is in what may follow, “play host" in told
    assert "ZeroDivisionError in tests.discord.test\\_broken\\_rules, line" in told
    assert "The bot’s host can get frozen tables going again: install a release" in told
    await opened(sea)
    other = sea.channel.threads[-1]
    await sea.say(sea.ann, "move", other, action="d4")
    assert "on d4" in sea.card(other).text, "the others play on"
    told = (await sea.say(mia, "doctor")).text
    assert "is frozen" in told
    assert "This release can play it" in told
    assert f"Table 2: waiting for <@{sea.bob.id}>" in told
    stored = await sea.bot.store.load(1)
    assert stored is not None
    assert stored.events


async def test_a_bug_beside_the_rules_is_answered_and_the_game_goes_on(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(sea)
    thread = sea.place()
    with monkeypatch.context() as broken:
        broken.setattr(service_module, "Event", None)
        answer = await sea.say(sea.ann, "move", thread, action="d4")
    assert "Something went wrong on the bot’s side; your game is safe." in answer.text
    assert "Its record is safe" not in sea.card(thread).text
    await sea.say(sea.ann, "move", thread, action="d4")
    assert "on d4" in sea.card(thread).text


async def test_a_frozen_table_goes_on_after_the_upgrade_and_its_card_says_so(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(sea)
    await typed(sea, sea.ann, "d4")
    thread = sea.place()
    state = type((await sea.bot.context.tables.get(1)).state)

    with monkeypatch.context() as broken:
        broken.setattr(state, "play", fail)
        await sea.say(sea.bob, "move", thread, action="take green")
        assert sea.card(thread).buttons == []
        await sea.restart()
        assert sea.card(thread).buttons == [], "the fault is there still"
    await sea.restart()
    card = sea.card(thread)
    assert (
        "The problem with this game is fixed and nothing was lost. Play resumes where it stopped" in card.text
    )
    assert f"<@{sea.bob.id}>, it’s your turn (guest)" in card.text
    assert {"My View", "More"} <= set(card.buttons)
    assert sea.pinged() == [sea.bob.id]
    assert await behind(sea) == []
    await typed(sea, sea.bob, "take green")
    assert "is fixed and nothing was lost" not in sea.card(thread).text


async def test_a_table_that_freezes_while_somebody_looks_at_it_says_so_on_its_card_at_once(sea: Sea) -> None:
    await opened(sea)
    await typed(sea, sea.ann, "d4")
    thread, other = sea.place(), sea.guild.create_text_channel("cabin")
    await execute(sea.bot.store, "UPDATE event SET text = 'z99' WHERE text = 'd4'")
    sea.bot.context.tables.cache.clear()
    assert "More" in sea.card(thread).buttons
    told = await sea.say(sea.ann, "games", other)
    assert "Table 1" not in told.text
    await sea.settled()
    assert "Its record is safe" in sea.card(thread).text
    assert sea.card(thread).buttons == []
    assert await behind(sea) == []


async def test_an_open_table_that_is_frozen_does_not_call_itself_over(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob)
    game = sea.bot.context.tables.games["snorkels"]

    with monkeypatch.context() as broken:
        broken.setattr(type(game), "start", property(lambda _game: fail), raising=False)
        await sea.press(sea.bob, lobby, "Join")
    frozen = next(Seen(each) for each in sea.history(sea.channel) if each.id == lobby.message.id)
    assert "Its record is safe" in frozen.text
    assert "The game is over" not in frozen.text


async def test_a_table_that_goes_on_calls_though_it_was_shown_as_frozen_just_now(sea: Sea) -> None:
    await opened(sea)
    await typed(sea, sea.ann, "d4")
    posted = len(sea.history())
    store, service = sea.bot.store, sea.bot.context.tables
    version = (await service.get(1)).version
    assert await store.freeze(1, version)
    assert await recovery.recover_all(service, lambda _number: None) == 1
    # The publisher notes what it was about to show while the table thawed.
    await store.set_address(1, shown=version)
    sea.bot.publisher.wake(1)
    await sea.settled()
    assert "is fixed and nothing was lost" in sea.card().text
    assert len(sea.history()) == posted + 1
    assert sea.pinged() == [sea.bob.id]
