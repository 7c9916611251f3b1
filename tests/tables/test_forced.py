"""Only moves: played by themselves for those who want that, like any other move, and for nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.features.forced_moves.forced_turns import FORCED, ForcedTurns
from bot.games.core import CHANCE, Seat
from bot.people import settings
from bot.tables.automatic_turns import AutomaticTurns
from bot.tables.events import agreements
from bot.tables.model.table import Table
from bot.tables.service import TableService
from tests.databases import on_both

from .harness import ANN, BOB, automatic, loaded, undone
from .tug_of_war import Tug, Word


@pytest.fixture(autouse=True)
def one_move_for_blue(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blue has just one legal move, always."""
    legal = Tug.legal

    def fewer(self: Tug, seat: Seat) -> Sequence[Word]:
        found = legal(self, seat)
        return found[:1] if seat != CHANCE and self.turn % 2 else found

    monkeypatch.setattr(Tug, "legal", fewer)


async def wanted(service: TableService, on: bool = True) -> AutomaticTurns:
    """Bob wants his only moves played, or no longer."""
    await settings.change(service.store, BOB.id, {FORCED: on})
    return automatic(ForcedTurns, service)


async def moves(service: TableService, turns: AutomaticTurns, table: Table) -> list[tuple[int | None, str]]:
    """Who has played what, once the forced moves are played."""
    await turns.resume()
    turns.wake(table.id)
    await turns.tasks.attempted(table.id)
    stored = await loaded(service, table.id)
    return [(event.person, event.text) for event in stored.events if event.verb == "play"]


async def test_an_only_move_is_played_for_those_who_want_that(service: TableService, table: Table) -> None:
    turns = await wanted(service)
    assert await moves(service, turns, table) == []
    await service.play(table.id, ANN, "pull 1")
    assert await moves(service, turns, table) == [(ANN.id, "pull 1"), (BOB.id, "pull 1")]
    await wanted(service, on=False)
    await service.play(table.id, ANN, "pull 1")
    assert len(await moves(service, turns, table)) == 3


@on_both
async def test_a_wish_that_is_withdrawn_meanwhile_plays_nothing(
    service: TableService, other: TableService, monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    turns = await wanted(service)
    table = await service.play(table.id, ANN, "pull 1")
    append = service.store.append

    async def too_late(*given: Any, **more: Any) -> int | None:
        await settings.change(other.store, BOB.id, {FORCED: False})
        return await append(*given, **more)

    monkeypatch.setattr(service.store, "append", too_late)
    assert await moves(service, turns, table) == [(ANN.id, "pull 1")]
    assert (await service.get(table.id)).version == table.version


async def test_what_was_undone_waits_for_its_player(service: TableService, table: Table) -> None:
    turns = await wanted(service)
    await service.play(table.id, ANN, "pull 1")
    assert len(await moves(service, turns, table)) == 2
    before = await undone(service, table.id, BOB, ANN)
    assert [each.id for each in before.awaited] == [BOB.id]
    stored = await moves(service, turns, table)
    assert (await service.get(table.id)).version == before.version, stored


async def test_a_move_by_itself_answers_no_question(service: TableService, table: Table) -> None:
    await service.play(table.id, ANN, "pull 1")
    await service.change_as(table.id, ANN, agreements.request_undo)
    table = await service.get(table.id)
    assert BOB.id in table.has_to_answer
    assert table.only_moves == ()


async def test_a_game_with_secrets_plays_nothing_by_itself(service: TableService, table: Table) -> None:
    table = await service.play(table.id, ANN, "pull 1")
    assert table.only_moves == ((BOB, table.game.parse("pull 1")),)
    assert replace(table, game=replace(table.game, secrets=True)).only_moves == ()
