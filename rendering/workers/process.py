"""A worker that is a process of its own, so that painting and the rest never wait for one interpreter.

The process is watched by the loop alone, without a thread: a job is written to its input, an answer read
from its output, and the end of the output is its end. Then another one is started, and does what was not
answered. A job in whose midst two of them ended fails, and no other. One that hangs is killed.

(Not a pool of the standard library: its processes outlive a bot that is killed, one that ends fails all jobs
that wait, and it needs one more process, which counts semaphores.)
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import subprocess
import sys
from asyncio.subprocess import Process
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from rendering.picture import Fatal, PaintError

from .child import LENGTH
from .worker import GRACE, ThreadWorker

P = ParamSpec("P")
T = TypeVar("T")
log: Final = logging.getLogger(__name__)
AHEAD: Final = 4
"""Jobs that are handed over before the first of them is done: so the process never waits for the loop."""
LIVES: Final = 2
"""Processes that may end in the midst of one job."""
STARTS: Final = 3
"""Processes in a row that may end before they are ready; then a thread does their work."""
PAUSES: Final = (0.0, 0.5, 2.0, 5.0)
"""Seconds until another process is started, by how many have ended since the last answer."""
STEP: Final = 5.0
"""Seconds between two looks whether anything has come from a process."""
PATIENCE: Final = 6
"""Looks in the midst of one job, or of the start, after which a process hangs: about half a minute.

They are counted, not timed: a machine that was suspended, or a loop that stood still, is one look.
"""
OWN: Final = ("DISCORD_", "CAPTAINS_TABLE_")
"""How settings of the bot begin, secrets among them: no painter needs them."""
ALLOCATOR: Final = {
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": "1500000",
    "MALLOC_TRIM_THRESHOLD_": "8000000",
}
"""For the GNU library: what is larger than a finished picture is given back at once, a picture's room is not.

By itself it takes the first large drawing as a sign that more will come: 80 MB after the first of all games.
"""


class Fault(Exception):
    """What a job raised in the process: its traceback as text."""


@dataclass(slots=True)
class _Job:
    data: bytes
    done: asyncio.Future[Any]
    ends: int = 0
    """Processes that ended in its midst."""


class ProcessWorker:
    """A process that does jobs. It starts with the first one, and anew whenever it has ended.

    ``step`` passes the time between two looks whether it hangs.
    """

    def __init__(self, step: Callable[[], Awaitable[object]] = lambda: asyncio.sleep(STEP)) -> None:
        self._step = step
        self.on_start: Callable[[], None] = lambda: None
        """Called when another process is ready in the place of one that has ended: it has nothing at hand."""
        self._waiting: deque[_Job] = deque()
        self._sent: deque[_Job] = deque()
        self._process: Process | None = None
        """The process that takes jobs."""
        self._life: asyncio.Task[None] | None = None
        self._stand_in: ThreadWorker | None = None
        """Who does the work where no process can be started."""
        self._answers = 0
        """What has come from all processes, that they are ready included."""
        self._started = False
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The number of the process that takes jobs; None while there is none."""
        return self._process.pid if self._process is not None else None

    @property
    def busy(self) -> int:
        """How many jobs are not done yet."""
        return len(self._waiting) + len(self._sent) + (self._stand_in.busy if self._stand_in else 0)

    def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[tuple[T, float]]:
        """What ``work`` (a function with a name) gives, and the seconds that it took.

        The future raises :class:`Fault` for what the job raised, and :class:`Fatal` where it ended two
        processes. What can't be pickled is raised here.

        :raises PaintError: after :meth:`close`.
        """
        if self._closed:
            raise PaintError("The studio is closed.")
        if self._stand_in is not None:
            return self._stand_in.do(work, *args, **kwargs)
        data = pickle.dumps((work, args, kwargs), pickle.HIGHEST_PROTOCOL)
        loop = asyncio.get_running_loop()
        job = _Job(LENGTH.pack(len(data)) + data, loop.create_future())
        self._waiting.append(job)
        self._hand_over()
        if self._life is None or self._life.done():
            self._life = loop.create_task(self._live(), name="painter")
        return job.done

    def _hand_over(self) -> None:
        if self._process is None or self._process.stdin is None:
            return
        while self._waiting and len(self._sent) < AHEAD:
            job = self._waiting.popleft()
            if not job.done.done():
                self._sent.append(job)
                self._process.stdin.write(job.data)

    async def _live(self) -> None:
        """One process after another."""
        unready = ended = 0
        while not self._closed:
            ready, answers = False, 0
            try:
                process = await _start()
            except (OSError, NotImplementedError) as error:
                log.warning("no painter can be started: %s", error)
            else:
                watch = asyncio.create_task(self._watch(process), name="painter watched")
                try:
                    ready, answers = await self._serve(process)
                finally:
                    watch.cancel()
                    await _ended(process)
            unready = 0 if ready else unready + 1
            ended = 1 if answers else ended + 1
            if unready >= STARTS:
                self._give_up()
                return
            if ready:
                log.warning("a painter has ended unasked; another one is started", extra={"jobs": self.busy})
            await asyncio.sleep(PAUSES[min(ended, len(PAUSES)) - 1])

    async def _watch(self, process: Process) -> None:
        """Kill ``process`` once it hangs: nothing comes from it while there is something to do."""
        looks, answers = 0, self._answers
        while looks < PATIENCE:
            await self._step()
            idle = self._process is process and not self._sent
            looks = 0 if idle or answers != self._answers else looks + 1
            answers = self._answers
        log.error("a painter hangs; it is ended", extra={"jobs": self.busy})
        with suppress(ProcessLookupError):
            process.kill()

    async def _serve(self, process: Process) -> tuple[bool, int]:
        """Read the answers of ``process`` until it ends; whether it was ready, and how many they were."""
        assert process.stdout is not None
        answers = 0
        try:
            await _answer(process.stdout)
            self._answers += 1
            self._process = process
            self._hand_over()
            if self._started:
                self.on_start()
            self._started = True
            while True:
                good, found = await _answer(process.stdout)
                answers += 1
                self._answers += 1
                job = self._sent.popleft()
                self._hand_over()
                if job.done.done():
                    continue
                if good:
                    job.done.set_result(found)
                else:
                    job.done.set_exception(Fault(f"in the painter’s process:\n{found}"))
        except (asyncio.IncompleteReadError, ConnectionError):
            return self._process is not None, answers
        except Exception:
            log.exception("a painter’s answer can’t be read")
            return self._process is not None, answers
        finally:
            self._process = None
            self._take_back()

    def _take_back(self) -> None:
        """What was handed over and not answered is to be done again, but for what two processes ended in."""
        if self._sent and not self._closed:
            # They are done in job: the first is the one in whose midst it ended.
            self._sent[0].ends += 1
            if self._sent[0].ends >= LIVES:
                lost = self._sent.popleft()
                if not lost.done.done():
                    lost.done.set_exception(Fatal(f"{LIVES} painters ended in the midst of a picture."))
        self._waiting.extendleft(reversed(self._sent))
        self._sent.clear()

    def _give_up(self) -> None:
        log.error("no painter’s process comes up; pictures are painted in the bot’s own process")
        stand_in = self._stand_in = ThreadWorker()
        for job in self._waiting:
            if not job.done.done():
                work, args, kwargs = pickle.loads(job.data[LENGTH.size :])  # noqa: S301 (written above)
                _pass_on(stand_in.do(work, *args, **kwargs), job.done)
        self._waiting.clear()

    async def close(self) -> None:
        """Drop what is under way, end the process."""
        self._closed = True
        for job in (*self._sent, *self._waiting):
            if not job.done.done():
                job.done.set_exception(PaintError("The studio is closed."))
        if self._life is not None:
            self._life.cancel()
            await asyncio.gather(self._life, return_exceptions=True)
        if self._stand_in is not None:
            await self._stand_in.close()


async def _start() -> Process:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(OWN)}
    environment |= ALLOCATOR
    environment["PYTHONPATH"] = os.pathsep.join(part or str(Path.cwd()) for part in sys.path)
    # A Ctrl+C in a terminal is for the bot, which then closes the studio.
    apart: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "rendering.workers.child"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        limit=1 << 20,
        **apart,
    )


async def _answer(output: asyncio.StreamReader) -> tuple[bool, Any]:
    (length,) = LENGTH.unpack(await output.readexactly(LENGTH.size))
    good, found = pickle.loads(await output.readexactly(length))  # noqa: S301 (our own process wrote it)
    return good, found


async def _ended(process: Process) -> None:
    """See to its end: it ends by itself when nothing can be ordered any more, else it is killed."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        await asyncio.wait_for(process.wait(), GRACE)
    except TimeoutError:
        process.kill()
        await process.wait()


def _pass_on(source: asyncio.Future[Any], goal: asyncio.Future[Any]) -> None:
    def passed(done: asyncio.Future[Any]) -> None:
        if goal.done() or done.cancelled():
            return
        if (error := done.exception()) is not None:
            goal.set_exception(error)
        else:
            goal.set_result(done.result())

    source.add_done_callback(passed)
