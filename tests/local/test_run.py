"""``python -m bot local``: the local table and the bot in one process."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.__main__ import main
from bot.app import CaptainsTable
from bot.hosting.shutdown import ShutdownSignal
from bot.local import LocalDiscord
from bot.local.world.world import World
from bot.local_table import FOUNDED


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The tests' own logs, and an empty folder to work in."""
    monkeypatch.setattr("bot.logs.configure", lambda *_: None)
    monkeypatch.chdir(tmp_path)


@dataclass
class Shown:
    """In the place of the browser: somebody who calls a command at once, and then closes the table."""

    pages: list[str] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)

    def patch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Be opened with the table's address."""
        stop, loops = ShutdownSignal(1), []
        monkeypatch.setattr(stop, "listen", lambda: loops.append(asyncio.get_running_loop()))
        monkeypatch.setattr("bot.local_table.ShutdownSignal", lambda _seconds: stop)

        def show(page: str) -> None:
            try:
                self.pages.append(page)
                called = {"as": "Finn", "channel": "games", "command": "snorkels start", "options": {}}
                head = {"Content-Type": "application/json"}
                asked = urllib.request.Request(f"{page}api/slash", json.dumps(called).encode(), head)
                with urllib.request.urlopen(asked) as reply:
                    self.answers.append(json.load(reply))
            finally:
                loops[0].call_soon_threadsafe(stop.asked.set)

        monkeypatch.setattr("webbrowser.open", show)


def test_the_table_opens_names_its_page_and_ends_when_it_is_asked_to(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown, discords = Shown(), Mock(wraps=LocalDiscord)
    monkeypatch.setattr("bot.local_table.LocalDiscord", discords)
    shown.patch(monkeypatch)
    base = discord.http.Route.BASE
    assert main(["local"]) == 0
    (page,), (answer,) = shown.pages, shown.answers
    assert not answer["failed"], "the first command, in the first moment"
    assert answer["message"]
    assert page.startswith("http://127.0.0.1:")
    assert page in capsys.readouterr().out
    assert base == discord.http.Route.BASE
    finns = [world.person("Finn").id for world in (*discords.call_args.args, World(founded=FOUNDED))]
    assert len(set(finns)) == 1, "whoever sits at a table that was kept is still there"


def test_an_error_of_the_bot_ends_the_table_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def fails(*_: Any) -> None:
        raise RuntimeError("no sails")

    monkeypatch.setattr("bot.local_table.ShutdownSignal.listen", lambda _: None)
    monkeypatch.setattr(CaptainsTable, "setup_hook", fails)
    assert main(["local", "--no-browser"]) == 1
    told = capsys.readouterr().err
    assert "The local table has closed. Something unexpected went wrong: RuntimeError('no sails'). " in told


@pytest.mark.parametrize(
    ("database", "words"),
    [
        ("postgresql://captain:swordfish@sea/tables", "saves its games in a file"),
        ("~no-such-sailor/tables.sqlite3", "There’s no home folder ~no-such-sailor"),
        ("", "0-65535"),
    ],
)
def test_a_database_or_a_port_that_can_not_be_one_is_refused_in_a_sentence_and_leaves_no_folder(
    database: str, words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["local", "--database", database, "--no-browser", "--port", "70000"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("The local table can’t open.")
    assert words in told
    assert "swordfish" not in told
    assert not list(tmp_path.iterdir())
