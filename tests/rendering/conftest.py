"""What several tests of pictures paint with."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from rendering.studio import Studio


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    """A process of its own paints."""
    studio = Studio(painters=1)
    yield studio
    await studio.close()
