"""What those who manage a server set and see: rules, the doctor; servers that the bot left."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from bot.components.interactions.form import Channels
from bot.tables import lists, server_rules
from bot.tables.jobs import guild_retention
from bot.tables.model.pace import DAY
from bot.tables.server_rules import ServerRules
from bot.tables.service import TableService
from cogs import admin, maintenance
from data.store.records import NOWHERE
from tests.patience import PATIENCE

from .fixtures import Listen
from .playing import finished
from .server import FORUM, NEWS, STAGE, VOICE
from .simulation import Simulation

# Rules


async def test_only_those_who_manage_the_server_are_offered_its_commands(sim: Simulation) -> None:
    names = ("server rules", "server allow", "server forbid", "server board", "doctor")
    assert not set(names) & set(sim.ann.offered())
    assert set(names) <= set(sim.manager().offered())


async def test_whoever_is_let_through_by_discord_is_asked_once_more_by_the_bot(sim: Simulation) -> None:
    # A button outlives the permission.
    mia = sim.manager()
    card = await mia.say("server rules")
    assert "\nEach table in its own thread\u00a0· " in card, "a line of its own begins like a sentence"
    sim.demote(mia)
    answer = await mia.click(card, custom_id="ct:rule:0:0:cards")
    assert answer.response is not None
    refused = answer.seen
    assert "**Manage Server**" in refused
    assert (await sim.rules()).threads


async def test_tables_can_be_allowed_wherever_they_can_be_opened(sim: Simulation) -> None:
    mia = sim.manager()
    lounge, news, stage, _ = places = [
        sim.env.create_text_channel("games", kind=kind) for kind in (VOICE, NEWS, STAGE, FORUM)
    ]
    for channel in places:
        assert f"<#{channel.id}>" in await mia.say("server allow", channel=channel)
    for channel in (lounge, news, stage):
        assert "Join" in (await sim.ann.say("snorkels start", channel)).buttons
    assert "you can start games in" in await sim.ann.say("snorkels start")
    assert f"<#{lounge.id}>" not in await mia.say("server forbid", channel=lounge)


def test_the_form_offers_the_channels_that_the_command_takes() -> None:
    (parameter,) = admin.allow.parameters
    form = Channels("channels", "Channels for games", ()).item()
    assert isinstance(form, discord.ui.ChannelSelect)
    assert {*form.channel_types} == {*parameter.channel_types}


async def test_a_deleted_channel_of_which_discord_tells_twice_is_left_once(
    sim: Simulation, listen: Listen
) -> None:
    cog: Any = sim.bot.get_cog("Maintenance")
    tavern = sim.guild.create_text_channel("tavern")
    await sim.manager().say("server allow", channel=tavern)

    work: list[asyncio.Task[None]] = []

    async def again(*_given: Any) -> None:
        cog.deleted_channels.add(sim.guild.id, tavern.id)
        work.extend(cog.deleted_channels.tasks.all)

    listen(server_rules, "forget", before=again)
    sim.env.delete_channel(tavern.id)
    await sim.settled()
    (done,) = work
    await done
    assert not cog.deleted_channels.tasks.owed


async def test_a_channel_that_is_deleted_leaves_the_list_but_opens_no_others(sim: Simulation) -> None:
    mia = sim.manager()
    tavern, other = (sim.guild.create_text_channel(name) for name in ("tavern", "other"))
    for channel in (tavern, other):
        await mia.say("server allow", channel=channel)
    sim.env.delete_channel(tavern.id)
    await sim.settled()
    assert f"Games in <#{other.id}>" in await mia.say("server rules")
    sim.env.delete_channel(other.id)
    await sim.settled()
    card = await mia.say("server rules")
    assert "opened has been deleted. Choose others, or none to allow every channel." in card
    assert "<#" not in card
    refused = (await sim.ann.say("snorkels start")).text
    assert refused.startswith("The only channel for games in this server was deleted.")
    assert f"Games in <#{sim.channel.id}>" in await mia.say("server allow", channel=sim.channel)
    assert "Join" in (await sim.ann.say("snorkels start")).buttons
    sim.env.delete_channel(sim.guild.create_text_channel("cabin").id)
    await sim.settled()
    assert (await sim.rules()).channels == (sim.channel.id,)


async def test_channels_that_were_deleted_while_the_bot_was_away_leave_the_list(sim: Simulation) -> None:
    mia, gone, hidden = sim.manager(), 123_456_789, 234_567_890
    for number in (sim.channel.id, gone, hidden):
        await server_rules.allow(sim.store, sim.guild.id, number)
    sim.refuse("GET", f"/channels/{hidden}", 403, 50001)
    await sim.restart()
    assert (await sim.rules()).channels == (sim.channel.id, hidden), "which the bot may not see"
    await server_rules.change(sim.store, sim.guild.id, channels=(gone,))
    await sim.restart()
    card = await mia.say("server rules")
    assert "opened has been deleted" in card
    await mia.fill_in(card, "ct:rule:0:0:where", {"channels": []})
    assert (await sim.rules()).channels == ()
    await sim.restart()
    assert (await sim.rules()).channels == ()


async def test_a_rematch_is_played_only_where_the_server_still_allows_it(sim: Simulation) -> None:
    mia = sim.manager()
    tavern, other = (sim.guild.create_text_channel(name) for name in ("tavern", "other"))
    await sim.begin("snorkels", tavern)
    private = await sim.ann.say("table resign", tavern.threads[-1])
    await sim.ann.press(private, "Yes, Resign")
    await mia.say("server allow", channel=other)
    refused = await sim.ann.say("table rematch", other, table=1)
    assert refused.text == f"In this server, you can start games in <#{other.id}>."
    await mia.say("server allow", channel=tavern)
    assert "Rematch" in await sim.ann.say("table rematch", other, table=1)
    await sim.settled()


async def test_another_press_on_rematch_leads_to_it(sim: Simulation) -> None:
    await sim.begin()
    await sim.finish()
    over = sim.card()
    assert "Rematch offered." in await sim.ann.press(over, "Rematch")
    assert "Here we go again at Table 2" in await sim.bob.press(over, "Rematch")
    for who in (sim.ann, sim.bob):
        answer = await who.press(over, "Rematch")
        assert answer.text.startswith("The rematch is at Table 2.")
        assert "https://discord.com/channels/" in answer
    await sim.settled()


async def test_a_rematch_is_played_in_an_archived_thread_of_an_allowed_channel(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    mia, tavern = sim.manager(), sim.guild.create_text_channel("tavern")
    await mia.say("server allow", channel=tavern)
    await sim.begin("snorkels", tavern)
    thread = tavern.threads[-1]
    await sim.begin("snorkels", thread)
    private = await sim.ann.say("table resign", thread, table=2)
    await sim.ann.press(private, "Yes, Resign")
    await sim.settled()
    known = sim.bot.get_channel
    monkeypatch.setattr(sim.bot, "get_channel", lambda number: None if number == thread.id else known(number))
    assert "Rematch offered." in await sim.ann.say("table rematch", thread, table=2)


async def test_a_server_may_have_one_card_changed_in_place(sim: Simulation) -> None:
    await sim.manager().say("server rules", cards="edit")
    await sim.begin()
    first = sim.card()
    await sim.ann.move("a1")
    card, line = sim.public()[-2:]
    assert card.id == first.id
    assert "Picking colours" in card.alt
    assert line.text == f"<@{sim.bob.id}>, it’s your turn."
    assert sim.pinged() == [sim.bob.id]
    await sim.restart()
    await sim.bob.move("take green")
    await sim.bob.move("a2")
    card, line = sim.public()[-2:]
    assert (card.id, line.text) == (first.id, f"<@{sim.ann.id}>, it’s your turn."), "the older line is gone"
    await sim.pass_time(55 * 60)
    await sim.ann.move("g7")
    card, line = sim.public()[-2:]
    assert (card.id, line.text) == (first.id, f"<@{sim.bob.id}>, it’s your turn.")
    await sim.pass_time(10 * 60)
    await sim.bob.move("g1")
    assert sim.card().id > line.id, "a card that is too old is followed by a new one"
    assert sim.card().buttons[-2:] == ["My View", "More"]
    assert sim.again(first).buttons == []
    assert all("your turn." not in message for message in sim.public())


# The doctor


async def test_a_table_is_refused_with_the_name_of_the_permission_that_lacks(sim: Simulation) -> None:
    bare = discord.PermissionOverwrite(attach_files=False, send_messages=False)
    quiet = sim.guild.create_text_channel("quiet", overwrites={sim.guild.default_role: bare})
    refused = await sim.ann.say("snorkels start", quiet)
    assert "it needs **Send Messages** and **Attach Files** there" in refused
    assert "Manage" not in refused
    assert await lists.tables_of(sim.tables, sim.ann.id) == []


async def test_the_doctor_misses_no_card_of_a_daily_challenge(sim: Simulation) -> None:
    mia = sim.manager()
    await mia.say("curse daily")
    await sim.ann.say("curse daily")
    told = (await mia.say("doctor")).text
    assert "out of date" not in told
    assert "stuck" not in told
    await sim.store.freeze(1, (await sim.table()).version)
    assert f"(https://discord.com/channels/{sim.guild.id})" in await mia.say("doctor"), "it is in no channel"


async def test_the_doctor_looks_at_every_channel_that_is_allowed(sim: Simulation) -> None:
    mia = sim.manager()
    games, forum = (sim.env.create_text_channel("games", kind=kind) for kind in (0, FORUM))
    for channel in (games, forum):
        await mia.say("server allow", channel=channel)
    assert "is missing" not in await mia.say("doctor")
    sim.forbid(games, "attach_files")
    # People open the posts of a forum themselves.
    sim.forbid(forum, "create_public_threads")
    card = await mia.say("doctor")
    assert f"In <#{games.id}> the bot is missing **Attach Files**." in card
    assert f"<#{forum.id}>" not in card


async def test_the_doctor_wants_no_threads_where_the_bot_opens_none(sim: Simulation) -> None:
    mia = sim.manager()
    lounge = sim.env.create_text_channel("games", kind=VOICE)
    sim.forbid(lounge, "create_public_threads")
    assert "Create Public Threads" not in await mia.say("doctor", lounge)
    sim.forbid(sim.channel, "create_public_threads")
    assert "Create Public Threads" in await mia.say("doctor")


async def test_the_doctor_names_what_lacks_here_and_where_tables_are_played(sim: Simulation) -> None:
    mia = sim.manager()
    await sim.begin()
    bare = discord.PermissionOverwrite(attach_files=False, create_public_threads=False)
    quiet = sim.guild.create_text_channel("quiet", overwrites={sim.guild.default_role: bare})
    card = await mia.say("doctor", quiet)
    assert f"In <#{quiet.id}> the bot is missing **Attach Files** and **Create Public Threads**." in card
    card = await mia.say("doctor")
    assert "is missing" not in card
    await mia.say("server rules", threads=False)
    await sim.begin()
    sim.forbid(sim.channel, "attach_files")
    card = await mia.say("doctor", quiet)
    assert f"In <#{sim.channel.id}> the bot is missing **Attach Files**." in card


async def test_the_doctor_takes_an_archived_thread_for_no_deleted_channel(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.begin()
    monkeypatch.setattr(discord.Guild, "get_channel_or_thread", lambda *_: None)
    mia = sim.manager()
    assert "All is well" in await mia.say("doctor")
    elsewhere = await mia.say("doctor", sim.guild.create_text_channel("other"))
    assert f"The channel <#{sim.channel.id}> is gone, or the bot can’t see it." in elsewhere


async def test_the_doctor_shows_tables_that_are_frozen_or_not_shown_and_refused_messages(
    sim: Simulation,
) -> None:
    mia = sim.manager()
    await sim.begin()
    await sim.begin()
    store = sim.store
    sim.tables.after_commit = lambda _table_id, _table: None
    await store.freeze(1, (await sim.table()).version)
    await store.set_address(1, shown=0)
    await sim.ann.move("a1")
    sim.bot.publisher.notifications.refused.add(sim.bob.id)
    card = await mia.say("doctor")
    assert "[Snorkels · Table 1]" in card
    assert "is frozen" in card
    assert card.text.count("is out of date") == 1, "of the other one"
    assert f"direct messages to <@{sim.bob.id}>" in card


async def test_two_who_post_a_lost_card_again_post_it_once(sim: Simulation) -> None:
    await sim.begin()
    await sim.delete(sim.card())
    before, publisher = len(sim.public()), sim.bot.publisher
    posted = await asyncio.gather(publisher.restore(1), publisher.restore(1))
    await sim.settled()
    assert sorted(posted) == [False, True]
    assert len(sim.public()) == before + 1


async def test_a_lost_card_that_discord_does_not_take_leaves_nothing_to_be_done(sim: Simulation) -> None:
    await sim.begin()
    await sim.delete(sim.card())
    sim.refuse("POST", f"/channels/{sim.place().id}/messages", 503, times=None)
    with pytest.raises(discord.DiscordServerError):
        await sim.bot.publisher.restore(1)
    await sim.settled()
    assert sim.bot.publisher.messages.followups.pending(1) == set()


async def test_lost_cards_are_posted_again(sim: Simulation) -> None:
    mia = sim.manager()
    await sim.begin()
    waiting = await sim.ann.say("snorkels start")
    card = await mia.say("doctor")
    whole = await mia.press(card, "Post Lost Cards Again")
    assert whole.text == "No cards are missing."
    for each in (sim.card(), waiting):
        await sim.delete(each)
    before = len(sim.public())
    posted = await mia.press(card, "Post Lost Cards Again")
    assert "The bot has posted these cards again: Snorkels · Table 2 and Snorkels · Table 1." in posted
    assert len(sim.public()) == before + 1
    assert sim.card().buttons[-2:] == ["My View", "More"]
    assert sim.pinged(sim.place()) == [], "whoever is to act was called when the turn began"
    assert "Join" in sim.card(sim.channel).buttons
    await sim.store.set_address(1, channel=NOWHERE, card=None)
    assert "has lost its channel" in await mia.say("doctor")
    sim.demote(mia)
    assert "**Manage Server**" in await mia.press(card, "Post Lost Cards Again")


# Servers that come and go


async def test_a_server_is_forgotten_thirty_days_after_it_was_left_for_good(sim: Simulation) -> None:
    await sim.manager().say("server rules", tables=7)
    await finished(sim)
    service, now, guild = sim.tables, sim.tables.now(), sim.bot.get_guild(sim.guild.id)
    assert guild is not None
    for day, event in ((0, "guild_remove"), (29, "guild_join"), (31, "guild_remove"), (60, "")):
        service.now = lambda day=day: now + day * DAY  # type: ignore[misc]
        assert await guild_retention.sweep(service) == 0
        assert (await sim.rules()).tables == 7
        sim.bot.dispatch(event, guild)
        await sim.env.settle()
    service.now = lambda: now + 62 * DAY
    assert await guild_retention.sweep(service) == 1
    assert await sim.rules() == ServerRules()
    assert "There’s no Table 1" in await sim.ann.say("board", table=1)


async def test_a_removal_while_the_bot_was_away_is_noted_at_the_next_start(sim: Simulation) -> None:
    await finished(sim)
    service = sim.tables
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
    service = sim.tables
    await sim.store.set_address(1, guild=sim.guild.id + 1)
    now = service.now()
    await guild_retention.note_present_guilds(service, {sim.guild.id})
    service.now = lambda: now + 31 * DAY
    await guild_retention.note_present_guilds(service, {sim.guild.id})
    assert await guild_retention.sweep(service) == 0
    assert (await service.get(1)).status == "over"


async def test_where_a_server_wants_no_threads_games_are_played_in_its_channel(sim: Simulation) -> None:
    mia = sim.manager()
    await mia.fill_in(await mia.say("server rules"), "ct:rule:0:0:cards", {"on": []})
    await sim.begin()
    assert sim.channel.threads == []
    assert (await sim.tables.get(1)).address.channel == sim.channel.id


async def test_a_step_of_the_stop_that_fails_prevents_no_other(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sim.bot.context.deadlines, "stop", AsyncMock(side_effect=OSError))
    closing = AsyncMock(wraps=sim.bot.publisher.close)
    monkeypatch.setattr(sim.bot.publisher, "close", closing)
    await sim.bot.close()
    assert closing.called


async def test_a_clean_up_that_fails_is_done_the_next_day_all_the_same(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried, done = list[TableService](), asyncio.Event()

    async def sweep(service: TableService) -> None:
        tried.append(service)
        if len(tried) == 1:
            raise OSError("the disk is full")
        monkeypatch.setattr(maintenance, "SWEEP_PAUSE_S", DAY)
        done.set()

    monkeypatch.setattr(maintenance, "SWEEP_PAUSE_S", 0.01)
    monkeypatch.setattr(guild_retention, "sweep", sweep)
    await sim.restart()
    async with asyncio.timeout(PATIENCE):
        await done.wait()
