"""``python -m bot doctor`` on Discord: all is well, or a line says what is not and what to do."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from bot.__main__ import main
from bot.app import CaptainsTable
from bot.components.interactions.channels import PERMISSIONS
from bot.hosting import local_checks
from bot.hosting.health_client import UNREAD
from bot.local import LocalDiscord
from bot.people.time_zones import PACKAGED, SYSTEM
from data.store.store import Store, sqlite_url
from tests.local.fault_injection import LAUNCH

from .examined import Answers, Captured, Doctor
from .sample_database import SampleDatabase, content

ENOUGH = str(PERMISSIONS.value)
OUT_OF_REACH = (
    "NO Can’t reach Discord at http://127.0.0.1.* Check the network, the firewall and DISCORD_API_URL"
)


def test_ctrl_c_ends_a_command_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_now: int) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.hosting.doctor.doctor", interrupted)
    assert main(["doctor"]) == 130


async def test_after_a_start_all_is_well(
    local: LocalDiscord,
    sample: SampleDatabase,
    monkeypatch: pytest.MonkeyPatch,
    doctor: Doctor,
    capsys: Captured,
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", local.token)
    monkeypatch.setenv("DISCORD_API_URL", local.api_url)
    before = content(sample.database)
    assert await asyncio.to_thread(main, ["doctor"]) == 0
    told = capsys.readouterr().out
    assert "Discord has no commands yet" in told
    local.commands.sync([*await _our_commands(sample), LAUNCH])
    lines = await doctor(0)
    assert list(lines) == [
        "settings", "token", "clock", "application", "commands", "servers",
        "database", "privacy", "disk", "backups", "languages", "zones", "pictures", "content", "health",
    ]  # fmt: skip
    assert lines["token"][0].startswith("ok Discord accepts the token. The bot is called ")
    assert lines["commands"][0].startswith("ok Discord has all ")
    assert lines["servers"][0].startswith("ok The bot has the permissions it needs in 1 server.")
    assert lines["database"] == [f"ok {sample.database}, 3 open tables."]
    assert f"({SYSTEM or 'unknown'}) and tzdata’s ({PACKAGED})." in lines["zones"][0]
    assert content(sample.database) == before
    assert local.token not in told


async def _our_commands(sample: SampleDatabase) -> list[dict[str, Any]]:
    bot = CaptainsTable(Store(sqlite_url(sample.database)))
    await bot.load_commands()
    listed = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    await bot.close()
    return listed


async def test_each_wrong_setting_has_its_line(monkeypatch: pytest.MonkeyPatch, doctor: Doctor) -> None:
    monkeypatch.setenv("CAPTAINS_TABLE_BACKUPS_KEPT", "many")
    monkeypatch.setenv("CAPTAINS_TABLE_LOGLEVEL", "INFO")
    lines = await doctor(1)
    assert list(lines) == ["settings"]
    assert [line[:3] for line in lines["settings"]] == ["NO "] * 2
    assert "CAPTAINS_TABLE_BACKUPS_KEPT is wrong" in "".join(lines["settings"])
    assert "Did you mean CAPTAINS_TABLE_LOG_LEVEL?" in lines["settings"][0]


@pytest.mark.parametrize(
    ("setting", "status", "what", "words"),
    [
        ("CAPTAINS_TABLE_DATABASE=here", 0, "settings", "-- The bot has no setting CAPTAINS_TABLE_DATABASE"),
        ("DISCORD_TOKEN=", 1, "token", "NO There’s no token. Run .* setup, which asks for it"),
        ("DISCORD_API_URL=http://127.0.0.1:9/api", 1, "token", OUT_OF_REACH),
        ("CAPTAINS_TABLE_DB=.", 1, "database", "NO .* is a folder"),
        ("CAPTAINS_TABLE_BACKUPS_KEPT=0", 0, "backups", "-- Daily backups are off"),
        (
            "CAPTAINS_TABLE_METRICS_PORT=9",
            1,
            "health",
            "NO The bot isn’t responding at http://127.0.0.1:9/he",
        ),
    ],
)
async def test_what_comes_of_a_setting_is_told(
    doctor: Doctor,
    monkeypatch: pytest.MonkeyPatch,
    setting: str,
    status: int,
    what: str,
    words: str,
) -> None:
    monkeypatch.setenv(*setting.split("=", 1))
    lines = await doctor(status)
    assert re.match(words, lines[what][-1]), lines
    assert {"token", "database", "pictures"} <= {*lines}, "the rest is looked at, too"


@pytest.mark.parametrize(
    ("said", "status", "what", "words"),
    [
        ({"status": 401}, 1, "token", "NO Discord rejected the token. Get a new one"),
        ({"status": 503}, 1, "token", r"NO Discord returned status 503 .*Try again in a few minutes\.$"),
        ({"status": 404}, 1, "token", r"NO Discord returned status 404 .*Check DISCORD_API_URL\.$"),
        (
            {"text": "[" * 200_000},
            1,
            "token",
            OUT_OF_REACH,
        ),
        ({"text": "<html>"}, 1, "token", OUT_OF_REACH),
        ({"about": {"flags": 0}}, 0, "application", "ok No privileged intents are on"),
        ({"about": {"flags": 1 << 15 | 1 << 18}}, 0, "application", "ok The bot needs no privileged intents"),
        (
            {"about": {"interactions_endpoint_url": "https://x"}},
            1,
            "application",
            "NO The application’s Interactions Endpoint",
        ),
        (
            {"about": {"bot_require_code_grant": True}},
            1,
            "application",
            "NO “Requires OAuth2 Code Grant” is on",
        ),
        ({"commands": [{"type": 1, "name": "sail"}]}, 0, "commands", "ok .*another release’s commands"),
        (
            {"servers": []},
            0,
            "servers",
            rf".*client_id=77&scope=bot\+applications\.commands&permissions={ENOUGH}$",
        ),
    ],
    ids=lambda value: str(value)[:40],
)
async def test_what_discord_answers_is_told_with_what_to_do(
    answers: Answers,
    doctor: Doctor,
    said: dict[str, Any],
    status: int,
    what: str,
    words: str,
) -> None:
    vars(answers).update(said)
    (line,) = (await doctor(status))[what]
    assert re.match(words, line), line
    assert what != "token" or len(answers.asked) == 1, "a refused token is not tried again and again"


@pytest.mark.parametrize(
    ("said", "unchecked"),
    [
        ({"me": [], "commands": None}, {"token", "commands"}),
        ({"about": {"id": None, "flags": "many"}}, {"application"}),
        ({"commands": [{"type": 1}]}, {"commands"}),
    ],
)
async def test_what_cannot_be_read_is_said_to_be_unchecked_and_the_rest_is_checked(
    answers: Answers, doctor: Doctor, said: dict[str, Any], unchecked: set[str]
) -> None:
    vars(answers).update(said)
    lines = await doctor(0)
    found = {what for what, each in lines.items() for line in each if "couldn’t be checked (" in line}
    assert found == unchecked
    assert all(line.startswith("--") for what in unchecked for line in lines[what])
    assert {"token", "application", "commands", "database", "pictures"} <= {*lines}


async def test_one_server_that_cannot_be_read_is_named_and_the_others_are_checked(
    answers: Answers, doctor: Doctor
) -> None:
    answers.servers = [
        {"id": "1", "name": "Harbour"},
        {"id": "2", "name": "Reef", "permissions": "8"},
        {"id": "3", "name": "Bay", "permissions": "0"},
        {"id": "4", "name": "Cape", "permissions": "all"},
        {"id": "5", "permissions": "0"},
    ]
    first, second, third, fourth = (await doctor(1))["server"]
    assert first.startswith("-- “Harbour”: This couldn’t be checked (KeyError('permissions')).")
    assert second.startswith("NO In “Bay”, the bot is missing ")
    assert third.startswith("-- “Cape”: This couldn’t be checked (ValueError(")
    assert "This couldn’t be checked (KeyError('name'))." in fourth


async def test_checks_of_this_machine_that_fail_themselves_are_said_to_be_unchecked(
    doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_given: object) -> None:
        raise PermissionError("not for you")

    checks = [
        "database",
        "privacy",
        "disk",
        "copies",
        "languages",
        "time_zones",
        "pictures",
        "content",
        "running",
    ]
    for check in checks:
        monkeypatch.setattr(local_checks, check, broken)
    lines = await doctor(0)
    unchecked = [each for line in lines.values() for each in line if "couldn’t be checked (" in each]
    assert unchecked == len(checks) * [
        "-- This couldn’t be checked (PermissionError('not for you')). If it stays so, please report it."
    ]
    assert len(lines) == 15


async def test_what_only_the_bot_s_user_may_look_at_is_said_to_whoever_is_somebody_else(
    doctor: Doctor, sample: SampleDatabase, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample.close_to_others(monkeypatch)
    lines = await doctor(0)
    for what, path in (
        ("database", sample.database),
        ("privacy", sample.database),
        ("disk", sample.database),
        ("backups", sample.backups),
    ):
        said = f"You may not use {path}. Run the command as the bot’s user, or with sudo."
        assert lines[what] == [f"-- {said}"]
    for words in ("bans", "backup copy.sqlite3", f"restore {sample.database}"):
        assert await asyncio.to_thread(main, words.split()) == 1
        assert capsys.readouterr().err.startswith(f"You may not use {sample.database}. Run the command as ")


async def test_an_env_that_an_installed_service_reads_otherwise_is_told(
    doctor: Doctor, sample: SampleDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_checks, "UNITS", sample.folder)
    env = sample.folder / ".env"
    env.write_text("export CAPTAINS_TABLE_PAINTERS=1\n")
    env.chmod(0o600)
    assert len((await doctor(0))["settings"]) == 1
    (sample.folder / "captains-table@.service").touch()
    assert (await doctor(1))["settings"][1].startswith("NO A service can’t read line 1 of ")
    env.write_text("CAPTAINS_TABLE_PAINTERS=1\n")
    assert len((await doctor(0))["settings"]) == 1


async def test_events_that_the_running_bot_could_not_read_are_told(
    doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAPTAINS_TABLE_METRICS_PORT", "9")
    monkeypatch.setattr(local_checks, "ask", lambda *_address: (True, f"{UNREAD} 3"))
    lines = await doctor(1)
    assert lines["health"] == ["ok The bot is running, and people can play."]
    (told,) = lines["events"]
    assert told.startswith("NO Events of Discord that the running bot couldn’t read: 3. Install")


async def test_a_clock_that_is_off_is_said(answers: Answers, sample: SampleDatabase, doctor: Doctor) -> None:
    answers.date = "Sat, 21 Nov 2026 13:25:00 GMT"
    assert (await doctor(0, sample.now))["clock"] == ["ok The clock agrees with Discord’s."]
    late = await doctor(1, sample.now - 3_600_000)
    assert "NO The clock is 3600 seconds off" in late["clock"][0]


async def test_missing_permissions_are_named_with_their_server(
    answers: Answers, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.hosting.discord_checks.PAGE", 2)
    monkeypatch.setattr("bot.hosting.discord_checks.PAGE_PAUSE_S", 0.01)
    lacking = PERMISSIONS.value & ~(1 << 15)
    answers.servers = [
        {"id": "1", "name": "Harbour", "permissions": ENOUGH},
        {"id": "2", "name": "Reef", "permissions": str(lacking)},
        {"id": "3", "name": "Isle", "permissions": "8"},
        {"id": "4", "name": "Bay", "permissions": "0"},
        {"id": "5", "name": "Cape", "permissions": ENOUGH},
    ]
    lines = await doctor(1)
    assert lines["server"] == [
        "NO In “Reef”, the bot is missing Attach Files. Give its role that permission.",
        (
            "NO In “Bay”, the bot is missing View Channel, Send Messages, Attach Files, Create Public "
            "Threads, Send Messages in Threads. Give its role those permissions."
        ),
    ]
    assert "servers" not in lines
