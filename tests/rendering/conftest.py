"""What several tests of pictures paint with."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Final
from unittest import mock

import pytest

from rendering.cache import CACHE
from rendering.studio import Piece, Studio

BUDGET: Final = 256 << 20
"""Bytes in which the sprites of all games and palettes have room, so that none is drawn twice."""


@pytest.fixture(scope="session", autouse=True)
def roomy() -> Iterator[None]:
    """A cache from which nothing is evicted."""
    with mock.patch.object(CACHE, "budget", BUDGET):
        yield


@pytest.fixture
async def studios() -> AsyncIterator[Callable[..., Studio]]:
    """Begins a studio in which a process of its own paints, from the pieces of its warm-up."""
    begun: list[Studio] = []

    def begin(*pieces: Piece) -> Studio:
        begun.append(Studio(painters=1, pieces=pieces))
        return begun[-1]

    yield begin
    for studio in begun:
        await studio.close()


@pytest.fixture
def studio(studios: Callable[..., Studio]) -> Studio:
    """A process of its own paints."""
    return studios()
