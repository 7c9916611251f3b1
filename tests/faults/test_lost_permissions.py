"""Permissions that are taken from the bot in the middle of a game, and given back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.local.world.model import NO_PERMISSIONS, Permission

from .running_bot import RunningBot, running_bot
from .test_connection import one_turn


@pytest.fixture
async def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RunningBot]:
    """The real bot at a local Discord."""
    async with running_bot(tmp_path / "table.sqlite3", monkeypatch) as here:
        await here.at_rest()
        yield here


async def test_without_attach_files_only_the_newest_card_has_buttons(running: RunningBot) -> None:
    number = await running.begin("snorkels")
    assert await one_turn(running, number) == 0
    await running.bot.publisher.settle()
    sample = running.local.world.channel("games")
    running.local.world.deny_bot(sample, Permission.ATTACH_FILES)
    for _ in range(3):
        await running.act(number)
        assert await running.settled(number) == []
    running.local.world.deny_bot(sample, NO_PERMISSIONS)
    for _ in range(2):
        await running.act(number)
        assert await running.settled(number) == []
    board = running.players.board(number)
    assert board is not None
    assert board.attachments
