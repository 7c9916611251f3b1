"""Automatic turns, whatever their source."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bot.games.core import RulesError
from bot.tables import automatic_turns
from bot.tables.automatic_turns import AutomaticTurns, TurnSource
from bot.tables.errors import TableBusy
from bot.tables.model.table import Table
from bot.tables.service import TableService

from .harness import ANN, HERE


class TooLate(RulesError):
    """The table has moved on."""


class Source(TurnSource):
    """Notes the tables at which it is asked to play; the first time, something goes wrong."""

    name = "test"
    too_late = (RulesError,)

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.tried: list[int] = []

    def concerns(self, table: Table) -> bool:
        return True

    async def tables(self) -> Iterable[int]:
        return ()

    async def due(self, table: Table) -> int | None:
        return 0

    async def play(self, table: Table) -> bool:
        self.tried.append(table.id)
        error, self.error = self.error, None
        if error is not None:
            raise error
        return False


@pytest.mark.parametrize(("error", "tries"), [(RuntimeError(), 2), (TableBusy(), 2), (TooLate(), 1)])
async def test_a_turn_is_tried_again_unless_it_comes_too_late(
    monkeypatch: pytest.MonkeyPatch, service: TableService, error: Exception, tries: int
) -> None:
    monkeypatch.setattr(automatic_turns, "RETRY_PAUSES_S", (0.0, 0.0))
    table = await service.open("snorkels", ANN, {}, HERE)
    source, other = Source(error), Source()
    turns = AutomaticTurns(service, [source, other])
    turns.wake(table.id)
    await turns.tasks.settle()
    assert source.tried == [table.id] * tries
    assert other.tried == [table.id] * tries, (
        "what goes wrong in one source doesn't keep another from playing"
    )
