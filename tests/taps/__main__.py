"""``python -m tests.taps``: counts the taps of every kind of turn and prints the table.

``python -m tests.write taps`` keeps it.
"""

from __future__ import annotations

import asyncio
import logging

import structlog

from tests.blank import blank_database
from tests.simulation.loop import VirtualLoop

from .measure import KEPT, all_measured, table_of


def measured() -> str:
    """The table, measured now."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    blank = blank_database()
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return table_of(runner.run(all_measured(blank)))


def write() -> None:
    """Keep the table."""
    KEPT.write_text(measured(), encoding="utf-8")


if __name__ == "__main__":
    print(measured(), end="")
