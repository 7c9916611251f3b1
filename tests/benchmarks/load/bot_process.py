"""The bot in a process of its own, with many tables, under a steady rate of turns.

``python -m tests.benchmarks.load.bot_process DATABASE TURNS`` prints what was measured as JSON. The arrivals
wait for nothing: each has its moment, and what it takes counts from that moment on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

import discord

from bot import logs
from bot.app import CaptainsTable
from bot.workers.child import keep_little
from data.store.engines import database_url
from data.store.store import Store

from . import database_cost, looks, payloads
from .numbers import Numbers
from .sample_turns import SERVERS, Turn, read_turns
from .standin import StandIn
from .turns import side_by_side, teach_to_echo

TYPED: Final = 5
"""One turn in so many is typed (``/move``); the others are confirmed by a button."""
BESIDE: Final = 100
"""Turns that are played one by one, beside an echo."""
PATIENCE: Final = 30.0
"""Seconds to wait for the last cards."""


@dataclass
class LoadRun:
    """Turns that arrive, one at each table: moments on the machine's counter by the table's thread."""

    standin: StandIn
    hear: Callable[[Any], None]
    due: dict[int, float] = field(default_factory=dict)
    shown: dict[int, float] = field(default_factory=dict)

    def _card(self, at: float, channel: int) -> None:
        if channel in self.due:
            self.shown.setdefault(channel, at)

    async def send(self, turns: list[Turn], rate: float, started: float) -> None:
        """Let the turns arrive."""
        self.standin.on_card = self._card
        numbers = Numbers(time.time_ns() // 1_000_000)
        for place, turn in enumerate(turns):
            due = started + place / rate
            if (pause := due - time.perf_counter()) > 0:
                await asyncio.sleep(pause)
            began, number = time.thread_time(), numbers.of_press()
            self.due[turn.thread] = due
            if place % TYPED == 0:
                said = payloads.command(turn, number, "move", action=turn.text)
            else:
                said = payloads.confirmation(turn, number)
            self.standin.hear(said)
            written = json.dumps(said)
            self.standin.spent += time.thread_time() - began
            self.hear(discord.utils._from_json(written))

    async def wait_for_cards(self) -> None:
        """Wait until every turn is shown, or nothing comes any more."""
        end = time.perf_counter() + PATIENCE
        while len(self.shown) < len(self.due) and time.perf_counter() < end:  # noqa: ASYNC110 (it may hang)
            await asyncio.sleep(0.05)

    def waits(self) -> dict[float, float]:
        """Seconds from a click to its card, by the moment of the click."""
        return {self.due[thread]: at - self.due[thread] for thread, at in self.shown.items()}


def percentiles(values: Iterable[float]) -> dict[str, float]:
    """Milliseconds: the middle, the 95th and 99th in a hundred, and the last."""
    took = [1000 * value for value in values]
    cuts = quantiles(took, n=100)
    return {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "max": max(took)}


def memory(bot: CaptainsTable, besides: float) -> float:
    """Megabytes that the bot and its painters have in the machine's memory; what they share is shared out.

    ``besides`` is what this program itself holds.
    """
    return _megabytes((os.getpid(), *bot.context.studio.pids)) - besides


def _megabytes(pids: Iterable[int]) -> float:
    rollups = (Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines() for pid in pids)
    lines = (next(line for line in each if line.startswith("Pss:")) for each in rollups)
    return sum(int(line.split()[1]) for line in lines) / 1024


def _processor(tasks: Path) -> dict[int, float]:
    """Seconds of processor that each thread of a process has had, by its number, to the nanosecond."""
    return {
        int(each.name): int((each / "schedstat").read_text("ascii").split()[0]) / 1e9
        for each in tasks.iterdir()
    }


def threads(bot: CaptainsTable, standin: StandIn) -> dict[str, float]:
    """Seconds of processor that each sort of thread has had, and the painters; Discord's part by itself."""
    painted = sum(sum(_processor(Path(f"/proc/{pid}/task")).values()) for pid in bot.context.studio.pids)
    found = {"studio": painted, "discord": standin.spent, "loop": -standin.spent, "store": 0.0}
    names = {thread.native_id: thread.name.partition("_")[0] for thread in threading.enumerate()}
    for number, seconds in _processor(Path("/proc/self/task")).items():
        sort = {"MainThread": "loop", "studio": "studio"}.get(names.get(number, ""), "store")
        found[sort] += seconds
    return found


async def measure_bot(given: argparse.Namespace) -> dict[str, Any]:
    """The bot started, loaded, stopped; gives the figures."""
    standin, held = StandIn(), _megabytes((os.getpid(),))
    turns = read_turns(given.turns)
    held = _megabytes((os.getpid(),)) - held
    store = await Store.open(database_url(given.database), alone=True)
    bot = CaptainsTable(store, warm=True, painters=1)
    seen = asyncio.Event()

    @bot.listen("on_ready")
    async def on_ready() -> None:
        seen.set()

    standin.install(bot)
    await bot.login("token")
    # One shard, as if it had been launched.
    bot._connection.shard_ids, bot._connection.shard_count = [0], 1
    parsers = bot._connection.parsers
    parsers["READY"](payloads.ready(SERVERS))
    homes: defaultdict[int, list[Turn]] = defaultdict(list)
    for turn in turns:
        homes[turn.server].append(turn)
    for place in range(SERVERS):
        server = payloads.server(place, homes[Numbers(0).server(place)])
        parsers["GUILD_CREATE"](json.loads(json.dumps(server)))
    await seen.wait()
    figures: dict[str, Any] = {
        "ready": time.perf_counter() - STARTED,
        "memory at start": memory(bot, held),
    }
    if given.seconds:
        teach_to_echo(bot, await bot.context.studio.text_image("d4\n" * 20))
        await bot.context.studio.warmed_up()
        figures["memory warm"] = memory(bot, held)
        await bot.steps.tasks["reading ahead"]
        await asyncio.sleep(1)
        figures["side by side"] = await side_by_side(bot, standin, turns[:BESIDE])
        played = _beside_looks if given.looks else _loaded
        figures |= await played(bot, standin, turns[BESIDE:], given)
        figures["memory after"] = memory(bot, held)
    await bot.close()
    await store.close()
    return figures


async def _loaded(
    bot: CaptainsTable, standin: StandIn, turns: list[Turn], given: argparse.Namespace
) -> dict[str, Any]:
    hear = bot._connection.parsers["INTERACTION_CREATE"]
    written = database_cost.WrittenRows()
    turns = turns[: int(given.rate * (given.warm + given.seconds))]
    # The first seconds are not measured: what is kept for each game is made in them.
    warm = int(len(turns) * given.warm / (given.warm + given.seconds))
    load_run = LoadRun(standin, hear)
    await load_run.send(turns[:warm], given.rate, time.perf_counter())
    await load_run.wait_for_cards()
    load_run = LoadRun(standin, hear)
    standin.requests = standin.limited = standin.pictures = standin.sent = 0
    held = await database_cost.spent(bot.store, written)
    before, started = threads(bot, standin), time.perf_counter()
    await load_run.send(turns[warm:], given.rate, started)
    behind = len(load_run.due) - len(load_run.shown)
    await load_run.wait_for_cards()
    took = time.perf_counter() - started
    after, count = threads(bot, standin), len(load_run.shown)
    holds = await database_cost.spent(bot.store, written)
    spent = {name: (after[name] - before[name]) / count * 1000 for name in after}
    return {
        "turns": len(load_run.due),
        "behind": behind,
        "rate": count / took,
        "click to card": percentiles(load_run.waits().values()),
        "requests a turn": standin.requests / count,
        "limited requests a turn": standin.limited / count,
        "pictures a turn": standin.pictures / count,
        "sent a turn": standin.sent / count / 1000,
        "rows a turn": {name: rows / count for name, rows in (holds.rows - held.rows).items()},
        "written a turn": (holds.written - held.written) / count / 1000,
        "growth a turn": (holds.size - held.size) / count / 1000,
        "server processor a turn": (holds.processor - held.processor) / count * 1000,
        "server memory": _megabytes(await database_cost.server_pids(bot.store)),
        "processor a turn": spent["loop"] + spent["studio"] + spent["store"],
        "threads": spent,
    }


async def _beside_looks(
    bot: CaptainsTable, standin: StandIn, turns: list[Turn], given: argparse.Namespace
) -> dict[str, Any]:
    """Turns as in :func:`_loaded`, by turns without and beside people who look at something else."""
    hear = bot._connection.parsers["INTERACTION_CREATE"]
    load_run, started = LoadRun(standin, hear), time.perf_counter()
    looking = asyncio.create_task(looks.look(turns, standin, hear, started))
    await load_run.send(turns[: int(given.rate * (given.warm + given.seconds))], given.rate, started)
    looking.cancel()
    await load_run.wait_for_cards()
    waits: dict[bool, list[float]] = {False: [], True: []}
    for due, wait in load_run.waits().items():
        if due - started >= given.warm:
            waits[looks.is_looked_at(due - started)].append(wait)
    return {"without looks": percentiles(waits[False]), "beside looks": percentiles(waits[True])}


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database", help="a SQLite file, or postgresql://…")
    parser.add_argument("turns", type=Path)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--warm", type=float, default=10)
    parser.add_argument("--looks", type=int, default=0, help="1: people look at lists beside the turns")
    logs.configure("WARNING", "text")
    # As ``bot.run`` starts it.
    keep_little()
    json.dump(asyncio.run(measure_bot(parser.parse_args())), sys.stdout)
    return 0


STARTED: Final = time.perf_counter()

if __name__ == "__main__":
    sys.exit(main())
