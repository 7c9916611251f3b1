"""A worker in a separate process, so that its jobs don't compete with the event loop for the interpreter."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from .child import LENGTH
from .pickling import dumps
from .worker import T, ThreadWorker, Ts, WorkerClosed, WorkerDied, result_of

log: Final = logging.getLogger(__name__)
ATTEMPTS: Final = 2
"""How many processes may end or hang during one job, unless the worker is told otherwise."""
POLL_S: Final = 1.0
MAX_POLLS: Final = 30
"""The number of polls without an answer after which a process counts as hung: half a minute.

Polls are counted because a suspended machine or a blocked event loop looks like one very long poll.
"""
IDLE_TIMEOUT_S: Final = 600.0
"""Seconds without a job after which the process exits, to free its memory, unless told otherwise."""
LOW_PRIORITY: Final = 10
"""The niceness of a process of low priority, which gets what others leave of the processor."""
ENDED: Final = "a worker process has ended; starting another"
SETTINGS_PREFIXES: Final = ("DISCORD_", "CAPTAINS_TABLE_")
"""Environment variables with the bot's settings and secrets, which workers don't get."""


def poll() -> asyncio.Timeout:
    """One poll's time."""
    return asyncio.timeout(POLL_S)


class ProcessWorker:
    """A process that runs jobs. It starts with the first job, and again for a job after it has ended.

    ``poll`` limits one poll; ``idle_timeout_s`` and ``attempts`` override :data:`IDLE_TIMEOUT_S` and
    :data:`ATTEMPTS`. With ``low_priority`` the jobs get what other programs leave of the processor.
    ``on_started`` is called with the worker when a process has started; its caches are empty. A job for which
    none can be started runs in a thread.
    """

    def __init__(
        self,
        poll: Callable[[], asyncio.Timeout] = poll,
        idle_timeout_s: float = IDLE_TIMEOUT_S,
        *,
        attempts: int = ATTEMPTS,
        low_priority: bool = False,
        on_started: Callable[[ProcessWorker], None] = lambda _worker: None,
    ) -> None:
        self.busy = 0
        self._poll = poll
        self._idle_timeout_s = idle_timeout_s
        self._attempts = attempts
        self._low_priority = low_priority
        self._on_started = on_started
        self._turn = asyncio.Lock()
        """Held while the process runs a job."""
        self._process: Process | None = None
        """The latest process, which may have exited."""
        self._thread = ThreadWorker()
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process; None while there is none."""
        process = self._process
        return process.pid if process is not None and process.returncode is None else None

    async def run(self, job: Callable[[*Ts], T], *args: *Ts) -> T:
        """Run ``job``; see :class:`.Worker`. Cancelling the call ends the process that has begun with it.

        A job that can't be pickled raises the pickling error.
        """
        data = dumps((job, args))
        request = LENGTH.pack(len(data)) + data
        self.busy += 1
        try:
            async with self._turn:
                for _ in range(self._attempts):
                    try:
                        process = await self._ready()
                    except (OSError, EOFError, NotImplementedError) as error:
                        log.warning("couldn’t start a worker process; using a thread instead: %r", error)
                        return await self._thread.run(job, *args)
                    with suppress(OSError, EOFError):
                        result: T = result_of(await self._answer(process, request))
                        return result
                self._raise_if_closed()
                raise WorkerDied(f"Processes that ended in the middle of this job: {self._attempts}.")
        finally:
            self.busy -= 1

    def _raise_if_closed(self) -> None:
        if self._closed:
            raise WorkerClosed

    async def _ready(self) -> Process:
        """The process to use, started if necessary."""
        self._raise_if_closed()
        process = self._process
        if process is not None:
            if process.returncode is None and process.stdout and not process.stdout.at_eof():
                return process
            if await process.wait():
                log.warning(ENDED)
        niceness = LOW_PRIORITY if self._low_priority else 0
        process = self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "bot.workers.child", str(self._idle_timeout_s), str(niceness)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_environment(),
            limit=1 << 20,
            **_start_options(low_priority=self._low_priority),
        )
        self._raise_if_closed()
        await self._answer(process)
        self._on_started(self)
        return process

    async def _answer(self, process: Process, request: bytes = b"") -> Any:
        """What ``process`` answers to a request, or once it is ready; without an answer it is ended."""
        assert process.stdin is not None
        try:
            process.stdin.write(request)
            return pickle.loads(await self._read(process))  # noqa: S301 (our own process wrote it)
        except BaseException as error:
            if isinstance(error, TimeoutError):
                log.error("a worker process is hanging; killing it", extra={"jobs": self.busy})
            elif isinstance(error, (EOFError, OSError)) and not self._closed:
                log.warning(ENDED)
            await self.end()
            raise

    async def _read(self, process: Process) -> bytes:
        """One answer.

        :raises TimeoutError: when it doesn't come within :data:`MAX_POLLS`.
        """
        assert process.stdout is not None
        length: int | None = None
        for _ in range(MAX_POLLS):
            with suppress(TimeoutError):
                async with self._poll():
                    if length is None:
                        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                    return await process.stdout.readexactly(length)
            _resume(process)
        raise TimeoutError

    async def end(self) -> None:
        """End the process, if there is one; the next job starts another."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def close(self) -> None:
        """Drop all jobs and end the process."""
        self._closed = True
        await self._thread.close()
        await self.end()
        async with self._turn:  # A process may just have been started.
            await self.end()


def _resume(process: Process) -> None:
    """Let a process go on that somebody has stopped; one that runs doesn't notice. Windows stops none."""
    if (number := getattr(signal, "SIGCONT", None)) is not None:
        with suppress(ProcessLookupError):
            process.send_signal(number)


def _environment() -> dict[str, str]:
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(SETTINGS_PREFIXES)
    }
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
