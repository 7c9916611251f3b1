"""A worker in a separate process, so that its jobs don't compete with the event loop for the interpreter."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from .child import LENGTH
from .pickling import dumps
from .thread import ThreadWorker
from .worker import JobFailed, T, Ts, WorkerClosed, WorkerDied

log: Final = logging.getLogger(__name__)
ATTEMPTS: Final = 2
"""How many processes may end or hang during one job, unless the worker is told otherwise."""
MAX_FAILED_STARTS: Final = 3
"""How many processes in a row may end before they are ready; after that a thread runs the jobs."""
START_RETRY_S: Final = (0.5, 2.0)
"""Seconds to wait after the first and the second failed start."""
POLL_S: Final = 5.0
MAX_POLLS: Final = 6
"""The number of polls without an answer after which a process counts as hung: 25 to 30 seconds.

Polls are counted because a suspended machine or a blocked event loop looks like one very long poll.
"""
IDLE_TIMEOUT_S: Final = 600.0
"""Seconds without a job after which the process exits, to free its memory, unless told otherwise."""
LOW_PRIORITY: Final = 10
"""The niceness of a process of low priority, which gets what others leave of the processor."""
CLOSE_TIMEOUT_S: Final = 2.0
"""Seconds that a process gets to exit before it is killed."""
SETTINGS_PREFIXES: Final = ("DISCORD_", "CAPTAINS_TABLE_")
"""Environment variables with the bot's settings and secrets, which workers don't get."""


async def pause() -> None:
    """Wait for one poll interval."""
    await asyncio.sleep(POLL_S)


class ProcessWorker:
    """A process that runs jobs. It starts with the first job, and restarts for a job after it has exited.

    ``poll`` waits for one poll interval; ``idle_timeout_s`` and ``attempts`` override :data:`IDLE_TIMEOUT_S`
    and :data:`ATTEMPTS`. With ``low_priority`` the jobs get what other programs leave of the processor.
    ``on_started`` is called with the worker when a process has started; its caches are empty.
    """

    def __init__(
        self,
        poll: Callable[[], Awaitable[object]] = pause,
        idle_timeout_s: float = IDLE_TIMEOUT_S,
        *,
        attempts: int = ATTEMPTS,
        low_priority: bool = False,
        on_started: Callable[[ProcessWorker], None] = lambda _worker: None,
    ) -> None:
        self._poll = poll
        self._idle_timeout_s = idle_timeout_s
        self._attempts = attempts
        self._low_priority = low_priority
        self._on_started = on_started
        self._turn = asyncio.Lock()
        """Held while the process runs a job."""
        self._jobs: set[asyncio.Task[Any]] = set()
        self._process: Process | None = None
        """The latest process, which may have exited."""
        self._asked: Process | None = None
        """The process that has to answer."""
        self._polls = 0
        """How many polls have passed since it was asked."""
        self._watching: asyncio.Task[None] | None = None
        self._fallback: ThreadWorker | None = None
        """Runs the jobs if no process can be started."""
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process; None while there is none."""
        process = self._process
        return process.pid if process is not None and process.returncode is None else None

    @property
    def busy(self) -> int:
        """The number of unfinished jobs."""
        return len(self._jobs)

    async def run(self, job: Callable[[*Ts], T], *args: *Ts) -> T:
        """Run ``job``, a module-level function, and return its result.

        Cancelling the call doesn't cancel the job. A job that can't be pickled raises the pickling error.

        :raises JobFailed: when the job raised an exception.
        :raises WorkerDied: when the job ended or hung as many processes as it may.
        :raises WorkerClosed: when the worker is closed first.
        """
        if self._closed:
            raise WorkerClosed
        data = dumps((job, args))
        task = asyncio.create_task(self._run(LENGTH.pack(len(data)) + data, job, *args), name="job")
        self._jobs.add(task)
        task.add_done_callback(self._done)
        await asyncio.wait([task])
        if task.cancelled():
            raise WorkerClosed
        return task.result()

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._jobs.discard(task)
        if not task.cancelled():
            task.exception()  # marks it as retrieved: the caller may be gone, which needs no warning

    async def _run(self, request: bytes, job: Callable[[*Ts], T], *args: *Ts) -> T:
        async with self._turn:
            for _ in range(self._attempts):
                process = await self._ready()
                if process is None:
                    break
                try:
                    assert process.stdin is not None
                    process.stdin.write(request)
                    answer = await self._answer(process)
                except (asyncio.IncompleteReadError, ConnectionError):
                    await _end(process)
                    continue
                succeeded, result = pickle.loads(answer)  # noqa: S301 (our own process wrote it)
                if succeeded:
                    return result  # type: ignore[no-any-return]
                raise JobFailed(f"in a worker process:\n{result}")
            else:
                raise WorkerDied(f"Processes that ended in the middle of this job: {self._attempts}.")
        assert self._fallback is not None
        return await self._fallback.run(job, *args)

    async def _ready(self) -> Process | None:
        """The process to use, started if necessary; None if none can be started."""
        before = self._process
        if before is not None:
            if before.returncode is None and before.stdout and not before.stdout.at_eof():
                return before
            if await before.wait():
                log.warning("a worker process has ended; starting another")
        for failed in range(MAX_FAILED_STARTS):
            if self._fallback is not None:
                break
            if failed:
                await asyncio.sleep(START_RETRY_S[failed - 1])
            try:
                process = await self._start()
            except (OSError, NotImplementedError, asyncio.IncompleteReadError) as error:
                log.warning("couldn’t start a worker process: %r", error)
                continue
            self._on_started(self)
            return process
        else:
            log.error("couldn’t start any worker process; using a thread instead")
            self._fallback = ThreadWorker()
        return None

    async def _start(self) -> Process:
        niceness = LOW_PRIORITY if self._low_priority else 0
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "bot.workers.child", str(self._idle_timeout_s), str(niceness)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_environment(),
            limit=1 << 20,
            **_start_options(low_priority=self._low_priority),
        )
        try:
            await self._answer(process)
        except BaseException:
            await _end(process)
            raise
        self._process = process
        return process

    async def _answer(self, process: Process) -> bytes:
        """What ``process`` says next; it is killed if that takes too long."""
        assert process.stdout is not None
        self._asked, self._polls = process, 0
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch(), name="watching a worker")
        try:
            (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
            return await process.stdout.readexactly(length)
        finally:
            self._asked = None

    async def _watch(self) -> None:
        """Kill a process that doesn't answer; until a poll finds none that has to."""
        while (asked := self._asked) is not None:
            await self._poll()
            self._polls += 1
            if self._asked is asked and self._polls == MAX_POLLS:
                log.error("a worker process is hanging; killing it", extra={"jobs": self.busy})
                with suppress(ProcessLookupError):
                    asked.kill()
                return

    async def close(self) -> None:
        """Drop all jobs and end the process."""
        self._closed = True
        if self._fallback is not None:
            await self._fallback.close()
        for task in self._jobs:
            task.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        if self._watching is not None:
            self._watching.cancel()
        if self._process is not None:
            await _end(self._process)


def _environment() -> dict[str, str]:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(SETTINGS_PREFIXES)
    }
    # Without these thresholds (bytes) glibc keeps large pictures' memory: 64 MB after a painter's warm-up.
    environment.setdefault("MALLOC_MMAP_THRESHOLD_", "4000000")
    environment.setdefault("MALLOC_TRIM_THRESHOLD_", "8000000")
    environment["PYTHONPATH"] = os.pathsep.join(part or str(Path.cwd()) for part in sys.path)
    return environment


def _start_options(*, low_priority: bool) -> dict[str, Any]:
    """Options that keep a terminal's Ctrl+C, which goes to the whole process group, from the worker.

    On Windows, the priority, too; elsewhere the child lowers its own.
    """
    if sys.platform == "win32":
        priority = subprocess.BELOW_NORMAL_PRIORITY_CLASS if low_priority else 0
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | priority}
    return {"start_new_session": True}


async def _end(process: Process) -> None:
    """Close the input so that the process exits; kill it if it doesn't."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        await asyncio.wait_for(process.wait(), CLOSE_TIMEOUT_S)
    except TimeoutError:
        process.kill()
        await process.wait()
