"""The child: the program of a process that does the studio's jobs. ``process`` starts it.

A job comes on standard input, its answer goes to standard output, each as four bytes of length and a
pickle. It ends when the input does: whatever becomes of the process that started it, none is left behind.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import traceback
from pathlib import Path
from queue import SimpleQueue
from struct import Struct
from typing import BinaryIO, Final

LENGTH: Final = Struct(">I")
"""What goes before each job and each answer."""
READY: Final = "ready"
"""The first answer, to no job."""


def main() -> None:
    """Do jobs until the input ends."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        # Who stops the bot may reach all of its processes; the end of the input is what counts.
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, signal.SIG_IGN)
    jobs, answers = _channels()
    waiting: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(jobs, waiting), name="jobs", daemon=True).start()
    from .jobs import timed

    _send(answers, (True, (READY, 0.0)))
    while True:
        job = waiting.get()
        answer: tuple[bool, object]
        try:
            work, args, kwargs = pickle.loads(job)  # noqa: S301 (the process that started this one wrote it)
            answer = True, timed(work, *args, **kwargs)
        except Exception:  # noqa: BLE001 (told to whoever asked)
            answer = False, traceback.format_exc()
        _send(answers, answer)


def _channels() -> tuple[BinaryIO, BinaryIO]:
    """Input and output, out of reach of whatever else reads or prints."""
    channels = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return channels


def _listen(jobs: BinaryIO, waiting: SimpleQueue[bytes]) -> None:
    """Take in jobs; end the process with them, in the middle of a picture too."""
    while len(length := jobs.read(LENGTH.size)) == LENGTH.size:
        waiting.put(jobs.read(LENGTH.unpack(length)[0]))
    os._exit(0)


def _send(answers: BinaryIO, answer: tuple[bool, object]) -> None:
    try:
        data = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
    except Exception:  # noqa: BLE001 (told to whoever asked)
        data = pickle.dumps((False, traceback.format_exc()))
    try:
        answers.write(LENGTH.pack(len(data)) + data)
        answers.flush()
    except OSError:
        # Nobody is there any more.
        os._exit(0)


if __name__ == "__main__":
    main()
