"""The program of a worker process, which ``process`` starts.

It reads jobs from standard input and writes answers to standard output, each as four bytes of length and a
pickle. It exits when its input ends, so it never outlives the bot, and after a while without jobs.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import traceback
from pathlib import Path
from queue import Empty, SimpleQueue
from struct import Struct
from typing import BinaryIO, Final

from .pickling import dumps

LENGTH: Final = Struct(">I")
"""The length before each job and each answer."""
READY: Final = "ready"
"""The first answer, sent before any job."""


def main(idle_s: float, niceness: int) -> None:
    """Run jobs until the input ends or none has come for ``idle_s`` seconds.

    ``niceness`` is added to that of the bot where there is such a thing.
    """
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        # A signal meant for the bot may reach its whole process group. Only the end of the input counts.
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, signal.SIG_IGN)
    requests, answers = _take_over_streams()
    jobs: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(requests, jobs), name="jobs", daemon=True).start()
    _send(answers, (True, READY))
    while True:
        try:
            request = jobs.get(timeout=idle_s)
        except Empty:
            os._exit(0)
        answer: tuple[bool, object]
        try:
            job, args = pickle.loads(request)  # noqa: S301 (the bot wrote it)
            answer = True, job(*args)
        except Exception:  # noqa: BLE001 (reported to the bot)
            answer = False, traceback.format_exc()
        _send(answers, answer)


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


def _send(answers: BinaryIO, answer: tuple[bool, object]) -> None:
    try:
        data = dumps(answer)
    except Exception:  # noqa: BLE001 (reported to the bot)
        data = pickle.dumps((False, traceback.format_exc()))
    try:
        answers.write(LENGTH.pack(len(data)) + data)
        answers.flush()
    except OSError:
        os._exit(0)  # The bot is gone.


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
