"""One person with very many tables: exporting and forgetting them is counted, never timed."""

from __future__ import annotations

import asyncio
import selectors
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any

import sqlalchemy as sa

from bot.features.privacy.data_export import export
from bot.features.privacy.erasure import erase
from bot.features.privacy.privacy_cards import export_card
from bot.tables.service import TableService
from data.store import schema
from data.store.queries import people
from data.store.store import Store
from tests.databases import execute, hear_statements, on_both

from .harness import ANN, BOB, Room

EVENTS = 20
"""In each log, half of them Ann's."""
WAITING = (__file__, selectors.__file__, str(Path(asyncio.__file__).parent))


async def fill(store: Store, tables: int) -> None:
    """So many more finished tables of Ann and Bob."""

    def insert(connection: sa.Connection) -> None:
        first = (connection.scalar(sa.select(sa.func.max(schema.game_table.c.id))) or 0) + 1
        numbers = range(first, first + tables)
        common = {"game": "snorkels", "rules": 1, "options": "", "status": "over", "version": EVENTS}
        table_ids = [
            {"id": number, "host": ANN.id, "opponent": BOB.id, "opened": 1, "touched": 1, "home": 10} | common
            for number in numbers
        ]
        seats = [
            {"table_id": number, "seat": seat, "person": person.id}
            for number in numbers
            for seat, person in (("purple", ANN), ("green", BOB))
        ]
        events = [
            {
                "table_id": number,
                "seq": seq,
                "verb": "play",
                "at": seq,
                "person": person.id,
                "name": person.name,
            }
            for number in numbers
            for seq in range(1, EVENTS + 1)
            for person in ((ANN, BOB)[seq % 2],)
        ]
        for table, rows in ((schema.game_table, table_ids), (schema.seat, seats), (schema.event, events)):
            connection.execute(sa.insert(table), rows)

    await store.write(insert)


class Work:
    """Lines of Python that were executed, without the loop's own: it turns as long as it waits."""

    def __init__(self) -> None:
        self.lines = 0
        self.held = 0
        """The most on the event loop's thread between two of its rounds."""
        self._loop = threading.get_ident()
        self._round = 0

    def trace(self, frame: FrameType, event: str, _arg: object) -> Any:
        if frame.f_code.co_filename.startswith(WAITING):
            return None
        if event == "line":
            self.lines += 1
            self._round += threading.get_ident() == self._loop
        return self.trace

    async def watch(self) -> None:
        """Look at every round of the loop."""
        while True:
            self.held, self._round = max(self.held, self._round), 0
            await asyncio.sleep(0)


@contextmanager
def counted() -> Iterator[Work]:
    work, before, loop = Work(), sys.gettrace(), asyncio.get_running_loop()
    watching = loop.create_task(work.watch())
    # Only threads that start from now on are traced: the store's are not, those of long jobs are.
    loop.set_default_executor(ThreadPoolExecutor())
    threading.settrace(work.trace)
    sys.settrace(work.trace)
    try:
        yield work
    finally:
        sys.settrace(before)
        threading.settrace(before)
        watching.cancel()


async def exporting(service: TableService, tables: int) -> Work:
    """What it takes to export a person with so many tables more."""
    await fill(service.store, tables)
    context: Any = SimpleNamespace(tables=service)
    with counted() as work:
        card = await export_card(context, ANN.id)
        await asyncio.sleep(0)
    assert "everything about you" in "".join(card.lines)
    return work


async def test_exporting_four_times_as_many_tables_is_four_times_the_work_and_others_get_their_turn(
    service: TableService,
) -> None:
    few = await exporting(service, 100)
    many = await exporting(service, 300)
    assert many.lines < 5 * few.lines
    assert many.held < 1.5 * few.held


async def test_an_export_in_batches_holds_everything(service: TableService) -> None:
    tables = 2 * people.BATCH + 1
    await fill(service.store, tables)
    found = (await export(service, ANN.id))["tables"]
    assert [table["table"] for table in found] == list(range(1, tables + 1))
    own = [seq for seq in range(1, EVENTS + 1) if seq % 2 == 0]
    for table in found:
        assert [event["number"] for event in table["events"]] == own
        assert [seat["seat"] for seat in table["seats"]] == ["purple"]


@on_both
async def test_forgetting_takes_as_many_statements_for_three_tables_as_for_thirty(room: Room) -> None:
    asked = []
    for tables in (3, 30):
        service = await room.program()
        await fill(service.store, tables)
        statements: list[str] = []

        def hear(_connection: Any, _cursor: Any, statement: str, *_rest: Any, to: Any = statements) -> None:
            to.append(statement)

        await hear_statements(service.store, hear)
        assert await erase(service, ANN) == tables
        asked.append(len(statements))
        await execute(service.store, sa.delete(schema.game_table))
    assert asked[0] == asked[1] < 30
