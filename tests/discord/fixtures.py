"""Fixtures of the tests that play on a simulated Discord."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from bot.tables.jobs import retries
from rendering.scene import Picture
from rendering.studio import Studio
from tests.blank import BLANK
from tests.simulation.loop import VirtualLoop

from .inline_thinkers import InlineThinkers
from .limits import check_message
from .one_thread import Painter, one_thread
from .simulation import DAY, HOUR, Simulation, simulated

Happening: TypeAlias = Callable[..., Awaitable[object]] | None
Listen: TypeAlias = Callable[..., list[tuple[Any, ...]]]


def pytest_asyncio_loop_factories(
    item: pytest.Function,
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """What happens on the simulated Discord takes no time."""
    if "virtual" in item.fixturenames:
        return {"virtual": VirtualLoop}
    return {"real": asyncio.new_event_loop}


@pytest.fixture
def virtual() -> Iterator[None]:
    """A bot that runs in one thread and in virtual time; so do the test and its fixtures."""
    with one_thread():
        yield


@pytest.fixture
def database(tmp_path: Path, blank: Path, virtual: None) -> Path:
    """Where the bot of a test keeps its tables."""
    return Path(shutil.copy(blank, tmp_path / "table.sqlite3"))


@pytest.fixture
def inline_thinkers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computer players that choose at once."""
    monkeypatch.setattr("bot.app.Thinkers", InlineThinkers)


@pytest.fixture
async def sim(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Simulation]:
    """A server with ann, bob and cid, and the bot."""
    # These are waited for, as long as they are under a minute.
    pauses = (0.02, 0.02, 0.02, 0.02, *retries.RETRY_PAUSES_S[4:])
    monkeypatch.setattr("bot.tables.jobs.retries.RETRY_PAUSES_S", pauses)
    # No bot is killed here, so none has to note often that it was up.
    monkeypatch.setattr("bot.tables.jobs.scheduler.HEARTBEAT_S", DAY)
    async with simulated(database) as sim:
        yield sim
    assert not sim.env.errors
    # A card that was sent without its picture is known by an edit that is refused because of that.
    assert not [each for each in sim.env.refused if each.errors and "media" not in str(each.errors)]
    for request in sim.env.http_requests:
        if request.method in ("POST", "PATCH") and isinstance(request.json, dict):
            check_message(request.json)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, str]]:
    """What is drawn, the scene and the palette of each picture; the pictures stay blank."""
    found: list[tuple[Any, str]] = []

    async def draw(_studio: Studio, _key: str, scene: Any, palette: str = "default") -> Picture:
        found.append((scene, palette))
        return BLANK

    monkeypatch.setattr(Studio, "draw", draw)
    return found


@pytest.fixture
def listen(monkeypatch: pytest.MonkeyPatch) -> Listen:
    """Notes what a function is given; ``before`` or ``after`` its first call, something else happens."""

    def listen(
        owner: Any, name: str, *, before: Happening = None, after: Happening = None
    ) -> list[tuple[Any, ...]]:
        function, calls = getattr(owner, name), list[tuple[Any, ...]]()

        async def heard(*given: Any, **named: Any) -> Any:
            calls.append(given)
            first = len(calls) == 1
            if first and before is not None:
                await before(*given)
            answer = await function(*given, **named)
            if first and after is not None:
                await after(*given)
            return answer

        monkeypatch.setattr(owner, name, heard)
        return calls

    return listen


@pytest.fixture
def long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hours before planned turns: what comes within a minute is waited for."""
    hours = round(2 * HOUR * 1000), round(3 * HOUR * 1000)
    monkeypatch.setattr("bot.features.plans.planned_turns.WAIT_MS", hours)


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Real pictures."""
    monkeypatch.setattr(Painter, "paints", True)
