"""The settings of a database and of shards: read as they are written, and no password told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.config import InvalidSettings, Settings, StartError, read_settings
from bot.hosting.daily_backups import database_file
from bot.run import run
from data.store.postgres.shards import ShardRange

SERVER = "postgresql://captain:swordfish@127.0.0.1:9/tables"


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings but those of the test."""
    monkeypatch.chdir(tmp_path)
    for field in Settings.model_fields.values():
        monkeypatch.delenv(str(field.validation_alias), raising=False)


def test_without_a_setting_there_is_one_file_and_one_process() -> None:
    settings = read_settings()
    assert database_file(settings).name == "captains-table.sqlite3"
    assert settings.shards is None


def test_a_server_is_named_and_its_password_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAPTAINS_TABLE_DB", SERVER)
    settings = read_settings()
    assert settings.database_url.password == "swordfish"
    for told in (repr(settings), str(settings), str(settings.database_url), repr(settings.database_url)):
        assert "swordfish" not in told
    with pytest.raises(StartError, match="Use pg_dump and pg_restore"):
        database_file(settings)


@pytest.mark.parametrize("in_file", [False, True], ids=["environment", ".env"])
def test_settings_that_are_left_empty_have_their_defaults(
    in_file: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    usual = read_settings()
    names = [str(field.validation_alias) for field in Settings.model_fields.values()]
    if in_file:
        (tmp_path / ".env").write_text("".join(f"{name}=\n" for name in names))
    else:
        for name in names:
            monkeypatch.setenv(name, "")
    assert read_settings() == usual


@pytest.mark.parametrize(
    ("text", "part"), [("0-3/8", ShardRange(0, 3, 8)), ("2/3", ShardRange(2, 2, 3)), ("", None)]
)
def test_shards_are_read(text: str, part: ShardRange | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAPTAINS_TABLE_SHARDS", text)
    assert read_settings().shards == part


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (
            {"CAPTAINS_TABLE_SHARDS": "0-8/8"},
            "_SHARDS is wrong: .* shards are written as 0-3/8",
        ),
        ({"CAPTAINS_TABLE_SHARDS": "0-3/8"}, "which has to be PostgreSQL"),
        ({"CAPTAINS_TABLE_DB": SERVER}, "Can’t reach the database server 127.0.0.1:9"),
        (
            {"CAPTAINS_TABLE_DB": "mysql://captain:swordfish@sea/tables"},
            "can be a file, or PostgreSQL",
        ),
        ({"CAPTAINS_TABLE_DB": "postgresql://captain:swordfish@sea"}, "I can’t read the database URL"),
        ({"CAPTAINS_TABLE_DB": "~no-such-sailor/a.sqlite3"}, "There’s no home folder ~no-such-sailor"),
    ],
)
def test_a_start_that_can_not_be_says_why_in_one_line(
    settings: dict[str, str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setattr("bot.logs.configure", lambda *_, **__: None)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert run() == (1 if "reach" in words else InvalidSettings.status)
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert re.search(words, told), told
    assert "swordfish" not in told
