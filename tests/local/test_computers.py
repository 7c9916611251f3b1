"""A computer at the local table: real processes, killed while it thinks."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from tests.patience import PATIENCE

from .window import Window, buttons, opened, text


async def finns_turn(window: Window) -> None:
    """Wait until it's Finn's turn, as his list of games tells."""
    asked = {"as": "Finn", "channel": "games", "command": "games", "wait": True}
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = (await window.post("slash", asked))["message"]
            listed = await window.until(
                "Finn",
                "games",
                lambda seen, answer=answer: seen["id"] == answer and not seen["loading"],  # type: ignore[misc]
            )
            if "It’s **your turn**" in text(listed):
                assert "🤖 Captain" in text(listed)
                return
            await asyncio.sleep(0.5)


@pytest.mark.slow
async def test_a_computer_that_was_killed_while_it_thinks_moves_after_the_restart(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    start = {"as": "Finn", "channel": "games", "command": "snorkels start", "wait": True}
    async with opened(database, signal.SIGKILL) as window:
        await window.post("slash", start | {"options": {"computer": "captain", "pie": "off"}})
        thread = (await window.until("Finn", "games", lambda seen: seen.get("thread")))["thread"]["id"]
        await window.until("Finn", thread, lambda seen: "More" in buttons(seen))
        move = {"table": "1", "action": "d4"}
        await window.post("slash", start | {"command": "move", "options": move})
    async with opened(database, signal.SIGINT) as window:
        await finns_turn(window)
