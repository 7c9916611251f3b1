"""What those who manage a server set and see: rules, the doctor; servers that the bot left."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.components.servers import text
from bot.tables import server_rules
from bot.tables.jobs import guild_retention
from bot.tables.model.pace import DAY
from bot.tables.server_rules import ServerRules
from data.store.records import NOWHERE

from .managing import deleted, demote, finished, manager, opened, rules_of
from .simulation import Seen, Simulation
from .test_hard_cases import forbid

# Rules


async def test_only_those_who_manage_the_server_are_offered_its_commands(sim: Simulation) -> None:
    names = ("server rules", "server allow", "server forbid", "server board", "doctor")
    assert not set(names) & set(sim.ann.available_commands(sim.channel))
    assert set(names) <= set(manager(sim).available_commands(sim.channel))


async def test_whoever_is_let_through_by_discord_is_asked_once_more_by_the_bot(sim: Simulation) -> None:
    # A button outlives the permission.
    mia = manager(sim)
    card = await sim.say(mia, "server rules")
    demote(sim, mia)
    refused = await sim.press(mia, card, "Threads")
    assert "**Manage Server**" in refused.text
    assert (await rules_of(sim)).threads


async def test_rules_are_shown_typed_pressed_and_kept(sim: Simulation) -> None:
    mia = manager(sim)
    card = await sim.say(mia, "server rules", cards="edit", pace="3 D", tables=5, each=2)
    for line in (
        "everywhere.",
        "one card that’s kept up to date",
        "time limit**: 3 days per turn.",
        "5 in this server, 2 per member.",
    ):
        assert line in card.text
    await sim.press(mia, card, "Threads")
    assert "each table: no." in card.text
    await sim.restart()
    again = await sim.say(mia, "server rules", pace="none", tables=0)
    for line in (
        "each table: no.",
        "one card that’s kept up to date",
        "time limit**: none.",
        "no limit in this server, 2 per member.",
    ):
        assert line in again.text
    assert "a time limit the bot understands" in (await sim.say(mia, "server rules", pace="x" * 41)).text


async def listing(sim: Simulation, mia: Any, verb: str, channel: Any) -> Seen:
    """``/server allow`` or ``forbid`` with its option ``channel``, called in the channel."""
    return Seen((await mia.slash(sim.channel, f"server {verb}", channel=channel)).response)


async def test_a_table_is_opened_only_where_the_server_allows_it(sim: Simulation) -> None:
    mia = manager(sim)
    other = sim.guild.create_text_channel("tavern")
    card = await listing(sim, mia, "allow", other)
    assert f"opened: <#{other.id}>." in card.text
    assert f"From now on, tables can be opened only in <#{other.id}>" in card.text
    refused = await sim.say(sim.ann, "snorkels start")
    assert refused.text == f"In this server, you can start games in <#{other.id}>."
    assert refused.message.ephemeral
    await opened(sim, other)
    thread = other.threads[-1]
    assert "Snorkels · Table" in (await sim.say(sim.ann, "snorkels start", thread)).text, "its threads count"
    more = await listing(sim, mia, "allow", sim.channel)
    assert "From now on" not in more.text, "nothing is closed by a longer list"
    assert "Table" in (await sim.say(sim.ann, "snorkels start")).text
    card = await listing(sim, mia, "forbid", sim.channel)
    assert f"opened: <#{other.id}>." in card.text
    assert "on the list of allowed channels" in (await listing(sim, mia, "forbid", sim.channel)).text
    last = await listing(sim, mia, "forbid", other)
    assert "can be opened in every channel again" in last.text
    assert "Table" in (await sim.say(sim.ann, "snorkels start")).text


async def test_tables_can_be_allowed_wherever_they_can_be_opened(sim: Simulation) -> None:
    mia = manager(sim)
    lounge, forum = sim.guild.create_voice_channel("lounge"), sim.guild.create_forum_channel("games")
    for channel in (lounge, forum):
        assert f"<#{channel.id}>" in (await listing(sim, mia, "allow", channel)).text
    assert "Join" in (await sim.say(sim.ann, "snorkels start", lounge)).buttons
    assert "you can start games in" in (await sim.say(sim.ann, "snorkels start")).text
    assert f"<#{lounge.id}>" not in (await listing(sim, mia, "forbid", lounge)).text


async def test_a_channel_that_is_deleted_leaves_the_list_but_opens_no_others(sim: Simulation) -> None:
    mia = manager(sim)
    tavern, other = (sim.guild.create_text_channel(name) for name in ("tavern", "other"))
    for channel in (tavern, other):
        await listing(sim, mia, "allow", channel)
    sim.env.backend.delete_channel(tavern.id)
    await sim.settled()
    assert f"opened: <#{other.id}>." in (await sim.say(mia, "server rules")).text
    sim.env.backend.delete_channel(other.id)
    await sim.settled()
    card = await sim.say(mia, "server rules")
    assert "opened: none, because the last one was deleted. Use `/server allow`, or" in card.text
    assert "<#" not in card.text
    refused = (await sim.say(sim.ann, "snorkels start")).text
    assert refused.startswith("The only channel for games in this server was deleted.")
    assert f"opened: <#{sim.channel.id}>." in (await listing(sim, mia, "allow", sim.channel)).text
    assert "Join" in (await sim.say(sim.ann, "snorkels start")).buttons
    sim.env.backend.delete_channel(sim.guild.create_text_channel("cabin").id)
    await sim.settled()
    assert (await rules_of(sim)).channels == (sim.channel.id,)


async def test_channels_that_were_deleted_while_the_bot_was_away_leave_the_list(sim: Simulation) -> None:
    mia, gone, hidden = manager(sim), 123_456_789, 234_567_890
    for number in (sim.channel.id, gone, hidden):
        await server_rules.allow(sim.bot.store, sim.guild.id, number)
    sim.env.inject_error("GET", f"/channels/{hidden}", status=403, code=50001)
    await sim.restart()
    assert (await rules_of(sim)).channels == (sim.channel.id, hidden), "which the bot may not see"
    await server_rules.change(sim.bot.store, sim.guild.id, channels=(gone,))
    await sim.restart()
    card = await sim.say(mia, "server rules")
    assert "none, because the last one was deleted" in card.text
    await sim.press(mia, card, "Everywhere")
    assert (await rules_of(sim)).channels == ()
    await sim.restart()
    assert (await rules_of(sim)).channels == ()


async def test_a_rematch_is_played_only_where_the_server_still_allows_it(sim: Simulation) -> None:
    mia = manager(sim)
    tavern, other = (sim.guild.create_text_channel(name) for name in ("tavern", "other"))
    await opened(sim, tavern)
    private = await sim.say(sim.ann, "table resign", tavern.threads[-1])
    await sim.press(sim.ann, private, "Yes, Resign")
    await listing(sim, mia, "allow", other)
    refused = await sim.say(sim.ann, "table rematch", other, table=1)
    assert refused.text == f"In this server, you can start games in <#{other.id}>."
    await listing(sim, mia, "allow", tavern)
    assert "Rematch" in (await sim.say(sim.ann, "table rematch", other, table=1)).text
    await sim.settled()


async def test_a_rematch_is_played_in_an_archived_thread_of_an_allowed_channel(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    mia, tavern = manager(sim), sim.guild.create_text_channel("tavern")
    await listing(sim, mia, "allow", tavern)
    await opened(sim, tavern)
    thread = tavern.threads[-1]
    await opened(sim, thread)
    private = await sim.say(sim.ann, "table resign", thread, table=2)
    await sim.press(sim.ann, private, "Yes, Resign")
    await sim.settled()
    known = sim.bot.get_channel
    monkeypatch.setattr(sim.bot, "get_channel", lambda number: None if number == thread.id else known(number))
    assert "Rematch offered." in (await sim.say(sim.ann, "table rematch", thread, table=2)).text


async def test_no_channel_is_allowed_or_forbidden_unless_it_is_named(sim: Simulation) -> None:
    (group,) = (command for command in sim.bot.tree.get_commands() if command.name == "server")
    for command in group.to_dict(sim.bot.tree)["options"]:
        if command["name"] in ("allow", "forbid"):
            assert [(option["name"], option["required"]) for option in command["options"]] == [
                ("channel", True)
            ]


async def test_the_limits_on_open_tables_hold(sim: Simulation) -> None:
    mia = manager(sim)
    await sim.say(mia, "server rules", tables=3, each=2)
    for _ in range(2):
        assert "Join" in (await sim.say(sim.ann, "snorkels start")).buttons
    assert "You can only have 2 open tables at a time" in (await sim.say(sim.ann, "snorkels start")).text
    assert "Join" in (await sim.say(sim.bob, "snorkels start")).buttons
    refused = await sim.say(sim.cid, "snorkels start")
    assert "allows 3 open tables at a time" in refused.text
    assert refused.message.flags.ephemeral, "a refusal is no business of the channel's"


async def test_a_table_that_waits_for_players_is_not_in_the_way_of_a_game(sim: Simulation) -> None:
    await sim.say(manager(sim), "server rules", threads=False)
    lobby = await sim.say(sim.ann, "snorkels start", opponent=sim.bob)
    await sim.press(sim.bob, lobby, "Join")
    await sim.say(sim.ann, "snorkels start")
    await sim.say(sim.ann, "move", action="d4")
    assert [str(turn.action) for turn in (await sim.bot.context.tables.get(1)).turns] == ["d4"]
    assert "It’s bob’s turn" in (await sim.say(sim.ann, "move", action="e5")).text


async def test_without_threads_a_table_is_played_in_its_channel(sim: Simulation) -> None:
    await sim.say(manager(sim), "server rules", threads=False)
    await opened(sim)
    assert sim.channel.threads == []
    assert sim.card(sim.channel).buttons[-2:] == ["My View", "More"]


async def test_a_server_may_have_one_card_changed_in_place(sim: Simulation) -> None:
    await sim.say(manager(sim), "server rules", cards="edit")
    await opened(sim)
    first = sim.card().message.id
    await sim.say(sim.ann, "move", sim.place(), action="a1")
    card, line = (Seen(message) for message in sim.history()[-2:])
    assert card.message.id == first
    assert "Picking colours" in card.text
    assert line.text == f"<@{sim.bob.id}>, it’s your turn."
    assert sim.pinged() == [sim.bob.id]
    await sim.restart()
    await sim.say(sim.bob, "move", sim.place(), action="take green")
    await sim.say(sim.bob, "move", sim.place(), action="a2")
    card, line = (Seen(message) for message in sim.history()[-2:])
    assert (card.message.id, line.text) == (first, f"<@{sim.ann.id}>, it’s your turn."), (
        "the older line is gone"
    )
    await sim.env.advance_time(55 * 60)
    await sim.say(sim.ann, "move", sim.place(), action="g7")
    card, line = (Seen(message) for message in sim.history()[-2:])
    assert (card.message.id, line.text) == (first, f"<@{sim.bob.id}>, it’s your turn.")
    await sim.env.advance_time(10 * 60)
    await sim.say(sim.bob, "move", sim.place(), action="g1")
    assert sim.card().message.id > line.message.id, "a card that is too old is followed by a new one"
    assert sim.card().buttons[-2:] == ["My View", "More"]
    old = next(Seen(message) for message in sim.history() if message.id == first)
    assert old.buttons == []
    assert all("your turn." not in Seen(message).text for message in sim.history())


async def test_an_edit_that_discord_refuses_for_age_becomes_a_new_card(sim: Simulation) -> None:
    await sim.say(manager(sim), "server rules", cards="edit")
    await opened(sim)
    first = sim.card().message.id
    sim.env.inject_error("PATCH", f"/channels/*/messages/{first}", status=400, code=30046)
    await sim.say(sim.ann, "move", sim.place(), action="a1")
    assert sim.card().message.id != first
    assert "Picking colours" in sim.card().text


# The doctor


async def test_a_table_is_refused_with_the_name_of_the_permission_that_lacks(sim: Simulation) -> None:
    bare = discord.PermissionOverwrite(attach_files=False, send_messages=False)
    quiet = sim.guild.create_text_channel("quiet", overwrites={sim.guild.default_role: bare})
    refused = await sim.say(sim.ann, "snorkels start", quiet)
    assert "it needs **Send Messages** and **Attach Files** there" in refused.text
    assert "Manage" not in refused.text
    assert await sim.bot.context.tables.tables_of(sim.ann.id) == []


async def test_the_doctor_finds_nothing_where_all_is_well(sim: Simulation) -> None:
    card = await sim.say(manager(sim), "doctor")
    assert "All is well" in card.text
    await opened(sim)
    text = (await sim.say(manager(sim), "doctor")).text
    assert f"Snorkels · Table 1: waiting for <@{sim.ann.id}>." in text
    assert "not shown" not in text


async def test_the_doctor_misses_no_card_of_a_daily_challenge(sim: Simulation) -> None:
    mia = manager(sim)
    await sim.say(mia, "curse daily")
    await sim.say(sim.ann, "curse daily")
    told = (await sim.say(mia, "doctor")).text
    assert "out of date" not in told
    assert "stuck" not in told


async def test_the_doctor_names_what_lacks_here_and_where_tables_are_played(sim: Simulation) -> None:
    mia = manager(sim)
    await opened(sim)
    bare = discord.PermissionOverwrite(attach_files=False, create_public_threads=False)
    quiet = sim.guild.create_text_channel("quiet", overwrites={sim.guild.default_role: bare})
    card = await sim.say(mia, "doctor", quiet)
    assert "In this channel the bot is missing **Attach Files** and **Create Public Threads**." in card.text
    card = await sim.say(mia, "doctor")
    assert "is missing" not in card.text
    await sim.say(mia, "server rules", threads=False)
    await opened(sim)
    forbid(sim, sim.channel, "attach_files")
    card = await sim.say(mia, "doctor", quiet)
    assert f"In <#{sim.channel.id}> the bot is missing **Attach Files**." in card.text


async def test_the_doctor_takes_an_archived_thread_for_no_deleted_channel(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(sim)
    monkeypatch.setattr(discord.Guild, "get_channel_or_thread", lambda *_: None)
    mia = manager(sim)
    assert "All is well" in (await sim.say(mia, "doctor")).text
    elsewhere = await sim.say(mia, "doctor", sim.guild.create_text_channel("other"))
    assert text.channel_gone(sim.channel.id) in elsewhere.text


async def test_the_doctor_shows_tables_that_are_frozen_or_not_shown_and_refused_messages(
    sim: Simulation,
) -> None:
    mia = manager(sim)
    await opened(sim)
    await opened(sim)
    store = sim.bot.store
    sim.bot.context.tables.listeners.clear()
    await store.freeze(1, (await sim.bot.context.tables.get(1)).version)
    await sim.say(sim.ann, "move", sim.place(), action="a1")
    sim.bot.publisher.notifications.refused.add(sim.bob.id)
    card = await sim.say(mia, "doctor")
    assert "[Snorkels · Table 1]" in card.text
    assert "is frozen" in card.text
    assert "is out of date" in card.text
    assert f"direct messages to <@{sim.bob.id}>" in card.text


async def test_two_who_post_a_lost_card_again_post_it_once_and_moves_wait_for_both(sim: Simulation) -> None:
    await opened(sim)
    await deleted(sim, sim.place(), sim.card().message)
    before, publisher = len(sim.history()), sim.bot.publisher
    posted = await asyncio.gather(publisher.restore(1), publisher.restore(1))
    await sim.settled()
    assert sorted(posted) == [False, True]
    assert len(sim.history()) == before + 1
    with publisher.beginning(1):
        with publisher.beginning(1):
            publisher.wake(1)
        assert not publisher.busy(1)
    assert publisher.busy(1)
    await sim.settled()


async def test_lost_cards_are_posted_again(sim: Simulation) -> None:
    mia = manager(sim)
    await opened(sim)
    waiting = await sim.say(sim.ann, "snorkels start")
    thread = sim.place()
    card = await sim.say(mia, "doctor")
    whole = await sim.press(mia, card, "Post Lost Cards Again")
    assert whole.text == "No cards are missing."
    for place, message in ((thread, sim.card().message), (sim.channel, waiting.message)):
        await deleted(sim, place, message)
    before = len(sim.history())
    posted = await sim.press(mia, card, "Post Lost Cards Again")
    assert "Posted again: Snorkels · Table 2 and Snorkels · Table 1." in posted.text
    assert len(sim.history()) == before + 1
    assert sim.card().buttons[-2:] == ["My View", "More"]
    assert "Join" in sim.card(sim.channel).buttons
    demote(sim, mia)
    assert "**Manage Server**" in (await sim.press(mia, card, "Post Lost Cards Again")).text


# Servers that come and go


async def test_a_server_that_was_left_is_forgotten_after_thirty_days(sim: Simulation) -> None:
    await sim.say(manager(sim), "server rules", tables=7)
    await finished(sim)
    service, number = sim.bot.context.tables, sim.guild.id
    guild = sim.bot.get_guild(number)
    assert guild is not None
    sim.bot.dispatch("guild_remove", guild)
    await sim.env.settle()
    now = service.now()
    service.now = lambda: now + 29 * DAY
    assert await guild_retention.sweep(service) == 0
    assert (await rules_of(sim)).tables == 7
    service.now = lambda: now + 31 * DAY
    assert await guild_retention.sweep(service) == 1
    assert await rules_of(sim) == ServerRules()
    assert "There’s no Table 1" in (await sim.say(sim.ann, "board", table=1)).text


async def test_a_bot_that_comes_back_in_time_finds_everything(sim: Simulation) -> None:
    await sim.say(manager(sim), "server rules", tables=7)
    await finished(sim)
    service = sim.bot.context.tables
    guild = sim.bot.get_guild(sim.guild.id)
    assert guild is not None
    sim.bot.dispatch("guild_remove", guild)
    await sim.env.settle()
    sim.bot.dispatch("guild_join", guild)
    await sim.env.settle()
    now = service.now()
    service.now = lambda: now + 31 * DAY
    assert await guild_retention.sweep(service) == 0
    assert (await rules_of(sim)).tables == 7


async def test_a_removal_while_the_bot_was_away_is_noted_at_the_next_start(sim: Simulation) -> None:
    await finished(sim)
    service = sim.bot.context.tables
    now = service.now()
    await guild_retention.note_present_guilds(service, set())
    await guild_retention.note_present_guilds(service, set())
    service.now = lambda: now + 31 * DAY
    await guild_retention.note_present_guilds(service, {sim.guild.id})
    assert await guild_retention.sweep(service) == 0, "it was invited again"
    await guild_retention.note_present_guilds(service, set())
    service.now = lambda: now + 70 * DAY
    assert await guild_retention.sweep(service) == 1


async def test_where_the_bot_never_was_nothing_is_taken_for_left(sim: Simulation) -> None:
    await finished(sim)
    service = sim.bot.context.tables
    await sim.bot.store.set_address(1, guild=sim.guild.id + 1)
    now = service.now()
    await guild_retention.note_present_guilds(service, {sim.guild.id})
    service.now = lambda: now + 31 * DAY
    await guild_retention.note_present_guilds(service, {sim.guild.id})
    assert await guild_retention.sweep(service) == 0
    assert (await service.get(1)).status == "over"


async def test_the_doctor_tells_of_a_table_that_lost_its_channel_and_calls_nobody_twice(
    sim: Simulation,
) -> None:
    mia = manager(sim)
    await opened(sim)
    card = await sim.say(mia, "doctor")
    await deleted(sim, sim.place(), sim.card().message)
    await sim.press(mia, card, "Post Lost Cards Again")
    assert sim.card().buttons[-2:] == ["My View", "More"]
    assert sim.pinged() == [], "whoever is to act was called when the turn began"
    await sim.bot.store.set_address(1, channel=NOWHERE, card=None)
    assert "has lost its channel" in (await sim.say(mia, "doctor")).text
