"""What tells people of a table, when Discord refuses it for a while: told in the end, and once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.tables import server_rules
from bot.tables.people import preferences

from .sea import Sea, Seen
from .test_hard_cases import behind
from .test_time import HOUR, advance, opened, play

FAULTS = pytest.mark.parametrize("status", [429, 500])


def told(sea: Sea, words: str) -> list[Any]:
    """The messages of the table that say so."""
    return [message for message in sea.history() if words in Seen(message).text]


@FAULTS
async def test_a_reminder_comes_once(sea: Sea, status: int) -> None:
    await opened(sea, pace="1d")
    sea.env.inject_error("POST", f"/channels/{sea.place().id}/messages", status=status, times=2)
    await advance(sea, 13 * HOUR)
    assert len(told(sea, "half your time is gone")) == 1
    assert sea.pinged() == [sea.ann.id]
    assert await behind(sea) == []


@FAULTS
async def test_a_reminder_at_a_table_whose_card_is_gone_comes_with_the_new_card(
    sea: Sea, status: int
) -> None:
    await opened(sea, pace="1d")
    sea.env.backend.delete_message(sea.place().id, sea.card().message.id)
    sea.env.inject_error("POST", f"/channels/{sea.place().id}/messages", status=status, times=2)
    await advance(sea, 13 * HOUR)
    card = sea.card()
    assert f"<@{sea.ann.id}>, half your time is gone." in card.text
    assert card.buttons[-2:] == ["My View", "More"]
    assert sea.pinged() == [sea.ann.id]
    assert len(told(sea, "half your time is gone")) == 1


@FAULTS
async def test_the_line_for_a_turn_comes_once_where_one_card_is_changed(sea: Sea, status: int) -> None:
    await server_rules.change(sea.bot.store, sea.guild.id, cards="edit")
    await opened(sea)
    for method in ("POST", "PATCH"):
        sea.env.inject_error(method, f"/channels/{sea.place().id}/messages*", status=status, times=2)
    await play(sea, sea.ann, "d4")
    await advance(sea, 600)
    assert len(told(sea, "it’s your turn.")) == 1
    assert sea.pinged() == [sea.bob.id]
    assert await behind(sea) == []


@FAULTS
@pytest.mark.parametrize("call", ["/users/@me/channels", "/channels/*/messages"])
async def test_a_direct_message_comes_once(sea: Sea, call: str, status: int) -> None:
    await preferences.change(sea.bot.store, sea.bob.id, pings="direct")
    await opened(sea)
    sea.env.inject_error("POST", call, status=status, times=2)
    await play(sea, sea.ann, "d4")
    await advance(sea, 600)
    _, letter = sea.bob.user.dm_channel.history()
    assert letter.content.startswith("It’s your turn in [Snorkels · Table 1](")
    assert sea.pinged() == [], "told there, and not here as well"
    assert "on d4" in sea.card().text
    assert await behind(sea) == []


@FAULTS
async def test_the_end_is_shown_with_its_files_whatever_is_refused_first(sea: Sea, status: int) -> None:
    await opened(sea)
    asked = await sea.say(sea.ann, "table resign", sea.place())
    for method in ("POST", "PATCH"):
        sea.env.inject_error(method, "/channels/*/messages*", status=status, times=2)
    await sea.press(sea.ann, asked, "Yes, Resign")
    await advance(sea, 600)
    card = sea.card()
    assert "The end" in card.text
    assert [file.filename for file in card.message.attachments] == ["board.png", "table-1.txt"]
    assert len(told(sea, "The end")) == 1
    assert await behind(sea) == []


@pytest.mark.parametrize("status", [401, 403, 404])
async def test_what_discord_will_not_have_is_tried_once(
    sea: Sea, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    await opened(sea)
    publisher, tries = sea.bot.publisher, list[int]()

    async def refused(session: int) -> None:
        tries.append(session)
        if len(tries) == 1:
            raise discord.HTTPException(SimpleNamespace(status=status, reason=""), "no")

    monkeypatch.setattr(publisher, "_publish", refused)
    publisher.wake(1)
    await publisher.settle()
    assert tries == [1]
