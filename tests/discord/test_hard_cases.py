"""What goes wrong on servers: things deleted, rights taken, people gone, copies of presses."""

from __future__ import annotations

from typing import Any

import pytest

from bot.components.publishing import posting
from bot.local.api import channels
from bot.local.world.model import NO_PERMISSIONS, Permission
from bot.tables import lists, lookout, server_rules
from bot.tables.model.seating import Person
from data.store.records import Address
from tests.local.fault_injection import InjectedFault

from .simulation import HOUR, Simulation


@pytest.fixture
async def other(sim: Simulation) -> Any:
    """A channel besides that of table 1, which is gone."""
    other = sim.guild.create_text_channel("other")
    await sim.begin()
    await sim.lose_channel()
    return other


@pytest.mark.parametrize("reopening", [None, 50013, 160006])
async def test_an_archived_thread_is_reopened_or_the_channel_serves(
    sim: Simulation, reopening: int | None
) -> None:
    await sim.begin()
    thread = sim.place()
    shut = 1 if reopening is None else 20
    for method, path in (
        ("POST", f"/channels/{thread.id}/messages"),
        ("PATCH", f"/channels/{thread.id}/messages/*"),
    ):
        sim.refuse(method, path, 400, 50083, times=shut)
    if reopening is not None:
        status = 403 if reopening == 50013 else 400
        sim.refuse("PATCH", f"/channels/{thread.id}", status, reopening, times=None)
    await sim.ann.move("d4", sim.channel, table=1)
    assert await sim.behind() == []
    if reopening is None:
        assert "on d4" in sim.card(thread)
        return
    assert "on d4" in sim.card(sim.channel)
    assert "the game continues here" in sim.card(sim.channel)
    await sim.bob.move("take green", sim.channel, table=1)
    assert "the game continues here" not in sim.card(sim.channel)
    assert f"/{sim.channel.id}/" in await sim.ann.say("games")


@pytest.mark.parametrize("gone", [True, False])
async def test_a_card_that_is_unnoted_is_brought_up_to_date_or_lost_with_its_thread_gets_one_successor(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch, *, gone: bool
) -> None:
    await sim.begin()
    thread, messages = sim.place(), sim.bot.publisher.messages
    noted, edit, failures = messages.followups.note, posting.edit_card, 2

    async def note(*given: Any, **columns: Any) -> None:
        nonlocal failures
        if failures:
            failures -= 1
            if failures:
                # By the next attempt, the card that was posted is out of date.
                await sim.tables.play(1, sim.bob.person, "take green")
            raise OSError("the disk is full")
        await noted(*given, **columns)

    async def found(*card: Any, **how: Any) -> int | None:
        # Found again by its nonce, it goes with its thread before it's up to date.
        if failures == 1 and gone:
            sim.env.delete_channel(thread.id)
        return await edit(*card, **how)

    monkeypatch.setattr(messages.followups, "note", note)
    monkeypatch.setattr(posting, "edit_card", found)
    place = sim.channel if gone else thread
    before = len(sim.public(place))
    await sim.ann.move("d4", sim.channel, table=1)
    await sim.settled()
    assert failures == 0
    assert len(sim.public(place)) == before + 1
    assert "Picked: green." in sim.card(place)
    assert await sim.behind() == []


async def test_a_table_that_was_brought_elsewhere_is_shown_there_although_the_first_attempt_failed(
    sim: Simulation, other: Any
) -> None:
    view = await sim.ann.say("board", other, table=1)
    sim.refuse("POST", f"/channels/{other.id}/messages", 500, times=None)
    assert "continues here" in await sim.ann.press(view, "Bring It Here")
    sim.env.faults.clear()
    await sim.pass_time(120)
    assert sim.card(other).buttons[-2:] == ["My View", "More"]
    assert await sim.behind() == []


async def test_a_table_continues_in_no_channel_where_discord_refuses_it(sim: Simulation, other: Any) -> None:
    view = await sim.ann.say("board", other, table=1)
    sim.refuse("POST", f"/channels/{other.id}/messages", 403, 50013, times=None)
    assert "needs **View Channel**" in await sim.ann.press(view, "Bring It Here")
    sim.env.faults.clear()
    assert "continues here" in await sim.ann.press(view, "Bring It Here")


async def test_without_its_channel_a_table_goes_on_by_message_and_can_be_brought_elsewhere(
    sim: Simulation, other: Any
) -> None:
    assert "Snorkels · Table 1" in sim.ann.letters[-1], "whoever is to act hears of it"
    assert (await sim.table()).address.card is None
    await sim.ann.move("d4", other, table=1)
    assert await sim.behind() == []
    (card,) = sim.bob.letters
    assert "can’t reach this table’s channel" in card
    assert "on d4" in card
    assert card.buttons[-2:] == ["My View", "More"]
    assert sim.ann.letters[-1].buttons == []
    assert "not in any channel" in await sim.ann.say("games", other)
    assert "not in any channel" in await sim.bob.say("board", other)
    picker = await sim.bob.user.click(card, label=card.buttons[0])
    assert picker.response is not None
    for label in ("Take Green", "Confirm"):
        await sim.bob.user.click(picker.response, label=label)
    await sim.settled()
    assert len(sim.ann.letters) == 1, "it is bob’s turn still"
    assert sim.public(other) == []
    view = await sim.cid.say("board", other, table=1)
    assert "Bring It Here" not in view.buttons
    view = await sim.ann.say("board", other, table=1)
    await server_rules.change(sim.store, sim.guild.id, channels=(sim.channel.id,))
    assert "you can start games in" in await sim.ann.press(view, "Bring It Here")
    await server_rules.change(sim.store, sim.guild.id, channels=())
    answer = await sim.ann.press(view, "Bring It Here")
    assert "continues here" in answer
    assert sim.card(other).buttons[-2:] == ["My View", "More"]
    await sim.bob.move("a1", other, table=1)
    assert "on a1" in sim.card(other)
    assert "has a channel" in await sim.ann.press(view, "Bring It Here")


async def test_what_is_told_by_message_is_told_once(sim: Simulation, other: Any) -> None:
    told = len(sim.ann.letters)
    await sim.pass_time(HOUR)
    await sim.restart()
    await sim.bot.publisher.leave_channel(1, sim.channel.id)
    await sim.settled()
    assert len(sim.ann.letters) == told


async def test_without_its_channel_a_game_ends_by_message_too(sim: Simulation, other: Any) -> None:
    await sim.finish(person=1)
    for who in (sim.ann, sim.bob):
        assert f"<@{sim.bob.id}> resigned." in who.letters[-1]
        assert who.letters[-1].buttons == ["Rematch", "Play Another Game", "Watch Replay", "Review", "More"]
    for who in (sim.ann, sim.bob):
        await who.say("table rematch", other, table=1)
    assert any("Table 2" in letter for letter in sim.bob.letters), "who begins now"


async def test_a_result_that_reached_nobody_is_not_taken_for_shown(sim: Simulation, other: Any) -> None:
    for who in (sim.ann, sim.bob):
        sim.refuse("POST", f"/channels/{who.user.dm_channel.id}/messages", 403, 50007, times=None)
    await sim.finish(person=1)
    assert await sim.behind() == [1]


async def test_an_open_table_whose_channel_is_deleted_is_closed_and_those_who_sit_there_are_told(
    sim: Simulation,
) -> None:
    other = sim.guild.create_text_channel("other")
    await sim.ann.say("settings", pings="direct")
    await sim.bob.say("settings", pings="none")
    lobby = await sim.ann.say("crackers start", other)
    await sim.bob.press(lobby, next(label for label in lobby.buttons if label.startswith("Join")))
    waiting = await sim.ann.say("snorkels start")
    sim.env.delete_channel(other.id)
    await sim.settled()
    assert (await sim.table()).status == "closed"
    assert await sim.behind() == []
    (letter,) = sim.ann.letters
    told = "Drown, Captain Crackers! · Table 1 with bob: The channel was deleted before the game began"
    assert letter.text.startswith(told)
    assert sim.bob.letters == []
    await sim.cid.press(waiting, "Join")
    assert sim.card().buttons[-2:] == ["My View", "More"], "tables of other channels stay"


async def test_all_tables_of_a_deleted_channel_are_closed_however_many_there_are(sim: Simulation) -> None:
    other = sim.guild.create_text_channel("other")
    service = sim.tables
    address = Address(guild=sim.guild.id, home=other.id)
    for number in range(lists.MOST + 3):
        await service.open("snorkels", Person(-number - 1, f"somebody {number}"), {}, address)
    sim.env.delete_channel(other.id)
    await sim.settled()
    tables = [await service.get(number + 1) for number in range(lists.MOST + 3)]
    assert {table.status for table in tables} == {"closed"}


async def test_with_channel_and_messages_closed_nothing_is_lost_and_nothing_is_tried_often(
    sim: Simulation, other: Any
) -> None:
    sim.refuse("POST", f"/channels/{sim.bob.user.dm_channel.id}/messages", 403, 50007, times=None)
    await sim.ann.move("d4", other, table=1)
    assert await sim.behind() == [1], "shown to nobody"
    asked = len(sim.env.http_requests)
    await sim.pass_time(3600)
    assert len(sim.env.http_requests) - asked <= 3 * 3600 / lookout.LOOK_S
    await sim.bob.move("take green", other, table=1)
    await sim.bob.move("a1", other, table=1)
    assert "on a1" in sim.ann.letters[-1]
    assert await sim.behind() == []


@pytest.mark.parametrize("lost", ["attach_files", "unheard", "send_messages_in_threads", "view_channel"])
async def test_a_right_lost_in_the_middle_has_a_way_on(sim: Simulation, lost: str) -> None:
    other = sim.guild.create_text_channel("other")
    await sim.begin()
    thread = sim.place()
    if lost == "unheard":
        # The bot hears only with Discord's refusal that it may not attach files any more.
        sim.refuse("POST", f"/channels/{thread.id}/messages", 403, 50013)
    else:
        sim.forbid(sim.channel, lost)
    await sim.ann.move("d4", other, table=1)
    assert await sim.behind() == []
    if lost in ("attach_files", "unheard"):
        assert "can’t show pictures here" in sim.card(thread)
        assert "[P]" in sim.card(thread)
        sim.env.set_overwrite(sim.channel.id, sim.guild.default_role.id, None)
        await sim.bob.move("take green", other, table=1)
        assert sim.card(thread).attachments
    elif lost == "send_messages_in_threads":
        assert "on d4" in sim.card(sim.channel)
    else:
        assert "on d4" in sim.bob.letters[-1]
        view = await sim.bob.say("board", other, table=1)
        assert "with `table:1` to see the game anywhere" in view, "no link leads to where it was"
        sim.env.set_overwrite(sim.channel.id, sim.guild.default_role.id, None)
        await sim.bob.move("take green", other, table=1)
        assert "Take" in sim.card(sim.channel) or "Picked: green" in sim.card(sim.channel), "back home"


@pytest.mark.parametrize("cards", ["post", "edit"])
async def test_without_attach_files_nothing_is_tried_that_must_fail(sim: Simulation, cards: Any) -> None:
    await server_rules.change(sim.store, sim.guild.id, cards=cards)
    await sim.begin()
    sim.forbid(sim.channel, "attach_files")
    await sim.ann.move("d4")
    for move in ("take green", "a1"):
        await sim.bob.move(move)
    assert await sim.behind() == []
    assert sum("Table 1" in seen for seen in sim.public()) == (1 if cards == "edit" else 4)
    named = f"<@{sim.ann.id}> (Purple) · "
    assert any(named in seen for seen in sim.public()), "the picture would have said who plays what"
    await sim.finish()
    assert await sim.behind() == []
    assert sim.env.refused == []


@pytest.mark.parametrize("taken", [Permission.SEND_MESSAGES_IN_THREADS, Permission.VIEW_CHANNEL])
async def test_a_card_that_was_never_heard_of_answers_where_the_bot_cannot_write_and_loses_its_buttons(
    sim: Simulation, taken: Permission
) -> None:
    await sim.begin()
    thread = sim.place()
    posts = rf"/channels/{thread.id}/messages$"
    sim.env.faults.add(InjectedFault("POST", posts, cut=True, applied=True))
    sim.env.faults.add(InjectedFault("POST", posts, status=503, count=1000))
    await sim.ann.move("d4")
    unheard = sim.card(thread)
    assert "on d4" in unheard
    channels.deny_bot(sim.env.world, sim.channel.channel, taken)
    sim.env.faults.clear()
    await sim.pass_time(120)
    assert (await sim.table()).address.channel != thread.id, "it is shown elsewhere"
    assert "Confirm" in (await sim.bob.press(unheard, "Take Green")).buttons
    channels.deny_bot(sim.env.world, sim.channel.channel, NO_PERMISSIONS)
    await sim.bob.move("take green", sim.channel, table=1)
    assert await sim.behind() == []
    assert sim.card(thread).buttons == []


async def test_whoever_has_left_the_server_cannot_be_challenged(sim: Simulation) -> None:
    sim.guild.remove_member(sim.bob)
    refused = await sim.ann.say("snorkels start", opponent=sim.bob.user)
    assert refused.text.startswith("bob isn’t in this server, so they can’t join.")
    assert await lists.tables_of(sim.tables, sim.ann.id) == []


async def test_a_game_whose_thread_discord_refuses_is_played_in_its_channel(sim: Simulation) -> None:
    sim.refuse("POST", "/channels/*/messages/*/threads", 403, 50013, times=None)
    await sim.begin()
    assert (await sim.tables.get(1)).address.channel == sim.channel.id
    assert await sim.behind() == []
