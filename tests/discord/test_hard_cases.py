"""What goes wrong on servers: things deleted, rights taken, people gone, copies of presses."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord.interactions
from simcord.backend import serializers
from simcord.backend.models.channel import Overwrite
from simcord.enums import InteractionType, OverwriteType

from bot.tables.model.seating import Person
from bot.tables.service import MAX_LISTED
from data.store.records import Address

from .limits import parts
from .simulation import Seen, Simulation


async def opened(sim: Simulation, **options: Any) -> None:
    """Ann challenges Bob to Snorkels, who joins: ann is to act."""
    lobby = await sim.say(sim.ann, "snorkels start", opponent=sim.bob, **options)
    await sim.press(sim.bob, lobby, "Join")


async def typed(sim: Simulation, who: Any, action: str, place: Any = None) -> Seen:
    """A typed action at table 1."""
    seen = await sim.say(who, "move", place or sim.place(), action=action, table=1)
    assert "went wrong" not in seen.text
    return seen


def forbid(sim: Simulation, channel: Any, *names: str) -> None:
    """Take permissions from everybody in a channel."""
    value = discord.Permissions(**dict.fromkeys(names, True)).value
    sim.env.backend.set_overwrite(
        channel.id, Overwrite(sim.guild.default_role.id, OverwriteType.ROLE, deny=value)
    )


async def behind(sim: Simulation) -> list[int]:
    """The tables of which something is not shown."""
    await sim.settled()
    return await sim.bot.store.unshown()


async def lose_channel(sim: Simulation) -> None:
    """The channel is deleted, its threads with it."""
    sim.env.backend.delete_channel(sim.place().id)
    sim.env.backend.delete_channel(sim.channel.id)
    await sim.settled()


def direct(who: Any) -> list[Seen]:
    """The direct messages that somebody got, the oldest first."""
    return [Seen(message) for message in who.user.dm_channel.history()]


async def test_a_deleted_card_is_followed_by_a_new_one(sim: Simulation) -> None:
    await opened(sim)
    sim.env.backend.delete_message(sim.place().id, sim.card().message.id)
    assert "It’s **your turn**" in (await sim.say(sim.ann, "board", sim.place())).text
    await typed(sim, sim.ann, "d4")
    assert f"<@{sim.bob.id}>, it’s your turn (guest)" in sim.card().text
    assert await behind(sim) == []


async def test_a_part_of_a_turn_whose_card_is_deleted_is_posted_anew(sim: Simulation) -> None:
    await opened(sim)
    await typed(sim, sim.ann, "d4")
    sim.env.backend.delete_message(sim.place().id, sim.card().message.id)
    await typed(sim, sim.bob, "take green")
    assert "bob, it’s your turn (green)" in sim.card().text.replace(f"<@{sim.bob.id}>", "bob")
    assert sim.card().buttons[-2:] == ["My View", "More"]


async def test_the_deleted_lobby_of_a_table_does_not_matter(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "snorkels start", opponent=sim.bob)
    sim.env.backend.delete_message(sim.channel.id, lobby.message.id)
    seen = await sim.say(sim.bob, "board", table=1)
    await sim.press(sim.bob, seen, "Join")
    assert sim.card().buttons[-2:] == ["My View", "More"]
    await typed(sim, sim.ann, "d4", sim.channel)
    assert "on d4" in sim.card().text
    assert await behind(sim) == []


@pytest.mark.parametrize("reopening", [None, 50013, 160006])
async def test_an_archived_thread_is_reopened_or_the_channel_serves(
    sim: Simulation, reopening: int | None
) -> None:
    await opened(sim)
    thread = sim.place()
    shut = 1 if reopening is None else 20
    for method, path in (
        ("POST", f"/channels/{thread.id}/messages"),
        ("PATCH", f"/channels/{thread.id}/messages/*"),
    ):
        sim.env.inject_error(method, path, status=400, code=50083, times=shut)
    if reopening is not None:
        status = 403 if reopening == 50013 else 400
        sim.env.inject_error("PATCH", f"/channels/{thread.id}", status=status, code=reopening, times=None)
    await typed(sim, sim.ann, "d4", sim.channel)
    assert await behind(sim) == []
    if reopening is None:
        assert "on d4" in sim.card(thread).text
        return
    assert "on d4" in sim.card(sim.channel).text
    assert "the game continues here" in sim.card(sim.channel).text
    await typed(sim, sim.bob, "take green", sim.channel)
    assert "the game continues here" not in sim.card(sim.channel).text
    assert f"/{sim.channel.id}/" in (await sim.say(sim.ann, "games")).text


async def test_a_deleted_thread_is_followed_by_the_channel(sim: Simulation) -> None:
    await opened(sim)
    sim.env.backend.delete_channel(sim.place().id)
    await sim.settled()
    assert "the game continues here" in sim.card(sim.channel).text
    await typed(sim, sim.ann, "d4", sim.channel)
    await sim.play(sim.bob, "Take Green", "Confirm", place=sim.channel)
    assert f"<@{sim.bob.id}>, it’s your turn (green)" in sim.card(sim.channel).text
    assert await behind(sim) == []


async def test_a_table_that_was_brought_elsewhere_is_shown_there_although_the_first_attempt_failed(
    sim: Simulation,
) -> None:
    other = sim.guild.create_text_channel("other")
    await opened(sim)
    await lose_channel(sim)
    view = await sim.say(sim.ann, "board", other, table=1)
    sim.env.inject_error("POST", f"/channels/{other.id}/messages", status=500, times=None)
    assert "continues here" in (await sim.press(sim.ann, view, "Bring It Here")).text
    sim.env.backend.faults.clear()
    await sim.env.advance_time(120)
    await sim.settled()
    assert sim.card(other).buttons[-2:] == ["My View", "More"]
    assert await behind(sim) == []


async def test_without_its_channel_a_table_goes_on_by_message_and_can_be_brought_elsewhere(
    sim: Simulation,
) -> None:
    other = sim.guild.create_text_channel("other")
    await opened(sim)
    await lose_channel(sim)
    assert "The opening" in direct(sim.ann)[-1].text, "whoever is to act hears of it"
    assert (await sim.bot.context.tables.get(1)).address.card is None
    await typed(sim, sim.ann, "d4", other)
    assert await behind(sim) == []
    (card,) = direct(sim.bob)
    assert "can’t reach this table’s channel" in card.text
    assert "on d4" in card.text
    assert card.buttons[-2:] == ["My View", "More"]
    assert "not in any channel" in (await sim.say(sim.ann, "games", other)).text
    assert "not in any channel" in (await sim.say(sim.bob, "board", other)).text
    picker = await sim.bob.user.click(card.message, label=card.buttons[0])
    for label in ("Take Green", "Confirm"):
        await sim.bob.user.click(picker.response.message, label=label)
    await sim.settled()
    assert len(direct(sim.ann)) == 1, "it is bob’s turn still"
    assert sim.history(other) == []
    view = await sim.say(sim.cid, "board", other, table=1)
    assert "Bring It Here" not in view.buttons
    view = await sim.say(sim.ann, "board", other, table=1)
    answer = await sim.press(sim.ann, view, "Bring It Here")
    assert "continues here" in answer.text
    assert sim.card(other).buttons[-2:] == ["My View", "More"]
    await typed(sim, sim.bob, "a1", other)
    assert "on a1" in sim.card(other).text
    assert "has a channel" in (await sim.press(sim.ann, view, "Bring It Here")).text


async def test_without_its_channel_a_game_ends_by_message_too(sim: Simulation) -> None:
    other = sim.guild.create_text_channel("other")
    await opened(sim)
    await lose_channel(sim)
    await sim.bot.context.tables.resign(1, Person(sim.bob.id, "bob"))
    await sim.settled()
    for who in (sim.ann, sim.bob):
        assert "(guest) resigned." in direct(who)[-1].text
        assert direct(who)[-1].buttons == ["Rematch", "Watch Replay", "Review"]
    for who in (sim.ann, sim.bob):
        await sim.say(who, "table rematch", other, table=1)
    assert "Table 2" in direct(sim.bob)[-1].text, "who begins now"


async def test_an_open_table_whose_channel_is_deleted_is_closed_and_those_who_sit_there_are_told(
    sim: Simulation,
) -> None:
    other = sim.guild.create_text_channel("other")
    await sim.say(sim.ann, "settings", pings="direct")
    await sim.say(sim.bob, "settings", pings="none")
    lobby = await sim.say(sim.ann, "crackers start", other)
    await sim.press(sim.bob, lobby, next(label for label in lobby.buttons if label.startswith("Join")))
    waiting = await sim.say(sim.ann, "snorkels start")
    sim.env.backend.delete_channel(other.id)
    await sim.settled()
    assert (await sim.bot.context.tables.get(1)).status == "closed"
    assert await behind(sim) == []
    (letter,) = direct(sim.ann)
    told = "Drown, Captain Crackers! · Table 1 with bob: The channel was deleted before the game began"
    assert letter.text.startswith(told)
    assert direct(sim.bob) == []
    await sim.press(sim.cid, waiting, "Join")
    assert sim.card().buttons[-2:] == ["My View", "More"], "tables of other channels stay"


async def test_all_tables_of_a_deleted_channel_are_closed_however_many_there_are(sim: Simulation) -> None:
    other = sim.guild.create_text_channel("other")
    service = sim.bot.context.tables
    address = Address(guild=sim.guild.id, home=other.id)
    for number in range(MAX_LISTED + 3):
        await service.open("snorkels", Person(-number - 1, f"somebody {number}"), {}, address)
    sim.env.backend.delete_channel(other.id)
    await sim.settled()
    tables = [await service.get(number + 1) for number in range(MAX_LISTED + 3)]
    assert {table.status for table in tables} == {"closed"}


async def test_with_channel_and_messages_closed_nothing_is_lost_and_nothing_is_tried_for_ever(
    sim: Simulation,
) -> None:
    other = sim.guild.create_text_channel("other")
    await opened(sim)
    await lose_channel(sim)
    sim.env.inject_error(
        "POST", f"/channels/{sim.bob.user.dm_channel.id}/messages", status=403, code=50007, times=None
    )
    await typed(sim, sim.ann, "d4", other)
    assert await behind(sim) == [1], "shown to nobody: tried again with the next action, or start"
    asked = len(sim.env.http_requests)
    await sim.env.advance_time(3600)
    assert len(sim.env.http_requests) == asked
    await typed(sim, sim.bob, "take green", other)
    await typed(sim, sim.bob, "a1", other)
    assert "on a1" in direct(sim.ann)[-1].text
    assert await behind(sim) == []


@pytest.mark.parametrize("lost", ["attach_files", "unheard", "send_messages_in_threads", "view_channel"])
async def test_a_right_lost_in_the_middle_has_a_way_on(sim: Simulation, lost: str) -> None:
    other = sim.guild.create_text_channel("other")
    await opened(sim)
    thread = sim.place()
    if lost == "unheard":
        # The bot hears only with Discord's refusal that it may not attach files any more.
        sim.env.inject_error("POST", f"/channels/{thread.id}/messages", status=403, code=50013)
    else:
        forbid(sim, sim.channel, lost)
    await typed(sim, sim.ann, "d4", other)
    assert await behind(sim) == []
    if lost in ("attach_files", "unheard"):
        assert "can’t show pictures here" in sim.card(thread).text
        assert "[P]" in sim.card(thread).text
        sim.env.backend.delete_overwrite(sim.channel.id, sim.guild.default_role.id)
        await typed(sim, sim.bob, "take green", other)
        assert sim.card(thread).message.attachments
    elif lost == "send_messages_in_threads":
        assert "on d4" in sim.card(sim.channel).text
    else:
        assert "on d4" in direct(sim.bob)[-1].text
        view = await sim.say(sim.bob, "board", other, table=1)
        assert "with `table:1` to see it anywhere" in view.text, "no link leads to where it was"
        sim.env.backend.delete_overwrite(sim.channel.id, sim.guild.default_role.id)
        await typed(sim, sim.bob, "take green", other)
        assert "Take" in sim.card(sim.channel).text or "took green" in sim.card(sim.channel).text, "back home"


async def test_a_member_who_leaves_keeps_the_seat_and_plays_on_when_back(sim: Simulation) -> None:
    await opened(sim)
    sim.guild.remove_member(sim.bob)
    await typed(sim, sim.ann, "d4")
    assert f"<@{sim.bob.id}>, it’s your turn (guest)" in sim.card().text
    sim.bob = sim.guild.add_member(sim.bob.user)
    await typed(sim, sim.bob, "take green")
    assert await behind(sim) == []
    sim.env.backend.apply_ban(sim.guild.id, sim.bob.id, None)
    assert "It’s bob’s turn" in (await sim.say(sim.ann, "move", sim.place(), action="a1")).text
    resigned = await sim.say(sim.ann, "table resign", sim.place())
    await sim.press(sim.ann, resigned, "Yes, Resign")
    assert "The end" in sim.card().text


async def test_whoever_has_left_the_server_cannot_be_challenged(sim: Simulation) -> None:
    sim.guild.remove_member(sim.bob)
    refused = await sim.say(sim.ann, "snorkels start", opponent=sim.bob.user)
    assert refused.text.startswith("bob isn’t in this server, so they can’t join.")
    assert await sim.bot.context.tables.tables_of(sim.ann.id) == []


async def test_two_who_join_at_once_get_one_seat(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "snorkels start")
    await at_once(sim, [(sim.bob, lobby, "Join"), (sim.cid, lobby, "Join")], sim.channel)
    table = await sim.bot.context.tables.get(1)
    assert len(table.seating.people) == 2
    assert table.status == "playing"
    assert len(sim.channel.threads) == 1


async def test_two_who_place_at_the_same_moment_both_count(sim: Simulation) -> None:
    lobby = await sim.say(sim.ann, "depthcharge start", opponent=sim.bob, mines=3)
    await sim.press(sim.bob, lobby, "Join")
    charts = {}
    for who in (sim.ann, sim.bob):
        charts[who.id] = await sim.press(who, sim.card(), "My View")
        await sim.press(who, charts[who.id], "Random")
    both = [(who, charts[who.id], "Lay Mines") for who in (sim.ann, sim.bob)]
    await at_once(sim, both, sim.place())
    table = await sim.bot.context.tables.get(1)
    assert {turn.seat for turn in table.turns} == {"south", "north"}
    assert f"<@{sim.ann.id}>, it’s your turn (south)" in sim.card().text
    assert await behind(sim) == []


async def at_once(sim: Simulation, presses: list[tuple[Any, Seen, str]], place: Any) -> None:
    """Presses that reach the bot before it has worked on any of them."""
    backend = sim.env.backend
    for who, seen, label in presses:
        button = next(
            part["custom_id"] for part in parts(seen.raw) if part["type"] == 2 and part["label"] == label
        )
        emit_press(sim, who, place, button, backend.get_message(place.id, seen.message.id))
    await sim.env.settle()


def emit_press(sim: Simulation, who: Any, place: Any, custom_id: str, stored: Any) -> None:
    """A press as Discord tells of it."""
    backend = sim.env.backend
    record, payload = simcord.interactions.base_payload(
        backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=place.id,
        guild_id=sim.guild.id,
        user_id=who.id,
        data={"custom_id": custom_id, "component_type": 2},
    )
    record.source_message_id = stored.id
    payload["message"] = serializers.message_payload(backend, stored)
    backend.emit("INTERACTION_CREATE", payload)


async def test_whatever_somebody_does_is_known_by_its_interaction(sim: Simulation) -> None:
    await opened(sim)
    await sim.say(sim.ann, "move", sim.place(), action="d4")
    asked = await sim.say(sim.bob, "table resign", sim.place())
    await sim.press(sim.bob, asked, "Yes, Resign")
    assert "You’ve resigned." in asked.text
    stored = await sim.bot.store.load(1)
    assert stored is not None
    keys = {event.verb: event.key for event in stored.events if event.verb in ("open", "play", "resign")}
    assert len(keys) == 3
    assert None not in keys.values()
