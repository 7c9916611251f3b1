"""How long a whole turn takes, from the slash command to the posted picture, against a bare echo command.

Both run on the simulated Discord in the same process; compare them as a ratio, machines differ.
``python -m pytest tests/benchmarks/test_turn_speed.py --benchmark-only -n 0``
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from simcord.env import Env

from data.store.sqlite.executor import SqliteExecutor
from tests.discord.one_thread import write_at_once
from tests.discord.simulation import Simulation, hurry, new_bot


@pytest.fixture
def runner(monkeypatch: pytest.MonkeyPatch) -> Iterator[asyncio.Runner]:
    """One event loop for a benchmark, whose writes wait for no others: its time is simulated."""
    monkeypatch.setattr(SqliteExecutor, "write_then", write_at_once)
    with asyncio.Runner() as running:
        yield running


async def _sea(path: Path) -> tuple[Env, Simulation]:
    hurry()
    bot = await new_bot(path)

    @bot.tree.command(name="echo", description="Says it again")
    async def echo(interaction: discord.Interaction[Any], text: str) -> None:
        await interaction.response.send_message(text)

    env = Env(bot)
    await env.start()
    return env, Simulation(env, path)


async def _end(env: Env, sim: Simulation) -> None:
    await sim.bot.close()
    await sim.bot.store.close()
    await env.shutdown()


@pytest.mark.benchmark(group="a turn against an echo")
def test_an_echo(benchmark: BenchmarkFixture, runner: asyncio.Runner, tmp_path: Path) -> None:
    env, sim = runner.run(_sea(tmp_path / "table.sqlite3"))
    with env.time_context():
        benchmark.pedantic(  # type: ignore[no-untyped-call]
            lambda: runner.run(sim.ann.say("echo", text="d4")), rounds=40, iterations=1, warmup_rounds=5
        )
    runner.run(_end(env, sim))


@pytest.mark.benchmark(group="a turn against an echo")
def test_a_whole_move(benchmark: BenchmarkFixture, runner: asyncio.Runner, tmp_path: Path) -> None:
    env, sim = runner.run(_sea(tmp_path / "table.sqlite3"))
    squares = [f"{file}{rank}" for rank in (1, 3, 5, 7) for file in "abcdefg"]
    squares += [f"{file}{rank}" for rank in (2, 4, 6) for file in "aceg"]

    async def begin() -> None:
        await sim.begin(side="purple", pie="off")

    async def move() -> None:
        table = await sim.bot.context.tables.get(1)
        who = sim.ann if table.awaited[0].id == sim.ann.id else sim.bob
        # Rows of alternating colours leave everybody a tube for 28 placings.
        await who.move(squares[len(table.turns)])
        await sim.bot.publisher.settle()

    with env.time_context():
        runner.run(begin())
        benchmark.pedantic(lambda: runner.run(move()), rounds=20, iterations=1, warmup_rounds=4)  # type: ignore[no-untyped-call]
    table = runner.run(sim.bot.context.tables.get(1))
    assert len(table.turns) == 24
    assert table.address.shown == table.version
    runner.run(_end(env, sim))
