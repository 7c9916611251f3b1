"""``/health`` and ``/metrics``: true, on this machine only, and never in the way of the bot."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import aiohttp
import discord
import pytest
from prometheus_client.parser import text_string_to_metric_families

import data
from bot import run
from bot.__main__ import main
from bot.components.interactions.metrics import Metrics
from bot.config import SETTINGS
from bot.hosting.daily_backups import Backups
from bot.hosting.health import MetricsServer
from bot.hosting.health_client import ask
from data.store.engines import database_url, sqlite_url
from tests.faults.running_bot import RunningBot
from tests.faults.seen import BEGINS, awaited, must_find
from tests.local.fault_injection import InjectedFault
from tests.patience import PATIENCE

from .sample_database import NOW

Samples = dict[tuple[str, ...], float]
Page = Callable[[str], Awaitable[tuple[int, str]]]


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A free port, which the settings name.

    It stays reserved: nobody is given it by chance, and whoever names it may listen there all the same.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
        monkeypatch.setenv("CAPTAINS_TABLE_METRICS_PORT", str(port))
        monkeypatch.setattr(ask, "__defaults__", (PATIENCE,))
        yield port


@pytest.fixture(autouse=True)
def patient_with_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, its database answers in time."""
    monkeypatch.setattr("bot.hosting.health.CHECK_TIMEOUT_S", PATIENCE)


@pytest.fixture
def backups(tmp_path: Path) -> Backups:
    return Backups(sqlite_url(tmp_path / "tables.sqlite3"), tmp_path / "backups", 3, lambda: NOW + 7000)


@pytest.fixture
async def server(running: RunningBot, backups: Backups, port: int) -> AsyncIterator[MetricsServer]:
    """The bot's two pages."""
    server = MetricsServer(running.bot, backups, "127.0.0.1", port)
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
def page(server: MetricsServer, port: int) -> Page:
    """Reads a page: the status and the text."""

    async def read(path: str) -> tuple[int, str]:
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{port}{path}") as reply,
        ):
            return reply.status, await reply.text()

    return read


async def samples(here: RunningBot, page: Page) -> Samples:
    """All measures, by name and the values of their labels, sorted by the labels' names.

    What is under way is counted first: an answer is seen before it is over.
    """
    await here.bot.context.in_flight.finish(PATIENCE)
    status, text = await page("/metrics")
    assert status == 200
    return {
        (one.name, *(value for _, value in sorted(one.labels.items()))): one.value
        for family in text_string_to_metric_families(text)
        for one in family.samples
    }


async def asked() -> int:
    """The exit status of ``python -m bot health``."""
    return await asyncio.to_thread(main, ["health"])


async def test_it_is_well_while_people_can_play(
    running: RunningBot,
    page: Page,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")  # no detour
    assert await page("/health") == (200, "ok\n")
    assert await asked() == 0
    assert capsys.readouterr().out == "ok\n"


async def test_it_says_when_discord_is_out_of_reach(
    running: RunningBot, page: Page, capsys: pytest.CaptureFixture[str]
) -> None:
    async def hears(event: str, *, online: bool) -> None:
        running.bot.dispatch(event, 0)
        async with asyncio.timeout(PATIENCE):
            while running.bot.online != online:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    for back in ("shard_resumed", "shard_connect"):
        await hears("shard_disconnect", online=False)
        assert await page("/health") == (503, "the bot isn’t connected to Discord\n")
        assert await asked() == 1
        assert capsys.readouterr().err == "the bot isn’t connected to Discord\n"
        assert (await samples(running, page))[("captains_table_gateway_connected",)] == 0
        await hears(back, online=True)
        assert (await page("/health"))[0] == 200


async def test_it_says_when_the_database_does_not_answer(
    running: RunningBot, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise OSError("no such disk")

    async def hangs(*_: object) -> None:
        await asyncio.Event().wait()

    for trouble, patience in ((fails, PATIENCE), (hangs, 0.05)):
        with monkeypatch.context() as patch:
            patch.setattr("bot.hosting.health.CHECK_TIMEOUT_S", patience)
            patch.setattr(running.bot.store, "require_writable", trouble)
            assert await page("/health") == (503, "the database isn’t responding\n")
    assert (await page("/health"))[0] == 200


@asynccontextmanager
async def deleted(_here: RunningBot, path: Path) -> AsyncIterator[None]:
    """Somebody has moved the database away; all its writes are lost."""
    away = path.with_name("away.sqlite3")
    os.rename(path, away)  # noqa: PTH104
    yield
    os.rename(away, path)  # noqa: PTH104


@asynccontextmanager
async def overwritten(_here: RunningBot, path: Path) -> AsyncIterator[None]:
    """Somebody has written something else into the database file."""
    # A file that this process opens and closes by itself takes SQLite's locks along.
    before = await asyncio.to_thread(subprocess.check_output, ["cat", str(path)])
    await asyncio.to_thread(_poured, path, b"Dear diary, " * 1000)
    yield
    await asyncio.to_thread(_poured, path, before)


def _poured(path: Path, data: bytes) -> None:
    subprocess.run(["dd", f"of={path}", "conv=notrunc", "status=none"], input=data, check=True)


TROUBLES = {
    "deleted": (deleted, "tables.sqlite3 was deleted or moved while the bot was running"),
    "overwritten": (overwritten, "file is not a database"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows moves and overwrites no file that is open")
@pytest.mark.parametrize("kind", TROUBLES)
async def test_it_says_when_no_write_reaches_the_database_file(
    running: RunningBot, page: Page, kind: str, tmp_path: Path
) -> None:
    trouble, words = TROUBLES[kind]
    assert await page("/health") == (200, "ok\n")
    await running.at_rest()
    async with trouble(running, tmp_path / "tables.sqlite3"):
        status, said = await page("/health")
        assert status == 503
        assert words in said
    # SQLite keeps what it has read of a file that somebody overwrote: only a restart helps there.
    if kind != "overwritten":
        assert await page("/health") == (200, "ok\n")
    running.unhandled.clear()  # that it is said in the log, too, is right


async def test_off_by_default_no_port_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("bot.hosting.health.MetricsServer")
    settings: Any = SimpleNamespace(
        database_url=database_url("postgresql://host/name"),
        metrics_port=SETTINGS["CAPTAINS_TABLE_METRICS_PORT"].default,
        shards=None,
        backups=None,
        backups_kept=0,
    )
    async with run.with_backups_and_health(MagicMock(), settings):
        pass


async def test_a_taken_port_is_told_and_keeps_nobody_from_playing(
    running: RunningBot, backups: Backups, port: int, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", port))
        other.listen()
        server = MetricsServer(running.bot, backups, "127.0.0.1", port)
        with caplog.at_level(logging.ERROR):
            await server.start()
        assert await running.begin("snorkels") == 1
        await server.stop()
    (told,) = [record.getMessage() for record in caplog.records if "/health" in record.getMessage()]
    assert f"can't listen on 127.0.0.1:{port}" in told
    assert "check CAPTAINS_TABLE_METRICS_HOST, an address of this machine" in told
    running.unhandled.clear()


async def test_what_people_do_is_counted(
    running: RunningBot, backups: Backups, page: Page, tmp_path: Path
) -> None:
    await asyncio.to_thread(backups.make, NOW)
    number = await running.begin("snorkels")
    board = running.board(number)
    move = must_find(board, *BEGINS)
    people = running.local.world.people
    (who,) = awaited(board)
    other = next(one for one in running.people if one.id != who and one.name in ("Finn", "Pearl"))
    await running.players.press(people[who], board, move)
    await running.players.press(other, board, move)
    asked = running.local.play.slash(other, board.channel, "move", {"action": "d4"})
    await asked.settled()
    running.bot.context.metrics.searches.observe(0.5)
    running.bot.context.metrics.search_faults.inc()
    found = await samples(running, page)
    assert found == found | {
        ("captains_table_tables", "snorkels", "playing"): 1,
        ("captains_table_interactions_total", "command", "answered"): 1,
        # A seat, picker and view.
        ("captains_table_interactions_total", "button", "answered"): 3,
        # It is not their turn.
        ("captains_table_interactions_total", "command", "refused"): 1,
        ("captains_table_answer_seconds_count", "command"): 2,
        ("captains_table_answer_seconds_count", "button"): 3,
        ("captains_table_search_seconds_sum",): 0.5,
        ("captains_table_search_faults_total",): 1,
        ("captains_table_search_queue",): 0,
        # It was opened and joined.
        ("captains_table_commits_total",): 2,
        ("captains_table_publisher_queue",): 0,
        ("captains_table_gateway_connected",): 1,
        ("captains_table_shards",): 1,
        ("captains_table_shards_connected",): 1,
        ("captains_table_servers",): 1,
        ("captains_table_backup_age_seconds",): 7,
        ("captains_table_backup_failures",): 0,
    }
    assert found["captains_table_picture_seconds_count",] >= 1
    assert found["captains_table_picture_seconds_sum",] > 0
    assert found["captains_table_gateway_latency_seconds",] >= 0


@pytest.mark.parametrize(
    "fault",
    [RuntimeError("broken"), discord.HTTPException(SimpleNamespace(status=500, reason=""), "broken")],
    ids=["its own", "Discord's"],
)
async def test_a_fault_of_the_bot_is_counted_as_failed(
    running: RunningBot, page: Page, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr(running.bot.context.tables, "open", broken)
    await running.start("snorkels")
    found = await samples(running, page)
    assert found["captains_table_interactions_total", "command", "failed"] == 1


async def test_discord_s_answers_and_errors_in_the_log_are_counted(running: RunningBot, page: Page) -> None:
    before = await samples(running, page)
    running.local.faults.add(InjectedFault(path="/applications/@me$", status=429, retry_after=0.01))
    await running.bot.application_info()
    logging.getLogger("bot.invented").error("broken")
    logging.getLogger("bot.invented").warning("not quite")
    found = await samples(running, page)
    responses = "captains_table_discord_responses_total"
    assert found[responses, "200"] > before[responses, "200"]
    assert found[responses, "429"] == 1
    assert found["captains_table_log_errors_total",] == before["captains_table_log_errors_total",] + 1


def test_alerts_and_dashboard_name_metrics_that_there_are() -> None:
    """Prometheus would take a misspelt name for one that has no value yet."""
    metrics = Metrics()
    MetricsServer(MagicMock(**{"context.metrics": metrics}), None, "127.0.0.1", 0)
    there = {
        name
        for family in metrics.registry.collect()
        for name in (family.name, f"{family.name}_total", f"{family.name}_bucket")
    }
    hosting = Path(data.__path__[0], "hosting")
    named = set()
    for file in ("alerts.yml", "dashboard.json"):
        named |= set(
            re.findall(r"(?:captains_table|process)_\w+", (hosting / file).read_text(encoding="utf-8"))
        )
    assert len(named) > 10
    assert named - there == set()


async def test_no_label_holds_anything_of_people_or_games(running: RunningBot, page: Page) -> None:
    await running.begin("depthcharge")
    _, text = await page("/metrics")
    values = set(re.findall(r'="([^"]*)"', text)) - {"+Inf"}
    told = {value for value in values if not re.fullmatch(r"[\d.]+", value)}
    assert told == {"playing", "depthcharge", "command", "button", "answered"}
    numbers = {str(one) for one in (*running.local.world.people, *running.local.world.channels)}
    assert not [number for number in numbers if number in text]


async def test_the_pages_end_with_the_bot_even_while_somebody_reads(
    server: MetricsServer, page: Page, port: int
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /metrics HTTP/1.1\r\n")
    await writer.drain()
    await server.stop()
    assert await reader.read() == b""
    writer.close()
    with pytest.raises(aiohttp.ClientConnectorError):
        await page("/health")
