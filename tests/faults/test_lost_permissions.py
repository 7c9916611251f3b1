"""Permissions that are taken from the bot in the middle of a game, and given back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games.core import Placement
from bot.local.world.model import NO_PERMISSIONS, Permission

from .berth import Berth, berth
from .test_connection import one_turn


@pytest.fixture
async def moored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Berth]:
    """The real bot at a local Discord."""
    async with berth(tmp_path / "table.sqlite3", monkeypatch) as here:
        await here.at_rest()
        yield here


async def played(here: Berth, number: int) -> None:
    """The turn of whoever is to act, by a typed action."""
    service = here.bot.context.tables
    table = await service.get(number)
    seat = table.acting[0]
    person = table.holder(seat)
    assert person is not None
    legal = table.legal(seat)
    assert not isinstance(legal, Placement)
    await service.play(number, person, str(legal[0]))
    await here.bot.publisher.settle()


async def test_without_attach_files_only_the_newest_card_has_buttons(moored: Berth) -> None:
    number = await moored.begin("snorkels")
    assert await one_turn(moored, number) == 0
    await moored.bot.publisher.settle()
    harbour = moored.local.world.channel("games")
    moored.local.world.deny_bot(harbour, Permission.ATTACH_FILES)
    for _ in range(3):
        await played(moored, number)
        assert await moored.settled(number) == []
    moored.local.world.deny_bot(harbour, NO_PERMISSIONS)
    for _ in range(2):
        await played(moored, number)
        assert await moored.settled(number) == []
    board = moored.crew.board(number)
    assert board is not None
    assert board.attachments
