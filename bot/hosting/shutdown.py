"""Shutdown on a signal: gracefully at first, at once on the second signal, and always in time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import threading
from typing import Final

log: Final = logging.getLogger(__name__)
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
POLITE: Final = 0.7
"""The fraction of the stop time for finishing answers and messages."""
LAST: Final = 0.95
"""The fraction after which the program exits regardless, before the host kills it."""


class ShutdownSignal:
    """Handles the signals that stop the program, which then may take ``seconds``."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.asked = asyncio.Event()
        """Set once a signal has arrived."""

    @property
    def patience(self) -> float:
        """Seconds to wait for work in progress."""
        return self._seconds * POLITE

    def listen(self) -> None:
        """Install the signal handlers."""
        loop = asyncio.get_running_loop()
        for name in SIGNALS:
            with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C is a KeyboardInterrupt
                loop.add_signal_handler(name, self._hear)

    def _hear(self) -> None:
        log.info("stopping: finishing the work in progress; send a second signal to stop at once")
        self.asked.set()
        for name in SIGNALS:
            signal.signal(name, signal.SIG_DFL)
        timer = threading.Timer(self._seconds * LAST, end_now)
        timer.daemon = True
        timer.start()


def end_now() -> None:
    """Exit the program from any thread. Everything committed is safe."""
    log.warning("unfinished work is taking too long; it will be completed at the next startup")
    sys.stderr.flush()
    os._exit(0)
