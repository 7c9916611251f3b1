"""The program of a worker process, which ``process`` starts.

It reads jobs from standard input and writes answers to standard output, each as four bytes of length and a
pickle. It exits when its input ends, so it never outlives the bot, and after a while without jobs.
"""

from __future__ import annotations

import ctypes
import gc
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from struct import Struct
from typing import Any, BinaryIO, Final

from .pickling import dumps

LENGTH: Final = Struct(">I")
"""The length before each job and each answer."""
REST_S: Final = 0.5
"""Seconds without a job after which memory is settled: 10 MB that aren't used after some pictures."""

BUSY_JOBS: Final = 100
"""Jobs after which memory that isn't used is given back without a rest, too: 7 of a busy painter's 72 MB."""
MMAP_THRESHOLD: Final = -3, 4_000_000
"""The number of a setting of glibc's memory, and its value: more bytes at once are given back at once."""
TRIM_THRESHOLD: Final = -1, 8_000_000
"""More free bytes at the end are given back."""
ARENA_MAX: Final = -8, 1
"""Each thread's own memory would be filled and kept by whichever paints."""


def keep_little() -> None:
    """Give what large pictures took back to the system: else glibc keeps 64 MB after a painter's warm-up.

    Before any thread is started.
    """
    with suppress(OSError, AttributeError, TypeError):
        for setting in (MMAP_THRESHOLD, TRIM_THRESHOLD, ARENA_MAX):
            ctypes.CDLL(None).mallopt(*setting)


def settle() -> None:
    """Leave what is in memory alone from now on, and give what isn't used back to the system."""
    # With 10,000 tables, looking for cycles in what stays took 0.2 s each time. Later on cycles are few: one
    # look takes 15 ms, and a look after every 5,000 new objects took a thirtieth of each turn.
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    # What stays doesn't count any more. Else Python would look at what came later only once that is a quarter
    # as much.
    gc.collect()
    gc.set_threshold(20_000, 20, 5)
    trim()


def trim() -> None:
    """Give memory that isn't used back to the system."""
    # Only glibc knows how; elsewhere nothing happens.
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def performed(job: Callable[..., Any], args: tuple[Any, ...]) -> tuple[bool, Any]:
    """Whether ``job`` succeeded, and its result or the traceback."""
    try:
        return True, job(*args)
    except BaseException:  # noqa: BLE001 (reported to the bot)
        return False, traceback.format_exc()


def main(idle_s: float, niceness: int) -> None:
    """Run jobs until the input ends or none has come for ``idle_s`` seconds.

    ``niceness`` is added to that of the bot where there is such a thing.
    """
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    # Where memory runs out, Linux ends a worker first: the bot starts another.
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        # A signal meant for the bot may reach its whole process group. Only the end of the input counts.
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, signal.SIG_IGN)
    keep_little()
    requests, answers = _take_over_streams()
    jobs: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(requests, jobs), name="jobs", daemon=True).start()
    _send(answers, (True, None))  # It is ready.
    for done in count(1):
        _send(answers, performed(_run, (_next(jobs, idle_s),)))
        if done % BUSY_JOBS == 0:
            trim()


def _next(jobs: SimpleQueue[bytes], idle_s: float) -> bytes:
    """The next job; exits the process when none comes."""
    with suppress(Empty):
        return jobs.get(timeout=REST_S)
    settle()
    with suppress(Empty):
        return jobs.get(timeout=idle_s)
    os._exit(0)


def _run(request: bytes) -> Any:
    job, args = pickle.loads(request)  # noqa: S301 (the bot wrote it)
    return job(*args)


def _take_over_streams() -> tuple[BinaryIO, BinaryIO]:
    """Duplicates of standard input and output, which jobs that read or print can't disturb."""
    streams = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return streams


def _listen(requests: BinaryIO, jobs: SimpleQueue[bytes]) -> None:
    """Queue incoming jobs; exit the process when the input ends, even in the middle of a job."""
    while len(length := requests.read(LENGTH.size)) == LENGTH.size:
        jobs.put(requests.read(LENGTH.unpack(length)[0]))
    os._exit(0)


def _send(answers: BinaryIO, answer: tuple[bool, Any]) -> None:
    try:
        data = dumps(answer)
    except Exception:  # noqa: BLE001 (reported to the bot)
        data = dumps((False, traceback.format_exc()))
    try:
        answers.write(LENGTH.pack(len(data)) + data)
        answers.flush()
    except OSError:
        os._exit(0)  # The bot is gone.


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
