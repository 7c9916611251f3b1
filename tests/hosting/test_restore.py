"""Restoring a copy: whole or not at all, never under a running bot, and nothing is thrown away."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random

import pytest

from bot.features.privacy.erasure import erase
from bot.games import GAMES
from bot.hosting.database_commands import restore
from bot.tables.model.seating import Person
from bot.tables.service import TableService
from data.store.records import Address, DatabaseUnusable
from data.store.restore import put_in_place
from data.store.sqlite.backup import copy_sqlite
from tests.databases import open_store, room
from tests.store.release import ANN, BOB

from .sample_database import SampleDatabase, ask, change, content, restored

Captured = pytest.CaptureFixture[str]


@asynccontextmanager
async def opened(sample: SampleDatabase) -> AsyncIterator[TableService]:
    """The bot's service, for a moment."""
    store = await open_store(sample.database)
    yield TableService(store, GAMES, rng=Random(2), now=lambda: sample.now)
    await store.close()


async def open_table(sample: SampleDatabase) -> int:
    """Ann opens a new table; its number."""
    async with opened(sample) as service:
        return (await service.open("snorkels", ANN, {}, Address(5, 10))).id


def beside(sample: SampleDatabase) -> list[str]:
    """The names in the database's folder."""
    return sorted(path.name for path in sample.database.parent.iterdir())


async def test_the_database_is_as_the_copy_and_what_was_there_is_kept(
    sample: SampleDatabase, copy: Path, capsys: Captured
) -> None:
    async with opened(sample) as service:
        await service.resign(1, ANN)
    later, before = content(sample.database), content(copy)
    assert await restored(copy) == 0
    assert ask(sample.database, "SELECT count(*) FROM event") == ask(copy, "SELECT count(*) FROM event")
    assert ask(sample.database, "SELECT status FROM game_table WHERE id = 1") == ["playing"]
    (aside,) = (path for path in sample.database.parent.iterdir() if path != sample.database)
    assert aside.name.startswith("tables.sqlite3.aside-2")
    assert content(aside) == later
    assert content(copy) == before
    told = capsys.readouterr().out
    assert f"{sample.database} has been restored from {copy}: 4 tables." in told
    assert f"saved as {aside}" in told


async def test_no_table_gets_the_number_of_one_that_is_lost(sample: SampleDatabase, copy: Path) -> None:
    lost = await open_table(sample)
    assert await restored(copy) == 0
    assert await open_table(sample) == lost + 1


async def refused(sample: SampleDatabase, copy: Path, capsys: Captured, *words: str) -> str:
    """Why a restoration is refused; all is as it was."""
    before, files = content(sample.database), beside(sample)
    assert await restored(copy, *words) == 1
    out, err = capsys.readouterr()
    assert not out
    assert "Traceback" not in err
    assert content(sample.database) == before
    assert beside(sample) == files
    return err


@contextmanager
def held(database: Path) -> Iterator[None]:
    """Another program has the database open, and does nothing."""
    program = (
        "import sqlite3, sys\n"
        f"c = sqlite3.connect({str(database)!r})\n"
        "c.execute('PRAGMA journal_mode=WAL')\n"
        "c.execute('SELECT count(*) FROM game_table').fetchone()\n"
        "print('up', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"up\n"
        try:
            yield
        finally:
            other.communicate()


def spoil(database: Path) -> bytes:
    """Overwrite the beginning of a database file; what it then holds."""
    with database.open("r+b") as file:
        file.write(b"?" * 200)
    return database.read_bytes()


async def test_a_damaged_database_is_moved_aside_with_what_is_beside_it(
    sample: SampleDatabase, copy: Path
) -> None:
    spoiled = spoil(sample.database)
    beside = ("-journal", "-shm", "-wal")
    for end in beside:
        sample.database.with_name(f"tables.sqlite3{end}").write_bytes(end.encode())
    assert await restored(copy) == 0
    whole, *rest = sorted(path for path in sample.database.parent.iterdir() if ".aside-" in path.name)
    assert whole.read_bytes() == spoiled
    assert {path.name.removeprefix(whole.name): path.read_bytes().decode() for path in rest} == {
        end: end for end in beside
    }
    assert await open_table(sample) > 1000, "nobody can tell which numbers were given"


@pytest.mark.parametrize("damaged", [True, False], ids=["damaged", "whole"])
async def test_a_database_that_is_open_stays_where_it_is(
    sample: SampleDatabase, copy: Path, capsys: Captured, damaged: bool
) -> None:
    with held(sample.database):
        if damaged:
            spoil(sample.database)
        before, files = sample.database.read_bytes(), beside(sample)
        assert await restored(copy) == 1
        assert "Stop it first" in capsys.readouterr().err
        assert sample.database.read_bytes() == before
        assert beside(sample) == files


async def test_the_wrong_file_is_named(sample: SampleDatabase, copy: Path, capsys: Captured) -> None:
    assert "There’s no file" in await refused(sample, sample.folder / "gone.sqlite3", capsys)
    assert "There’s no file" in await refused(sample, sample.folder, capsys)
    assert "is the database itself" in await refused(sample, sample.database, capsys)
    text = sample.folder / "diary.txt"
    text.write_text("Dear diary, " * 500)
    assert f"Can’t read {text}: file is not a database." in await refused(sample, text, capsys)
    empty = sample.folder / "empty"
    empty.touch()
    assert f"{empty} isn’t a Captain’s Table database." in await refused(sample, empty, capsys)
    other = sample.folder / "recipes.sqlite3"
    change(other, "CREATE TABLE recipe (id INTEGER)")
    assert f"{other} isn’t a Captain’s Table database." in await refused(sample, other, capsys)


@pytest.mark.parametrize(
    ("spoilt", "told"),
    [
        ("UPDATE alembic_version SET version_num = '7777'", "revision 7777, which this release doesn’t know"),
        ("DELETE FROM game_table WHERE id = 3", "refers to a row that doesn’t exist"),
        ("UPDATE event SET text = CAST(X'ff' AS TEXT) WHERE table_id = 1", "Could not decode to UTF-8"),
    ],
    ids=["of a later release", "with broken references", "with text that nobody can read"],
)
async def test_a_copy_that_cannot_be_read_is_refused(
    sample: SampleDatabase, copy: Path, capsys: Captured, spoilt: str, told: str
) -> None:
    change(copy, spoilt)
    assert told in await refused(sample, copy, capsys)


async def test_a_damaged_copy_is_refused(sample: SampleDatabase, copy: Path, capsys: Captured) -> None:
    (page,) = ask(copy, "SELECT rootpage FROM sqlite_master WHERE name = 'event'")
    with copy.open("r+b") as file:
        file.seek((page - 1) * 4096 + 20)
        file.write(b"\xff" * 3000)
        file.flush()
        (told,) = (await refused(sample, copy, capsys)).splitlines()
        assert f"{copy} is damaged" in told
        file.truncate(file.seek(0, 2) // 2)
    assert str(copy) in await refused(sample, copy, capsys, "--force")


async def test_a_copy_with_a_table_that_does_not_play_needs_a_word_more(
    sample: SampleDatabase, copy: Path, capsys: Captured
) -> None:
    change(copy, "UPDATE event SET text = 'd4' WHERE text = 'c4' AND table_id = 1")
    told = await refused(sample, copy, capsys)
    assert "Table 1 (Snorkels), event" in told
    assert "of the 4 tables in" in told
    assert await restored(copy, "--force") == 0


@pytest.mark.parametrize("there", ["whole", "spoilt", "gone"])
async def test_what_root_restores_is_left_to_its_owner(
    sample: SampleDatabase, copy: Path, there: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[str] = []
    monkeypatch.setattr("data.store.sqlite.files.os.geteuid", lambda: 0)
    monkeypatch.setattr("data.store.sqlite.files.os.chown", lambda path, *_owner: left.append(path.name))
    if there == "spoilt":
        sample.database.write_bytes(b"salt" * 2000)
    if there == "gone":
        sample.database.unlink()
    assert await restored(copy) == 0
    (made,) = {"whole": [name for name in beside(sample) if "aside" in name]}.get(there, ["tables.sqlite3"])
    assert left == [made], "a file that was there keeps its owner"


async def test_restoring_twice_in_a_second_keeps_both(sample: SampleDatabase, copy: Path) -> None:
    for _ in range(3):
        await asyncio.to_thread(restore, copy, sample.now)
    assert len(beside(sample)) == 4


async def test_a_dump_of_a_server_is_named_as_that(sample: SampleDatabase, capsys: Captured) -> None:
    dump = sample.folder / "tables.dump"
    dump.write_bytes(b"PGDMP and so on")
    said = await refused(sample, dump, capsys)
    assert said == (
        f"{dump} is a backup of a PostgreSQL database, and the bot’s is a file: {sample.database}.\n"
    )


async def test_a_full_disk_changes_nothing(sample: SampleDatabase, copy: Path, capsys: Captured) -> None:
    change(copy, "CREATE TABLE pad (x)", "INSERT INTO pad VALUES (randomblob(6000000))")
    scratch = shutil.copy(copy, sample.folder / "scratch.sqlite3")
    before = content(sample.database)
    with room(1_000_000), pytest.raises(DatabaseUnusable, match="Couldn’t restore"):
        put_in_place(Path(scratch), sample.database, sample.folder / "aside")
    assert content(sample.database) == before


async def test_where_there_is_no_room_to_check_a_backup_it_is_not_called_unreadable(
    sample: SampleDatabase, copy: Path, capsys: Captured
) -> None:
    change(copy, "CREATE TABLE pad (x)", "INSERT INTO pad VALUES (randomblob(6000000))")
    with room(1_000_000):
        said = await refused(sample, copy, capsys)
    assert f"Couldn’t check a copy of {copy} in {tempfile.gettempdir()}: " in said
    assert "Is the disk full?" in said


async def forgotten(sample: SampleDatabase, *people: Person) -> None:
    """Each of ``people`` uses ``/privacy forget``."""
    async with opened(sample) as service:
        for person in people:
            await erase(service, person)


def names(person: Person, path: Path) -> bool:
    """Whether the name or the number of ``person`` can be read in a database."""
    text = "\n".join(content(path))
    return str(person.id) in text or f"'{person.name}'" in text


async def test_whoever_was_forgotten_after_the_copy_was_made_stays_forgotten(
    sample: SampleDatabase, copy: Path, capsys: Captured
) -> None:
    assert names(ANN, copy)
    change(copy, f"INSERT INTO rating VALUES ({ANN.id}, 'what a feature keeps', 0, 25, 8, 1, 0, 1)")
    await forgotten(sample, ANN)
    assert await restored(copy) == 0
    assert "One person had their data erased after this backup was made" in capsys.readouterr().out
    assert not names(ANN, sample.database)
    assert ANN.id.to_bytes(8, "big") not in sample.database.read_bytes()
    assert names(BOB, sample.database)
    assert set(ask(sample.database, "SELECT status FROM game_table WHERE id IN (1, 4)")) == {"over"}
    assert names(ANN, copy), "a copy keeps what it held"
    async with opened(sample) as service:
        assert (await service.get(1)).outcome is not None
    await forgotten(sample, BOB)
    assert await restored(copy) == 0
    assert not names(ANN, sample.database)
    assert not names(BOB, sample.database)


async def test_whoever_came_back_before_the_copy_was_made_is_not_forgotten_again(
    sample: SampleDatabase, capsys: Captured
) -> None:
    await forgotten(sample, ANN)
    number = await open_table(sample)
    copy = sample.folder / "copy.sqlite3"
    copy_sqlite(sample.database, copy)
    assert await restored(copy) == 0
    assert "forgotten" not in capsys.readouterr().out
    assert ask(sample.database, f"SELECT host FROM game_table WHERE id = {number}") == [ANN.id]


async def test_a_copy_of_an_earlier_release_is_upgraded_and_brings_nobody_back_either(
    sample: SampleDatabase, copy: Path, next_release: object
) -> None:
    await forgotten(sample, ANN)
    assert await restored(copy) == 0
    assert ask(sample.database, "SELECT version_num FROM alembic_version") == ["9999"]
    assert not names(ANN, sample.database)
    assert "more" not in ask(copy, "SELECT name FROM pragma_table_info('game_table')")


@pytest.mark.parametrize("gone", [True, False], ids=["gone", "damaged"])
async def test_where_nobody_can_tell_who_was_forgotten_the_host_is_told(
    sample: SampleDatabase, copy: Path, capsys: Captured, gone: bool
) -> None:
    if gone:
        sample.database.unlink()
    else:
        spoil(sample.database)
    assert await restored(copy) == 0
    told = capsys.readouterr().out
    assert "no telling whose data was erased after the backup was made" in told
    assert ("saved as" in told) == (len(beside(sample)) > 1) != gone
