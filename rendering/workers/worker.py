"""Workers: who does the studio's jobs, one after another — here a thread; ``process`` has another kind."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, ParamSpec, Protocol, TypeVar

from rendering.picture import PaintError

from .jobs import timed

P = ParamSpec("P")
T = TypeVar("T")
log: Final = logging.getLogger(__name__)
GRACE: Final = 2.0
"""Seconds in which a worker may end by itself, when it is to end: a part of those of the bot's stop."""


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
        """Drop what waits, and end: what is under way may be finished, for a short time."""


@dataclass(slots=True)
class _Order:
    work: Callable[[], Any] | None
    """None: the end."""
    done: asyncio.Future[Any]


class ThreadWorker:
    """A thread of this process. It shares the interpreter with all the rest of the program.

    A job that hangs can't be ended in a thread: it is left behind at the end, and holds up nobody's exit.
    (The interpreter waits for the threads of the standard library's executor.)
    """

    def __init__(self, grace: float = GRACE) -> None:
        self._grace = grace
        self._orders: SimpleQueue[_Order] = SimpleQueue()
        self._open: set[asyncio.Future[Any]] = set()
        self._thread: Thread | None = None
        self._closed = False

    @property
    def busy(self) -> int:
        """How many jobs are not done yet."""
        return len(self._open)

    def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[tuple[T, float]]:
        """What ``work`` gives, and the seconds that it took.

        :raises PaintError: after :meth:`close`.
        """
        if self._closed:
            raise PaintError("The studio is closed.")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._open.add(done)
        done.add_done_callback(self._open.discard)
        self._orders.put(_Order(partial(timed, work, *args, **kwargs), done))
        if self._thread is None:
            self._thread = Thread(target=self._live, name="studio", daemon=True)
            self._thread.start()
        return done

    def _live(self) -> None:
        # The loop may be gone by the time that something is finished.
        with suppress(RuntimeError):
            while (work := (order := self._orders.get()).work) is not None:
                if not order.done.done():
                    _tell(order.done, *_result(work))
            _tell(order.done, None, None)

    async def close(self) -> None:
        """Drop what waits, end the thread: what is under way may be finished, for a short time."""
        self._closed = True
        closed = PaintError("The studio is closed.")
        with suppress(Empty):
            while True:
                _answer(self._orders.get_nowait().done, None, closed)
        thread, self._thread = self._thread, None
        if thread is None:
            return
        ended = asyncio.get_running_loop().create_future()
        self._orders.put(_Order(None, ended))
        await asyncio.wait([ended], timeout=self._grace)
        if ended.done():
            thread.join()
            return
        log.warning("a picture takes too long: its thread is left behind")
        for done in tuple(self._open):
            _answer(done, None, closed)


def _result(work: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    try:
        return work(), None
    except StopIteration as error:
        # No future takes one.
        return None, RuntimeError(f"a job raised {error!r}")
    except BaseException as error:  # noqa: BLE001 (raised where it is waited for)
        return None, error


def _tell(done: asyncio.Future[Any], found: Any, error: BaseException | None) -> None:
    done.get_loop().call_soon_threadsafe(_answer, done, found, error)


def _answer(done: asyncio.Future[Any], found: Any, error: BaseException | None) -> None:
    if done.done():
        return
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(found)
