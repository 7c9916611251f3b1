"""A start with a damaged database or a full disk ends with one sentence that says what to do."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast
from unittest.mock import AsyncMock

import discord
import pytest
import sqlalchemy as sa

import bot as bot_package
from bot.__main__ import main
from bot.app import CaptainsTable
from bot.components.interactions.discord_errors import summary
from bot.errors import StartError
from bot.local import LocalDiscord
from bot.run import run_until_stopped
from data.store.engines import database_url
from data.store.records import DatabaseUnusable
from data.store.sqlite import pragmas
from rendering import faces
from tests.databases import open_alone, room
from tests.faults.program import Program
from tests.local.fault_injection import FaultyDiscord, InjectedFault

from .examined import Doctor
from .sample_database import SampleDatabase


async def stranded(error: Exception) -> None:
    """A login that fails."""
    raise error


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")


def flip(file: Path, before: bytes, after: bytes) -> None:
    """Change some of the bytes of a file's schema."""
    data = file.read_bytes()
    assert before in data
    file.write_bytes(data.replace(before, after))


async def refused(local: LocalDiscord, file: Path) -> str:
    """What the program says when it can't start; it is one line."""
    program = Program(local, file)
    await program.start()
    status = await program.ended()
    log = program.log.read_text(encoding="utf-8")
    assert status == 1, log
    assert "Traceback" not in log
    (said,) = [line for line in log.splitlines() if line.startswith("Captain’s Table can’t start. ")]
    return said


async def test_a_flipped_byte_in_a_table_s_name_is_told_at_the_start(local: LocalDiscord, file: Path) -> None:
    flip(file, b"CREATE TABLE seat", b"CREATE TABLE siat")
    said = await refused(local, file)
    assert f"The database {file} can’t be " in said
    assert said.endswith("it’s damaged. To restore a backup: python -m bot restore FILE.")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"CREATE TABLE game_table", b"CREATE TABLE gume_table"),
        (b"CREATE TABLE", b"CREATE TABLF"),
        (b"SQLite format 3", b"SQLite gormat 3"),
        (b"rewritten", b"rewrittun"),
        (b"draft", b"dr\xe1ft"),
        (b"person IS NOT NULL", b"person IS\xa0NOT NULL"),
    ],
)
async def test_a_damaged_schema_is_told_when_the_database_is_opened(
    file: Path, before: bytes, after: bytes
) -> None:
    flip(file, before, after)
    with pytest.raises(
        DatabaseUnusable, match=re.escape("damaged. To restore a backup: python -m bot restore FILE.")
    ) as told:
        await open_alone(file)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"person IS NOT NULL", b"person IS\xa0NOT NULL"),
        (b"CREATE TABLE seat", b"CREATE TABLF seat"),
        (b"SQLite format 3", b"SQLite gormat 3"),
    ],
    ids=["not UTF-8", "no SQL", "no database"],
)
@pytest.mark.parametrize("words", ["backup copy.sqlite3", "replay", "ratings recompute", "doctor"])
def test_damage_is_told_by_each_command_in_the_same_sentence(
    sample: SampleDatabase, capsys: pytest.CaptureFixture[str], before: bytes, after: bytes, words: str
) -> None:
    flip(sample.database, before, after)
    assert main(words.split()) == 1
    (line,) = [line for line in "".join(capsys.readouterr()).splitlines() if "damaged" in line]
    assert f"The database {sample.database} can’t be " in line
    assert line.endswith("it’s damaged. To restore a backup: python -m bot restore FILE.")


async def test_a_database_that_can_not_be_written_is_told_with_what_to_do(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pragmas, "DURABLE", (*pragmas.DURABLE, pragmas.READ_ONLY))
    with pytest.raises(
        DatabaseUnusable, match=r"readonly database\. Make the bot’s user the owner of that file"
    ):
        await open_alone(file)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the data folder isn’t below HOME")
async def test_where_home_can_hold_no_database_all_say_which_setting_names_another(
    doctor: Doctor,
    sample: SampleDatabase,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As in a container that runs as ``--user 12345``, whose HOME is / or isn't there."""
    file = sample.folder / "file"
    file.touch()
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("CAPTAINS_TABLE_DB")
    monkeypatch.setenv("HOME", str(file / "home"))
    folder = file / "home" / ".local" / "share" / "captains-table"
    (line,) = (await doctor(1))["database"]
    assert f"NO The bot can’t keep a database in {folder}: {file} isn’t a folder. " in line
    assert line.endswith("or set CAPTAINS_TABLE_DB to a file in another folder.")
    told = "of the local table, to a path where the bot’s user can write.\n"
    for command in ("run", f"local --no-browser --database {folder / 'a.sqlite3'}"):
        assert await asyncio.to_thread(main, command.split()) == 1
        said = capsys.readouterr().err
        assert "Can’t create the folder for " in said
        assert said.endswith(told)
        assert said.count("\n") == 1


@pytest.mark.parametrize("size", [4_000, 9_000, 13_000])
@pytest.mark.parametrize("there", [True, False], ids=["there", "new"])
async def test_a_full_disk_is_told_when_the_database_is_opened(file: Path, size: int, there: bool) -> None:
    if not there:
        os.unlink(file)  # noqa: PTH108
    with room(size), pytest.raises(DatabaseUnusable, match="Is the disk full"):
        await open_alone(file)


@pytest.mark.parametrize("database", ["tables.sqlite3", "postgresql://captain:swordfish@sea/tables"])
@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError("no route"), "Can’t reach Discord: no route."),
        (sa.exc.OperationalError("", None, OSError("no disk")), "[Tt]he database .*no disk"),
    ],
)
async def test_a_start_that_fails_is_put_down_to_what_failed(
    database: str, error: Exception, words: str
) -> None:
    bot = SimpleNamespace(store=SimpleNamespace(url=database_url(database)), close=AsyncMock())
    with pytest.raises(StartError, match=words) as refused:
        await run_until_stopped(cast("CaptainsTable", bot), stranded(error), asyncio.Event())
    assert "swordfish" not in str(refused.value)
    bot.close.assert_awaited_once()


async def test_commands_that_discord_refuses_are_told_as_that(local: FaultyDiscord, file: Path) -> None:
    local.faults.add(
        InjectedFault("PUT", "/commands$", status=400, code=50240, message="Include the Entry Point.")
    )
    said = await refused(local, file)
    assert "Discord wouldn’t take the bot’s commands: 400 Bad Request (error code: 50240): " in said
    assert "Include the Entry Point. Start the bot again in a minute." in said
    assert "let the bot in" not in said


@pytest.mark.parametrize("spoil", ["gone", "cut", "a page"])
async def test_fonts_that_cannot_be_read_are_told_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: str
) -> None:
    assert faces.fault() == ""
    for name in faces.FILES.values():
        whole = (faces.FONTS / name).read_bytes()
        spoilt = whole[: len(whole) // 2] if spoil == "cut" else b"<html>" * 1000
        if spoil != "gone":
            (tmp_path / name).write_bytes(spoilt)
    monkeypatch.setattr(faces, "FONTS", tmp_path)
    bot = SimpleNamespace(store=None, close=AsyncMock())
    with pytest.raises(StartError, match=r"The bot can’t draw: .*Nunito-Bold\.ttf.* pip install \.$"):
        await run_until_stopped(cast("CaptainsTable", bot), asyncio.sleep(60), asyncio.Event())
    bot.close.assert_awaited_once()


UNREADABLE: Final = """
import pathlib, sys
read = pathlib.Path.read_text

def refused(path, *given, **options):
    if path.name == sys.argv[1]:
        raise PermissionError("Permission denied")
    return read(path, *given, **options)

pathlib.Path.read_text = refused
from bot.__main__ import main
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("crackers.toml", "doctor"),
        pytest.param("game.toml", "run", marks=pytest.mark.thorough),
        pytest.param("station.json", "run", marks=pytest.mark.thorough),
        pytest.param("levels.toml", "doctor", marks=pytest.mark.thorough),
    ],
)
def test_a_file_of_the_program_that_cannot_be_read_is_named(
    sample: SampleDatabase, name: str, command: str
) -> None:
    environment = os.environ | {"PYTHONPATH": str(Path(bot_package.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", UNREADABLE, name, command], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 1
    assert re.fullmatch(
        rf".*/{re.escape(name)}, a file of the program, can’t be read: Permission denied. "
        rf"Reinstall the program, in its folder: {re.escape(sys.executable)} -m pip install \.\n",
        done.stderr,
    ), done.stderr


def test_many_faults_of_commands_are_told_in_three_lines_and_a_count() -> None:
    response: Any = SimpleNamespace(status=400, reason="Bad Request")
    faults = {
        str(number): {"name": {"_errors": [{"code": "X", "message": f"Fault {number}."}]}}
        for number in range(200)
    }
    error = discord.HTTPException(response, {"code": 50035, "message": "Invalid Form Body", "errors": faults})
    assert summary(error).splitlines() == [
        "400 Bad Request (error code: 50035): Invalid Form Body",
        "In 0.name: Fault 0.",
        "In 1.name: Fault 1.",
        "In 2.name: Fault 2.",
        "and 197 more",
    ]
    error = discord.HTTPException(response, {"code": 50240, "message": "No.", "errors": {}})
    assert summary(error) == "400 Bad Request (error code: 50240): No"
