"""The local table opened again with the same database: games are kept, messages are not."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from .window import buttons, opened, text


@pytest.mark.slow
async def test_a_game_goes_on_with_the_same_people_after_a_kill(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    async with opened(database, signal.SIGKILL) as window:
        asked = {"as": "Finn", "channel": "games", "command": "snorkels start"}
        await window.post("slash", asked)
        lobby = await window.until("Pearl", "games", lambda seen: "Join" in buttons(seen))
        await window.press("Pearl", lobby, "Join")
        thread = (await window.until("Finn", "games", lambda seen: seen.get("thread")))["thread"]["id"]
        card = await window.until("Finn", thread, lambda seen: "More" in buttons(seen))
        mover = await window.awaited(card)
        await window.take_a_turn(mover, card)
    other = {"Finn": "Pearl", "Pearl": "Finn"}[mover]
    async with opened(database, signal.SIGINT) as window:
        assert not await window.messages(other)
        options = {"table": "1", "action": "take purple"}
        await window.post("slash", asked | {"as": other, "command": "move", "options": options})
        card = await window.until(mover, "games", lambda seen: "More" in buttons(seen))
        assert "can’t reach the thread" in text(card)
        await window.take_a_turn(mover, card)
