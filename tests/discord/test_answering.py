"""A look before the answer: what is refused at once is refused in private, and Discord never waits for it."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.components.boundary.answering import look_first
from bot.sessions.refusals import TableError


async def test_what_is_refused_at_a_glance_is_refused_before_any_answer() -> None:
    interaction: Any = AsyncMock()

    async def refuse() -> None:
        raise TableError("No.")

    with pytest.raises(TableError):
        await look_first(interaction, refuse())
    interaction.response.defer.assert_not_awaited()


async def test_a_look_that_takes_long_goes_on_behind_the_answer() -> None:
    interaction: Any = AsyncMock()
    answered = asyncio.Event()
    interaction.response.defer.side_effect = lambda **_given: answered.set()

    async def look() -> str:
        await answered.wait()
        return "found"

    assert await look_first(interaction, look(), glance=0.0) == "found"
    interaction.response.defer.assert_awaited_once_with(ephemeral=False, thinking=True)
