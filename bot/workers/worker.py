"""The worker protocol, its errors, and the simplest worker: a thread of this process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Any, Protocol, TypeVar, TypeVarTuple

from .child import performed

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class WorkerClosed(Exception):
    """The worker was closed before the job was done."""


class WorkerDied(Exception):
    """The job ended or hung every process that tried it. Don't retry: other jobs wait each time."""


class JobFailed(Exception):
    """The job raised an exception in the worker. The message is its traceback."""


class Worker(Protocol):
    """Runs one job after another."""

    busy: int
    """The number of unfinished jobs."""

    async def run(self, job: Callable[[*Ts], T], *args: *Ts) -> T:
        """Run ``job``, a module-level function, and return its result.

        :raises JobFailed: when the job raised an exception.
        :raises WorkerDied: when the job ended or hung as many processes as it may.
        :raises WorkerClosed: when the worker is closed first.
        """

    async def close(self) -> None:
        """Drop the queued jobs and stop."""


def result_of(answer: tuple[bool, Any] | None) -> Any:
    """What a job returned, by the answer of :func:`.performed`; None where the worker was closed.

    :raises JobFailed: when it raised an exception.
    """
    if answer is None:
        raise WorkerClosed
    succeeded, result = answer
    if succeeded:
        return result
    raise JobFailed(f"in a worker:\n{result}")


class ThreadWorker:
    """Runs each job in a thread that doesn't keep the program from exiting, as an executor's would.

    A job that hangs can't be stopped: it is left behind when the worker closes.
    """

    def __init__(self) -> None:
        self.busy = 0
        self._turn = asyncio.Lock()
        """Held while a job runs, even if nobody wants its result any more."""
        self._under_way: asyncio.Future[tuple[bool, Any] | None] | None = None
        self._closed = False

    async def run(self, job: Callable[[*Ts], T], *args: *Ts) -> T:
        """Run ``job``; see :class:`Worker`. Cancelling the call doesn't cancel the job."""
        self.busy += 1
        try:
            await self._turn.acquire()
            loop = asyncio.get_running_loop()
            done = self._under_way = loop.create_future()
            done.add_done_callback(lambda _done: self._turn.release())
            if self._closed:
                done.set_result(None)
            else:
                Thread(target=_work, args=(loop, done, job, args), name="worker", daemon=True).start()
            result: T = result_of(await asyncio.shield(done))
            return result
        finally:
            self.busy -= 1

    async def close(self) -> None:
        """Drop all jobs; the current one is left to itself."""
        self._closed = True
        if self._under_way is not None:
            _settle(self._under_way, None)


def _work(
    loop: asyncio.AbstractEventLoop,
    done: asyncio.Future[tuple[bool, Any] | None],
    job: Callable[..., Any],
    args: tuple[Any, ...],
) -> None:
    answer = performed(job, args)
    # The loop may be closed by the time a job is finished.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(_settle, done, answer)


def _settle(done: asyncio.Future[tuple[bool, Any] | None], answer: tuple[bool, Any] | None) -> None:
    if not done.done():
        done.set_result(answer)
