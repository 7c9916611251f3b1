"""A worker in a thread of this process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final

from .worker import T, Ts, WorkerClosed

log: Final = logging.getLogger(__name__)
CLOSE_TIMEOUT_S: Final = 2.0
"""Seconds that the current job may take when the worker is closed; part of the bot's time to stop."""


@dataclass(slots=True)
class _Order:
    work: Callable[[], Any] | None
    """None: end the thread."""
    done: asyncio.Future[Any]


class ThreadWorker:
    """One thread, started with the first job.

    A thread that hangs can't be stopped. It is abandoned when the worker closes and doesn't keep the program
    from exiting. (The interpreter would wait for a thread of the standard library's executor.)
    """

    def __init__(self, close_timeout_s: float = CLOSE_TIMEOUT_S) -> None:
        self._close_timeout_s = close_timeout_s
        self._orders: SimpleQueue[_Order] = SimpleQueue()
        self._open: set[asyncio.Future[Any]] = set()
        self._thread: Thread | None = None
        self._closed = False

    @property
    def busy(self) -> int:
        """The number of unfinished jobs."""
        return len(self._open)

    async def run(self, job: Callable[[*Ts], T], *args: *Ts) -> T:
        """Run ``job`` and return its result; its exceptions are passed on.

        :raises WorkerClosed: when the worker is closed first.
        """
        if self._closed:
            raise WorkerClosed
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._open.add(done)
        done.add_done_callback(self._open.discard)
        self._orders.put(_Order(partial(job, *args), done))
        if self._thread is None:
            self._thread = Thread(target=self._work, name="worker", daemon=True)
            self._thread.start()
        return await asyncio.shield(done)

    def _work(self) -> None:
        # The loop may be closed by the time a job is finished.
        with suppress(RuntimeError):
            while (work := (order := self._orders.get()).work) is not None:
                if not order.done.done():
                    _report(order.done, *_result(work))
            _report(order.done, None, None)

    async def close(self) -> None:
        """Drop the queued jobs; wait a short time for the current one."""
        self._closed = True
        with suppress(Empty):
            while True:
                _settle(self._orders.get_nowait().done, None, WorkerClosed())
        thread, self._thread = self._thread, None
        if thread is None:
            return
        ended = asyncio.get_running_loop().create_future()
        self._orders.put(_Order(None, ended))
        await asyncio.wait([ended], timeout=self._close_timeout_s)
        if ended.done():
            thread.join()
            return
        log.warning("a job is taking too long; abandoning its thread")
        for done in tuple(self._open):
            _settle(done, None, WorkerClosed())


def _result(work: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    try:
        return work(), None
    except StopIteration as error:
        # A future can't raise StopIteration.
        return None, RuntimeError(f"a job raised {error!r}")
    except BaseException as error:  # noqa: BLE001 (raised where the result is awaited)
        return None, error


def _report(done: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    done.get_loop().call_soon_threadsafe(_settle, done, result, error)


def _settle(done: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if done.done():
        return
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(result)
