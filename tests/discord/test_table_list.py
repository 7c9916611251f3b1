"""The list of a server’s tables, which keeps itself current."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock, patch

import discord
import pytest

from bot.components.publishing import posting
from bot.features.server_lists.table_list import ServerTableLists
from bot.tables import server_rules
from bot.tables.model.seating import Person
from data.store.records import Address
from data.store.store import Store

from .fixtures import Listen
from .limits import parts
from .playing import listed
from .simulation import Simulation


@pytest.fixture
def lists(sim: Simulation) -> ServerTableLists:
    return sim.part(ServerTableLists)


@pytest.fixture
async def board(sim: Simulation) -> Any:
    """A channel with the server's list."""
    channel = sim.guild.create_text_channel("tables")
    await sim.manager().say("server board", channel)
    await listed(sim)
    return channel


async def test_a_list_that_was_deleted_or_is_too_old_is_posted_again(sim: Simulation, board: Any) -> None:
    first = board.last_message
    sim.env.delete_message(board.id, first.id)
    await sim.ann.say("snorkels start")
    await listed(sim)
    second = board.last_message
    assert second.id != first.id
    sim.refuse("PATCH", f"/channels/{board.id}/messages/*", 400, 30046)
    await sim.ann.say("snorkels start")
    await listed(sim)
    (third,) = board.history()
    assert third.id != second.id, "and the old one is taken away"
    assert third.buttons == ["Join Table 2", "Join Table 1"], "the latest first"


@pytest.mark.parametrize(
    ("status", "code", "told"), [(403, 50013, "doesn’t let the bot post"), (400, 0, "Something went wrong")]
)
async def test_a_list_that_another_channel_refuses_stays_where_it_was(
    sim: Simulation, board: Any, status: int, code: int, told: str
) -> None:
    boss, other = sim.manager(), sim.guild.create_text_channel("other")
    kept = board.last_message.id
    sim.refuse("POST", f"/channels/{other.id}/messages", status, code)
    refused = await boss.say("server board", other, game="checkers")
    assert told in refused
    assert [each.id for each in board.history()] == [kept]
    await sim.ann.say("snorkels start")
    await listed(sim)
    assert board.last_message.buttons == ["Join Table 1"]
    await boss.say("server board", other)
    assert board.history() == []
    assert other.last_message.buttons == ["Join Table 1"]


@pytest.mark.parametrize("failure", [OSError, TimeoutError])
async def test_a_list_stays_where_it_was_if_the_connection_is_cut_while_it_moves(
    sim: Simulation, board: Any, failure: type[Exception]
) -> None:
    boss, other = sim.manager(), sim.guild.create_text_channel("other")
    kept = board.last_message.id
    for place in (other, board):
        with patch.object(posting, "post_once", side_effect=failure):
            await boss.say("server board", place, game="checkers")
    await sim.ann.say("snorkels start")
    await listed(sim)
    assert [(each.id, each.buttons) for each in board.history()] == [(kept, ["Join Table 1"])]
    assert other.history() == []
    before = len(sim.env.http_requests)
    await boss.say("server board", other)
    assert (len(board.history()), other.last_message.buttons) == (0, ["Join Table 1"])
    asked = [each.path for each in sim.env.http_requests[before:]]
    assert not [each for each in asked if str(other.id) in each and str(kept) in each]


async def test_a_list_that_was_posted_and_not_noted_is_posted_once(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, change = sim.guild.create_text_channel("tables"), server_rules.change

    async def killed(store: Store, server: int, **chosen: Any) -> server_rules.ServerRules:
        if "board_message" in chosen and board.history():
            raise RuntimeError("killed")
        return await change(store, server, **chosen)

    with monkeypatch.context() as dying:
        dying.setattr(server_rules, "change", killed)
        await sim.manager().say("server board", board)
    await sim.ann.say("snorkels start")
    await listed(sim)
    assert [each.buttons for each in board.history()] == [["Join Table 1"]]


async def test_lists_that_take_turns_in_a_channel_are_new_ones(sim: Simulation, board: Any) -> None:
    mia = sim.manager()
    for chosen in ({}, {"remove": True}, {}):
        await mia.say("server board", board, **chosen)
    assert len(board.history()) == 1
    await sim.ann.say("snorkels start")
    await listed(sim)
    assert [each.buttons for each in board.history()] == [["Join Table 1"]]


async def test_a_table_that_changes_while_the_list_is_posted_posts_no_second_one(
    sim: Simulation, lists: ServerTableLists
) -> None:
    board, mia = sim.guild.create_text_channel("tables"), sim.manager()
    await sim.ann.say("snorkels start")
    change = server_rules.change

    async def busy(store: Store, server: int, **chosen: Any) -> server_rules.ServerRules:
        after = await change(store, server, **chosen)
        if chosen.get("board_message") == 0:
            lists.tasks.wake(server)
        return after

    with patch.object(server_rules, "change", busy):
        await mia.say("server board", board)
    await listed(sim)
    assert len(board.history()) == 1


async def test_many_changes_are_one_edit(sim: Simulation, board: Any, lists: ServerTableLists) -> None:
    before = len(sim.env.http_requests)
    lists.pause = 3600
    for _ in range(3):
        await sim.ann.say("snorkels start")
    edits = [
        each
        for each in sim.env.http_requests[before:]
        if each.method == "PATCH" and str(board.id) in each.path
    ]
    assert len(edits) == 1, "the first at once, the others wait"
    assert board.last_message.buttons == ["Join Table 1"]


async def test_whether_a_server_has_a_list_is_looked_up_once_in_a_while(
    sim: Simulation, lists: ServerTableLists, listen: Listen
) -> None:
    looked = listen(lists, "refresh")

    async def change() -> None:
        await sim.ann.say("snorkels start")
        await sim.settled()
        await lists.settle()

    lists.pause = 3600
    for _ in range(3):
        await change()
    assert looked == [(sim.guild.id,)]
    lists.pause = 0
    await change()
    assert len(looked) > 1, "the time is over"
    lists.pause = 3600
    await change()
    board = sim.guild.create_text_channel("tables")
    looked.clear()
    await sim.manager().say("server board", board)
    await sim.ann.say("snorkels start")
    assert set(looked) == {(sim.guild.id,)}
    assert "Join Table 6" in board.last_message.buttons, "a list that is new is shown at once"


async def test_a_list_is_brought_up_to_date_after_a_restart_and_can_be_moved_and_removed(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    mia = sim.manager()
    board, other = (sim.guild.create_text_channel(name) for name in ("tables", "notices"))
    await mia.say("server board", board)
    monkeypatch.setattr(sim.part(ServerTableLists).tasks, "wake", lambda _server: None)
    await sim.ann.say("snorkels start")
    assert board.last_message.buttons[0] == "Start a Game"
    await sim.restart()
    await listed(sim)
    assert board.last_message.buttons == ["Join Table 1"]
    await mia.say("server board", board, channel=other)
    assert (len(board.history()), len(other.history())) == (0, 1)
    await mia.say("server board", remove=True)
    assert other.history() == []
    assert (await sim.rules()).board_channel == 0


async def test_a_list_fits_whatever_there_is_to_list_and_keeps_hidden_channels_to_itself(
    sim: Simulation,
) -> None:
    secret = sim.channel_for()
    board = sim.guild.create_text_channel("tables")
    service = sim.tables
    for number in range(30):
        home = secret.id if number == 29 else sim.channel.id
        host = Person(sim.ann.id + number, f"sailor {number}")
        await service.open("crackers", host, {}, Address(sim.guild.id, home))
    await sim.manager().say("server board", board)
    shown = board.last_message
    assert "… and 21 more." in shown
    assert "Table 30" not in shown
    assert len(shown.buttons) == 8
    assert len(list(parts(shown.components))) <= 40


async def test_a_change_that_comes_while_an_edit_is_refused_is_shown(
    sim: Simulation, board: Any, lists: ServerTableLists, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit, refused = posting.edit_in, list[int]()

    async def refused_once(*given: Any, **more: Any) -> Any:
        if refused:
            return await edit(*given, **more)
        refused.append(1)
        lists.tasks.wake(sim.guild.id)
        raise discord.DiscordServerError(Mock(status=503), "Try again")

    monkeypatch.setattr(posting, "edit_in", refused_once)
    await sim.ann.say("snorkels start")
    await listed(sim)
    assert refused
    assert board.last_message.buttons == ["Join Table 1"]


@pytest.mark.parametrize("status", [429, 500])
async def test_a_list_whose_edit_fails_for_a_while_is_tried_again(
    sim: Simulation, board: Any, status: int
) -> None:
    sim.refuse("PATCH", f"/channels/{board.id}/messages/*", status, times=2)
    await sim.ann.say("snorkels start")
    await sim.env.advance_time(600)
    await listed(sim)
    assert board.last_message.buttons == ["Join Table 1"]


async def test_a_table_at_hand_is_not_read_for_its_list(
    sim: Simulation, lists: ServerTableLists, listen: Listen
) -> None:
    await sim.ann.say("snorkels start")
    await sim.settled()
    read = listen(sim.tables, "get")
    lists.table_changed(1)
    await lists.settle()
    assert read == []
    sim.tables.cache.clear()
    lists.table_changed(1)
    await lists.settle()
    assert read == [(1,)]


async def test_a_table_in_no_server_is_on_no_list(
    sim: Simulation, lists: ServerTableLists, listen: Listen
) -> None:
    looked = listen(lists, "refresh")
    for guild in (None, sim.guild.id):
        table = await sim.tables.open("snorkels", sim.ann.person, {}, Address(guild, sim.channel.id))
        lists.table_changed(table.id)
        await lists.settle()
    assert looked == [(sim.guild.id,)]


async def test_a_list_says_who_can_start_and_who_joins_there_learns_that_it_has_not_begun(
    sim: Simulation, board: Any
) -> None:
    await sim.ann.say("crackers start")
    await listed(sim)
    assert "Ready to start" not in board.last_message
    assert "You’ve joined " in await sim.bob.press(board.last_message, "Join Table 1")
    await listed(sim)
    assert "Ready to start." in board.last_message


async def test_games_in_play_are_listed_with_their_boards_of_which_only_new_ones_are_sent(
    sim: Simulation, board: Any
) -> None:
    await sim.begin()
    await sim.begin("checkers")
    await listed(sim)
    first = board.last_message.files
    assert sorted(name.split("-")[1] for name in first) == ["1", "2"]
    before = len(sim.env.http_requests)
    table = await sim.table(2)
    legal: Any = table.legal(table.acting[0])
    await sim.tables.play(2, table.awaited[0], legal[0])
    await listed(sim)
    (edit,) = (
        each for each in sim.env.http_requests[before:] if each.path.endswith(str(board.last_message.id))
    )
    sent = {each["filename"] for each in edit.json["attachments"] if int(each["id"]) < 10}
    assert sent == {*board.last_message.files} - {*first}
    assert {name.split("-")[1] for name in board.last_message.files} == {"1", "2"}
    sim.forbid(board, "attach_files")
    await sim.ann.say("snorkels start")
    await listed(sim)
    assert board.last_message.files == []
    assert "Captain’s Checkers · Table 2" in board.last_message


async def test_a_list_says_until_when_a_game_waits(sim: Simulation, board: Any) -> None:
    await sim.begin(pace="1d")
    await listed(sim)
    (at,) = (await sim.table()).timing.deadlines.values()
    lines = board.last_message.text.splitlines()
    assert f"Waiting for <@{sim.ann.id}>. Deadline: <t:{at // 1000}:R>." in lines, "not in one with the names"


async def test_where_no_table_is_open_a_list_and_ones_own_games_lead_into_one(
    sim: Simulation, board: Any
) -> None:
    for empty in (board.last_message, await sim.ann.say("games")):
        form = await sim.ann.click(empty, label="Start a Game")
        assert form.modal is not None
    await sim.ann.say("snorkels start")
    await listed(sim)
    assert board.last_message.buttons == ["Join Table 1"]


async def test_whoever_asks_for_a_list_that_discord_refuses_hears_what_to_do(sim: Simulation) -> None:
    board, mia = sim.guild.create_text_channel("tables"), sim.manager()
    for status, code, said in ((403, 50013, "needs **View Channel**"), (404, 10003, "channel is gone")):
        sim.refuse("POST", f"/channels/{board.id}/messages", status, code)
        assert said in await mia.say("server board", board)
    assert (await sim.rules()).board_channel == 0, "which a channel that is gone is not"
    assert "list of tables is in" in await mia.say("server board", board)
