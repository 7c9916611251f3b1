"""``python -m bot doctor``: all is well, or a line says what is not and what to do."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp import web

from bot.__main__ import main
from bot.app import COGS, CaptainsTable
from bot.components.places import PERMISSIONS
from bot.hosting import house_calls
from bot.hosting.backups import Backups
from bot.hosting.doctor import doctor
from bot.local import LocalDiscord
from data.store.migrating import head
from data.store.store import Store, sqlite_url
from rendering import lettering
from tests.hosting.harbour import DAY, Harbour, change, content
from tests.store.release import RELEASED

Captured = pytest.CaptureFixture[str]
ENOUGH = str(PERMISSIONS.value)


@dataclass
class Answers:
    """What a Discord answers that is not as it should be."""

    about: dict[str, Any] = field(default_factory=dict)
    commands: list[dict[str, Any]] = field(default_factory=list)
    servers: list[dict[str, Any]] = field(default_factory=list)
    status: int = 200
    date: str = ""
    asked: list[str] = field(default_factory=list)

    async def answer(self, request: web.Request) -> web.Response:
        """One answer."""
        self.asked.append(request.path_qs)
        headers = {"Date": self.date} if self.date else {}
        if self.status != 200:
            return web.json_response({"message": "no"}, status=self.status, headers=headers)
        body: Any = {"id": "77", "username": "Captain"} | self.about
        if request.path.endswith("/commands"):
            body = self.commands
        elif request.path.endswith("/guilds"):
            after = int(request.query["after"])
            later = [one for one in self.servers if int(one["id"]) > after]
            body = later[: int(request.query["limit"])]
        return web.json_response(body, headers=headers)


@pytest.fixture
async def answers(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Answers]:
    """A Discord that answers as it is told."""
    answers = Answers()
    app = web.Application()
    app.router.add_get("/{path:.*}", answers.answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setenv("DISCORD_API_URL", f"http://127.0.0.1:{runner.addresses[0][1]}/api")
    monkeypatch.setenv("DISCORD_TOKEN", "secret-token")
    yield answers
    await runner.cleanup()


async def examined(capsys: Captured, status: int, now: int | None = None) -> dict[str, list[str]]:
    """The doctor's lines by what they are about; the exit status is as expected."""
    now = round(time.time() * 1000) if now is None else now
    assert await asyncio.to_thread(doctor, now) == status
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    assert "secret-token" not in out + err
    lines: dict[str, list[str]] = {}
    for line in out.splitlines():
        mark, what, words = line.split(maxsplit=2)
        lines.setdefault(what, []).append(f"{mark} {words}")
    assert bool(status) == any(line.startswith("NO") for each in lines.values() for line in each)
    return lines


async def test_after_a_start_all_is_well(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    local = LocalDiscord()
    await local.start()
    monkeypatch.setenv("DISCORD_TOKEN", local.token)
    monkeypatch.setenv("DISCORD_API_URL", local.api_url)
    before = content(harbour.database)
    assert await asyncio.to_thread(main, ["doctor"]) == 0
    told = capsys.readouterr().out
    assert "Discord has none so far" in told
    local.commands.sync(None, await _our_commands(harbour))
    lines = await examined(capsys, 0)
    await local.stop()
    assert list(lines) == [
        "settings", "token", "clock", "application", "commands", "servers",
        "database", "disk", "copies", "pictures", "health",
    ]  # fmt: skip
    assert lines["token"][0].startswith("ok Discord knows it: ")
    assert lines["commands"][0].startswith("ok Discord has all ")
    assert lines["servers"][0].startswith("ok The bot has what it needs in 1 server;")
    assert lines["database"] == [f"ok {harbour.database}, 3 live tables."]
    assert content(harbour.database) == before
    assert local.token not in told


async def _our_commands(harbour: Harbour) -> list[dict[str, Any]]:
    bot = CaptainsTable(Store(sqlite_url(harbour.database)))
    for cog in COGS:
        await bot.load_extension(cog)
    listed = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    await bot.close()
    return listed


async def test_a_setting_that_can_not_be_read_is_named(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("CAPTAINS_TABLE_BACKUPS_KEPT", "many")
    lines = await examined(capsys, 1)
    assert list(lines) == ["settings"]
    assert "CAPTAINS_TABLE_BACKUPS_KEPT is wrong" in lines["settings"][0]


async def test_no_token_is_said_and_the_rest_is_looked_at(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "")
    lines = await examined(capsys, 1)
    assert lines["token"][0].startswith("NO None: set DISCORD_TOKEN")
    assert lines["database"][0].startswith("ok")


async def test_a_refused_token_is_said(answers: Answers, harbour: Harbour, capsys: Captured) -> None:
    answers.status = 401
    lines = await examined(capsys, 1)
    assert lines["token"][0].startswith("NO Discord refuses it: copy it again")
    assert len(answers.asked) == 1, "a refused token is not tried again and again"


async def test_an_unwell_discord_is_said(answers: Answers, harbour: Harbour, capsys: Captured) -> None:
    answers.status = 503
    assert "NO Discord answers 503" in (await examined(capsys, 1))["token"][0]


async def test_an_unreachable_discord_is_said(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret-token")
    monkeypatch.setenv("DISCORD_API_URL", "http://127.0.0.1:9/api")
    lines = await examined(capsys, 1)
    assert "NO Discord can’t be reached at http://127.0.0.1:9/api" in lines["token"][0]
    assert "Look at the network" in lines["token"][0]


async def test_a_clock_that_is_off_is_said(answers: Answers, harbour: Harbour, capsys: Captured) -> None:
    answers.date = "Sat, 21 Nov 2026 13:25:00 GMT"
    assert (await examined(capsys, 0, harbour.now))["clock"] == ["ok It goes as Discord's does."]
    assert "NO It is 3600 seconds off" in (await examined(capsys, 1, harbour.now - 3_600_000))["clock"][0]


@pytest.mark.parametrize(
    ("about", "status", "words"),
    [
        ({"flags": 0}, 0, "ok No privileged intent is on"),
        ({"flags": 1 << 15 | 1 << 18}, 0, "ok The bot needs no privileged intent; Server Members,"),
        ({"interactions_endpoint_url": "https://x"}, 1, "NO Its Interactions Endpoint URL is set (https://x)"),
        ({"bot_require_code_grant": True}, 1, "NO “Requires OAuth2 Code Grant” is on"),
    ],
)  # fmt: skip
async def test_an_application_that_is_set_wrong_is_said(
    answers: Answers, harbour: Harbour, capsys: Captured, about: dict[str, Any], status: int, words: str
) -> None:
    answers.about = about
    assert (await examined(capsys, status))["application"][0].startswith(words)


async def test_commands_of_another_release_are_said(
    answers: Answers, harbour: Harbour, capsys: Captured
) -> None:
    answers.commands = [{"type": 1, "name": "sail"}]
    assert "those of another release" in (await examined(capsys, 0))["commands"][0]


async def test_missing_permissions_are_named_with_their_server(
    answers: Answers, harbour: Harbour, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.hosting.discord_calls.PAGE", 2)
    lacking = PERMISSIONS.value & ~(1 << 15)
    answers.servers = [
        {"id": "1", "name": "Harbour", "permissions": ENOUGH},
        {"id": "2", "name": "Reef", "permissions": str(lacking)},
        {"id": "3", "name": "Isle", "permissions": "8"},
        {"id": "4", "name": "Bay", "permissions": "0"},
        {"id": "5", "name": "Cape", "permissions": ENOUGH},
    ]
    lines = await examined(capsys, 1)
    assert lines["server"] == [
        "NO In “Reef” the bot lacks Attach Files: give its role that.",
        (
            "NO In “Bay” the bot lacks View Channel, Send Messages, Attach Files, Create Public Threads, "
            "Send Messages in Threads: give its role that."
        ),
    ]
    assert "servers" not in lines


async def test_a_bot_in_no_server_gets_its_invitation(
    answers: Answers, harbour: Harbour, capsys: Captured
) -> None:
    (line,) = (await examined(capsys, 0))["servers"]
    assert "client_id=77&scope=bot+applications.commands" in line
    assert f"permissions={ENOUGH}" in line


# This machine.


async def test_a_database_that_is_not_there_yet_is_not_made(
    answers: Answers, harbour: Harbour, capsys: Captured
) -> None:
    shutil.rmtree(harbour.database.parent)
    assert "the first start makes it" in (await examined(capsys, 0))["database"][0]
    assert not harbour.database.parent.exists()


async def test_an_older_database_is_not_upgraded(
    answers: Answers, harbour: Harbour, capsys: Captured
) -> None:
    shutil.rmtree(harbour.database.parent)
    harbour.database.parent.mkdir()
    old = min(RELEASED.glob("*.sql"))
    with closing(sqlite3.connect(harbour.database)) as connection:
        connection.executescript(old.read_text(encoding="utf-8"))
    before = content(harbour.database)
    assert f"upgrades it from revision {old.stem}" in (await examined(capsys, 0))["database"][0]
    assert content(harbour.database) == before
    assert old.stem != head()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (
            "UPDATE alembic_version SET version_num = '7777'",
            "revision 7777, which this release does not know",
        ),
        ("DROP TABLE alembic_version", "is no database of Captain’s Table"),
    ],
)
async def test_a_database_that_can_not_be_opened_is_said(
    answers: Answers, harbour: Harbour, capsys: Captured, spoil: str, words: str
) -> None:
    change(harbour.database, spoil)
    assert words in (await examined(capsys, 1))["database"][0]


async def test_a_damaged_database_is_said(answers: Answers, harbour: Harbour, capsys: Captured) -> None:
    with harbour.database.open("r+b") as file:
        file.write(b"?" * 100)
    line = (await examined(capsys, 1))["database"][0]
    assert "file is not a database" in line
    assert "python -m bot restore FILE" in line


async def test_a_folder_in_the_databases_place_is_said(
    answers: Answers, harbour: Harbour, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAPTAINS_TABLE_DB", str(harbour.folder))
    assert "is a folder" in (await examined(capsys, 1))["database"][0]


def test_a_full_disk_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=100 * 2**20))
    found = house_calls.disk(tmp_path / "not" / "yet" / "there.sqlite3")
    assert not found.well
    assert f"100 MB free in {tmp_path}. Make room: 200 MB should be free." in found.words


async def test_old_copies_are_said(answers: Answers, harbour: Harbour, capsys: Captured) -> None:
    now = round(time.time() * 1000)
    assert "None in" in (await examined(capsys, 0))["copies"][0]
    Backups(harbour.database, harbour.backups, 3, lambda: now).make(now - 5 * 3_600_000)
    assert "is 5 hours old" in (await examined(capsys, 0, now))["copies"][0]
    for copy in harbour.backups.iterdir():
        copy.unlink()
    Backups(harbour.database, harbour.backups, 3, lambda: now).make(now - 3 * DAY)
    assert "NO The newest" in (await examined(capsys, 1, now))["copies"][0]


async def test_copies_that_are_off_are_said(
    answers: Answers, harbour: Harbour, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAPTAINS_TABLE_BACKUPS_KEPT", "0")
    assert "Off" in (await examined(capsys, 0))["copies"][0]


async def test_fonts_that_are_gone_are_said(
    answers: Answers, harbour: Harbour, capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(lettering, "FONTS", tmp_path)
    lettering.font.cache_clear()
    assert "No picture can be painted" in (await examined(capsys, 1))["pictures"][0]
    lettering.font.cache_clear()


async def test_a_bot_that_should_answer_and_does_not_is_said(
    answers: Answers, harbour: Harbour, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAPTAINS_TABLE_METRICS_PORT", "9")
    assert (
        "NO The bot does not answer at http://127.0.0.1:9/health" in (await examined(capsys, 1))["health"][0]
    )
