"""The thinkers: processes in which computer players search for their actions."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final, TypeAlias

from bot.games.core import Game, Placement
from bot.players import PLAYERS
from bot.players.levels import LEVELS
from bot.players.player import Choice, ComputerPlayer, Hint, Legal
from bot.players.reviewing import Judgement, Reviewer
from bot.workers.process import ProcessWorker, pause
from bot.workers.worker import T, Ts, WorkerClosed, WorkerDied

from .fair_queue import FairQueue
from .search import SearchFault, judge, search

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

    There is one for the whole bot, closed at the end. ``poll`` is the workers'. ``on_searched`` is called
    after each search with the seconds it took, without those in the queue; ``on_fault`` each time that a
    level fails.
    """

    def __init__(
        self,
        count: int,
        players: Mapping[str, ComputerPlayer[Any, Any, Any]] = PLAYERS,
        poll: Callable[[], Awaitable[object]] = pause,
        *,
        on_searched: Callable[[float], None] = lambda _seconds: None,
        on_fault: Callable[[], None] = lambda: None,
    ) -> None:
        self._players = players if count else {}
        self._poll = poll
        self._workers = [self._process() for _ in range(count)]
        self._queue = FairQueue(range(count))
        """Lends the places of the workers that are free."""
        self._searches: set[asyncio.Task[Any]] = set()
        self._closed = False
        self._on_searched = on_searched
        self._on_fault = on_fault

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

    def lost(self, game: str) -> float:
        """What the computer player of the game with this key expects at most where it has lost."""
        return self._players[game].lost

    def hints(self, game: str) -> bool:
        """Whether there are hints in the game with this key."""
        return self.offers(game) and self._players[game].hint is not None

    def reviewer(self, game: str) -> Reviewer | None:
        """How the turns of the game with this key are judged; None if they can't be."""
        return self._players[game].reviewer if self.offers(game) else None

    async def hint(
        self, game: Game[Any, Any], view: Any, legal: Legal[Any], seed: int, *, table: Hashable
    ) -> Hint | None:
        """The way to what the strongest level would choose; None if it can't be found.

        :raises KeyError: when there are no hints in ``game``.
        :raises WorkerClosed: when the thinkers are closed first.
        """
        lead = self._players[game.key].hint
        if lead is None:
            raise KeyError(game.key)
        thought = await self.choose(game, LEVELS[-1].key, view, legal, seed, table=table)
        return lead(view, thought.choice) if thought.level is not None else None

    async def judge(
        self, game: Game[Any, Any], view: Any, legal: Any, action: Any, seed: int, *, table: Hashable
    ) -> Judgement[Any] | None:
        """What the reviewer of ``game`` thinks of ``action``; None if it has no opinion, or fails.

        Waits in the same line as :meth:`choose`, so that reviews hold up no table for long.

        :raises KeyError: when there is no reviewer.
        :raises WorkerClosed: when the thinkers are closed first.
        """
        reviewer = self._players[game.key].reviewer
        if reviewer is None:
            raise KeyError(game.key)
        return await self._in_turn(
            table, partial(self._judge, game.key, reviewer, (view, legal, action, seed))
        )

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
        return await self._in_turn(table, partial(self._search, game, player, levels, (view, legal, seed)))

    async def _in_turn(self, party: Hashable, work: Callable[[int], Coroutine[Any, Any, T]]) -> T:
        """The result of ``work`` in the place of a worker, when it's the turn of ``party``."""
        if self._closed:
            raise WorkerClosed
        place = await self._queue.borrow(party)
        task = asyncio.create_task(work(place), name="search")
        self._searches.add(task)
        task.add_done_callback(partial(self._searched, place))
        await asyncio.wait([task])
        if task.cancelled():
            raise WorkerClosed
        return task.result()

    def _searched(self, place: int, task: asyncio.Task[Any]) -> None:
        self._searches.discard(task)
        self._queue.give_back(place)
        if not task.cancelled():
            task.exception()  # marks it as retrieved: the caller may be gone, which needs no warning

    async def _search(
        self,
        game: Game[Any, Any],
        player: ComputerPlayer[Any, Any, Any],
        levels: tuple[str, ...],
        question: _Question,
        place: int,
    ) -> Thought:
        """The choice of the first of ``levels`` that doesn't fail."""
        began = time.perf_counter()
        for level in levels:
            found = await self._ask(place, search, player.choose, player.levels[level], *question)
            if isinstance(found, Choice):
                self._on_searched(time.perf_counter() - began)
                return Thought(found, level)
            log.error("the computer player for %s at level %s failed: %s", game.key, level, found.reason)
            self._on_fault()
            await self._replace(place)
        self._on_searched(time.perf_counter() - began)
        _, legal, seed = question
        return Thought(Choice(draw(game, legal, Random(seed)), 0.5), None)

    async def _judge(
        self, game: str, reviewer: Reviewer, question: tuple[Any, Any, Any, int], place: int
    ) -> Judgement[Any] | None:
        found = await self._ask(place, judge, reviewer.judge, *question)
        if isinstance(found, SearchFault):
            log.error("the reviewer of %s failed: %s", game, found.reason)
            self._on_fault()
            await self._replace(place)
            return None
        return found

    async def _ask(self, place: int, job: Callable[[*Ts], T], *question: *Ts) -> T | SearchFault:
        try:
            return await self._workers[place].run(job, *question)
        except WorkerClosed:
            raise
        except WorkerDied:
            return SearchFault("its process ended or hung")
        except Exception as error:  # noqa: BLE001 (told by its kind only: it may name what is secret)
            return SearchFault(f"{type(error).__name__} on the way to its process or back")

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
