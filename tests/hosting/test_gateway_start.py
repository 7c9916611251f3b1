"""What fails at the start is tried again; if the gateway can't be read, a sentence says so."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
import yarl

from bot.app import CaptainsTable
from bot.lifecycle import start
from bot.local import payloads
from bot.local.api.gateway import Session
from bot.local.world.world import World
from data.store.store import Store, sqlite_url
from tests.faults.program import Program
from tests.local.fault_injection import FaultyDiscord
from tests.patience import PATIENCE
from tests.thorough import examples

OURS = pytest.mark.skipif(sys.platform == "win32", reason="programs are forked")
NOWHERE = "ws://127.0.0.1:9/gateway/"


@OURS
async def test_each_try_is_one_line_with_the_address(
    local: FaultyDiscord, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(World, "gateway_url", property(lambda _world: NOWHERE))
    program = Program(local, file)
    await program.start()
    async with asyncio.timeout(PATIENCE):
        while "discord.shard" not in program.tail():  # noqa: ASYNC110 (another program)
            await asyncio.sleep(0.05)
    assert await program.end(signal.SIGTERM) == 0
    log = program.log.read_text(encoding="utf-8")
    (line,) = [line for line in log.splitlines() if "discord.shard" in line]
    assert f"can't connect shard 0 to {NOWHERE} yet; trying again in 5 s (ClientConnectorError(" in line
    assert "Traceback" not in log


@OURS
@pytest.mark.parametrize("form", examples(("text", "json"), {"text"}))
async def test_a_first_event_that_cannot_be_read_ends_with_a_sentence(
    local: FaultyDiscord, file: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    dispatch: Any = Session.dispatch
    unread = {"READY": "{}"}
    monkeypatch.setattr(
        Session, "dispatch", lambda self, name, body: dispatch(self, name, unread.get(name, body))
    )
    program = Program(local, file, CAPTAINS_TABLE_LOG_FORMAT=form)
    await program.start()
    assert await program.ended() == 1
    *lines, last = program.log.read_text(encoding="utf-8").splitlines()
    assert last.startswith(
        "Captain’s Table has stopped. Discord’s event READY can’t be read by this release ("
    )
    assert last.endswith(
        "Install a newer release. If there’s none, please report this, with what the log says."
    )
    (told,) = [line for line in lines if "Discord sent an event that can't be read" in line]
    assert "READY" in told
    assert form == "text" or "KeyError" in json.loads(told)["exception"]
    assert "Task exception was never retrieved" not in "".join(lines)


@OURS
async def test_an_answer_to_the_login_that_cannot_be_read_ends_with_a_sentence(
    local: FaultyDiscord, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(payloads, "own_user", lambda _person: {"id": "1"})
    program = Program(local, file, CAPTAINS_TABLE_LOG_FORMAT="json")
    await program.start()
    assert await program.ended() == 1
    *lines, last = program.log.read_text(encoding="utf-8").splitlines()
    assert last.startswith(
        "Captain’s Table has stopped. Something unexpected went wrong: KeyError('username'). "
    )
    assert any("KeyError" in json.loads(line).get("exception", "") for line in lines)


async def test_it_is_tried_for_longer_than_a_thousand_calls_can_be_nested(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Enough(BaseException):
        pass

    tries = 0

    async def refused(*_given: Any, **_options: Any) -> None:
        nonlocal tries
        tries += 1
        raise Enough if tries > 2 * sys.getrecursionlimit() else OSError("no route")

    async def nothing(_seconds: float) -> None:
        pass

    bot = CaptainsTable(Store(sqlite_url(file)))
    monkeypatch.setattr(discord.shard, "asyncio", SimpleNamespace(sleep=nothing, wait_for=asyncio.wait_for))
    monkeypatch.setattr(discord.shard.DiscordWebSocket, "from_client", refused)
    with pytest.raises(Enough):
        await bot.launch_shard(yarl.URL(NOWHERE), 0)
    assert tries == 2 * sys.getrecursionlimit() + 1
    await bot.close()


async def test_a_step_of_the_start_is_repeated_until_it_succeeds_and_then_never_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(start, "RETRY_PAUSES_S", (0,))
    step = AsyncMock(side_effect=[OSError("the database is away"), OSError("still away"), None])
    steps = start.StartSteps(AsyncMock())
    for _ in range(2):
        steps.start("absences", step)
        await steps.tasks["absences"]
    assert step.await_count == 3
