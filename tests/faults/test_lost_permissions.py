"""Permissions that are taken from the bot in the middle of a game, and given back."""

from __future__ import annotations

from typing import Literal

import pytest
from aiohttp import web

from bot.local.api import channels
from bot.local.errors import Refusal
from bot.local.world.model import NO_PERMISSIONS, Permission
from bot.tables import server_rules
from tests.local.fault_injection import Handler, InjectedFault

from .running_bot import RunningBot
from .seen import BEGINS, buttons, find, must_find


@pytest.fixture
async def running(running: RunningBot) -> RunningBot:
    await running.at_rest()
    return running


@pytest.mark.parametrize("cards", ["post", "edit"])
async def test_without_attach_files_nothing_is_tried_that_must_fail(
    running: RunningBot, cards: Literal["post", "edit"], monkeypatch: pytest.MonkeyPatch
) -> None:
    local = running.local
    await server_rules.change(running.bot.store, local.world.guild_id, cards=cards)
    number = await running.begin("snorkels")
    channels.deny_bot(local.world, local.world.channel("games"), Permission.ATTACH_FILES)
    refused: list[str] = []
    handle = local.faults.pass_through

    async def noted(request: web.Request, path: str, handler: Handler) -> web.StreamResponse:
        try:
            return await handle(request, path, handler)
        except Refusal as refusal:
            refused.append(f"{request.method} {path}: {refusal}")
            raise

    monkeypatch.setattr(local.faults, "pass_through", noted)
    posted = len(running.cards(number))
    for _ in range(3):
        await running.act(number)
        assert await running.settled(number) == []
    assert len(running.cards(number)) - posted == (0 if cards == "edit" else 3)
    table = await running.table(number)
    await running.bot.context.tables.resign(number, table.seating.people[0])
    assert await running.settled(number) == []
    assert refused == []


@pytest.mark.parametrize("taken", [Permission.SEND_MESSAGES_IN_THREADS, Permission.VIEW_CHANNEL])
async def test_a_card_that_was_never_heard_of_answers_where_the_bot_cannot_write_and_loses_its_buttons(
    running: RunningBot, taken: Permission
) -> None:
    world, faults = running.local.world, running.local.faults
    number = await running.begin("snorkels")
    board = running.board(number)
    thread, home = board.channel, world.channel("games")
    posts = rf"/channels/{thread.id}/messages$"
    faults.add(InjectedFault("POST", posts, cut=True, applied=True))
    faults.add(InjectedFault("POST", posts, status=503, count=1000))
    await running.act(number)
    await running.until(lambda: len(thread.messages) == 2)
    channels.deny_bot(world, home, taken)
    faults.clear()
    await running.bot.publisher.settle()
    unheard = list(thread.messages.values())[-1]
    button = must_find(unheard, *BEGINS)
    table = await running.table(number)
    assert table.address.channel != thread.id, "it is shown elsewhere"
    private = await running.players.press(world.people[table.awaited[0].id], unheard, button)
    assert private is not None
    assert find(private, "pick", "play"), "it works"
    channels.deny_bot(world, home, NO_PERMISSIONS)
    await running.act(number)
    await running.bot.publisher.settle()
    assert buttons(unheard) == []
    assert running.unhandled == []
