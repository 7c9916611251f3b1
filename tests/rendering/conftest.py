"""What several tests of pictures paint with."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest

from rendering.studio import Piece, Studio


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
