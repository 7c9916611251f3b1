"""The local table and the bot in one process."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import discord
import pytest

from bot.__main__ import main
from bot.local import run

from .demo_bot import DemoBot


class Restless(DemoBot):
    """A bot whose owner ends the table as soon as it is ready."""

    async def on_ready(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)


async def test_the_table_opens_names_its_page_and_ends_on_sigterm(capsys: pytest.CaptureFixture[str]) -> None:
    base = discord.http.Route.BASE
    await run(Restless, open_browser=False)
    assert "http://127.0.0.1:" in capsys.readouterr().out
    assert base == discord.http.Route.BASE


async def test_an_error_of_the_bot_ends_the_table_and_is_raised() -> None:
    class Broken(DemoBot):
        async def setup_hook(self) -> None:
            raise RuntimeError("no sails")

    with pytest.raises(RuntimeError, match="no sails"):
        await run(Broken, open_browser=False)


@pytest.mark.parametrize(
    ("database", "words"),
    [
        ("postgresql://captain:swordfish@sea/tables", "saves its games in a file"),
        ("~no-such-sailor/tables.sqlite3", "There’s no home folder ~no-such-sailor"),
    ],
)
def test_a_database_that_can_not_be_one_is_refused_in_a_sentence_and_leaves_no_folder(
    database: str,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setattr("bot.logs.configure", lambda *_: None)
    monkeypatch.chdir(tmp_path)
    assert main(["local", "--database", database, "--no-browser", "--port", "70000"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("The local table can’t open.")
    assert words in told
    assert "swordfish" not in told
    assert not list(tmp_path.iterdir())


def test_a_port_that_can_not_be_one_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.logs.configure", lambda *_: None)
    assert main(["local", "--port", "70000", "--no-browser"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("The local table can’t open.")
    assert "0-65535" in told
