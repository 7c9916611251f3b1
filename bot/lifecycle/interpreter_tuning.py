"""Makes the pauses of Python itself short."""

from __future__ import annotations

import gc
import sys


def shorten_pauses() -> None:
    """Call it when everything is loaded."""
    # Everything loaded by now stays: collecting it took 0.2 s each time with 10,000 tables. Later on
    # cycles are few, and looking for them often took a twentieth of each turn; but the more is
    # looked through at once, the longer everybody waits.
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 100)
    # A thread of the store gives the interpreter away at each row, and gets it back after up to 5 ms
    # while the loop is busy. With 1 ms, the slowest turns under load were up to a second faster.
    sys.setswitchinterval(0.001)
