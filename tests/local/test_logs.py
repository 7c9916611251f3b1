"""No log line has a token in it."""

from __future__ import annotations

import asyncio
import inspect
import io
import json
import logging
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
import sqlalchemy as sa
import structlog

from bot import logs
from bot.local import LocalDiscord, pointed_at
from data.store.connection_errors import outage
from data.store.database import TROUBLE_OVER

from .conftest import LocalPage, seated
from .demo_bot import DemoBot

TOKEN = "an.invented-one_of-no-use"
SHAPED = "MTA1NzkxNjQ5MjYxMTA2Nzg5Mg.GhIjKl.abcdefghijklmnopqrstuvwxyz0123456789AB"
ANSWER = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5"


def test_a_console_of_windows_has_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_given: object, **_options: object) -> None:
        raise SystemError("There, this needs a package that the bot does without.")

    monkeypatch.setattr("sys.stderr", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("structlog.dev._init_terminal", refuse)
    with pytest.raises(SystemError):
        logs.formatter("text")
    monkeypatch.setattr("sys.platform", "win32")
    logs.formatter("text")


@contextmanager
def overheard(
    form: str, *secrets: str, level: int = logging.DEBUG, now: Callable[[], float] = time.monotonic
) -> Iterator[io.StringIO]:
    """All that is logged from ``level`` on, by every library, as the program would write it."""
    heard = io.StringIO()
    handler = logging.StreamHandler(heard)
    handler.addFilter(logs.Faults(now))
    handler.setFormatter(logs.formatter(form, secrets))
    root, old = logging.getLogger(), logging.getLogger().level
    levels = {name: logging.getLogger(name).level for name in ("discord", "aiohttp", "asyncio")}
    root.addHandler(handler)
    root.setLevel(level)
    for name in levels:
        logging.getLogger(name).setLevel(level)
    try:
        yield heard
    finally:
        root.removeHandler(handler)
        root.setLevel(old)
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


@contextmanager
def structured() -> Iterator[None]:
    """What is logged with values goes the way of everything else, as in the program."""
    before = structlog.get_config()
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.add_log_level,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    try:
        yield
    finally:
        structlog.configure(**before)


@pytest.mark.parametrize("form", ["text", "json"])
def test_tokens_are_left_out_of_lines_addresses_and_tracebacks(form: str) -> None:
    log = logging.getLogger("discord.invented")
    with overheard(form, TOKEN) as heard:
        log.warning("POST https://discord.com/api/v10/webhooks/123/%s/messages/@original gave 429", ANSWER)
        log.warning("POST /interactions/123/%s/callback?with_response=1 gave 500", ANSWER)
        log.debug("For Shard ID 0: WebSocket Event: %s", {"t": "X", "d": {"token": ANSWER, "id": "1"}})
        log.debug("Event: %s", json.dumps({"d": {"token": ANSWER}}))
        log.info("headers %s", {"Authorization": f"Bot {TOKEN}"})
        log.info("another program's %s", SHAPED)
        try:
            raise discord.LoginFailure(f"Improper token: {TOKEN}")
        except discord.LoginFailure:
            log.exception("login failed with %s", SHAPED)
        try:
            raise aiohttp.InvalidURL(f"http://host/webhooks/123/{ANSWER}?wait=true")
        except aiohttp.InvalidURL as error:
            log.error("failed", exc_info=error)
    told = heard.getvalue()
    for secret in (TOKEN, SHAPED, ANSWER):
        assert secret not in told
    assert told.count(logs.HIDDEN) >= 9
    assert "/webhooks/123/" in told, "what is no secret stays"
    assert "messages/@original gave 429" in told
    if form == "json":
        assert all(json.loads(line) for line in told.splitlines())


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("password", ["table", "a", "s3cr3t%40sea", "p:a:s@s"])
def test_a_password_is_hidden_where_it_is_the_password_alone(form: str, password: str) -> None:
    """With the password "table", every line about a table was full of holes."""
    log = logging.getLogger("bot")
    address = f"postgresql+asyncpg://captain:{password}@sea:5432/tables"
    with overheard(form) as heard:
        log.info("a table is shown at http://127.0.0.1:41303/api/v10/users/@me", extra={"table": 7})
        log.error("can't use %s or %r", address, {"password": password, "user": "captain"})
        try:
            raise ValueError(f"connect(user='captain', password='{password}', host='sea') to {address}")
        except ValueError:
            log.exception("no connection")
    told = heard.getvalue()
    assert "a table is shown at http://127.0.0.1:41303/api/v10/users/@me" in told
    assert told.count(logs.HIDDEN) >= 4
    for place in (f":{password}@", f"'{password}'", f'"{password}"'):
        assert place not in told
    assert told.count("captain") >= 4
    assert told.count("@sea:5432/tables") == told.count(f":{logs.HIDDEN}@") >= 2


def test_a_line_without_secrets_stays_as_it_is() -> None:
    with overheard("json", "") as heard:
        logging.getLogger("bot").info("table 7 is shown: version 1.2.3, snorkels.py, d4-e5, a.b.c")
    assert json.loads(heard.getvalue())["event"].endswith("d4-e5, a.b.c")


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    ("lost", "told"), [(OSError(f"100% of {TOKEN}"), "100% of [hidden]"), (TimeoutError(), "TimeoutError")]
)
def test_a_lost_connection_is_told_in_one_line(form: str, lost: Exception, told: str) -> None:
    log = logging.getLogger("discord.shard")
    with overheard(form, TOKEN) as heard:
        try:
            raise lost
        except Exception as error:
            log.error("Attempting a reconnect for shard ID %s in %.2fs", 0, 0.391, exc_info=error)
    (line,) = heard.getvalue().splitlines()
    assert f"for shard ID 0 in 0.39s: {told}" in line
    for module in (discord.client, discord.shard):
        assert "'Attempting a reconnect" in inspect.getsource(module), "that is how discord.py tells it"


def test_a_connection_to_the_database_that_is_lost_in_use_is_told_in_one_line() -> None:
    engine = sa.create_engine("sqlite://", poolclass=sa.QueuePool)
    with overheard("text") as heard:
        connection = engine.raw_connection()
        assert connection.driver_connection is not None
        connection.driver_connection.close()
        connection.close()
        engine.connect().close()
    engine.dispose()
    (line,) = heard.getvalue().splitlines()
    assert f"{logs.CONNECTION_LOST}: Cannot operate on a closed database." in line


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_database_that_is_away_is_told_once_for_each_kind_of_trouble(form: str) -> None:
    """Six seconds without PostgreSQL were 1,800 lines and 28 tracebacks."""
    ours, library = structlog.get_logger("bot"), logging.getLogger("asyncio")
    away = sa.exc.OperationalError(None, None, ConnectionRefusedError("refused"), connection_invalidated=True)
    now = 0.0
    with overheard(form, now=lambda: now) as heard, structured():
        for number in range(50):
            try:
                try:
                    raise away
                except sa.exc.OperationalError as error:
                    raise RuntimeError("a step failed") from error
            except RuntimeError:
                ours.exception("a table couldn't be shown", table=number)
                library.exception("Task exception was never retrieved: %s", number)
        for each in (
            ValueError("a fault"),
            sa.exc.ProgrammingError("SELECT", None, Exception("no such column")),
        ):
            ours.error("a table couldn't be shown", exc_info=each)
        now += 61
        ours.error("a table couldn't be shown", table=50, exc_info=away)
        logging.getLogger("store").warning("the database is back", extra=TROUBLE_OVER)
        ours.error("a table couldn't be shown", table=51, exc_info=away)
    refused = [line for line in heard.getvalue().splitlines() if "refused" in line]
    assert len(refused) == 4
    assert "a table couldn't be shown" in refused[0]
    assert "Task exception was never retrieved: 0: refused" in refused[1]
    assert ("times_since_then=49" if form == "text" else '"times_since_then": 49') in refused[2]
    assert "51" in refused[3]
    told = heard.getvalue()
    assert told.count("Traceback") == 0
    assert "a fault" in told
    assert "no such column" in told


@pytest.mark.parametrize(
    ("error", "away"),
    [
        (sqlite3.OperationalError("database or disk is full"), sqlite3.SQLITE_FULL),
        (sqlite3.OperationalError("database is locked"), sqlite3.SQLITE_BUSY),
        (sqlite3.OperationalError("no such table: sea"), 0),
    ],
)
def test_a_statement_that_is_wrong_is_no_outage(error: sqlite3.OperationalError, away: int) -> None:
    error.sqlite_errorcode = away or sqlite3.SQLITE_ERROR
    wrapped = sa.exc.OperationalError("INSERT", None, error)
    assert (outage(wrapped) is error) is bool(away)


class ServerError(Exception):
    """An error of a PostgreSQL server."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("code", "away"),
    [
        ("53300", True),  # too many connections
        ("57P03", True),  # starting
        ("08006", True),  # connection lost
        ("25006", True),  # read only
        ("40001", False),  # somebody else's transaction came first
        ("42P01", False),  # no such table
    ],
)
def test_a_server_that_is_busy_or_gone_is_an_outage(code: str, *, away: bool) -> None:
    error = ServerError(code)
    assert (outage(sa.exc.DBAPIError("INSERT", None, error)) is error) is away


def test_any_other_fault_keeps_its_traceback() -> None:
    with overheard("text") as heard:
        try:
            raise TimeoutError
        except TimeoutError:
            logging.getLogger("discord.client").exception("Ignoring exception in on_ready")
    assert "Traceback" in heard.getvalue()


async def test_a_whole_conversation_with_discord_logs_no_token(local: LocalDiscord, page: LocalPage) -> None:
    given: list[str] = []

    class Noting(DemoBot):
        async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
            given.append(interaction.token)

    with overheard("text", local.token) as heard, structlog.testing.capture_logs():
        async with seated(local, Noting()):
            slash = {"as": "Finn", "channel": "games", "command": "galley cook"}
            await page.post("slash", slash | {"options": {"dish": "Eel"}})
        with pointed_at(local.api_url, local.gateway_url):
            async with discord.Client(intents=discord.Intents.none()) as stranger:
                with pytest.raises(discord.LoginFailure):
                    await stranger.login(local.token[::-1])
        await asyncio.sleep(0)
    told = heard.getvalue()
    assert "WebSocket Event" in told
    assert "INTERACTION_CREATE" in told
    assert given
    for secret in (local.token, *given):
        assert secret not in told


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_same_fault_is_logged_once_a_minute_with_how_often_it_came(form: str) -> None:
    """The machine's clock, by which records are dated, may be set back: what followed wasn't logged."""
    now = 0.0
    plain, structured_log = logging.getLogger("bot.invented"), structlog.get_logger("bot.invented")

    def fail(word: str, kind: type[Exception] = ValueError) -> None:
        try:
            raise kind(word)
        except kind as error:
            plain.error("a card of %s failed", word, exc_info=error)
            structured_log.error("a press failed", reference=logs.fault(error), exc_info=error)

    with structured(), overheard(form, level=logging.ERROR, now=lambda: now) as heard:
        for word in "abc":
            fail(word)
        fail("a", KeyError)
        plain.error("no traceback, so no fault")
        plain.error("no traceback, so no fault")
        first = heard.getvalue()
        now += 61
        fail("d")
        later = heard.getvalue().removeprefix(first)
    assert first.count("a card of a failed") == 2, "two faults, at two places or of two kinds"
    assert first.count("a press failed") == 2
    assert "a card of b" not in first
    assert first.count("no traceback, so no fault") == 2
    assert "a card of d failed (and 2 times since then)" in later
    assert ("times_since_then=2" if form == "text" else '"times_since_then": 2') in later
    (reference,) = set(re.findall(r"reference\W+(\w+)", later))
    assert reference in first, "whoever has the reference of an error that was left out finds it"
