"""``python -m bot setup``: from a token to a bot that can be started, whatever is answered on the way."""

from __future__ import annotations

import asyncio
import builtins
import codecs
import os
import stat
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import discord
import pytest

from bot.__main__ import main
from bot.components.interactions.channels import PERMISSIONS
from bot.config import LOGIN_REFUSED
from bot.hosting import service_unit, setup
from bot.local import LocalDiscord
from bot.local.api.channels import deny_bot
from bot.local.world.model import Permission

from .examined import Answers, Captured
from .sample_database import SampleDatabase
from .test_packing import ROOT, read


@pytest.fixture
def folder(sample: SampleDatabase, local: LocalDiscord, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the bot is set up, with a Discord on this machine."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    monkeypatch.setenv("DISCORD_API_URL", local.api_url)
    # What is typed there is taken back at the test's end.
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setattr(service_unit, "CONTAINERS", ())
    return sample.folder


class Host:
    """Somebody who answers in turn, and then has left."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.answers: list[str | bytes] = []
        self.asked: list[str] = []
        monkeypatch.setattr(builtins, "input", self.answer)
        monkeypatch.setattr(setup, "getpass", self.answer)

    def answer(self, question: str) -> str:
        self.asked.append(question)
        if not self.answers:
            raise EOFError
        answer = self.answers.pop(0)
        return answer.decode() if isinstance(answer, bytes) else answer

    async def sets_up(self, *answers: str | bytes) -> int:
        self.answers[:] = answers
        return await asyncio.to_thread(main, ["setup"])


@pytest.fixture
def host(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    return Host(monkeypatch)


def kept(folder: Path) -> str:
    return (folder / ".env").read_text(encoding="utf-8")


async def test_from_a_token_to_the_first_card(
    host: Host, folder: Path, local: LocalDiscord, capsys: Captured
) -> None:
    (folder / ".env").write_text("CAPTAINS_TABLE_BACKUPS_KEPT=3\n", encoding="utf-8")
    places = [each for each in local.world.channels.values() if each.name]
    deny_bot(local.world, places[1], Permission.SEND_MESSAGES)
    assert await host.sets_up("a b", "wrong", f'"{local.token}"', local.token, "0", "99", "2", "1") == 0
    out, err = capsys.readouterr()
    assert out.count("A token has no spaces") == 2
    assert out.count("Discord rejected that token.") == 1
    assert "Discord rejected that token.\nYour application’s token is at " in out
    assert kept(folder) == f"CAPTAINS_TABLE_BACKUPS_KEPT=3\nDISCORD_TOKEN={local.token}\n"
    assert f"&permissions={PERMISSIONS.value}\n" in out
    assert f"  1  #{places[0].name} in {local.world.guild_name}\n" in out
    assert out.count(f"Type a number from 1 to {len(places)}.") == 2
    assert "There, the bot can’t send messages with files." in out
    assert "There it is." in out
    (card,) = local.world.history(places[0])
    assert card.author is local.world.bot
    assert not [*local.world.history(places[1])]
    assert "ok  token " in out
    assert "To start the bot: python -m bot run" in out
    assert local.token not in out + err
    assert not err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
async def test_only_its_owner_can_read_the_token(host: Host, folder: Path, local: LocalDiscord) -> None:
    before = os.umask(0o022)
    try:
        assert await host.sets_up(local.token, "") == 0
    finally:
        os.umask(before)
    assert stat.S_IMODE((folder / ".env").stat().st_mode) == 0o600
    (folder / ".env").chmod(0o644)
    assert await host.sets_up("") == 0
    assert stat.S_IMODE((folder / ".env").stat().st_mode) == 0o600


@pytest.mark.skipif(sys.platform == "win32", reason="Links need a privilege on Windows")
async def test_a_link_to_the_settings_stays_one(host: Host, folder: Path, local: LocalDiscord) -> None:
    secrets = folder / "secrets"
    secrets.write_text("DISCORD_TOKEN=old\r\nCAPTAINS_TABLE_BACKUPS_KEPT='3'", encoding="utf-8")
    (folder / ".env").symlink_to(secrets)
    assert await host.sets_up(local.token, "") == 0
    assert (folder / ".env").is_symlink()
    assert f"DISCORD_TOKEN={local.token}\n" in secrets.read_text(encoding="utf-8")


@pytest.mark.parametrize("pasted", ["a\0b", b"ab\xe9"], ids=["a zero", "no text"])
async def test_what_can_be_no_token_is_asked_for_again(
    host: Host, local: LocalDiscord, capsys: Captured, pasted: str | bytes
) -> None:
    assert await host.sets_up(pasted, local.token, "") == 0
    assert "That isn’t a token. Copy it again from the developer portal." in capsys.readouterr().out


async def test_whoever_ends_the_input_after_the_token_gets_no_card_and_all_the_rest(
    host: Host, folder: Path, local: LocalDiscord, capsys: Captured
) -> None:
    assert await host.sets_up(local.token) == 0
    out, err = capsys.readouterr()
    assert "To start the bot: python -m bot run" in out
    assert not err
    assert kept(folder) == f"DISCORD_TOKEN={local.token}\n"


async def test_a_second_time_it_asks_for_no_token(
    host: Host, folder: Path, local: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As in a container; nobody expects the bot to answer there yet.
    monkeypatch.setenv("CAPTAINS_TABLE_METRICS_PORT", "9")
    assert await host.sets_up(local.token, "") == 0
    os.environ["DISCORD_TOKEN"] = ""
    before = kept(folder)
    assert await host.sets_up("") == 0
    assert not [question for question in host.asked[2:] if "Token" in question]
    assert kept(folder) == before


async def test_the_card_speaks_the_server_s_language(host: Host, local: LocalDiscord) -> None:
    local.world.locale = "de"
    assert await host.sets_up(local.token, "1") == 0
    (card,) = [post for place in local.world.channels.values() for post in local.world.history(place)]
    assert "Fluch des Tages" in str(card.components)


async def test_a_bot_on_no_server_is_waited_for(host: Host, answers: Answers, capsys: Captured) -> None:
    assert await host.sets_up("", "", "s") == 0
    assert len(host.asked) == 3
    assert "ok  servers     The bot isn’t in any server yet." in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows asks its console")
def test_where_typing_can_not_be_hidden_no_line_of_python_s_is_shown(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot", "setup"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        start_new_session=True,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "default"},
    )
    assert done.returncode == 1
    assert "Nobody answers here. Set DISCORD_TOKEN" in done.stderr
    assert "getpass" not in done.stderr


async def test_nobody_is_asked_where_nobody_answers(
    host: Host, folder: Path, local: LocalDiscord, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    assert await asyncio.to_thread(main, ["setup", "--no-questions"]) == 78
    assert (
        capsys.readouterr().err == "There’s no token. Set DISCORD_TOKEN in the environment, and try again.\n"
    )
    assert await host.sets_up() == 1
    assert "Nobody answers here." in capsys.readouterr().err
    monkeypatch.setenv("DISCORD_TOKEN", "wrong")
    assert await asyncio.to_thread(main, ["setup", "--no-questions"]) == 1
    assert capsys.readouterr().err == f"{LOGIN_REFUSED}\n"
    assert not (folder / ".env").exists()
    monkeypatch.setenv("DISCORD_TOKEN", local.token)
    assert await asyncio.to_thread(main, ["setup", "--no-questions"]) == 0
    assert kept(folder) == f"DISCORD_TOKEN={local.token}\n"


async def test_a_file_that_cannot_be_written_is_told(
    host: Host, folder: Path, local: LocalDiscord, capsys: Captured
) -> None:
    (folder / ".env").mkdir()
    assert await host.sets_up(local.token) == 1
    assert capsys.readouterr().err.startswith(f"Can’t write the file {folder / '.env'}: ")


async def test_how_it_starts_with_the_machine(
    folder: Path, local: LocalDiscord, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", local.token)
    for name, kept, words in (
        ("BOOTED", folder, f">> {folder / '.env'}\n"),
        ("BOOTED", folder / "gone", f" is in {ROOT / 'data/hosting/README.md'}.\n"),
        ("CONTAINERS", (folder,), "“docker compose up -d”"),
    ):
        monkeypatch.setattr(service_unit, name, kept)
        (folder / ".env").unlink(missing_ok=True)
        assert await asyncio.to_thread(main, ["setup", "--no-questions"]) == 0
        assert words in capsys.readouterr().out
        assert (folder / ".env").exists() == (name == "BOOTED")


def test_the_guide_has_the_lines_that_setup_prints(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_unit, "BOOTED", folder)
    _, first, _, last = service_unit.for_good().replace(f"{folder}/", "").splitlines()
    assert {first.strip(), last.strip()} <= {*read("data/hosting/README.md").splitlines()}


def test_the_service_is_for_the_program_where_it_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    program = folder / "venv" / "bin"
    program.mkdir(parents=True)
    here = SimpleNamespace(executable=str(program / "python"), platform="linux")
    monkeypatch.setattr(service_unit, "sys", here)
    assert main(["service"]) == 1
    assert "setup first" in capsys.readouterr().err
    (folder / ".env").touch()
    (program / "captains-table").touch()
    assert main(["service"]) == 0
    unit = capsys.readouterr().out
    assert "/opt/" not in unit
    assert f"ExecStart={program / 'captains-table'}\nEnvironmentFile={folder / '.env'}\n" in unit.replace(
        "# DISCORD_TOKEN=… and whatever else is to be set; readable for root alone.\n", ""
    )
    assert "DynamicUser=yes" in unit
    assert main(["service", "--several"]) == 0
    template = capsys.readouterr().out
    assert f"EnvironmentFile={folder / '.env'}\nEnvironmentFile={folder / '%i.env'}\nDynamicUser" in template
    assert "DynamicUser=yes\nUser=captains-table\n" in template, "all processes share the folder"
    for lines, wrong in (
        (b"# all of it\r\n\r\nA=1\nB='2 3'\nC=\"4\"\nD=e f#g\nH=\n", None),
        (b"A=1\nexport B=2\n", 2),
        (b"A=1 # one\n", 1),
        (b"A=b\\c\n", 1),
        (b"# one \\\nA=1\n", 1),
        (b"A=1\nB=${A}\n", 2),
        (b"A='1\n2'\n", 1),
        (codecs.BOM_UTF8 + b"A=1\n", 1),
        ("A=1\n".encode("utf-16"), 1),
        ("A=1\n".encode("utf-16-le"), 1),
    ):
        (folder / ".env").write_bytes(lines)
        assert main(["service"]) == (wrong is not None)
        assert (f"can’t read line {wrong} of " in capsys.readouterr().err) == (wrong is not None)
    (folder / ".env").write_bytes(b"")
    (folder / "east.env").write_bytes(b"A=1 # one\n")
    assert main(["service", "--several"]) == 1
    assert f"can’t read line 1 of {folder / 'east.env'}" in capsys.readouterr().err
    (folder / "east.env").unlink()
    monkeypatch.setattr(service_unit, "HOMES", (str(folder),))
    monkeypatch.setattr(Path, "owner", lambda _path: "alice")
    assert main(["service"]) == 0
    unit = capsys.readouterr().out
    assert "User=alice" in unit
    assert "ProtectHome=read-only" in unit
    assert "DynamicUser" not in unit
    assert main(["service", "--several"]) == 0
    assert capsys.readouterr().out.count("\nUser=") == 1
    monkeypatch.setattr(Path, "owner", lambda _path: "root")
    assert main(["service"]) == 1
    assert "root’s home folder" in capsys.readouterr().err
    here.platform = "win32"
    assert main(["service"]) == 1
    assert "Windows has no systemd. How it starts the bot is in " in capsys.readouterr().err
