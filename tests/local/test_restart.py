"""``python -m bot local`` with the database of an earlier table: games are kept, messages are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.core import Placement
from bot.local.world.world import World
from bot.local_table import FOUNDED
from tests.faults.running_bot import running_bot
from tests.local.fault_injection import FaultyDiscord

from .window import buttons, opened, text


@pytest.mark.slow
async def test_a_game_goes_on_with_the_same_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database, before = tmp_path / "tables.sqlite3", FaultyDiscord(World(founded=FOUNDED))
    await before.start()
    async with running_bot(database, monkeypatch, before) as here:
        number = await here.begin("snorkels")
        await here.act(number)
        table = await here.table(number)
        (person,), legal = table.awaited, table.legal(table.acting[0])
        assert not isinstance(legal, Placement)
    await before.stop()
    async with opened(database) as window:
        assert not await window.messages(person.name)
        options = {"table": str(number), "action": str(legal[0])}
        asked = {"as": person.name, "channel": "games", "command": "move", "options": options}
        await window.post("slash", asked)
        card = await window.until("Morgan", "games", lambda seen: "More" in buttons(seen))
        assert "can’t reach the thread" in text(card)
        await window.take_a_turn(await window.awaited(card), card)
