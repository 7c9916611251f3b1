"""What the stateful tests of tables share: a database for each example, driven from outside its loop."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from hypothesis.stateful import RuleBasedStateMachine

from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.store import sqlite_url
from tests.blank import blank_database
from tests.tables.harness import Room

T = TypeVar("T")


class TableMachine(RuleBasedStateMachine):
    """One table, and a program at its database."""

    service: TableService
    number = 0

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory(prefix="captains-table-")
        self.room = Room(sqlite_url(Path(shutil.copy(blank_database(), self.folder.name))))

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run(work)

    def table(self) -> Table:
        return self.run(self.service.get(self.number))

    def teardown(self) -> None:
        self.run(self.room.close())
        self.loop.close()
        self.folder.cleanup()
