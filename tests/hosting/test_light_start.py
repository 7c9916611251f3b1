"""What few bots need is loaded and read when it is needed, so that all start fast and stay small."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bot
from tests.thorough import examples

from .sample_database import SampleDatabase

PROGRAM = """
import importlib, sys
import bot.run
from bot.__main__ import main
from bot.app import COGS
from bot.features import FEATURES
from bot.components.hooks import load
from bot.features.lessons import lessons
from bot.features.puzzles import library
from bot.languages import gettext, listed
from bot.players import KEYS

load(FEATURES)
for cog in COGS:
    importlib.import_module(cog)
gettext(listed("ab"))
# Painters are processes; English needs no rules of other languages; a server and its pages are only for some.
heavy = ("sqlalchemy.orm", "sqlalchemy.dialects.postgresql", "aiohttp.web", "alembic", "networkx", "PIL")
heavy += ("babel", "cattrs", "markdown_it", *(f"bot.players.{key}" for key in KEYS))
print([name for name in heavy if name in sys.modules])
print(lessons.kept.cache_info().currsize, library.kept.cache_info().currsize)
sys.modules["markdown_it"] = None
sys.exit(main(["local"]))
"""


def test_a_bot_loads_and_reads_only_what_it_needs_and_names_what_it_lacks() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert (done.returncode, done.stdout.split("\n")[:2]) == (1, ["[]", "0 0"])
    assert done.stderr.startswith(f"{sys.executable} has no package markdown-it-py. Start the bot with ")
    assert done.stderr.endswith(f": {sys.executable} -m pip install '.[local]'\n")


@pytest.mark.parametrize("command", ["", "local", "--version"])
def test_a_python_without_any_of_the_packages_says_which_python_to_use(command: str) -> None:
    # -S: no site-packages.
    words = [sys.executable, "-S", "-m", "bot", *command.split()]
    done = subprocess.run(words, capture_output=True, text=True, cwd=Path(bot.__path__[0]).parent, env={})
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(rf"{sys.executable} has no package [\w-]+\. Start the bot with .*\n", done.stderr)


WITHOUT_GREENLET = """
import asyncio, sys
from pathlib import Path

sys.modules["greenlet"] = sys.modules["asyncpg"] = None

import pytest
import sqlalchemy as sa

from bot.config import read_settings
from bot.hosting.local_checks import served_database
from tests.faults.running_bot import running_bot

async def play(file):
    async with running_bot(file, pytest.MonkeyPatch()) as running:
        number = await running.begin("snorkels")
        table = await running.table(number)
        action = str(table.legal(table.acting[0])[0])
        await running.bot.context.tables.play(number, table.awaited[0], action)
        print("played", (await running.table(number)).moves)

asyncio.run(play(Path(sys.argv[1])))
print(asyncio.run(served_database(read_settings())))
from bot.run import run
sys.exit(run())
"""


@pytest.mark.thorough
def test_a_bot_with_a_file_needs_no_greenlet_and_one_with_a_server_says_how_to_get_it(tmp_path: Path) -> None:
    """There are no builds of greenlet for 32-bit machines."""
    settings = {
        "CAPTAINS_TABLE_DB": "postgresql://captain:swordfish@sea/tables",
        "DISCORD_TOKEN": "token",
        "PYTHONPATH": str(Path(bot.__file__).parents[1]),
        "PYTHONIOENCODING": "utf-8",
    }
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_GREENLET, str(tmp_path / "table.sqlite3")],
        cwd=tmp_path, env=os.environ | settings, capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip
    said = done.stdout.splitlines()
    needs = "PostgreSQL needs the package greenlet. In the bot’s folder, run: "
    assert said[0] == "played 1", done.stderr
    assert said[1].startswith("NO ")
    assert needs in said[1]
    assert done.returncode
    assert f"Captain’s Table can’t start. {needs}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's pipe")
@pytest.mark.parametrize("words", examples(("doctor", "replay", "engine", "--help"), {"engine"}))
def test_nobody_who_stops_reading_sees_a_traceback(words: str, sample: SampleDatabase) -> None:
    """As in ``doctor | head -1``."""
    program = [sys.executable, "-u", "-m", "bot", words]
    read, written = os.pipe()
    os.close(read)
    environment = os.environ | {"PYTHONPATH": str(Path(bot.__file__).parents[1])}
    with os.fdopen(written, "wb") as output:
        done = subprocess.run(
            program, input=b"name\n", stdout=output, stderr=subprocess.PIPE, env=environment, check=False
        )
    assert b"Error" not in done.stderr
    assert done.returncode == 0
