"""The list of a server’s tables, which keeps itself current."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.tables.model.table import Person, Table
from data.store.records import Address

from .limits import parts
from .managing import deleted, listed, manager, rules_of
from .sea import Sea, Seen


async def test_the_list_of_tables_keeps_itself_current(sea: Sea) -> None:
    mia = manager(sea)
    board = sea.guild.create_text_channel("tables")
    told = await sea.say(mia, "server board", channel=board)
    assert f"is in <#{board.id}>" in told.text
    (message,) = board.history()
    assert "No open tables right now." in Seen(message).text
    sea.bot.lists.pause = 0
    lobby = await sea.say(sea.ann, "snorkels start")
    await listed(sea)
    shown = Seen(board.last_message)
    assert shown.message.id == message.id, "the card is changed, not posted again"
    assert shown.buttons == ["Join Table 1"]
    assert f"<@{sea.ann.id}>: 1 open seat." in shown.text
    joined = await sea.press(sea.bob, shown, "Join Table 1")
    assert "The game has begun: [Snorkels · Table 1](https://discord.com/channels/" in joined.text
    await listed(sea)
    shown = Seen(board.last_message)
    assert shown.buttons == []
    assert "waiting for" in shown.text
    assert f"/{sea.place().id}/{sea.card().message.id}" in shown.text, "with a link to the newest card"
    await sea.bot.context.tables.resign(1, (await sea.bot.context.tables.get(1)).people[0])
    await listed(sea)
    text = Seen(board.last_message).text
    assert "**Latest results**" in text
    people = f"🟣 <@{sea.ann.id}> · 🟡 <@{sea.bob.id}>"
    assert f"{people}: **<@{sea.bob.id}> won.** Host resigned. Guest wins." in text, "people, not only sides"
    second = await sea.say(sea.cid, "snorkels start")
    await listed(sea)
    assert Seen(board.last_message).buttons == ["Join Table 2"]
    await sea.press(sea.cid, second, "Cancel")
    await listed(sea)
    assert Seen(board.last_message).buttons == []
    assert lobby.message.id != second.message.id


async def test_a_list_that_was_deleted_or_is_too_old_is_posted_again(sea: Sea) -> None:
    board = sea.guild.create_text_channel("tables")
    await sea.say(manager(sea), "server board", channel=board)
    sea.bot.lists.pause = 0
    first = board.last_message
    assert first is not None
    await deleted(sea, board, first)
    await sea.say(sea.ann, "snorkels start")
    await listed(sea)
    second = board.last_message
    assert second is not None
    assert second.id != first.id
    sea.env.inject_error("PATCH", f"/channels/{board.id}/messages/*", status=400, code=30046)
    await sea.say(sea.ann, "snorkels start")
    await listed(sea)
    (third,) = board.history()
    assert third.id != second.id, "and the old one is taken away"
    assert Seen(third).buttons == ["Join Table 2", "Join Table 1"], "the latest first"


async def test_many_changes_are_one_edit(sea: Sea) -> None:
    board = sea.guild.create_text_channel("tables")
    await sea.say(manager(sea), "server board", channel=board)
    await listed(sea)
    before = len(sea.env.http_requests)
    sea.bot.lists.pause = 3600
    for _ in range(3):
        await sea.say(sea.ann, "snorkels start")
    edits = [
        each
        for each in sea.env.http_requests[before:]
        if each.method == "PATCH" and str(board.id) in each.path
    ]
    assert len(edits) == 1, "the first at once, the others wait"
    assert Seen(board.last_message).buttons == ["Join Table 1"]


async def test_a_change_while_the_list_is_edited_is_shown_next(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists, edits = sea.bot.lists, list[int]()

    async def refresh(server: int) -> bool:
        edits.append(server)
        if len(edits) == 1:
            lists.wake(server)
        return False

    monkeypatch.setattr(lists, "refresh", refresh)
    lists.wake(sea.guild.id)
    await lists.settle()
    assert edits == [sea.guild.id] * 2


async def test_whether_a_server_has_a_list_is_looked_up_once_in_a_while(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists, looked = sea.bot.lists, []
    refresh = lists.refresh

    async def heard(server: int) -> bool:
        looked.append(server)
        return await refresh(server)

    async def change() -> None:
        await sea.say(sea.ann, "snorkels start")
        await sea.settled()
        await lists.settle()

    monkeypatch.setattr(lists, "refresh", heard)
    lists.pause = 3600
    for _ in range(3):
        await change()
    assert looked == [sea.guild.id]
    lists.pause = 0
    await change()
    assert len(looked) > 1, "the time is over"
    lists.pause = 3600
    await change()
    board = sea.guild.create_text_channel("tables")
    looked.clear()
    await sea.say(manager(sea), "server board", channel=board)
    await sea.say(sea.ann, "snorkels start")
    assert set(looked) == {sea.guild.id}
    assert "Join Table 6" in Seen(board.last_message).buttons, "a list that is new is shown at once"


@pytest.mark.slow
async def test_a_list_is_brought_up_to_date_after_a_restart_and_can_be_moved_and_removed(sea: Sea) -> None:
    mia = manager(sea)
    board, other = (sea.guild.create_text_channel(name) for name in ("tables", "notices"))
    await sea.say(mia, "server board", channel=board)
    sea.bot.publisher.on_shown = lambda _session: None
    await sea.say(sea.ann, "snorkels start")
    assert Seen(board.last_message).buttons == []
    await sea.restart()
    await listed(sea)
    assert Seen(board.last_message).buttons == ["Join Table 1"]
    await sea.say(mia, "server board", channel=other)
    assert (len(board.history()), len(other.history())) == (0, 1)
    await sea.say(mia, "server board", remove=True)
    assert other.history() == []
    assert (await rules_of(sea)).board_channel == 0


async def test_a_list_fits_whatever_there_is_to_list_and_keeps_hidden_channels_to_itself(sea: Sea) -> None:
    nobody: Any = {sea.guild.default_role: discord.PermissionOverwrite(view_channel=False)}
    secret = sea.guild.create_text_channel("cabin", overwrites=nobody)
    board = sea.guild.create_text_channel("tables")
    service = sea.bot.context.tables
    for number in range(30):
        home = secret.id if number == 29 else sea.channel.id
        host = Person(sea.ann.id + number, f"sailor {number}")
        await service.open("crackers", host, {}, Address(sea.guild.id, home))
    await sea.say(manager(sea), "server board", channel=board)
    shown = Seen(board.last_message)
    assert "… and 21 more." in shown.text
    assert "Table 30" not in shown.text
    assert len(shown.buttons) == 8
    assert len(list(parts(shown.raw))) <= 40


async def test_a_change_that_comes_while_an_edit_is_refused_is_shown(
    sea: Sea, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = sea.guild.create_text_channel("tables")
    await sea.say(manager(sea), "server board", channel=board)
    await listed(sea)
    lists, edit, refused = sea.bot.lists, sea.bot.lists.update, list[int]()

    async def refused_once(*given: Any) -> bool:
        if refused:
            return await edit(*given)
        refused.append(1)
        lists.wake(sea.guild.id)
        raise discord.Forbidden(Mock(status=403), {"code": 50001, "message": "Missing Access"})

    monkeypatch.setattr(lists, "update", refused_once)
    await sea.say(sea.ann, "snorkels start")
    await listed(sea)
    assert refused
    assert Seen(board.last_message).buttons == ["Join Table 1"]


@pytest.mark.parametrize("status", [429, 500])
async def test_a_list_whose_edit_fails_for_a_while_is_tried_again(sea: Sea, status: int) -> None:
    board = sea.guild.create_text_channel("tables")
    await sea.say(manager(sea), "server board", channel=board)
    await listed(sea)
    sea.env.inject_error("PATCH", f"/channels/{board.id}/messages/*", status=status, times=2)
    await sea.say(sea.ann, "snorkels start")
    await sea.env.advance_time(600)
    await listed(sea)
    assert Seen(board.last_message).buttons == ["Join Table 1"]


async def test_a_refused_list_is_not_tried_for_ever(sea: Sea) -> None:
    board = sea.guild.create_text_channel("tables")
    await sea.say(manager(sea), "server board", channel=board)
    await listed(sea)
    for method in ("PATCH", "POST"):
        path = f"/channels/{board.id}/messages*"
        sea.env.inject_error(method, path, status=403, code=50001, times=None)
    await sea.say(sea.ann, "snorkels start")
    await listed(sea)
    assert sea.bot.lists.tasks == {}


async def test_a_table_at_hand_is_not_read_for_its_list(sea: Sea, monkeypatch: pytest.MonkeyPatch) -> None:
    await sea.say(sea.ann, "snorkels start")
    await sea.settled()
    tables, read = sea.bot.context.tables, list[int]()
    get = tables.get

    async def counted(table_id: int) -> Table:
        read.append(table_id)
        return await get(table_id)

    monkeypatch.setattr(tables, "get", counted)
    sea.bot.lists.table_changed(1)
    await sea.bot.lists.settle()
    assert read == []
    tables.cache.clear()
    sea.bot.lists.table_changed(1)
    await sea.bot.lists.settle()
    assert read == [1]


async def test_a_table_in_no_server_is_on_no_list(sea: Sea, monkeypatch: pytest.MonkeyPatch) -> None:
    lists, looked = sea.bot.lists, list[int]()

    async def refresh(server: int) -> bool:
        looked.append(server)
        return False

    monkeypatch.setattr(lists, "refresh", refresh)
    for guild in (None, sea.guild.id):
        person = Person(sea.ann.id, "ann")
        table = await sea.bot.context.tables.open("snorkels", person, {}, Address(guild, sea.channel.id))
        lists.table_changed(table.id)
        await lists.settle()
    assert looked == [sea.guild.id]
