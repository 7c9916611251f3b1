"""What those who manage a server set and see: rules, the doctor; servers that the bot left."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord

from bot.tables.jobs import guild_retention
from bot.tables.model.pace import DAY
from bot.tables.server_rules import ServerRules
from data.store.records import NOWHERE

from .managing import deleted, demote, finished, manager, opened, rules_of
from .sea import Sea, Seen

# Rules


async def test_only_those_who_manage_the_server_are_offered_its_commands(sea: Sea) -> None:
    names = ("server rules", "server allow", "server forbid", "server board", "doctor")
    assert not set(names) & set(sea.ann.available_commands(sea.channel))
    assert set(names) <= set(manager(sea).available_commands(sea.channel))


async def test_whoever_is_let_through_by_discord_is_asked_once_more_by_the_bot(sea: Sea) -> None:
    # A button outlives the permission.
    mia = manager(sea)
    card = await sea.say(mia, "server rules")
    demote(sea, mia)
    refused = await sea.press(mia, card, "Threads")
    assert "**Manage Server**" in refused.text
    assert (await rules_of(sea)).threads


async def test_rules_are_shown_typed_pressed_and_kept(sea: Sea) -> None:
    mia = manager(sea)
    card = await sea.say(mia, "server rules", cards="edit", pace="3 D", tables=5, each=2)
    for line in (
        "everywhere.",
        "one card that changes",
        "time limit**: 3d.",
        "5 in this server, 2 per member.",
    ):
        assert line in card.text
    await sea.press(mia, card, "Threads")
    assert "each table: no." in card.text
    await sea.restart()
    again = await sea.say(mia, "server rules", pace="none", tables=0)
    for line in (
        "each table: no.",
        "one card that changes",
        "time limit**: none.",
        "no limit in this server, 2 per member.",
    ):
        assert line in again.text
    assert "a time limit I understand" in (await sea.say(mia, "server rules", pace="x" * 41)).text


async def listing(sea: Sea, mia: Any, verb: str, channel: Any) -> Seen:
    """``/server allow`` or ``forbid`` with its option ``channel``, called in the harbour."""
    return Seen((await mia.slash(sea.channel, f"server {verb}", channel=channel)).response)


async def test_a_table_is_opened_only_where_the_server_allows_it(sea: Sea) -> None:
    mia = manager(sea)
    other = sea.guild.create_text_channel("tavern")
    card = await listing(sea, mia, "allow", other)
    assert f"opened: <#{other.id}>." in card.text
    assert f"From now on, tables can be opened only in <#{other.id}>" in card.text
    refused = await sea.say(sea.ann, "snorkels start")
    assert refused.text == f"In this server you can start games in <#{other.id}>."
    assert refused.message.ephemeral
    await opened(sea, other)
    thread = other.threads[-1]
    assert "Snorkels · Table" in (await sea.say(sea.ann, "snorkels start", thread)).text, "its threads count"
    more = await listing(sea, mia, "allow", sea.channel)
    assert "From now on" not in more.text, "nothing is closed by a longer list"
    assert "Table" in (await sea.say(sea.ann, "snorkels start")).text
    card = await listing(sea, mia, "forbid", sea.channel)
    assert f"opened: <#{other.id}>." in card.text
    assert "on the list of allowed channels" in (await listing(sea, mia, "forbid", sea.channel)).text
    last = await listing(sea, mia, "forbid", other)
    assert "can be opened in every channel again" in last.text
    assert "Table" in (await sea.say(sea.ann, "snorkels start")).text


async def test_no_channel_is_allowed_or_forbidden_unless_it_is_named(sea: Sea) -> None:
    (group,) = (command for command in sea.bot.tree.get_commands() if command.name == "server")
    for command in group.to_dict(sea.bot.tree)["options"]:
        if command["name"] in ("allow", "forbid"):
            assert [(option["name"], option["required"]) for option in command["options"]] == [
                ("channel", True)
            ]


async def test_the_limits_on_open_tables_hold(sea: Sea) -> None:
    mia = manager(sea)
    await sea.say(mia, "server rules", tables=3, each=2)
    for _ in range(2):
        assert "Join" in (await sea.say(sea.ann, "snorkels start")).buttons
    assert "You can only have 2 open tables at a time" in (await sea.say(sea.ann, "snorkels start")).text
    assert "Join" in (await sea.say(sea.bob, "snorkels start")).buttons
    refused = await sea.say(sea.cid, "snorkels start")
    assert "allows 3 open tables at a time" in refused.text
    assert refused.message.flags.ephemeral, "a refusal is no business of the channel's"


async def test_a_table_that_waits_for_players_is_not_in_the_way_of_a_game(sea: Sea) -> None:
    await sea.say(manager(sea), "server rules", threads=False)
    lobby = await sea.say(sea.ann, "snorkels start", opponent=sea.bob)
    await sea.press(sea.bob, lobby, "Join")
    await sea.say(sea.ann, "snorkels start")
    await sea.say(sea.ann, "move", action="d4")
    assert [str(turn.action) for turn in (await sea.bot.context.tables.get(1)).turns] == ["d4"]
    assert "It’s bob’s turn" in (await sea.say(sea.ann, "move", action="e5")).text


async def test_without_threads_a_table_is_played_in_its_channel(sea: Sea) -> None:
    await sea.say(manager(sea), "server rules", threads=False)
    await opened(sea)
    assert sea.channel.threads == []
    assert sea.card(sea.channel).buttons[-2:] == ["My View", "More"]


async def test_a_server_may_have_one_card_changed_in_place(sea: Sea) -> None:
    await sea.say(manager(sea), "server rules", cards="edit")
    await opened(sea)
    first = sea.card().message.id
    await sea.say(sea.ann, "move", sea.place(), action="a1")
    card, line = (Seen(message) for message in sea.history()[-2:])
    assert card.message.id == first
    assert "Picking colours" in card.text
    assert line.text == f"<@{sea.bob.id}>, it’s your turn."
    assert sea.pinged() == [sea.bob.id]
    await sea.restart()
    await sea.say(sea.bob, "move", sea.place(), action="take green")
    await sea.say(sea.bob, "move", sea.place(), action="a2")
    card, line = (Seen(message) for message in sea.history()[-2:])
    assert (card.message.id, line.text) == (first, f"<@{sea.ann.id}>, it’s your turn."), (
        "the older line is gone"
    )
    sea.bot.publisher.sync.edited_for = timedelta(0)
    await sea.say(sea.ann, "move", sea.place(), action="g7")
    assert sea.card().message.id > line.message.id, "a card that is too old is followed by a new one"
    assert sea.card().buttons[-2:] == ["My View", "More"]
    old = next(Seen(message) for message in sea.history() if message.id == first)
    assert old.buttons == []
    assert all("your turn." not in Seen(message).text for message in sea.history())


async def test_an_edit_that_discord_refuses_for_age_becomes_a_new_card(sea: Sea) -> None:
    await sea.say(manager(sea), "server rules", cards="edit")
    await opened(sea)
    first = sea.card().message.id
    sea.env.inject_error("PATCH", f"/channels/*/messages/{first}", status=400, code=30046)
    await sea.say(sea.ann, "move", sea.place(), action="a1")
    assert sea.card().message.id != first
    assert "Picking colours" in sea.card().text


# The doctor


async def test_a_table_is_refused_with_the_name_of_the_permission_that_lacks(sea: Sea) -> None:
    bare = discord.PermissionOverwrite(attach_files=False, send_messages=False)
    quiet = sea.guild.create_text_channel("quiet", overwrites={sea.guild.default_role: bare})
    refused = await sea.say(sea.ann, "snorkels start", quiet)
    assert "it needs **Send Messages** and **Attach Files** there" in refused.text
    assert "Manage" not in refused.text
    assert await sea.bot.context.tables.tables_of(sea.ann.id) == []


async def test_the_doctor_finds_nothing_where_all_is_well(sea: Sea) -> None:
    card = await sea.say(manager(sea), "doctor")
    assert "All is well" in card.text
    await opened(sea)
    text = (await sea.say(manager(sea), "doctor")).text
    assert f"Snorkels · Table 1: waiting for <@{sea.ann.id}>." in text
    assert "not shown" not in text


async def test_the_doctor_names_what_lacks_here_and_where_tables_are_played(sea: Sea) -> None:
    mia = manager(sea)
    await opened(sea)
    bare = discord.PermissionOverwrite(attach_files=False, create_public_threads=False)
    quiet = sea.guild.create_text_channel("quiet", overwrites={sea.guild.default_role: bare})
    card = await sea.say(mia, "doctor", quiet)
    assert "In this channel the bot is missing **Attach Files** and **Create Public Threads**." in card.text
    card = await sea.say(mia, "doctor")
    assert "is missing" not in card.text


async def test_the_doctor_shows_tables_that_are_frozen_or_not_shown_and_refused_messages(sea: Sea) -> None:
    mia = manager(sea)
    await opened(sea)
    await opened(sea)
    store = sea.bot.store
    sea.bot.context.tables.on_change = lambda _session: None
    await store.freeze(1, (await sea.bot.context.tables.get(1)).version)
    await sea.say(sea.ann, "move", sea.place(), action="a1")
    sea.bot.publisher.notifications.refused.add(sea.bob.id)
    card = await sea.say(mia, "doctor")
    assert "[Snorkels · Table 1]" in card.text
    assert "is frozen" in card.text
    assert "is out of date" in card.text
    assert f"direct messages to <@{sea.bob.id}>" in card.text


async def test_lost_cards_are_posted_again(sea: Sea) -> None:
    mia = manager(sea)
    await opened(sea)
    waiting = await sea.say(sea.ann, "snorkels start")
    thread = sea.place()
    card = await sea.say(mia, "doctor")
    whole = await sea.press(mia, card, "Post Lost Cards Again")
    assert whole.text == "No cards are missing."
    for place, message in ((thread, sea.card().message), (sea.channel, waiting.message)):
        await deleted(sea, place, message)
    before = len(sea.history())
    posted = await sea.press(mia, card, "Post Lost Cards Again")
    assert "Posted again: Snorkels · Table 2 and Snorkels · Table 1." in posted.text
    assert len(sea.history()) == before + 1
    assert sea.card().buttons[-2:] == ["My View", "More"]
    assert "Join" in sea.card(sea.channel).buttons
    demote(sea, mia)
    assert "**Manage Server**" in (await sea.press(mia, card, "Post Lost Cards Again")).text


# Servers that come and go


async def test_a_server_that_was_left_is_forgotten_after_thirty_days(sea: Sea) -> None:
    await sea.say(manager(sea), "server rules", tables=7)
    await finished(sea)
    service, number = sea.bot.context.tables, sea.guild.id
    guild = sea.bot.get_guild(number)
    assert guild is not None
    sea.bot.dispatch("guild_remove", guild)
    await sea.env.settle()
    now = service.now()
    service.now = lambda: now + 29 * DAY
    assert await guild_retention.sweep(service) == 0
    assert (await rules_of(sea)).tables == 7
    service.now = lambda: now + 31 * DAY
    assert await guild_retention.sweep(service) == 1
    assert await rules_of(sea) == ServerRules()
    assert "There’s no Table 1" in (await sea.say(sea.ann, "board", table=1)).text


async def test_a_bot_that_comes_back_in_time_finds_everything(sea: Sea) -> None:
    await sea.say(manager(sea), "server rules", tables=7)
    await finished(sea)
    service = sea.bot.context.tables
    guild = sea.bot.get_guild(sea.guild.id)
    assert guild is not None
    sea.bot.dispatch("guild_remove", guild)
    await sea.env.settle()
    sea.bot.dispatch("guild_join", guild)
    await sea.env.settle()
    now = service.now()
    service.now = lambda: now + 31 * DAY
    assert await guild_retention.sweep(service) == 0
    assert (await rules_of(sea)).tables == 7


async def test_a_removal_while_the_bot_was_away_is_noted_at_the_next_start(sea: Sea) -> None:
    await finished(sea)
    service = sea.bot.context.tables
    now = service.now()
    await guild_retention.note_present_guilds(service, set())
    await guild_retention.note_present_guilds(service, set())
    service.now = lambda: now + 31 * DAY
    await guild_retention.note_present_guilds(service, {sea.guild.id})
    assert await guild_retention.sweep(service) == 0, "it was invited again"
    await guild_retention.note_present_guilds(service, set())
    service.now = lambda: now + 70 * DAY
    assert await guild_retention.sweep(service) == 1


async def test_where_the_bot_never_was_nothing_is_taken_for_left(sea: Sea) -> None:
    await finished(sea)
    service = sea.bot.context.tables
    await sea.bot.store.set_address(1, guild=sea.guild.id + 1)
    now = service.now()
    await guild_retention.note_present_guilds(service, {sea.guild.id})
    service.now = lambda: now + 31 * DAY
    await guild_retention.note_present_guilds(service, {sea.guild.id})
    assert await guild_retention.sweep(service) == 0
    assert (await service.get(1)).status == "over"


async def test_the_doctor_tells_of_a_table_that_lost_its_channel_and_calls_nobody_twice(sea: Sea) -> None:
    mia = manager(sea)
    await opened(sea)
    card = await sea.say(mia, "doctor")
    await deleted(sea, sea.place(), sea.card().message)
    await sea.press(mia, card, "Post Lost Cards Again")
    assert sea.card().buttons[-2:] == ["My View", "More"]
    assert sea.pinged() == [], "whoever is to act was called when the turn began"
    await sea.bot.store.set_address(1, channel=NOWHERE, card=None)
    assert "has lost its channel" in (await sea.say(mia, "doctor")).text
