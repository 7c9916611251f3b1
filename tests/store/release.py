"""Keeps a database of this release as SQL text: ``python -m tests.write release``.

It is written once, when there is a new revision: later releases are tested against what this one really
wrote. Of a server's database, it keeps how its tables are made.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random

import sqlalchemy as sa

from bot.games import GAMES
from bot.tables.events import agreements
from bot.tables.model import pace
from bot.tables.model.seating import Person
from bot.tables.service import TableService
from data.store.records import Address
from data.store.schema import METADATA
from data.store.schema_upgrade import VERSION, head
from data.store.store import Store, sqlite_url
from tests.databases import put_settings

RELEASED = Path(__file__).with_name("released")
RELEASES = sorted(path.stem for path in RELEASED.glob("*.sql"))
ANN, BOB = Person(2**60 + 1, "Ann"), Person(2**60 + 2, "Bob")


async def fill(url: sa.URL) -> None:
    """Tables in play, with and without a clock, in the lobby and over, with settings and addresses."""
    store = await Store.open(url)
    tick = iter(range(1_760_000_000_000, 1_770_000_000_000, 1000))
    sessions = TableService(store, GAMES, rng=Random(1), now=lambda: next(tick))
    playing = await sessions.open("snorkels", ANN, {"stones": "2"}, Address(5, 10), opponent=BOB, key="k1")
    await sessions.join(playing.id, BOB, None, "k2")
    await store.set_address(playing.id, lobby=20, channel=21, card=22, shown=4)
    for text in ("d4", "take green", "c4"):
        table = await sessions.get(playing.id)
        await sessions.play(playing.id, table.awaited[0], text)
    await sessions.open("snorkels", BOB, {"pie": "off"}, Address(None, 11))
    over = await sessions.open("snorkels", ANN, {}, Address(5, 10))
    await sessions.join(over.id, BOB, None)
    await sessions.resign(over.id, ANN)
    timed = await sessions.open(
        "depthcharge", ANN, {}, Address(5, 10), opponent=BOB, measure=pace.read("2d+6h")
    )
    await sessions.join(timed.id, BOB, None)
    await sessions.change_as(timed.id, ANN, agreements.request_pause)
    await put_settings(store, "person", ANN.id, '{"palette": "high-contrast"}')
    await put_settings(store, "server", 5, "{}")
    await store.close()


def dump(path: Path) -> str:
    """A database as the SQL that makes it."""
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(connection.iterdump()) + "\n"


def dump_server() -> str:
    """The SQL that makes the tables of a server's database."""
    statements: list[str] = []

    def hear(statement: sa.ExecutableDDLElement, *_given: object, **_options: object) -> None:
        statements.append(str(statement.compile(dialect=engine.dialect)).strip())

    engine = sa.create_mock_engine("postgresql+asyncpg://", hear)
    for metadata in (VERSION.metadata, METADATA):
        metadata.create_all(engine, checkfirst=False)
    return ";\n".join((*statements, f"INSERT INTO alembic_version VALUES ('{head()}')"))


def restore(path: Path, release: str = RELEASES[-1]) -> None:
    """A database file of a release."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((RELEASED / f"{release}.sql").read_text(encoding="utf-8"))


def write() -> None:
    """Keep a database of a new revision; one that is kept never changes."""
    if head() in RELEASES:
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables"
        asyncio.run(fill(sqlite_url(file)))
        target = RELEASED / f"{head()}.sql"
        target.write_text(dump(file), encoding="utf-8")
        target.with_suffix(".postgresql").write_text(dump_server(), encoding="utf-8")
