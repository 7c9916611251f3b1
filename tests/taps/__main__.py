"""``python -m tests.taps``: counts the taps of every kind of turn and prints the table."""

from __future__ import annotations

import argparse
import asyncio
import logging

import structlog

from tests.blank import blank_database
from tests.simulation.loop import VirtualLoop

from .measure import KEPT, all_measured, table_of


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.taps", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"keep the table in {KEPT.name}")
    options = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    blank = blank_database()
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        text = table_of(runner.run(all_measured(blank)))
    print(text, end="")
    if options.write:
        KEPT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
