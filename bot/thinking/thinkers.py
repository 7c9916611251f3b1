"""The thinkers: processes in which computer players search for their actions."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final, TypeAlias

from bot.games.core import Game, Placement
from bot.players import PLAYERS
from bot.players.levels import LEVELS
from bot.players.player import Choice, ComputerPlayer, Legal
from bot.workers.process import ProcessWorker, pause
from bot.workers.worker import WorkerClosed, WorkerDied

from .fair_queue import FairQueue
from .search import Fault, search

log: Final = logging.getLogger(__name__)
_Question: TypeAlias = tuple[Any, Legal[Any], int]
"""A view, the legal actions and a seed."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a computer player has decided."""

    choice: Choice[Any]
    level: str | None
    """The level that chose: the one that was asked for or, if it failed, a lower one. None: all failed, and
    the action was drawn from the legal ones."""


class Thinkers:
    """Searches for actions in ``count`` processes of low priority, each started when first needed.

    There is one for the whole bot, closed at the end. ``poll`` is the workers'.
    """

    def __init__(
        self,
        count: int,
        players: Mapping[str, ComputerPlayer[Any, Any, Any]] = PLAYERS,
        poll: Callable[[], Awaitable[object]] = pause,
    ) -> None:
        self._players = players if count else {}
        self._poll = poll
        self._workers = [self._process() for _ in range(count)]
        self._queue = FairQueue(range(count))
        """Lends the places of the workers that are free."""
        self._searches: set[asyncio.Task[Thought]] = set()
        self._closed = False
        self.on_searched: Callable[[float], None] = lambda _seconds: None
        """Called after each search with the seconds it took, without those in the queue."""
        self.on_fault: Callable[[], None] = lambda: None
        """Called each time that a level fails."""

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the running processes."""
        return tuple(worker.pid for worker in self._workers if worker.pid is not None)

    @property
    def waiting(self) -> int:
        """The number of searches that wait for a process."""
        return self._queue.waiting

    def offers(self, game: str) -> bool:
        """Whether there is a computer player of the game with this key."""
        return game in self._players

    def version(self, game: str) -> int:
        """The version of the computer player of the game with this key; 0 if there is none."""
        return self._players[game].version if self.offers(game) else 0

    async def choose(
        self, game: Game[Any, Any], level: str, view: Any, legal: Legal[Any], seed: int, *, table: Hashable
    ) -> Thought:
        """What the computer player of ``game`` chooses for the seat that looks at ``view``.

        ``legal``: that seat's actions, at least one. Tables that wait are served in turn. The same arguments
        give the same choice as long as no level fails. Cancel the call when the choice is no longer wanted;
        a search that has begun goes on to its end.

        :raises KeyError: when there is no player of the game, or no such level.
        :raises WorkerClosed: when the thinkers are closed first.
        """
        player = self._players[game.key]
        levels = _from(level)
        if self._closed:
            raise WorkerClosed
        place = await self._queue.borrow(table)
        searching = self._search(place, game, player, levels, (view, legal, seed))
        task = asyncio.create_task(searching, name="search")
        self._searches.add(task)
        task.add_done_callback(partial(self._searched, place))
        await asyncio.wait([task])
        if task.cancelled():
            raise WorkerClosed
        return task.result()

    def _searched(self, place: int, task: asyncio.Task[Thought]) -> None:
        self._searches.discard(task)
        self._queue.give_back(place)
        if not task.cancelled():
            task.exception()  # marks it as retrieved: the caller may be gone, which needs no warning

    async def _search(
        self,
        place: int,
        game: Game[Any, Any],
        player: ComputerPlayer[Any, Any, Any],
        levels: tuple[str, ...],
        question: _Question,
    ) -> Thought:
        """The choice of the first of ``levels`` that doesn't fail."""
        began = time.perf_counter()
        for level in levels:
            found = await self._ask(place, player, level, question)
            if isinstance(found, Choice):
                self.on_searched(time.perf_counter() - began)
                return Thought(found, level)
            log.error("the computer player for %s at level %s failed: %s", game.key, level, found.reason)
            self.on_fault()
            await self._replace(place)
        self.on_searched(time.perf_counter() - began)
        _, legal, seed = question
        return Thought(Choice(draw(game, legal, Random(seed)), 0.5), None)

    async def _ask(
        self, place: int, player: ComputerPlayer[Any, Any, Any], level: str, question: _Question
    ) -> Choice[Any] | Fault:
        try:
            return await self._workers[place].run(search, player.choose, player.levels[level], *question)
        except WorkerClosed:
            raise
        except WorkerDied:
            return Fault("its process ended or hung")
        except Exception as error:  # noqa: BLE001 (told by its kind only: it may name what is secret)
            return Fault(f"{type(error).__name__} on the way to its process or back")

    async def _replace(self, place: int) -> None:
        """Put a new process, which nothing has disturbed yet, in the place of one."""
        await self._workers[place].close()
        if self._closed:
            raise WorkerClosed
        self._workers[place] = self._process()

    def _process(self) -> ProcessWorker:
        # One attempt: the same search would end or hang the next process, too.
        return ProcessWorker(self._poll, attempts=1, low_priority=True)

    async def close(self) -> None:
        """Drop all searches and end the processes. Closed thinkers only raise."""
        self._closed = True
        self._queue.dismiss(WorkerClosed())
        for task in self._searches:
            task.cancel()
        await asyncio.gather(*self._searches, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._workers))


def draw(game: Game[Any, Any], legal: Legal[Any], rng: Random) -> Any:
    """Any of the actions ``legal``."""
    if isinstance(legal, Placement):
        return game.parse(legal.text(rng.sample(legal.squares, legal.count)))
    return rng.choice(legal)


def _from(level: str) -> tuple[str, ...]:
    """The keys of a level and of those below it, the strongest first.

    :raises KeyError: for an unknown level.
    """
    keys = [each.key for each in LEVELS]
    if level not in keys:
        raise KeyError(level)
    return tuple(reversed(keys[: keys.index(level) + 1]))
