"""Kills the real bot while people play, again and again, and looks each time at what is left.

``python -m tests.faults.kill --kills 1000`` prints what it did and found; the status is 1 when something that
was acknowledged is missing, is there twice, or is not shown.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from bot.games import GAMES
from bot.local.api import interactions
from bot.local.world.model import Message
from tests.local.fault_injection import FaultyDiscord, InjectedFault
from tests.patience import PATIENCE

from .invariants import NONCE, Invariants, cards_posted_twice
from .players import Act, History, Players
from .program import NotThere, Program

MOMENTS: Final = (
    "at any time",
    "acknowledged, not published",
    "published, not noted",
    "pressed, perhaps not committed",
    "while starting",
)
POSTS: Final = r"/channels/\d+/messages$"
HOLD: Final = 6.0
"""Seconds for which a message is held up, so that a kill comes between, and to wait for the moment of one."""
LOOKS: Final = 0.6
"""How often everything is checked before people play on."""


@dataclass(slots=True)
class Findings:
    """What a run has found."""

    kills: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    history: History = field(default_factory=History)

    def __str__(self) -> str:
        rows = [(f"killed {moment}", self.kills[moment]) for moment in MOMENTS]
        rows += [
            ("actions confirmed by players", len(self.history.acts)),
            ("actions acknowledged to players", sum(act.acknowledged for act in self.history.acts)),
            ("apologies to players", len(self.history.faults)),
            ("WRONG", len(self.wrong)),
        ]
        return "\n".join([f"{name:<40} {value}" for name, value in rows] + sorted(set(self.wrong)))


class KillRun:
    """One database, one local Discord, and many lives of the bot."""

    def __init__(
        self,
        local: FaultyDiscord,
        folder: Path,
        rng: Random,
        tables: int,
    ) -> None:
        self._local = local
        self._rng = rng
        self._tables = tables
        self.found = Findings()
        self._program = Program(local, folder / "table.sqlite3")
        self._inquest = Invariants(self._program.database, self.found.history)
        self._crew = Players(local, self.found.history, rng)
        self._next_game = itertools.cycle(GAMES)

    async def run(self, kills: int) -> Findings:
        """Live *kills* lives that end badly, and one that ends well."""
        moments = self._moments()
        try:
            for number in range(kills):
                moment = next(moments)
                await self._live(moment)
                self.found.kills[moment] += 1
                if number % 10 == 9:
                    print(f"{number + 1} kills, {len(self.found.wrong)} wrong", flush=True)
            await self._program.start()
            await self._program.seated()
            await self._look()
            if status := await self._program.end(signal.SIGTERM):
                self.found.wrong.append(f"the bot ended with status {status}: {self._program.tail()}")
        except NotThere as missing:
            self.found.wrong.append(str(missing))
        finally:
            await self._program.end()
            await self._inquest.close()
        return self.found

    def _moments(self) -> Iterator[str]:
        yield from MOMENTS
        while True:
            yield from self._rng.sample(MOMENTS, len(MOMENTS))

    async def _live(self, moment: str) -> None:
        await self._program.start()
        if moment == "while starting":
            await asyncio.sleep(self._rng.uniform(0.0, 3.0))
            await self._program.end()
            return
        await self._program.seated()
        if self._rng.random() < LOOKS:
            await self._look()
        crowd = asyncio.create_task(self._play())
        try:
            await self._await(moment, crowd)
        finally:
            await self._program.end()
            crowd.cancel()
            await asyncio.gather(crowd, return_exceptions=True)
            self._local.faults.clear()

    async def _await(self, moment: str, crowd: asyncio.Task[None]) -> None:
        """Wait for the moment, or until it is clear that it does not come."""
        come = asyncio.Event()
        players, faults, world = self._crew, self._local.faults, self._local.world

        def happened(_act: Act) -> None:
            come.set()

        players.on_pressed = players.on_acknowledged = lambda _act: None
        if moment == "at any time":
            await asyncio.wait({crowd}, timeout=self._rng.uniform(0.2, 3.0))
            if crowd.done():
                crowd.result()
            return
        if moment == "acknowledged, not published":
            faults.add(InjectedFault("POST", POSTS, delay=HOLD, count=100))
            players.on_acknowledged = happened
        elif moment == "pressed, perhaps not committed":
            players.on_pressed = happened
        else:
            faults.add(InjectedFault("POST", POSTS, held=HOLD, count=100))
            sent = len([post for post in world.messages.values() if _is_card(post)])
            watch = asyncio.create_task(
                world.until(lambda: len([p for p in world.messages.values() if _is_card(p)]) > sent)
            )
            watch.add_done_callback(lambda _done: come.set())
        coming = asyncio.create_task(come.wait())
        await asyncio.wait({coming, crowd}, timeout=HOLD, return_when=asyncio.FIRST_COMPLETED)
        coming.cancel()
        if crowd.done():
            crowd.result()
        if moment == "pressed, perhaps not committed":
            await asyncio.sleep(self._rng.uniform(0.0, 0.15))
        elif moment == "acknowledged, not published":
            await asyncio.sleep(self._rng.choice((0.0, 0.05)))

    async def _play(self) -> None:
        """Have several tables played at once, new ones opened when others end."""
        playing: dict[int, asyncio.Task[None]] = {}
        sample = self._local.world.channel("games")
        try:
            while True:
                for number, task in list(playing.items()):
                    if task.done():
                        task.result()
                        del playing[number]
                live = self._inquest.tables("lobby", "playing")
                for number in live[: self._tables]:
                    if number not in playing:
                        playing[number] = asyncio.create_task(self._crew.play(number))
                if len(live) < self._tables:
                    await self._crew.open(next(self._next_game), sample)
                else:
                    await asyncio.sleep(0.2)
        finally:
            for task in playing.values():
                task.cancel()
            await asyncio.gather(*playing.values(), return_exceptions=True)

    async def _look(self) -> None:
        """Everything is checked while nobody plays."""
        found, invariants = self.found, self._inquest
        wrong = invariants.log_is_whole()
        wrong += await invariants.tables_fold()
        wrong += await invariants.everything_is_shown()
        wrong += await invariants.newest_cards_answer(self._crew, self._rng)
        wrong += cards_posted_twice(self._local.world.messages.values())
        await invariants.close()
        # What is wrong stays wrong: it counts when it is found.
        for each in wrong:
            if not any(known.endswith(each) for known in found.wrong):
                found.wrong.append(f"after {found.kills.total()} kills: {each}")
                print(found.wrong[-1], flush=True)


def _is_card(post: Message) -> bool:
    return post.nonce is not None and NONCE.fullmatch(post.nonce) is not None


async def kill_run(kills: int, seed: int, folder: Path, tables: int) -> Findings:
    """Kill the bot *kills* times, at each of the moments first and then at any; what was found."""
    local = FaultyDiscord()
    await local.start()
    try:
        return await KillRun(local, folder, Random(seed), tables).run(kills)
    finally:
        await local.stop()


def main() -> int:
    """``python -m tests.faults.kill``."""
    parser = argparse.ArgumentParser("python -m tests.faults.kill", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=4, help="how many are played at once")
    parser.add_argument("--keep", type=Path, help="a folder for the database and the log")
    asked = parser.parse_args()
    interactions.ANSWER_TIMEOUT_S = PATIENCE
    with tempfile.TemporaryDirectory(prefix="kill-") as folder:
        where = asked.keep or Path(folder)
        where.mkdir(parents=True, exist_ok=True)
        found = asyncio.run(kill_run(asked.kills, asked.seed, where, asked.tables))
    print(found)
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
