"""The thinkers: processes in which computer players search for their actions."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Hashable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Any, Final
from weakref import WeakValueDictionary

from bot.games.core import AnyGame, Placement
from bot.languages import spoken
from bot.players import PLAYERS
from bot.players.judgement import Judgement, Reviewer
from bot.players.player import LEVELS, Choice, Choose, ComputerPlayer, Hint, Legal
from bot.workers.process import ProcessWorker, poll
from bot.workers.worker import T, Ts, WorkerClosed, WorkerDied

from .search import SearchFault, judge, look_back, search

log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Thought:
    """What a computer player has decided."""

    choice: Choice[Any]
    level: str | None
    """The level that chose: the one that was asked for or, if it failed, a lower one. None: all failed, and
    the action was drawn from the legal ones."""


class Thinkers:
    """Searches for actions in ``count`` processes of low priority, each started when first needed.

    There is one for the whole bot, closed at the end. ``limit`` is the workers' ``poll``. ``on_searched`` is
    called after each search with the seconds it took, without those in the queue; ``on_fault`` each time
    that a level fails.
    """

    def __init__(
        self,
        count: int,
        players: Mapping[str, ComputerPlayer[Any, Any, Any]] = PLAYERS,
        limit: Callable[[], asyncio.Timeout] = poll,
        *,
        on_searched: Callable[[float], None] = lambda _seconds: None,
        on_fault: Callable[[], None] = lambda: None,
    ) -> None:
        self._players: Mapping[str, ComputerPlayer[Any, Any, Any]] = players if count else {}
        self._able: dict[str, ComputerPlayer[Any, Any, Any] | None] = {}
        """Those that were asked for; None where there is nobody who can play."""
        # One attempt: the same search would end or hang the next process, too.
        self._workers = [ProcessWorker(limit, attempts=1, low_priority=True) for _ in range(count)]
        self._free = [*self._workers]
        self._places = asyncio.Semaphore(count)
        """Of the free workers: they are given in the order in which tables came."""
        self._lines: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()
        """Where the searches of one table wait for each other, so that only the first waits with others'."""
        self.waiting = 0
        """The number of searches that wait for a process."""
        self._on_searched = on_searched
        self._on_fault = on_fault

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the running processes."""
        return tuple(worker.pid for worker in self._workers if worker.pid is not None)

    def offers(self, game: str) -> bool:
        """Whether there is a computer player of the game with this key."""
        try:
            self._player(game)
        except KeyError:
            return False
        return True

    def _player(self, game: str) -> ComputerPlayer[Any, Any, Any]:
        """The computer player of the game with this key, looked at when it's first asked for.

        :raises KeyError: when there is none that can play.
        """
        if game not in self._able:
            self._able[game] = _able(self._players.get(game))
        if (player := self._able[game]) is None:
            raise KeyError(game)
        return player

    def version(self, game: str) -> int:
        """The version of the computer player of the game with this key; 0 if there is none."""
        return self._player(game).version if self.offers(game) else 0

    def lost(self, game: str) -> float:
        """What the computer player of the game with this key expects at most where it has lost."""
        return self._player(game).lost

    def hints(self, game: str) -> bool:
        """Whether there are hints in the game with this key."""
        return self.offers(game) and self._player(game).hint is not None

    def reviewer(self, game: str) -> Reviewer | None:
        """How the turns of the game with this key are judged; None if they can't be."""
        return self._player(game).reviewer if self.offers(game) else None

    async def hint(
        self, game: AnyGame, view: Any, legal: Legal[Any], seed: int, *, table: Hashable
    ) -> tuple[Hint, Any] | None:
        """What the strongest level would advise, after the way to it; None if it can't be found.

        :raises WorkerClosed: when the thinkers are closed first.
        """
        player = self._player(game.key)
        choose = player.advised or player.choose
        thought = await self._choose(choose, game, LEVELS[-1].key, view, legal, seed, table=table)
        if thought.level is None:
            return None
        return self.lead(game, view, thought.choice), thought.choice.action

    def lead(self, game: AnyGame, view: Any, choice: Choice[Any]) -> Hint:
        """The way to a choice that is good, in a game with hints."""
        lead = self._player(game.key).hint
        assert lead is not None
        return lead(view, choice)

    async def judge(
        self, game: AnyGame, view: Any, legal: Any, action: Any, seed: int, *, table: Hashable
    ) -> Judgement[Any] | None:
        """What the reviewer of ``game`` thinks of ``action``; None if it has no opinion, or fails.

        It gives its reason in the language spoken now.

        Waits in the same line as :meth:`choose`, so that reviews hold up no table for long.

        :raises WorkerClosed: when the thinkers are closed first.
        """
        reviewer = self._player(game.key).reviewer
        assert reviewer is not None
        async with self._turn_of(table) as worker:
            asked = f"the reviewer of {game.key}"
            return await self._ask(worker, asked, judge, reviewer.judge, view, legal, action, seed, spoken())

    async def hindsight(self, game: AnyGame, chance: Sequence[Any], *, table: Hashable) -> int | None:
        """The most points found for a game alone with all its ``chance``; None if they can't be found.

        Waits in the same line as :meth:`choose`.

        :raises WorkerClosed: when the thinkers are closed first.
        """
        find = self._player(game.key).hindsight if self.offers(game.key) else None
        if find is None:
            return None
        async with self._turn_of(table) as worker:
            return await self._ask(worker, f"the hindsight of {game.key}", look_back, find, chance)

    async def choose(
        self, game: AnyGame, level: str, view: Any, legal: Legal[Any], seed: int, *, table: Hashable
    ) -> Thought:
        """What the computer player of ``game`` chooses for the seat that looks at ``view``.

        ``legal``: that seat's actions, at least one. Tables that wait are served in turn. The same arguments
        give the same choice as long as no level fails. Cancel the call when the choice is no longer wanted.

        :raises KeyError: when there is no player of the game, or no such level.
        :raises WorkerClosed: when the thinkers are closed first.
        """
        choose = self._player(game.key).choose
        return await self._choose(choose, game, level, view, legal, seed, table=table)

    async def _choose(
        self,
        choose: Choose[Any, Any, Any],
        game: AnyGame,
        level: str,
        view: Any,
        legal: Legal[Any],
        seed: int,
        *,
        table: Hashable,
    ) -> Thought:
        player, levels = self._player(game.key), _from(level)
        async with self._turn_of(table) as worker:
            began = time.perf_counter()
            for key in levels:
                asked = f"the computer player for {game.key} at level {key}"
                settings = player.levels[key]
                found = await self._ask(worker, asked, search, choose, settings, view, legal, seed)
                if found is not None:
                    thought = Thought(found, key)
                    break
            else:
                thought = Thought(Choice(draw(game, legal, Random(seed)), 0.5), None)
            self._on_searched(time.perf_counter() - began)
            return thought

    @asynccontextmanager
    async def _turn_of(self, table: Hashable) -> AsyncIterator[ProcessWorker]:
        """A worker, when it's the turn of ``table``: one that waits several times is served once a round."""
        line = self._lines.setdefault(table, asyncio.Lock())
        self.waiting += 1
        try:
            async with line:
                await self._places.acquire()
        finally:
            self.waiting -= 1
        worker = self._free.pop()
        try:
            yield worker
        finally:
            self._free.append(worker)
            self._places.release()

    async def _ask(
        self, worker: ProcessWorker, asked: str, job: Callable[[*Ts], T | SearchFault], *question: *Ts
    ) -> T | None:
        """What a job answers; None if it fails, which is logged, and ends the process."""
        try:
            found = await worker.run(job, *question)
            if not isinstance(found, SearchFault):
                return found
            reason = found.reason
        except WorkerClosed:
            raise
        except WorkerDied:
            reason = "its process ended or hung"
        except Exception as error:  # noqa: BLE001 (told by its kind only: it may name what is secret)
            reason = f"{type(error).__name__} on the way to its process or back"
        log.error("%s failed: %s", asked, reason)
        self._on_fault()
        await worker.end()
        return None

    async def close(self) -> None:
        """Drop all searches and end the processes. Closed thinkers only raise."""
        await asyncio.gather(*(worker.close() for worker in self._workers))


def _able(player: ComputerPlayer[Any, Any, Any] | None) -> ComputerPlayer[Any, Any, Any] | None:
    """``player`` if it can play; which of its files can't be read is logged."""
    if player is not None and player.learnt and (fault := player.learnt.fault):
        log.error("A computer player plays without what it has learnt: %s", fault)
    if player is not None and player.needed and (fault := player.needed.fault):
        log.error("A computer player can’t play: %s", fault)
        return None
    return player


def draw(game: AnyGame, legal: Legal[Any], rng: Random) -> Any:
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
