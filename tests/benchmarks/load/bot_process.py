"""The bot in a process of its own, with many tables, under a steady rate of turns.

``python -m tests.benchmarks.load.bot_process DATABASE TURNS`` prints what was measured as JSON. The arrivals
wait for nothing: each has its moment, and what it takes counts from that moment on.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any, Final

import discord

from bot import logs
from bot.app import CaptainsTable
from bot.lifecycle.start import StartSteps
from data.store.engines import database_url
from data.store.store import Store

from . import database_cost, looks, payloads, sample_tables
from .numbers import Numbers
from .sample_tables import SERVERS, Turn
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
    """What happens to each turn: moments on the machine's counter, by the turn's place in the row."""

    turns: list[Turn]
    due: dict[int, float] = field(default_factory=dict)
    acknowledged: dict[int, float] = field(default_factory=dict)
    shown: dict[int, float] = field(default_factory=dict)
    threads: dict[int, int] = field(default_factory=dict)
    presses: dict[int, int] = field(default_factory=dict)
    late: float = 0.0

    def card(self, at: float, channel: int) -> None:
        """A card was handed over for ``channel``."""
        if (place := self.threads.get(channel)) is not None:
            self.shown.setdefault(place, at)

    def callback(self, at: float, interaction: int) -> None:
        """An interaction was acknowledged."""
        if (place := self.presses.get(interaction)) is not None:
            self.acknowledged.setdefault(place, at)

    async def send(self, standin: StandIn, hear: Callable[[Any], None], rate: float, started: float) -> None:
        """Let the turns arrive."""
        numbers = Numbers(time.time_ns() // 1_000_000)
        for place, turn in enumerate(self.turns):
            due = started + place / rate
            if (pause := due - time.perf_counter()) > 0:
                await asyncio.sleep(pause)
            began = time.thread_time()
            number = numbers.of_press()
            self.due[place] = due
            self.threads[turn.thread] = self.presses[number] = place
            self.late = max(self.late, time.perf_counter() - due)
            written = json.dumps(
                (payloads.typed if place % TYPED == 0 else payloads.confirmation)(turn, number)
            )
            standin.spent += time.thread_time() - began
            hear(discord.utils._from_json(written))

    async def wait_for_cards(self) -> None:
        """Wait until every turn is shown, or nothing comes any more."""
        end = time.perf_counter() + PATIENCE
        while len(self.shown) < len(self.due) and time.perf_counter() < end:  # noqa: ASYNC110 (it may hang)
            await asyncio.sleep(0.05)


class Pauses:
    """How long the collector of cycles held everything up, each time."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self._began = 0.0
        gc.callbacks.append(self._heard)

    def _heard(self, phase: str, _about: dict[str, int]) -> None:
        if phase == "start":
            self._began = time.thread_time()
        else:
            self.took.append(time.thread_time() - self._began)


def percentiles(values: list[float]) -> dict[str, float]:
    """Milliseconds: the middle, the 95th and 99th in a hundred, and the last."""
    cuts = quantiles(values, n=100)
    return {
        "p50": cuts[49] * 1000,
        "p95": cuts[94] * 1000,
        "p99": cuts[98] * 1000,
        "max": max(values) * 1000,
    }


def memory(bot: CaptainsTable) -> float:
    """Megabytes that the bot and its painters have in the machine's memory; what they share is shared out."""
    return _megabytes((os.getpid(), *bot.context.studio.pids))


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


async def measure_bot(database: str, turns: list[Turn], given: argparse.Namespace) -> dict[str, Any]:
    """The bot started, loaded, stopped; gives the figures."""
    standin = StandIn(given.delay)
    standin.install()
    store = await Store.open(database_url(database), alone=True)
    bot = CaptainsTable(store, warm=True, painters=given.painters)
    seen = asyncio.Event()

    @bot.listen("on_ready")
    async def on_ready() -> None:
        seen.set()

    await bot.login("token")
    # One shard, as if it had been launched.
    bot._connection.shard_ids, bot._connection.shard_count = [0], 1
    parsers = bot._connection.parsers
    parsers["READY"](payloads.ready(SERVERS))
    homes: dict[int, list[Turn]] = {}
    for turn in sample_tables.read(given.turns):
        homes.setdefault(turn.server, []).append(turn)
    for place in range(SERVERS):
        parsers["GUILD_CREATE"](
            json.loads(json.dumps(payloads.server(place, homes.get(Numbers(0).server(place), []))))
        )
    connected = time.perf_counter()
    await seen.wait()
    figures: dict[str, Any] = {
        "connected": connected - STARTED,
        "ready": time.perf_counter() - STARTED,
        "memory at start": memory(bot),
    }
    if turns:
        teach_to_echo(bot, await bot.context.studio.text_image("d4\n" * 20))
        await bot.context.studio.warmed_up()
        figures["warm"] = time.perf_counter() - STARTED
        figures["memory warm"] = memory(bot)
        if not given.cold:
            await bot.context.parts[StartSteps].tasks["reading ahead"]
            figures["read ahead"] = time.perf_counter() - STARTED
        await asyncio.sleep(1)
        beside, turns = turns[:BESIDE], turns[BESIDE:]
        figures["side by side"] = await side_by_side(bot, standin, beside)
        if given.looks:
            figures |= await _beside_looks(bot, standin, turns, given)
        else:
            figures |= await _loaded(bot, standin, turns, given)
    await bot.close()
    await store.close()
    return figures


async def _loaded(
    bot: CaptainsTable, standin: StandIn, turns: list[Turn], given: argparse.Namespace
) -> dict[str, Any]:
    hear = bot._connection.parsers["INTERACTION_CREATE"]
    written = database_cost.WrittenRows()

    def begin(some: list[Turn]) -> LoadRun:
        load_run = LoadRun(some)
        standin.on_card, standin.on_callback = load_run.card, load_run.callback
        return load_run

    # The first seconds are not measured: what is kept for each game is made in them.
    warm = int(given.rate * given.warm)
    load_run = begin(turns[:warm])
    await load_run.send(standin, hear, given.rate, time.perf_counter())
    await load_run.wait_for_cards()
    load_run = begin(turns[warm:])
    standin.requests = standin.limited = standin.pictures = standin.sent = 0
    pauses = Pauses()
    held = await database_cost.spent(bot.store, written)
    before, started = threads(bot, standin), time.perf_counter()
    await load_run.send(standin, hear, given.rate, started)
    behind = len(load_run.due) - len(load_run.shown)
    await load_run.wait_for_cards()
    took = time.perf_counter() - started
    after, count = threads(bot, standin), len(load_run.shown)
    holds = await database_cost.spent(bot.store, written)
    waits = [at - load_run.due[place] for place, at in load_run.shown.items()]
    acknowledged = [at - load_run.due[place] for place, at in load_run.acknowledged.items()]
    by_game: dict[str, list[float]] = {}
    for place, at in load_run.shown.items():
        by_game.setdefault(load_run.turns[place].game, []).append(at - load_run.due[place])
    return {
        "turns": len(load_run.due),
        "shown": count,
        "behind": behind,
        "rate": count / took,
        "click to card": percentiles(waits),
        "click to acknowledgement": percentiles(acknowledged),
        "by game": {game: percentiles(found) for game, found in by_game.items()},
        "requests a turn": standin.requests / count,
        "limited requests a turn": standin.limited / count,
        "pictures a turn": standin.pictures / count,
        "sent a turn": standin.sent / count / 1000,
        "rows a turn": {name: rows / count for name, rows in (holds.rows - held.rows).items()},
        "written a turn": (holds.written - held.written) / count / 1000,
        "growth a turn": (holds.size - held.size) / count / 1000,
        "server processor a turn": (holds.processor - held.processor) / count * 1000,
        "server memory": _megabytes(await database_cost.server_pids(bot.store)),
        "processor a turn": sum(after[name] - before[name] for name in ("loop", "studio", "store"))
        / count
        * 1000,
        "threads": {name: (after[name] - before[name]) / count * 1000 for name in after},
        "latest arrival": load_run.late * 1000,
        "longest collection": max(pauses.took, default=0.0) * 1000,
        "collections": sum(pauses.took) * 1000,
        "memory after": memory(bot),
    }


async def _beside_looks(
    bot: CaptainsTable, standin: StandIn, turns: list[Turn], given: argparse.Namespace
) -> dict[str, Any]:
    """Turns as in :func:`_loaded`, by turns without and beside people who look at something else."""
    hear, load_run = bot._connection.parsers["INTERACTION_CREATE"], LoadRun(turns)
    standin.on_card, standin.on_callback = load_run.card, load_run.callback
    people = looks.Looks(sample_tables.read(given.turns), standin, hear)
    started = time.perf_counter()
    looking = asyncio.create_task(people.look(started))
    await load_run.send(standin, hear, given.rate, started)
    looking.cancel()
    await load_run.wait_for_cards()
    waits: dict[bool, list[float]] = {False: [], True: []}
    for place, at in load_run.shown.items():
        if (after := load_run.due[place] - started) >= given.warm:
            waits[looks.is_looked_at(after)].append(at - load_run.due[place])
    return {
        "looks": people.looks,
        "without looks": percentiles(waits[False]),
        "beside looks": percentiles(waits[True]),
        "memory after": memory(bot),
    }


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database", help="a SQLite file, or postgresql://…")
    parser.add_argument("turns", type=Path)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--warm", type=float, default=10)
    parser.add_argument("--delay", type=float, default=0.0)
    parser.add_argument("--painters", type=int, default=1)
    parser.add_argument("--cold", action="store_true", help="play before the tables have been read ahead")
    parser.add_argument("--looks", type=int, default=0, help="1: people look at lists beside the turns")
    given = parser.parse_args()
    logs.configure("WARNING", "text")
    turns = sample_tables.read(given.turns)[: BESIDE + int(given.rate * (given.seconds + given.warm))]
    if not given.seconds:
        turns = []
    figures = asyncio.run(measure_bot(given.database, turns, given))
    json.dump(figures, sys.stdout)
    return 0


STARTED: Final = time.perf_counter()

if __name__ == "__main__":
    sys.exit(main())
