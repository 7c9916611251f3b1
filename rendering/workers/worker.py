"""Workers: who does the studio's jobs, one after another — here a thread; ``process`` has another kind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, Protocol, TypeVar

from rendering.picture import PaintError

from .jobs import timed

P = ParamSpec("P")
T = TypeVar("T")


class Worker(Protocol):
    """Somebody who does one job after another."""

    @property
    def busy(self) -> int:
        """How many jobs are not done yet."""

    def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[tuple[T, float]]:
        """What ``work`` gives, and the seconds that it took; what it raises is raised.

        :raises PaintError: after :meth:`close`.
        """

    async def close(self) -> None:
        """Finish what is under way, drop the rest. Afterwards nothing is left of it."""


class ThreadWorker:
    """A thread of this process. It shares the interpreter with all the rest of the program."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="studio")
        self._closed = False
        self.busy = 0

    def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[tuple[T, float]]:
        """What ``work`` gives, and the seconds that it took.

        :raises PaintError: after :meth:`close`.
        """
        if self._closed:
            raise PaintError("The studio is closed.")
        done = asyncio.wrap_future(self._worker.submit(lambda: timed(work, *args, **kwargs)))
        self.busy += 1
        done.add_done_callback(self._one_less)
        return done

    def _one_less(self, _done: asyncio.Future[tuple[T, float]]) -> None:
        self.busy -= 1

    async def close(self) -> None:
        """Finish what is under way, drop the rest, end the thread."""
        self._closed = True
        self._worker.shutdown(cancel_futures=True)
