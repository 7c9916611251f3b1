"""Whom the host has banned: one private sentence for each command and press, and nothing else."""

from __future__ import annotations

import json
from unittest.mock import AsyncMock

import pytest

from bot.tables.jobs.scheduler import POLL_S
from data.store.queries import bans

from .simulation import Simulation

WHY = "You opened tables only to leave them."


async def test_a_banned_person_is_told_why_and_nothing_changes(sim: Simulation) -> None:
    await sim.begin()
    card, before = sim.card(), (await sim.table()).version
    await bans.ban(sim.store, "person", sim.ann.id, WHY, 1)
    await sim.bot.context.bans.look(sim.store)
    for refused in (
        await sim.ann.press(card, "My View"),
        await sim.ann.say("snorkels start"),
        await sim.ann.say("board"),
    ):
        assert refused.ephemeral
        assert f"banned you from this bot: {WHY}" in refused
        assert "write to the host" in refused
    assert await sim.ann.autocomplete(sim.channel, "snorkels start", "pace", "1") == []
    table = await sim.table()
    assert table.version == before
    assert table.status == "playing", "their seat isn't touched"
    assert sim.ann.person in table.seating.humans
    assert "banned" not in await sim.bob.press(card, "My View")
    await bans.unban(sim.store, "person", sim.ann.id)
    await sim.bot.context.bans.look(sim.store)
    assert "banned" not in await sim.ann.press(card, "My View")


async def test_a_banned_server_refuses_everybody_there_and_nobody_elsewhere(sim: Simulation) -> None:
    await bans.ban(sim.store, "server", sim.guild.id, WHY, 1)
    await sim.bot.context.bans.look(sim.store)
    for who in (sim.ann, sim.bob):
        refused = await who.say("snorkels start")
        assert refused.ephemeral
        assert f"banned this server from this bot: {WHY}" in refused
    sim.bot.context.bans.require_none(sim.ann.id, None)
    sim.bot.context.bans.require_none(sim.ann.id, sim.guild.id + 1)


async def test_whoever_is_banned_can_still_see_and_delete_their_data(sim: Simulation) -> None:
    await sim.begin()
    await bans.ban(sim.store, "person", sim.ann.id, WHY, 1)
    await sim.bot.context.bans.look(sim.store)
    about = await sim.ann.say("privacy about")
    assert "What the bot stores" in await sim.ann.press(about, "Details")
    (file,) = (await sim.ann.say("privacy export")).attachments
    assert [each["reason"] for each in json.loads(file.data)["banned"]] == [WHY]
    asked = await sim.ann.say("privacy forget")
    await sim.ann.press(asked, "Yes, Forget Me")
    await sim.settled()
    assert sim.ann.person not in (await sim.table()).seating.humans
    assert await bans.reasons(sim.store, "person") == {sim.ann.id: WHY}
    assert "banned" in await sim.ann.say("games")


async def test_a_ban_holds_before_the_running_bot_looks(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bans.ban(sim.store, "person", sim.ann.id, WHY, 1)
    monkeypatch.setattr("bot.lifecycle.start._watch_host", AsyncMock())
    await sim.restart()
    assert WHY in await sim.ann.say("games")


async def test_the_running_bot_looks_by_itself_within_a_minute(sim: Simulation) -> None:
    await sim.restart(poll_s=POLL_S)
    assert "banned" not in await sim.ann.say("games")
    await bans.ban(sim.store, "person", sim.ann.id, WHY, 1)
    await sim.pass_time(60)
    assert WHY in await sim.ann.say("games")
    await bans.unban(sim.store, "person", sim.ann.id)
    await sim.pass_time(60)
    assert "banned" not in await sim.ann.say("games")
