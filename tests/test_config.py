"""The settings of a database and of shards: read as they are written, and no password told."""

from __future__ import annotations

import ast
import io
import re
import sys
import tomllib
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.config import SETTINGS, ignored_settings, read_settings
from bot.errors import InvalidSettings
from bot.hosting.daily_backups import folder_of
from bot.run import run
from data.store.engines import sqlite_path
from data.store.postgres.shards import ShardRange

ROOT = Path(__file__).resolve().parents[1]
SERVER = "postgresql://captain:swordfish@127.0.0.1:9/tables"


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings but those of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.logs.configure", lambda *_, **__: None)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


def test_without_a_setting_there_is_one_file_and_one_process() -> None:
    settings = read_settings()
    assert (file := sqlite_path(settings.database_url)) is not None
    assert file.name == "captains-table.sqlite3"
    assert folder_of(settings) == file.parent / "backups"
    assert settings.shards is None


def test_a_server_is_named_and_its_password_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAPTAINS_TABLE_DB", SERVER)
    settings = read_settings()
    assert settings.database_url.password == "swordfish"
    for told in (repr(settings), str(settings), str(settings.database_url), repr(settings.database_url)):
        assert "swordfish" not in told
    assert folder_of(settings) == Path.cwd() / "backups"


def test_a_comment_after_a_value_is_read_in_env_and_told_where_it_is_a_part_of_the_value(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("CAPTAINS_TABLE_DB=sea#1.sqlite3 # all games\n")
    assert sqlite_path(read_settings().database_url) == Path("sea#1.sqlite3")
    # As systemd and docker run --env-file read that line.
    monkeypatch.setenv("CAPTAINS_TABLE_DB", "sea#1.sqlite3 # all games")
    with pytest.raises(InvalidSettings, match="CAPTAINS_TABLE_DB is wrong: write its comment"):
        read_settings()


@pytest.mark.parametrize("in_file", [False, True], ids=["environment", ".env"])
def test_settings_that_are_left_empty_have_their_defaults(
    in_file: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    usual = read_settings()
    if in_file:
        (tmp_path / ".env").write_text("".join(f"{name}=\n" for name in SETTINGS))
    else:
        for name in SETTINGS:
            monkeypatch.setenv(name, "")
    assert read_settings() == usual


@pytest.mark.parametrize(
    ("text", "part"), [("0-3/8", ShardRange(0, 3, 8)), ("2/3", ShardRange(2, 2, 3)), ("", None)]
)
def test_shards_are_read(text: str, part: ShardRange | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAPTAINS_TABLE_SHARDS", text)
    assert read_settings().shards == part


def test_all_that_is_wrong_is_said_at_once_with_what_it_can_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {
        "BACKUPS_KEPT": ("many", "It’s “many”, but it has to be a whole number from 0 to 1000."),
        "STOP_SECONDS": ("nan", "It’s “nan”, but it has to be a number from 1 to 120."),
        "METRICS_PORT": ("70000", "It’s “70000”, but it has to be a whole number from 0 to 65535."),
        "LOG_LEVEL": ("loud", "but it has to be DEBUG, INFO, WARNING or ERROR."),
        "LOG_FORMAT": ("xml", "It’s “xml”, but it has to be text or json."),
        "DB": ("mysql://captain:swordfish@sea/tables", "The database can be a file, or PostgreSQL"),
        "BACKUPS": ("~no-such-sailor/copies", "There’s no home folder ~no-such-sailor on this machine."),
    }
    for name, (value, _) in wrong.items():
        monkeypatch.setenv(f"CAPTAINS_TABLE_{name}", value)
    monkeypatch.setenv("CAPTAINS_TABLE_PAINTER", "2")
    assert run() == InvalidSettings.status
    told = capsys.readouterr().err
    assert len(told.splitlines()) == len(wrong) + 1
    for name, (_, words) in wrong.items():
        (line,) = [line for line in told.splitlines() if f"CAPTAINS_TABLE_{name} is wrong" in line]
        assert words in line
    assert "There’s no setting CAPTAINS_TABLE_PAINTER. Did you mean CAPTAINS_TABLE_PAINTERS?" in told
    assert "swordfish" not in told


@pytest.mark.parametrize("written", ["info", " Info ", "INFO"])
def test_words_are_read_in_either_case(written: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAPTAINS_TABLE_LOG_LEVEL", written)
    monkeypatch.setenv("CAPTAINS_TABLE_LOG_FORMAT", "JSON")
    assert (read_settings().log_level, read_settings().log_format) == ("INFO", "json")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_a_file_of_settings_is_read_as_editors_write_it(encoding: str, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("CAPTAINS_TABLE_METRICS_HOST=hållö\r\n".encode(encoding))
    assert read_settings().metrics_host == "hållö"
    (tmp_path / ".env").write_bytes("CAPTAINS_TABLE_METRIC_HOST=hållö\r\n".encode(encoding))
    with pytest.raises(InvalidSettings, match=r"no setting .*METRIC_HOST\. Did you mean .*METRICS_HOST\?"):
        read_settings()


@pytest.mark.parametrize("name", ["CAPTAINS_TABLE", "captains_table", "CAPTAIN_TABLE"])
def test_a_variable_that_is_called_like_the_program_is_no_misspelt_setting(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "/opt/captains-table")
    read_settings()


def test_a_file_of_settings_that_can_not_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("CAPTAINS_TABLE_METRICS_HOST=hållö\n".encode("latin-1"))
    with pytest.raises(InvalidSettings, match=r"Can’t read the file \.env: some letters aren’t in UTF-8"):
        read_settings()


@pytest.mark.parametrize("in_file", [False, True], ids=["environment", ".env"])
def test_a_variable_of_another_program_is_no_setting(
    in_file: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A token went to the address in ``API_URL``, and ``LOG_LEVEL=trace`` ended every command."""
    usual = read_settings()
    names = [field.name.upper() for field in SETTINGS.values()]
    assert not {*names} & {*SETTINGS}
    for each in (*names, *map(str.lower, names)):
        if in_file:
            (tmp_path / ".env").write_text(f"{each}=trace\n")
        else:
            monkeypatch.setenv(each, "trace")
        assert read_settings() == usual


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize(
    "line", ["DISCORD_TOKEN", "DISCORD_TOKEN swordfish", "DISCORD_TOKEN: swordfish", "swordfish", "A=sword\0"]
)
def test_a_line_that_sets_nothing_is_told_by_its_number(
    line: str, encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = (
        "# Settings",
        "",
        "CAPTAINS_TABLE_PAINTERS=0",
        "",
        line,
        "export CAPTAINS_TABLE_THINKERS=0 # none",
    )
    text = "\r\n".join(lines)
    (tmp_path / ".env").write_bytes(text.encode(encoding))
    assert run() == InvalidSettings.status
    told = capsys.readouterr().err
    assert told == (
        "Captain’s Table can’t start. Can’t read line 5 of the file .env. Write each setting as NAME=value.\n"
    )
    (tmp_path / ".env").write_bytes(text.replace(line, "# nothing").encode(encoding))
    assert read_settings().thinkers == 0


def test_what_only_looks_like_a_setting_is_named_and_keeps_nobody_from_starting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Kubernetes sets such a variable for a service that is called like the bot."""
    monkeypatch.setenv("CAPTAINS_TABLE_SERVICE_HOST", "10.0.0.1")
    read_settings()
    assert "no setting CAPTAINS_TABLE_SERVICE_HOST." in ignored_settings()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every user has a home folder")
def test_a_user_without_a_home_folder_has_to_say_where_the_database_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in a container that runs as ``--user 12345``."""
    for name in ("HOME", "XDG_DATA_HOME", "CAPTAINS_TABLE_DB"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    assert run() == InvalidSettings.status
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "has no home folder. Set CAPTAINS_TABLE_DB" in told
    monkeypatch.setenv("CAPTAINS_TABLE_DB", str(tmp_path / "a.sqlite3"))
    assert read_settings().database_url.database == str(tmp_path / "a.sqlite3")


def test_the_home_folder_in_the_folder_of_backups_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAPTAINS_TABLE_BACKUPS", "~/copies")
    assert folder_of(read_settings()) == Path.home() / "copies"


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (
            {"CAPTAINS_TABLE_SHARDS": "0-8/8"},
            r"_SHARDS is wrong\. Shards are written as 0-3/8",
        ),
        ({"CAPTAINS_TABLE_SHARDS": "0-3/8"}, "which has to be PostgreSQL"),
        ({"CAPTAINS_TABLE_DB": SERVER}, "Can’t reach the database server 127.0.0.1:9"),
        (
            {"CAPTAINS_TABLE_DB": "mysql://captain:swordfish@sea/tables"},
            "can be a file, or PostgreSQL",
        ),
        ({"CAPTAINS_TABLE_DB": "postgresql://captain:swordfish@sea"}, "The bot can’t read the database URL"),
        ({"CAPTAINS_TABLE_DB": "postgresql://captain:a@swordfish@sea/tables"}, "%40 for an @"),
        (
            {"CAPTAINS_TABEL_DB": "sea.sqlite3"},
            r"no setting CAPTAINS_TABEL_DB\. Did you mean CAPTAINS_TABLE_DB",
        ),
        ({"CAPTAINS_TABLE_DB": "~no-such-sailor/a.sqlite3"}, "There’s no home folder ~no-such-sailor"),
        ({"captains_table_painters": "many"}, r"_PAINTERS is wrong\. It’s “many”, but"),
        ({"DISCORD_TOKEN": "Bot swordfish"}, r"DISCORD_TOKEN is wrong\. A token has no spaces"),
        ({"DISCORD_TOKEN": "“swordfish”"}, r"DISCORD_TOKEN is wrong\. A token has no spaces, quotes or"),
        ({"DISCORD_TOKEN": "<swordfish>"}, r"DISCORD_TOKEN is wrong\. A token has no spaces, quotes or"),
        ({"DISCORD_TOKEN": "", "BOT_TOKEN": "swordfish"}, "no token. BOT_TOKEN isn’t read: .* DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": "sword\nfish"}, r"DISCORD_TOKEN is wrong\. A token .* is on one line"),
        ({"DISCORD_API_URL": "discord.com/api"}, r"DISCORD_API_URL is wrong\. Write it as http://"),
        ({"DISCORD_API_URL": "http://sea:ship/api"}, r"DISCORD_API_URL is wrong\. Write it as http://"),
        ({"DISCORD_API_URL": "http://[/api"}, r"DISCORD_API_URL is wrong\. Write it as http://"),
    ],
)
def test_a_start_that_can_not_be_says_why_in_one_line(
    settings: dict[str, str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert run() == (1 if "reach" in words else InvalidSettings.status)
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert re.search(words, told), told
    assert "swordfish" not in told


@pytest.mark.parametrize(
    ("program", "name"),
    [
        ("/usr/bin/captains-table", "captains-table"),
        (".venv/bin/captains-table", ".venv/bin/captains-table"),
        ("bot/__main__.py", "python -m bot"),
    ],
)
def test_the_program_is_called_as_it_was_called(
    program: str, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", [program])
    monkeypatch.setattr("shutil.which", lambda _name: "/usr/bin/captains-table")
    with pytest.raises(SystemExit):
        main(["--help"])
    assert capsys.readouterr().out.startswith(f"usage: {name} [-h] [--version] COMMAND")
    assert run() == InvalidSettings.status
    assert capsys.readouterr().err.endswith(f"To try the bot without Discord: {name} local.\n")


def test_no_advice_names_a_program_that_may_not_be_the_one_that_was_called() -> None:
    ours = [path for folder in ("bot", "cogs", "data", "rendering") for path in (ROOT / folder).rglob("*.py")]
    named = []
    for path in ours:
        if "python -m bot" not in (text := path.read_text(encoding="utf-8")):
            continue
        tree = ast.parse(text)
        # A text that stands by itself is a docstring.
        alone = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
        named += [
            path.relative_to(ROOT).as_posix()
            for each in ast.walk(tree)
            if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in alone
            if "python -m bot" in each.value
        ]
    assert named == ["data/store/program.py"]


def test_a_console_without_our_characters_is_told_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    told = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(told, "ascii", write_through=True))
    assert main(["--version"]) == 0
    assert told.getvalue().startswith(b"Captain?s Table ")


def test_the_program_says_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    with (ROOT / "pyproject.toml").open("rb") as file:
        assert capsys.readouterr().out == f"Captain’s Table {tomllib.load(file)['project']['version']}\n"
