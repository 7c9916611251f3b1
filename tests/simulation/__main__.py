"""``python -m tests.simulation --seeds 1000``."""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from .run import Outcome, run
from .shrink import as_test, shrink


def main() -> int:
    """Run seeds, and print the shortest story of each that goes wrong; the status is 1 if one does."""
    parser = argparse.ArgumentParser("python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=100, help="how many")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--as-is", action="store_true", help="don't shrink what goes wrong")
    parser.add_argument("--log", action="store_true", help="print what was sent and answered")
    asked = parser.parse_args()
    began, virtual = time.perf_counter(), 0.0
    failed: list[Outcome] = []
    seeds = range(asked.first, asked.first + asked.seeds)
    with ProcessPoolExecutor(asked.jobs) as pool:
        for outcome in pool.map(run, seeds, chunksize=4):
            virtual += outcome.seconds
            if asked.log:
                print(*outcome.log, sep="\n")
            if outcome.wrong:
                failed.append(outcome)
                print(f"seed {outcome.seed}:", *outcome.wrong[:4], sep="\n  ", flush=True)
    seconds = time.perf_counter() - began
    print(f"{len(seeds)} seeds, {len(failed)} wrong, {virtual / 3600:.1f} virtual hours in {seconds:.0f} s")
    for outcome in failed:
        print(as_test(outcome if asked.as_is else shrink(outcome)), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
