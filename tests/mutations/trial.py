"""One fault in one copy of the project: planted, tried, taken out."""

from __future__ import annotations

import contextlib
import dataclasses
import importlib.util
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from . import packages, pytest_plugin
from .faults import Fault

TEST_TIMEOUT_S: Final = 60
"""After which one test hangs; none takes that long without a fault."""
START_TIMEOUT_S: Final = 120
WAITING: Final = 3
"""Seconds for each of the processor that the tests take without a fault; with more they hang together."""
MEASURE_TIMEOUT_S: Final = 3600

NOTICED: Final = "noticed"
HANGS: Final = "hangs"
SURVIVED: Final = "survived"
UNTESTED: Final = "untested"


@dataclasses.dataclass(frozen=True)
class Run:
    """How a run of pytest ended; without a code: it was stopped."""

    code: int | None
    output: str


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What became of a fault."""

    outcome: str
    by: str = ""
    """The test that noticed it."""
    tests: int = 0
    """How many tests could have run at most, with the budget."""
    covering: int = 0
    seconds: float = 0.0


class Copies:
    """Copies of the project in temporary folders, one for each job."""

    def __init__(self, root: Path, jobs: int) -> None:
        self._free: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for number in range(jobs):
            copy = root / str(number) / "project"
            copy.parent.mkdir()
            # PostgreSQL runs as somebody else where the tests are root.
            for folder in (root, copy.parent):
                folder.chmod(0o755)
            shutil.copytree(packages.ROOT, copy, ignore=shutil.ignore_patterns(*packages.NOT_COPIED))
            self._free.put(copy)

    @contextmanager
    def one(self) -> Iterator[Path]:
        """A copy that nobody else uses at the same time."""
        copy = self._free.get()
        try:
            yield copy
        finally:
            self._free.put(copy)


def tried(fault: Fault, tests: list[str], budget: float, copy: Path) -> Verdict:
    """What the tests say to the fault."""
    if not tests:
        return Verdict(UNTESTED)
    begun = time.monotonic()
    with _planted(fault, copy):
        files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
        limit = START_TIMEOUT_S + WAITING * budget
        run = pytest_in(copy, files, limit, select=tests)
    seconds = round(time.monotonic() - begun, 1)
    failed = re.search(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", run.output, re.MULTILINE)
    match run.code:
        case 0:
            outcome = SURVIVED
        case None:
            outcome = HANGS
        case 1 if failed is None:
            # pytest's own net has ended the process.
            outcome = HANGS
        case 5:
            raise RuntimeError(f"No test was found for {fault.path}:{fault.line}.\n{run.output[-2000:]}")
        case _:
            outcome = NOTICED
    # Without a failed test it was a test file or ``conftest.py`` that could not be imported.
    last = (run.output.strip().splitlines() or [""])[-1]
    by = failed.group(1) if failed else "" if outcome == SURVIVED else last
    return Verdict(outcome, by, len(tests), seconds=seconds)


def require_passing(tests: list[str], copy: Path) -> None:
    """:raises RuntimeError: when the tests fail without a fault, so that they would notice anything."""
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    run = pytest_in(copy, files, START_TIMEOUT_S + len(tests) * TEST_TIMEOUT_S, select=tests)
    if run.code != 0:
        raise RuntimeError(f"The tests fail without any fault:\n{run.output[-2000:]}")


@contextmanager
def _planted(fault: Fault, copy: Path) -> Iterator[None]:
    path = copy / fault.path
    whole = path.read_bytes()
    compiled = Path(importlib.util.cache_from_source(str(path)))
    path.write_bytes(fault.planted(whole))
    compiled.unlink(missing_ok=True)
    try:
        yield
    finally:
        path.write_bytes(whole)
        # Text of the same length in the same second would pass for compiled already.
        compiled.unlink(missing_ok=True)


def pytest_in(
    copy: Path,
    files: list[str],
    limit: float,
    *,
    measure: Path | None = None,
    select: list[str] | None = None,
) -> Run:
    """Run pytest over files of a copy, for at most ``limit`` seconds: to measure all, or to select some."""
    environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONHASHSEED": "0"}
    environment.pop("CI", None)
    command = [sys.executable, "-m", "pytest", "-q", "-p", pytest_plugin.__name__, "-p", "no:cacheprovider"]
    command += ["-n", "0", "-o", "faulthandler_exit_on_timeout=true"]
    with tempfile.TemporaryDirectory(dir=copy.parent, ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        if measure is not None:
            environment[pytest_plugin.MEASURE] = str(measure)
        if select is not None:
            chosen = Path(folder) / "chosen.json"
            chosen.write_text(json.dumps(select), encoding="utf-8")
            environment[pytest_plugin.SELECT] = str(chosen)
            command += ["-x", "--tb=no", "-o", f"faulthandler_timeout={TEST_TIMEOUT_S}"]
        environment["TMPDIR"] = folder
        return _run([*command, *files], copy, environment, limit)


def _run(command: list[str], folder: Path, environment: dict[str, str], limit: float) -> Run:
    program = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        output, _ = program.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        _end(program)
        return Run(None, "")
    finally:
        _end(program)
    return Run(program.returncode, output)


def _end(program: subprocess.Popen[str]) -> None:
    """End the program, and those that it has started and left behind."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, signal.SIGKILL)
    program.wait()
