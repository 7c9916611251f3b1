"""``python -m tests.mutations``: plant random faults and report which ones no test notices.

A run that was interrupted goes on where it stopped; a fault in a file that has changed is tried again. The
first run measures the coverage of all tests, which takes some minutes; after a change of the sources
``--keep-map`` saves that, at the price of a worse choice of tests.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import json
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from . import coverage_map, packages, report
from .faults import Fault, sample
from .trial import HANGS, NOTICED, Copies, Verdict, require_passing, tried


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit code is 1 where less than ``--at-least`` percent are noticed."""
    options = _parser().parse_args(arguments)
    faults = list(itertools.islice(sample(options.seed, tuple(options.only)), options.count))
    packages.RESULTS.mkdir(exist_ok=True)
    results = Results(packages.RESULTS / "results.jsonl")
    todo = [fault for fault in faults if not results.keeps(fault, retry_survivors=options.retry_survivors)]
    if options.list:
        for fault in faults:
            print(f"{fault.path}:{fault.line} {fault.kind}: {fault.before!r} -> {fault.after!r}")
        return 0
    if todo:
        with tempfile.TemporaryDirectory(prefix="mutations-", ignore_cleanup_errors=True) as folder:
            copies = Copies(Path(folder), options.jobs)
            covering = (
                coverage_map.kept() if options.keep_map else coverage_map.measured(copies, options.jobs)
            )
            _try_all(todo, covering, copies, results, options)
    done = [(fault, results.of[fault.key]) for fault in faults if fault.key in results.of]
    title = f"{len(done)} random faults (seed {options.seed})"
    text = report.markdown(done, title, packages.TARGETS)
    (packages.RESULTS / "report.md").write_text(text, encoding="utf-8")
    print(text)
    return 0 if 100 * report.noticed(done) >= options.at_least * len(done) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="how many faults (200)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (1)")
    parser.add_argument("--only", action="append", default=[], metavar="PATH", help="only below this path")
    parser.add_argument("--jobs", type=int, default=1, help="faults at the same time (1)")
    parser.add_argument(
        "--budget", type=float, default=30.0, help="processor seconds of tests for each fault (30)"
    )
    parser.add_argument("--at-least", type=float, default=0.0, help="percent that must be noticed (0)")
    parser.add_argument("--retry-survivors", action="store_true", help="try again what no test noticed")
    parser.add_argument("--keep-map", action="store_true", help="use the coverage measured last")
    parser.add_argument("--list", action="store_true", help="only name the faults")
    return parser


def _try_all(
    todo: list[Fault],
    covering: coverage_map.CoverageMap,
    copies: Copies,
    results: Results,
    options: argparse.Namespace,
) -> None:
    def attempt(fault: Fault) -> Verdict:
        tests, possible = covering.chosen(fault, options.budget)
        with copies.one() as copy:
            return dataclasses.replace(tried(fault, tests, options.budget, copy), covering=possible)

    some = next((tests for fault in todo if (tests := covering.chosen(fault, options.budget)[0])), [])
    with copies.one() as copy:
        require_passing(some[:3], copy)
    with ThreadPoolExecutor(options.jobs) as pool:
        attempts = {pool.submit(attempt, fault): fault for fault in todo}
        try:
            for number, attempted in enumerate(as_completed(attempts), 1):
                fault, verdict = attempts[attempted], attempted.result()
                results.keep(fault, verdict)
                print(
                    f"{number}/{len(todo)} {verdict.outcome} {fault.path}:{fault.line} {fault.kind}"
                    f" ({verdict.seconds} s) {verdict.by}",
                    flush=True,
                )
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


class Results:
    """The verdicts so far, one a line in a file; a later line replaces an earlier one."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.of: dict[str, Verdict] = {}
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            one = json.loads(line)
            self.of[one["fault"]] = Verdict(**one["verdict"])

    def keeps(self, fault: Fault, *, retry_survivors: bool) -> bool:
        """Whether the fault needs no trial."""
        verdict = self.of.get(fault.key)
        return verdict is not None and not (retry_survivors and verdict.outcome not in (NOTICED, HANGS))

    def keep(self, fault: Fault, verdict: Verdict) -> None:
        """Write the verdict down at once."""
        self.of[fault.key] = verdict
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"fault": fault.key, "verdict": dataclasses.asdict(verdict)}) + "\n")


if __name__ == "__main__":
    sys.exit(main())
