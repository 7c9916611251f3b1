"""The end that somebody asks for: politely the first time, at once the second time, in any case soon."""

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
"""The part of the time for a stop in which answers and messages are finished."""
LAST: Final = 0.95
"""The part after which the program ends whatever goes on: hosts kill what is still there at the end."""


class ShutdownSignal:
    """Hears the signals that ask for the end of the program, which may take ``seconds``."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.asked = asyncio.Event()
        """Set once somebody has asked."""

    @property
    def patience(self) -> float:
        """How long to wait for what is under way."""
        return self._seconds * POLITE

    def listen(self) -> None:
        """Hear the signals from now on."""
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
    """End the program, from any thread. What was committed is safe."""
    log.warning("what was under way takes too long: the next start shows what is left")
    sys.stderr.flush()
    os._exit(0)
