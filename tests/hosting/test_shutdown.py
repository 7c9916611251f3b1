"""The program is asked to end: it finishes what is under way, or leaves it to the next start."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random

import pytest

from bot.errors import InvalidSettings
from bot.features.server_lists.table_list import ServerTableLists
from bot.local.world.model import Member, Message
from tests.faults.players import History, Players
from tests.faults.program import Program
from tests.faults.running_bot import RunningBot
from tests.faults.seen import Button, awaited
from tests.local.fault_injection import FaultyDiscord, InjectedFault
from tests.patience import PATIENCE

from .sample_database import ask

POSTS = r"/channels/\d+/messages$"


class BotProcess:
    """The real program at a local Discord, with people who play."""

    def __init__(self, local: FaultyDiscord, database: Path, seconds: float, paints: bool) -> None:
        self.local = local
        self.database = database
        self.program = Program(
            local,
            database,
            paints=paints,
            CAPTAINS_TABLE_STOP_SECONDS=str(seconds),
            CAPTAINS_TABLE_LOG_LEVEL="DEBUG",
        )
        self.players = Players(local, History(), Random(4))

    async def start(self) -> None:
        """The program comes."""
        await self.program.start()
        await self.program.seated()

    async def begin(self) -> tuple[Member, Message, Button]:
        """A table with Finn and Pearl at it: who is to move, and their private card with its green button."""
        await self.players.begin("snorkels")
        await self.shown()
        return await self.players.to_confirm(1)

    async def hang(self) -> Member:
        """Somebody takes a turn, and Discord doesn't answer the message that shows it."""
        who, private, confirm = await self.begin()
        self.local.faults.add(InjectedFault("POST", POSTS, delay=300, count=9))
        await self.players.press(who, private, confirm)
        return who

    async def shown(self) -> None:
        """Everything that was committed is shown, once."""
        await until(lambda: ask(self.database, "SELECT shown = version FROM game_table") == [1])
        nonces = [post.nonce for post in self.local.world.messages.values() if post.nonce]
        assert len(nonces) == len(set(nonces))


async def until(condition: Callable[[], object]) -> None:
    """Look again and again: what is waited for happens in another program, or tells nobody."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


@asynccontextmanager
async def bot_process(
    database: Path, seconds: float = 4, *, paints: bool = False
) -> AsyncIterator[BotProcess]:
    """A program that is gone at the end."""
    local = FaultyDiscord()
    await local.start()
    here = BotProcess(local, database, seconds, paints)
    try:
        yield here
    finally:
        await here.program.end()
        await local.stop()


async def test_a_message_that_hangs_is_left_to_the_next_start_and_whatever_hangs_it_ends(
    file: Path,
) -> None:
    async with bot_process(file, seconds=1) as here:
        await here.start()
        who = await here.hang()
        assert await here.program.end(signal.SIGTERM) == 0
        assert "Traceback" not in here.program.tail()
        here.local.faults.clear()
        await here.start()
        await here.shown()
        board = here.players.board(1)
        assert board is not None
        assert awaited(board) != [who.id], "the action counts, and the next card shows it"
        who, private, confirm = await here.players.to_confirm(1)
        with closing(sqlite3.connect(here.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            asked = here.local.play.press(who, private, confirm.custom_id, strict=False)
            # It is acknowledged after a second, if it can't be played at once.
            await until(lambda: asked.answer is not None)
            assert await here.program.end(signal.SIGTERM) == 0
            assert "it will be completed at the next startup" in here.program.tail()
            other.execute("ROLLBACK")


async def test_an_answer_that_is_under_way_is_finished_and_a_start_can_be_ended_at_once(
    file: Path,
) -> None:
    async with bot_process(file, seconds=60, paints=True) as here:
        await here.start()
        who, private, confirm = await here.begin()
        # The acknowledgement takes a while: the program is asked to end before anything is stored.
        fault = here.local.faults.add(InjectedFault("POST", r"/interactions/.*/callback", delay=0.3))
        pressing = asyncio.create_task(here.players.press(who, private, confirm))
        await until(lambda: fault.count == 0)
        assert await here.program.end(signal.SIGTERM) == 0
        seen = await pressing
        assert seen is not None
        assert here.players.history.acts[-1].acknowledged
        assert ask(here.database, "SELECT count(*) FROM event WHERE verb = 'play'") == [1]
        await here.shown()
        log = here.program.tail(10_000)
        assert "outcome=answered" in log
        assert here.local.token not in log, "at the most talkative level"
        await here.start()
        assert await here.program.end(signal.SIGTERM) == 0
        log = here.program.tail(10_000)
        assert "Traceback" not in log
        assert "failed" not in log


async def test_it_can_be_ended_while_it_logs_in(file: Path) -> None:
    async with bot_process(file) as here:
        fault = here.local.faults.add(InjectedFault("GET", "/users/@me", delay=300))
        await here.program.start()
        await until(lambda: fault.count == 0)
        assert await here.program.end(signal.SIGTERM) == 0
        assert "Traceback" not in here.program.tail()


async def test_a_second_signal_ends_it_at_once(file: Path) -> None:
    async with bot_process(file, seconds=120) as here:
        await here.start()
        await here.hang()
        process = here.program.process
        assert process is not None
        os.kill(here.program.pid, signal.SIGINT)
        await until(lambda: "send a second signal to stop at once" in here.program.tail())
        assert process.exitcode is None
        assert await here.program.end(signal.SIGTERM) == -signal.SIGTERM


# In this process.


async def test_a_stop_waits_for_the_catching_up_after_a_start(
    running: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, order = running.bot, []
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def reconcile() -> int:
        begun.set()
        await go_on.wait()
        assert await bot.store.unshown() == []
        order.append("caught up")
        return 0

    await running.at_rest()
    monkeypatch.setattr(bot.publisher, "reconcile", reconcile)
    bot.steps.tasks.clear()
    bot.dispatch("ready")
    await begun.wait()
    closing = asyncio.create_task(bot.close())
    closing.add_done_callback(lambda _: order.append("closed"))
    await asyncio.sleep(0.05)
    assert not closing.done()
    go_on.set()
    await closing
    assert order == ["caught up", "closed"]


async def test_a_stop_without_a_database_still_does_all_the_rest(
    running: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, done = running.bot, list[str]()
    await running.at_rest()

    async def fails() -> None:
        raise OSError("no such disk")

    monkeypatch.setattr(bot.context.deadlines, "stop", fails)
    monkeypatch.setattr(bot.context.features.part(ServerTableLists), "close", fails)
    studio_close, publisher_close = bot.context.studio.close, bot.publisher.close

    async def noted_studio() -> None:
        await studio_close()
        done.append("studio")

    async def noted_publisher(patience: float) -> None:
        await publisher_close(patience)
        done.append("publisher")

    monkeypatch.setattr(bot.context.studio, "close", noted_studio)
    monkeypatch.setattr(bot.publisher, "close", noted_publisher)
    await bot.close()
    assert done == ["publisher", "studio"]
    assert bot.is_closed()


async def test_a_table_that_rests_between_attempts_holds_no_stop_up(
    running: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.jobs.retries.RETRY_PAUSES_S", (100_000,))
    number = await running.begin("snorkels")
    running.local.faults.add(InjectedFault("*", r"/channels/\d+/messages", cut=True, count=9))
    service = running.bot.context.tables
    await service.resign(number, (await service.get(number)).seating.people[0])
    await until(lambda: number in running.bot.publisher.tasks.resting)
    running.bot.stop_seconds = 100_000
    await running.bot.close()
    assert running.bot.publisher.waiting == 0
    assert await running.bot.store.unshown() == [number]
    running.unhandled.clear()


async def test_a_refused_token_ends_it_for_good(local: FaultyDiscord, tmp_path: Path) -> None:
    program = Program(local, tmp_path / "table.sqlite3", DISCORD_TOKEN="none.of.theirs")
    await program.start()
    assert await program.ended(PATIENCE) == InvalidSettings.status
    assert "Discord rejected the token" in program.tail()
    assert "none.of.theirs" not in program.tail(1000)


async def test_a_connection_that_comes_back_while_stopping_starts_nothing(
    running: RunningBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, stop = running.bot, running.bot.context.deadlines.stop

    async def stopped() -> None:
        await stop()
        await bot.on_ready()

    await running.at_rest()
    monkeypatch.setattr(bot.context.deadlines, "stop", stopped)
    await bot.close()
    assert not [task for task in asyncio.all_tasks() if task.get_name() == "deadlines"]
