"""Lends things to those who wait for one, in turn."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Things that are lent, and a line of parties that wait for one.

    A party that waits several times is served once a round: it goes to the end of the line each time.
    """

    def __init__(self, things: Iterable[T]) -> None:
        self._free = deque(things)
        """Empty while anybody waits."""
        self._line: dict[Hashable, deque[asyncio.Future[T]]] = {}
        """What each party waits for, the next party first."""

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(not wanted.done() for each in self._line.values() for wanted in each)

    async def borrow(self, party: Hashable) -> T:
        """Wait for a thing; the borrower has to give it back."""
        if self._free:
            return self._free.popleft()
        wanted: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._line.setdefault(party, deque()).append(wanted)
        try:
            return await wanted
        except asyncio.CancelledError:
            if wanted.done() and not wanted.cancelled() and wanted.exception() is None:
                self.give_back(wanted.result())  # It was lent in the moment of the cancellation.
            raise

    def give_back(self, thing: T) -> None:
        """Lend ``thing`` to the next in line."""
        while self._line:
            party = next(iter(self._line))
            wanted = self._line[party].popleft()
            others = self._line.pop(party)
            if others:
                self._line[party] = others
            if not wanted.done():
                wanted.set_result(thing)
                return
        self._free.append(thing)

    def dismiss(self, error: Exception) -> None:
        """Raise ``error`` for everybody who waits."""
        for each in self._line.values():
            for wanted in each:
                if not wanted.done():
                    wanted.set_exception(error)
        self._line.clear()
