"""``python -m tests.simulation --seeds 1000``."""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from .run import Outcome, run
from .shrink import as_test, shrink

WELL: Final = "all is well"


def _told(file: Path | None) -> dict[int, str]:
    """What came of the seeds in a file."""
    lines = file.read_text().splitlines() if file is not None and file.exists() else []
    return {int(seed): told for seed, _, told in (line.partition(" ") for line in lines)}


def main() -> int:
    """Run seeds, and print the shortest story of each that goes wrong; the status is 1 if one does."""
    parser = argparse.ArgumentParser("python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=100, help="how many")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--as-is", action="store_true", help="don't shrink what goes wrong")
    parser.add_argument("--log", action="store_true", help="print what was sent and answered")
    parser.add_argument(
        "--to", type=Path, help="a file that gets a line for each seed; those it has are skipped"
    )
    asked = parser.parse_args()
    began, virtual = time.perf_counter(), 0.0
    failed: list[Outcome] = []
    known = _told(asked.to)
    seeds = [each for each in range(asked.first, asked.first + asked.seeds) if each not in known]
    with ProcessPoolExecutor(asked.jobs) as pool:
        for outcome in pool.map(run, seeds, chunksize=4):
            virtual += outcome.seconds
            if asked.to is not None:
                with asked.to.open("a") as file:
                    file.write(f"{outcome.seed} {'; '.join(outcome.wrong) or WELL}\n")
            if asked.log:
                print(*outcome.log, sep="\n")
            if outcome.wrong:
                failed.append(outcome)
                print(f"seed {outcome.seed}:", *outcome.wrong[:4], sep="\n  ", flush=True)
    seconds = time.perf_counter() - began
    print(f"{len(seeds)} seeds, {len(failed)} wrong, {virtual / 3600:.1f} virtual hours in {seconds:.0f} s")
    if asked.to is not None:
        known = _told(asked.to)
        print(f"{len(known)} seeds in all, {sum(each != WELL for each in known.values())} wrong")
    for outcome in failed:
        print(as_test(outcome if asked.as_is else shrink(outcome)), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
