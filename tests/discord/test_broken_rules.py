"""Rules that fail: they hide one board, or freeze one table, and everything else goes on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.discord.managing import manager
from tests.discord.sea import Sea
from tests.discord.test_hard_cases import behind, opened, typed


async def test_rules_that_cannot_tell_or_show_hide_one_board_and_no_table(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(sea)
    state = type((await sea.bot.house.sessions.snapshot(1)).state)

    def fail(*_given: Any) -> Any:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(state, "tell", fail)
        await typed(sea, sea.ann, "d4")
        assert f"<@{sea.bob.id}> (Guest) to act" in sea.card().text
        broken.setattr(state, "view_for", fail)
        answer = await sea.say(sea.bob, "move", sea.place(), action="take green", table=1)
        assert "the table is safe" in answer.text
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
    state = type((await sea.bot.house.sessions.snapshot(1)).state)

    def fail(*_given: Any) -> Any:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(state, "play", fail)
        answer = await sea.say(sea.ann, "move", thread, action="d4")
    assert "Its record is safe" in answer.text
    assert "Its record is safe" in sea.card(thread).text
    assert sea.card(thread).buttons == []
    assert await behind(sea) == []
    mia = manager(sea)
    told = (await sea.say(mia, "doctor")).text
    played = (await sea.bot.house.sessions.snapshot(1)).header.touched // 1000
    assert f"[Snorkels · Table 1](https://discord.com/channels/{sea.guild.id}/{thread.id}/" in told
    assert f"<@{sea.ann.id}>" in told
    assert f"<@{sea.bob.id}>" in told
    assert f", is frozen. It was played last <t:{played}:R>." in told
    assert "What the bot’s host can do" in told
    await opened(sea)
    other = sea.channel.threads[-1]
    await sea.say(sea.ann, "move", other, action="d4")
    assert "on d4" in sea.card(other).text, "the others play on"
    told = (await sea.say(mia, "doctor")).text
    assert "is frozen" in told
    assert f"Table 2 waits for <@{sea.bob.id}>" in told
    stored = await sea.bot.store.load(1)
    assert stored is not None
    assert stored.events
