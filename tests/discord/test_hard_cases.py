"""What goes wrong on servers: things deleted, rights taken, people gone, copies of presses."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord.interactions
from simcord.backend import serializers
from simcord.backend.models.channel import Overwrite
from simcord.enums import InteractionType, OverwriteType

from .limits import parts
from .sea import Sea, Seen


async def opened(sea: Sea, **options: Any) -> None:
    """Ann challenges Bob to Snorkels, who joins: ann is to act."""
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob, **options)
    await sea.press(sea.bob, lobby, "Join")


async def typed(sea: Sea, who: Any, action: str, place: Any = None) -> Seen:
    """A typed action at table 1."""
    seen = await sea.say(who, "move", place or sea.place(), action=action, table=1)
    assert "went wrong" not in seen.text
    return seen


def forbid(sea: Sea, channel: Any, *names: str) -> None:
    """Take permissions from everybody in a channel."""
    value = discord.Permissions(**dict.fromkeys(names, True)).value
    sea.env.backend.set_overwrite(
        channel.id, Overwrite(sea.guild.default_role.id, OverwriteType.ROLE, deny=value)
    )


async def behind(sea: Sea) -> list[int]:
    """The tables of which something is not shown."""
    await sea.settled()
    return await sea.bot.store.unshown()


async def lose_channel(sea: Sea) -> None:
    """The channel is deleted, its threads with it."""
    sea.env.backend.delete_channel(sea.place().id)
    sea.env.backend.delete_channel(sea.channel.id)
    await sea.settled()


def direct(who: Any) -> list[Seen]:
    """The direct messages that somebody got, the oldest first."""
    return [Seen(message) for message in who.user.dm_channel.history()]


async def test_a_deleted_card_is_followed_by_a_new_one(sea: Sea) -> None:
    await opened(sea)
    sea.env.backend.delete_message(sea.place().id, sea.card().message.id)
    assert "It’s **your turn**" in (await sea.say(sea.ann, "board", sea.place())).text
    await typed(sea, sea.ann, "d4")
    assert f"<@{sea.bob.id}>, it’s your turn (guest)" in sea.card().text
    assert await behind(sea) == []


async def test_a_part_of_a_turn_whose_card_is_deleted_is_posted_anew(sea: Sea) -> None:
    await opened(sea)
    await typed(sea, sea.ann, "d4")
    sea.env.backend.delete_message(sea.place().id, sea.card().message.id)
    await typed(sea, sea.bob, "take green")
    assert "bob, it’s your turn (green)" in sea.card().text.replace(f"<@{sea.bob.id}>", "bob")
    assert sea.card().buttons[-2:] == ["My View", "More"]


async def test_the_deleted_lobby_of_a_table_does_not_matter(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob)
    sea.env.backend.delete_message(sea.channel.id, lobby.message.id)
    seen = await sea.say(sea.bob, "board", table=1)
    await sea.press(sea.bob, seen, "Join")
    assert sea.card().buttons[-2:] == ["My View", "More"]
    await typed(sea, sea.ann, "d4", sea.channel)
    assert "on d4" in sea.card().text
    assert await behind(sea) == []


@pytest.mark.parametrize("reopening", [None, 50013, 160006])
async def test_an_archived_thread_is_reopened_or_the_channel_serves(sea: Sea, reopening: int | None) -> None:
    await opened(sea)
    thread = sea.place()
    shut = 1 if reopening is None else 20
    for method, path in (
        ("POST", f"/channels/{thread.id}/messages"),
        ("PATCH", f"/channels/{thread.id}/messages/*"),
    ):
        sea.env.inject_error(method, path, status=400, code=50083, times=shut)
    if reopening is not None:
        status = 403 if reopening == 50013 else 400
        sea.env.inject_error("PATCH", f"/channels/{thread.id}", status=status, code=reopening, times=None)
    await typed(sea, sea.ann, "d4", sea.channel)
    assert await behind(sea) == []
    if reopening is None:
        assert "on d4" in sea.card(thread).text
        return
    assert "on d4" in sea.card(sea.channel).text
    assert "the game continues here" in sea.card(sea.channel).text
    await typed(sea, sea.bob, "take green", sea.channel)
    assert "the game continues here" not in sea.card(sea.channel).text
    assert f"/{sea.channel.id}/" in (await sea.say(sea.ann, "games")).text


async def test_a_deleted_thread_is_followed_by_the_channel(sea: Sea) -> None:
    await opened(sea)
    sea.env.backend.delete_channel(sea.place().id)
    await sea.settled()
    assert "the game continues here" in sea.card(sea.channel).text
    await typed(sea, sea.ann, "d4", sea.channel)
    await sea.play(sea.bob, "Take Green", "Confirm", place=sea.channel)
    assert f"<@{sea.bob.id}>, it’s your turn (green)" in sea.card(sea.channel).text
    assert await behind(sea) == []


async def test_without_its_channel_a_table_goes_on_by_message_and_can_be_brought_elsewhere(sea: Sea) -> None:
    other = sea.guild.create_text_channel("other")
    await opened(sea)
    await lose_channel(sea)
    assert "The opening" in direct(sea.ann)[-1].text, "whoever is to act hears of it"
    await typed(sea, sea.ann, "d4", other)
    assert await behind(sea) == []
    (card,) = direct(sea.bob)
    assert "can’t reach this table’s channel" in card.text
    assert "on d4" in card.text
    assert card.buttons[-2:] == ["My View", "More"]
    assert "has no channel" in (await sea.say(sea.ann, "games", other)).text
    assert "has no channel" in (await sea.say(sea.bob, "board", other)).text
    picker = await sea.bob.user.click(card.message, label=card.buttons[0])
    for label in ("Take Green", "Confirm"):
        await sea.bob.user.click(picker.response.message, label=label)
    await sea.settled()
    assert len(direct(sea.ann)) == 1, "it is bob’s turn still"
    assert sea.history(other) == []
    view = await sea.say(sea.cid, "board", other, table=1)
    assert "Bring It Here" not in view.buttons
    view = await sea.say(sea.ann, "board", other, table=1)
    answer = await sea.press(sea.ann, view, "Bring It Here")
    assert "continues here" in answer.text
    assert sea.card(other).buttons[-2:] == ["My View", "More"]
    await typed(sea, sea.bob, "a1", other)
    assert "on a1" in sea.card(other).text
    assert "has a channel" in (await sea.press(sea.ann, view, "Bring It Here")).text


async def test_an_open_table_whose_channel_is_deleted_is_closed_and_those_who_sit_there_are_told(
    sea: Sea,
) -> None:
    other = sea.guild.create_text_channel("other")
    await sea.say(sea.ann, "settings", pings="direct")
    await sea.say(sea.bob, "settings", pings="none")
    lobby = await sea.say(sea.ann, "crackers start", other)
    await sea.press(sea.bob, lobby, next(label for label in lobby.buttons if label.startswith("Join")))
    waiting = await sea.say(sea.ann, "snorkels start")
    sea.env.backend.delete_channel(other.id)
    await sea.settled()
    assert (await sea.bot.context.tables.get(1)).status == "closed"
    assert await behind(sea) == []
    (letter,) = direct(sea.ann)
    told = "Drown, Captain Crackers! · Table 1 with bob: The channel was deleted before the game began"
    assert letter.text.startswith(told)
    assert direct(sea.bob) == []
    await sea.press(sea.cid, waiting, "Join")
    assert sea.card().buttons[-2:] == ["My View", "More"], "tables of other channels stay"


async def test_with_channel_and_messages_closed_nothing_is_lost_and_nothing_is_tried_for_ever(
    sea: Sea,
) -> None:
    other = sea.guild.create_text_channel("other")
    await opened(sea)
    await lose_channel(sea)
    sea.env.inject_error(
        "POST", f"/channels/{sea.bob.user.dm_channel.id}/messages", status=403, code=50007, times=None
    )
    await typed(sea, sea.ann, "d4", other)
    assert await behind(sea) == [1], "shown to nobody: tried again with the next action, or start"
    asked = len(sea.env.http_requests)
    await sea.env.advance_time(3600)
    assert len(sea.env.http_requests) == asked
    await typed(sea, sea.bob, "take green", other)
    await typed(sea, sea.bob, "a1", other)
    assert "on a1" in direct(sea.ann)[-1].text
    assert await behind(sea) == []


@pytest.mark.parametrize("lost", ["attach_files", "send_messages_in_threads", "view_channel"])
async def test_a_right_lost_in_the_middle_has_a_way_on(sea: Sea, lost: str) -> None:
    other = sea.guild.create_text_channel("other")
    await opened(sea)
    thread = sea.place()
    forbid(sea, sea.channel, lost)
    if lost == "attach_files":
        # simcord has no eye for this one.
        sea.env.inject_error("POST", f"/channels/{thread.id}/messages", status=403, code=50013)
    await typed(sea, sea.ann, "d4", other)
    assert await behind(sea) == []
    if lost == "attach_files":
        assert "can’t show pictures here" in sea.card(thread).text
        assert "[P]" in sea.card(thread).text
        sea.env.backend.delete_overwrite(sea.channel.id, sea.guild.default_role.id)
        await typed(sea, sea.bob, "take green", other)
        assert sea.card(thread).message.attachments
    elif lost == "send_messages_in_threads":
        assert "on d4" in sea.card(sea.channel).text
    else:
        assert "on d4" in direct(sea.bob)[-1].text
        sea.env.backend.delete_overwrite(sea.channel.id, sea.guild.default_role.id)
        await typed(sea, sea.bob, "take green", other)
        assert "Take" in sea.card(sea.channel).text or "took green" in sea.card(sea.channel).text, "back home"


async def test_a_member_who_leaves_keeps_the_seat_and_plays_on_when_back(sea: Sea) -> None:
    await opened(sea)
    sea.guild.remove_member(sea.bob)
    await typed(sea, sea.ann, "d4")
    assert f"<@{sea.bob.id}>, it’s your turn (guest)" in sea.card().text
    sea.bob = sea.guild.add_member(sea.bob.user)
    await typed(sea, sea.bob, "take green")
    assert await behind(sea) == []
    sea.env.backend.apply_ban(sea.guild.id, sea.bob.id, None)
    assert "It’s bob’s turn" in (await sea.say(sea.ann, "move", sea.place(), action="a1")).text
    resigned = await sea.say(sea.ann, "table resign", sea.place())
    await sea.press(sea.ann, resigned, "Yes, Resign")
    assert "The end" in sea.card().text


async def test_whoever_has_left_the_server_cannot_be_challenged(sea: Sea) -> None:
    sea.guild.remove_member(sea.bob)
    refused = await sea.say(sea.ann, "snorkels start", opponent=sea.bob.user)
    assert refused.text.startswith("bob isn’t in this server, so they can’t join.")
    assert await sea.bot.context.tables.tables_of(sea.ann.id) == []


async def test_two_who_join_at_once_get_one_seat(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "snorkels start")
    await at_once(sea, [(sea.bob, lobby, "Join"), (sea.cid, lobby, "Join")], sea.channel)
    table = await sea.bot.context.tables.get(1)
    assert len(table.people) == 2
    assert table.status == "playing"
    assert len(sea.channel.threads) == 1


async def test_two_who_place_at_the_same_moment_both_count(sea: Sea) -> None:
    lobby = await sea.say(sea.ann, "depthcharge start", opponent=sea.bob, mines=3)
    await sea.press(sea.bob, lobby, "Join")
    charts = {}
    for who in (sea.ann, sea.bob):
        charts[who.id] = await sea.press(who, sea.card(), "My View")
        await sea.press(who, charts[who.id], "Random")
    both = [(who, charts[who.id], "Lay Mines") for who in (sea.ann, sea.bob)]
    await at_once(sea, both, sea.place())
    table = await sea.bot.context.tables.get(1)
    assert {turn.seat for turn in table.turns} == {"south", "north"}
    assert f"<@{sea.ann.id}>, it’s your turn (south)" in sea.card().text
    assert await behind(sea) == []


async def at_once(sea: Sea, presses: list[tuple[Any, Seen, str]], place: Any) -> None:
    """Presses that reach the bot before it has worked on any of them."""
    backend = sea.env.backend
    for who, seen, label in presses:
        button = next(
            part["custom_id"] for part in parts(seen.raw) if part["type"] == 2 and part["label"] == label
        )
        emit_press(sea, who, place, button, backend.get_message(place.id, seen.message.id))
    await sea.env.settle()


def emit_press(sea: Sea, who: Any, place: Any, custom_id: str, stored: Any) -> None:
    """A press as Discord tells of it."""
    backend = sea.env.backend
    record, payload = simcord.interactions.base_payload(
        backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=place.id,
        guild_id=sea.guild.id,
        user_id=who.id,
        data={"custom_id": custom_id, "component_type": 2},
    )
    record.source_message_id = stored.id
    payload["message"] = serializers.message_payload(backend, stored)
    backend.emit("INTERACTION_CREATE", payload)


async def test_whatever_somebody_does_is_known_by_its_interaction(sea: Sea) -> None:
    await opened(sea)
    await sea.say(sea.ann, "move", sea.place(), action="d4")
    asked = await sea.say(sea.bob, "table resign", sea.place())
    await sea.press(sea.bob, asked, "Yes, Resign")
    stored = await sea.bot.store.load(1)
    assert stored is not None
    keys = {event.verb: event.key for event in stored.events if event.verb in ("open", "play", "resign")}
    assert len(keys) == 3
    assert None not in keys.values()
