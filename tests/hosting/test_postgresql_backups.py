"""Dumps of a database server: made daily, restored whole or not at all; and the forgotten stay forgotten."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import stat
import subprocess
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from bot.__main__ import main
from bot.config import read_settings
from bot.features.privacy.erasure import erase
from bot.games import GAMES
from bot.hosting import database_commands
from bot.hosting.daily_backups import DAY, HOUR, Backups, copies, dated, make
from bot.hosting.forgotten import keep_forgotten, list_of
from bot.run import with_backups_and_health
from bot.tables.model.seating import Person
from bot.tables.service import TableService
from data.store import schema_upgrade
from data.store.engines import database_url, migrating, sqlite_url
from data.store.postgres.dump import dump, is_dump
from data.store.postgres.shards import ShardRange
from data.store.records import Address, BackupCancelled, DatabaseUnusable
from data.store.schema import METADATA
from data.store.shard_locks import ShardLocks
from data.store.store import Store
from tests import postgres
from tests.databases import REVISION, SHIPPED
from tests.postgres import run
from tests.store import release
from tests.store.release import ANN, BOB

from .examined import Answers, Captured, examined
from .sample_database import NOW, restored


@dataclass
class ServedDatabase:
    """Where a host works."""

    url: sa.URL
    folder: Path

    @property
    def backups(self) -> Path:
        """The folder of the daily copies."""
        return self.folder / "backups"

    async def ask(self, query: str) -> list[Any]:
        """The first column of what the database answers."""
        async with migrating(self.url).connect() as connection:
            return [row[0] for row in await connection.exec_driver_sql(query)]

    async def names(self, person: Person) -> bool:
        """Whether the name or the number of ``person`` can be read in the database."""
        tables = " UNION ALL ".join(f"SELECT x::text FROM {name} x" for name in METADATA.tables)
        return any(str(person.id) in row or person.name in row for row in await self.ask(tables))

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[TableService]:
        """The bot's service, for a moment."""
        store = await Store.open(self.url)
        yield TableService(store, GAMES, rng=Random(2), now=lambda: NOW)
        await store.close()

    async def forget(self, person: Person) -> None:
        """Somebody uses ``/privacy forget``."""
        async with self.opened() as service:
            await erase(service, person)

    async def copy(self) -> Path:
        """A dump made with the command."""
        target = self.folder / "copy.dump"
        assert await asyncio.to_thread(main, ["backup", str(target)]) == 0
        return target

    async def refused(self, copy: Path, capsys: Captured) -> str:
        """Why a copy isn't restored; all is as before."""
        before = await self.ask("SELECT concat(table_id, seq, text) FROM event ORDER BY table_id, seq")
        assert await restored(copy) == 1
        assert await self.ask("SELECT concat(table_id, seq, text) FROM event ORDER BY 1") == sorted(before)
        told = capsys.readouterr().err
        assert "Traceback" not in told
        assert postgres.PASSWORD not in told.split()
        return told


@pytest.fixture
async def served(own_server_url: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ServedDatabase:
    """A database with tables in it, at a server that the settings name."""
    monkeypatch.chdir(tmp_path)
    # Those of the server's own version.
    monkeypatch.setenv("PATH", f"{postgres.binaries()}:{os.environ['PATH']}")
    address = own_server_url.set(drivername="postgresql").render_as_string(hide_password=False)
    monkeypatch.setenv("CAPTAINS_TABLE_DB", address)
    await release.fill(own_server_url)
    return ServedDatabase(own_server_url, tmp_path)


def program(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Another ``pg_dump``."""
    folder.mkdir()
    for name in ("pg_dump", "pg_restore", "psql"):
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


async def test_a_server_is_dumped_daily_as_a_file_is_copied_and_only_its_owner_can_read_that(
    served: ServedDatabase,
) -> None:
    now = NOW
    backups = Backups(served.url, served.backups, 2, lambda: now)
    assert await backups.tick() == HOUR
    (made,) = copies(served.url, served.backups)
    assert made.name == f"{served.url.database}-2026-11-21T13-25-00Z.dump"
    assert is_dump(made)
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    half = made.with_name(f"{made.name}.part")
    half.touch()
    for _ in range(2):
        now += DAY
        await backups.tick()
    assert [path.name[-25:-15] for path in copies(served.url, served.backups)] == ["2026-11-22", "2026-11-23"]
    assert len(list(served.backups.iterdir())) == 2, "the oldest and the half one are gone"


async def test_the_password_is_in_no_argument(
    served: ServedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = served.folder / "told"
    program(served.folder / "bin", monkeypatch, f'echo "$*" > {told}; env >> {told}')
    with pytest.raises(DatabaseUnusable, match="what it wrote is no dump"):
        dump(served.url.set(password="swordfish"), served.folder / "a.dump")
    assert sorted(path.name for path in served.folder.iterdir()) == ["bin", "told"]
    arguments, *environment = told.read_text().splitlines()
    assert "swordfish" not in arguments
    assert "PGPASSWORD=swordfish" in environment


@pytest.mark.parametrize(
    ("address", "told"),
    [
        (
            "postgresql://ann:a%40@sea.example:6543/ship?sslmode=require&pool_size=9",
            {"HOST": "sea.example", "PORT": "6543", "PASSWORD": "a@", "SSLMODE": "require"},
        ),
        ("postgresql://ann@/ship?host=/run/pg&port=5433", {"HOST": "/run/pg", "PORT": "5433"}),
        ("postgresql://ann@/ship?host=a:1&host=b:2", {"HOST": "a,b", "PORT": "1,2"}),
    ],
)
def test_the_programs_get_the_same_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, told: dict[str, str]
) -> None:
    program(tmp_path / "bin", monkeypatch, f"env > {tmp_path}/told")
    with pytest.raises(DatabaseUnusable, match="what it wrote is no dump"):
        dump(database_url(address), tmp_path / "a.dump")
    found = (tmp_path / "told").read_text().splitlines()
    expected = told | {"USER": "ann", "DATABASE": "ship"}
    assert {f"PG{name}={value}" for name, value in expected.items()} <= {
        line for line in found if line.startswith("PG")
    }


async def test_a_dump_that_fails_or_is_given_up_leaves_nothing_behind(
    served: ServedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = served.folder / "a.dump"
    with pytest.raises(DatabaseUnusable, match=r"pg_dump couldn’t do its work on .*atlantis"):
        dump(served.url.set(database="atlantis"), target)
    program(served.folder / "bin", monkeypatch, "sleep 600")
    with pytest.raises(BackupCancelled):
        await asyncio.to_thread(dump, served.url, target, lambda: False)
    # Whoever stops the bot may have stopped it first.
    program(served.folder / "ended", monkeypatch, "exit 1")
    with pytest.raises(BackupCancelled):
        await asyncio.to_thread(dump, served.url, target, lambda: False)
    assert sorted(path.name for path in served.folder.iterdir()) == ["bin", "ended"]


async def test_where_there_is_no_pg_dump_it_is_said(
    served: ServedDatabase,
    answers: Answers,
    capsys: Captured,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = round(time.time() * 1000)
    await Backups(served.url, served.backups, 2, lambda: now - 3_700_000).tick()
    lines = await examined(capsys, 0, now)
    assert lines["backups"][0].endswith("is 1 hour old.")
    assert lines["disk"][0].endswith(f"MB free in {served.backups}.")
    monkeypatch.setenv("CAPTAINS_TABLE_SHARDS", "1/2")
    assert (await examined(capsys, 0, now))["backups"] == [
        "-- The process with shard 0 makes the daily backups."
    ]
    monkeypatch.delenv("CAPTAINS_TABLE_SHARDS")
    with monkeypatch.context() as patch:
        program(served.folder / "old", patch, "echo pg_dump: error: server version mismatch >&2; exit 1")
        (line,) = (await examined(capsys, 1, now))["backups"]
        assert (
            ": server version mismatch. Install PostgreSQL’s client programs of the server’s version" in line
        )
        assert ". If you make your own backups, set" in line
    monkeypatch.setenv("PATH", str(served.folder))
    (line,) = (await examined(capsys, 1, now))["backups"]
    assert line.startswith("NO There’s no pg_dump here")
    assert await asyncio.to_thread(main, ["backup", str(served.folder / "a.dump")]) == 1
    assert "There’s no pg_dump here" in capsys.readouterr().err
    bot: Any = SimpleNamespace()
    with caplog.at_level(logging.WARNING):
        async with with_backups_and_health(bot, read_settings()):
            pass
    assert [record.getMessage()[:22] for record in caplog.records] == ["There’s no pg_dump her"]


async def test_of_several_processes_the_first_makes_the_dumps(
    served: ServedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = list[str]()
    monkeypatch.setattr(Backups, "start", lambda _: tried.append(os.environ["CAPTAINS_TABLE_SHARDS"]))
    for shards in ("0/2", "1/2"):
        monkeypatch.setenv("CAPTAINS_TABLE_SHARDS", shards)
        async with with_backups_and_health(SimpleNamespace(), read_settings()):  # type: ignore[arg-type]
            pass
    assert tried == ["0/2"]


async def test_a_dump_is_restored_and_what_was_there_is_kept(
    served: ServedDatabase, capsys: Captured
) -> None:
    copy = await served.copy()
    async with served.opened() as service:
        await service.resign(1, ANN)
    await run(
        served.url,
        "SELECT setval(pg_get_serial_sequence('game_table', 'id'), 70)",
        "INSERT INTO kv (key, value) VALUES ('commands of 7', 'later')",
        "CREATE TABLE later (id INTEGER REFERENCES game_table)",
    )
    assert await restored(copy) == 0
    told = capsys.readouterr().out
    assert "has been restored from" in told
    assert "4 tables" in told
    assert await served.ask("SELECT status FROM game_table WHERE id = 1") == ["playing"]
    assert await served.ask("SELECT shown FROM game_table WHERE status = 'playing'") == [0, 0]
    assert await served.ask("SELECT count(*) FROM kv WHERE key LIKE 'commands of %'") == [0]
    assert await served.ask("SELECT count(*) FROM kv WHERE key = 'restoring'") == [0]
    assert await served.ask("SELECT count(*) FROM pg_tables WHERE tablename = 'later'") == [0]
    (number,) = await served.ask("SELECT nextval(pg_get_serial_sequence('game_table', 'id'))")
    assert number > 70
    (aside,) = served.backups.glob("*.aside-*.dump")
    assert f"The old database was saved as {aside}" in told
    assert await restored(aside) == 0
    assert await served.ask("SELECT status FROM game_table WHERE id = 1") == ["over"]


PAIRING = {"league": 1, "season": 1, "first": BOB.id, "second": 0, "forfeit": 0}


def insert(connection: sa.Connection, table: str, row: dict[str, Any]) -> None:
    """Add a row to a table of the database."""
    connection.execute(sa.insert(METADATA.tables[table]).values(row))


def all_rows(connection: sa.Connection, table: sa.Table) -> list[Any]:
    """What a table of the database holds."""
    return list(connection.execute(sa.select(table)))


async def test_the_games_of_a_file_move_to_a_server(served: ServedDatabase, capsys: Captured) -> None:
    file = served.folder / "table.sqlite3"
    await release.fill(sqlite_url(file))
    store = await Store.open(sqlite_url(file), alone=True)
    words = dict.fromkeys(("title", "game", "pace", "rated", "status"), "")
    await store.write(insert, "league", {column.name: 1 for column in METADATA.tables["league"].c} | words)
    await store.write(insert, "league_game", PAIRING | {"id": 1, "round": 1})
    copy = dated(sqlite_url(file), served.backups, NOW)
    served.backups.mkdir()
    make(sqlite_url(file), copy)
    await keep_forgotten(store, served.backups / "table.forgotten")
    await erase(TableService(store, GAMES, rng=Random(2), now=lambda: NOW), ANN)
    assert "Stop it first" in await served.refused(file, capsys)
    rows = {table: await store.read(all_rows, table) for table in METADATA.sorted_tables}
    await store.close()
    await run(served.url, "CREATE TABLE later (id INTEGER REFERENCES game_table)")
    assert await restored(copy) == 0
    told = capsys.readouterr().out
    assert "One person had their data erased after this backup was made." in told
    assert "The old database was saved as" in told
    assert not await served.names(ANN)
    await run(served.url, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    (served.backups / "table.forgotten").unlink()
    assert await restored(file) == 0
    told = capsys.readouterr().out
    assert f"has been restored from {file}: 4 tables." in told
    assert "there’s no telling" not in told
    moved = await Store.open(served.url, alone=True)
    for table, there in rows.items():
        found = await moved.read(all_rows, table)
        if table.name not in ("kv", "game_table"):  # Discord may be ahead of it
            assert sorted(found, key=repr) == sorted(there, key=repr), table
    await moved.write(insert, "league_game", PAIRING | {"round": 2})
    await moved.close()
    assert await served.ask("SELECT id FROM league_game ORDER BY id") == [1, 2]
    assert await served.ask("SELECT count(*) FROM pg_tables WHERE tablename = 'later'") == [0]
    assert not await served.names(ANN)
    assert await served.names(BOB)
    async with served.opened() as service:
        assert (await service.open("snorkels", BOB, {}, Address(5, 10))).id > 4


async def test_pg_restore_by_hand_brings_nobody_back_for_longer_than_until_the_next_start(
    served: ServedDatabase,
) -> None:
    copy = await served.copy()
    assert await asyncio.to_thread(main, ["forget", str(ANN.id)]) == 0
    address = served.url.set(drivername="postgresql").difference_update_query(["pool_size"])
    into = f"--dbname={address.render_as_string(hide_password=False)}"
    words = ["pg_restore", "--clean", "--no-owner", into, str(copy)]
    ran = await asyncio.to_thread(subprocess.run, words, check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert await served.names(ANN), "or this tests nothing"
    store = await Store.open(served.url, alone=True)
    await keep_forgotten(store, list_of(read_settings()))
    await store.close()
    assert not await served.names(ANN)
    assert await served.names(BOB)


async def test_a_restoration_cut_short_brings_nobody_back(
    served: ServedDatabase, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = await served.copy()
    await served.forget(ANN)

    async def killed(*_given: object, **_options: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(database_commands, "_finish", killed)
        assert await restored(copy) == 130
    with pytest.raises(DatabaseUnusable, match="Somebody began to restore"):
        await Store.open(served.url, alone=True)
    assert await served.names(ANN), "or this tests nothing"
    assert await restored(copy) == 0
    assert "One person had their data erased after this backup was made" in capsys.readouterr().out
    assert not await served.names(ANN)
    assert await served.names(BOB)
    await (await Store.open(served.url, alone=True)).close()


async def test_what_can_not_be_restored_changes_nothing(
    served: ServedDatabase, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    await run(served.url, "UPDATE event SET text = 'z99' WHERE table_id = 1 AND text = 'd4'")
    copy = await served.copy()
    await run(served.url, "UPDATE event SET text = 'd4' WHERE table_id = 1 AND text = 'z99'")
    assert "1 of the 4 tables in" in await served.refused(copy, capsys)
    await served.forget(ANN)
    claim = ShardLocks(served.url, ShardRange(1, 1, 2), lambda _taken: None)
    await claim.acquire()
    monkeypatch.setattr("data.store.shard_locks.ACQUIRE_TIMEOUT_S", 0.0)
    assert "The bot is running. Stop all of its processes first." in await served.refused(copy, capsys)
    await claim.release()
    diary, half = served.folder / "diary.txt", served.folder / "half.dump"
    diary.write_text("Dear diary")
    half.write_bytes(copy.read_bytes()[:-2000])
    assert f"Can’t read {diary}: file is not a database." in await served.refused(diary, capsys)
    assert "pg_restore couldn’t do its work" in await served.refused(half, capsys)
    await Backups(served.url, served.backups, 3, lambda: NOW).tick()
    (known,) = copies(served.url, served.backups)
    assert f"The backups here are: {known}." in await served.refused(served.folder / "gone.dump", capsys)
    async with other_program() as url:
        dump(url, served.folder / "recipes.dump")
    assert "game_table" in await served.refused(served.folder / "recipes.dump", capsys)
    assert await restored(copy, "--force") == 0


@asynccontextmanager
async def other_program() -> AsyncIterator[sa.URL]:
    """A database of another program."""
    async with postgres.database("template1") as url:
        await run(url, "CREATE TABLE recipe (id INTEGER)")
        yield url


async def test_before_an_upgrade_a_server_is_dumped_and_the_release_before_can_go_back_to_that(
    served: ServedDatabase,
    next_release: Callable[..., Path],
    answers: Answers,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    next_one = schema_upgrade.MIGRATIONS
    await (await Store.open(served.url, dumps=served.backups)).close()
    (made,) = served.backups.iterdir()
    assert made.name == f"{served.url.database}.before-9999.dump"
    assert await served.ask("SELECT version_num FROM alembic_version") == ["9999"]
    await served.forget(ANN)
    monkeypatch.setattr(schema_upgrade, "MIGRATIONS", SHIPPED)
    for name in ("9998", "99999"):
        made.with_name(f"{served.url.database}.before-{name}").touch()
    made.with_name(f"{served.url.database}.before-99999.dump").touch()
    with pytest.raises(DatabaseUnusable, match=f"restore {made}$"):
        await Store.open(served.url, dumps=served.backups)
    (line,) = (await examined(capsys, 1))["database"]
    assert line.endswith(f"python -m bot restore {made}")
    assert await restored(made) == 0
    assert await served.ask("SELECT version_num FROM alembic_version") == [REVISION]
    assert not await served.names(ANN)
    # And forward again.
    monkeypatch.setattr(schema_upgrade, "MIGRATIONS", next_one)
    await (await Store.open(served.url)).close()
    await served.ask("SELECT more FROM game_table")


async def test_where_there_is_no_program_a_server_is_upgraded_all_the_same_and_that_is_said(
    served: ServedDatabase,
    next_release: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("PATH", str(served.folder))
    with caplog.at_level(logging.WARNING):
        await (await Store.open(served.url, dumps=served.backups)).close()
    assert "There’s no pg_dump here" in caplog.text
    assert not served.backups.exists()
    assert shutil.which("pg_dump") is None
