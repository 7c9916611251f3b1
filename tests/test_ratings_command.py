"""``python -m bot ratings recompute``."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.games import GAMES
from bot.tables.service import TableService
from tests.databases import execute, open_store
from tests.tables.harness import ANN, BOB, HERE, play_on, played_out, seated


async def _play(path: Path) -> None:
    """A rated game, whose ratings are then damaged, and one of the Curse without its score."""
    store = await open_store(path)
    service = TableService(store, GAMES, rng=Random(1), now=lambda: 1_760_000_000_000)
    table = await seated(service, "snorkels", ANN, BOB)
    for number in range(5):
        table = await play_on(service, table, Random(number))
    await service.resign(table.id, ANN)
    await played_out(service, await service.open("curse", ANN, {}, HERE), Random(1))
    await execute(store, "UPDATE rated SET mu = 40")
    await store.close()


def test_recomputing_says_how_much_was_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tables.sqlite3"
    asyncio.run(_play(path))
    command = ["ratings", "recompute", "--database", str(path)]
    assert main(command) == 0
    assert (
        capsys.readouterr().out
        == "1 rated game: 2 entries were wrong and have been corrected.\n1 missing score was added.\n"
    )
    assert main(command) == 0
    assert capsys.readouterr().out == "1 rated game: every rating was right.\n"
