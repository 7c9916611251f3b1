"""Fixtures of the tests that play on a simulated Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import pytest
from simcord.env import Env

from bot.app import CaptainsTable
from bot.components.publishing import publisher
from rendering.picture import Picture
from rendering.studio import Studio

from . import nonces
from .limits import check_message
from .simulation import Simulation, Wall, hurry, new_bot

BLANK: Final = Picture(
    bytes.fromhex(
        "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
        "0000000a49444154789c6360000000020001e221bc330000000049454e44ae426082"
    ),
    1,
    1,
)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the bot of a test keeps its tables."""
    return tmp_path / "table.sqlite3"


@pytest.fixture
def wall() -> Wall:
    """The clock of the simulated world."""
    return Wall()


@pytest.fixture
async def simcord_bot(database: Path, wall: Wall) -> CaptainsTable:
    """The bot that simcord logs in."""
    hurry()
    return await new_bot(database, wall=wall)


@pytest.fixture
async def sim(
    simcord_env: Env, database: Path, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Simulation]:
    """A server with ann, bob and cid, and the bot."""
    nonces.remember(simcord_env, monkeypatch)
    # simcord waits for these, as long as they are under a minute.
    monkeypatch.setattr(publisher, "RETRY_PAUSES_S", (0.02, 0.02, 0.02, 0.02, *publisher.RETRY_PAUSES_S[4:]))
    sim = Simulation(simcord_env, database, wall)
    yield sim
    # simcord never closes the bot, and a store that stays open keeps the interpreter alive.
    await sim.bot.close()
    await sim.bot.store.close()
    for request in simcord_env.http_requests:
        if request.method in ("POST", "PATCH") and isinstance(request.json, dict):
            check_message(request.json)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A studio that paints nothing."""

    async def draw(*_given: Any, **_more: Any) -> Picture:
        return BLANK

    monkeypatch.setattr(Studio, "draw", draw)
