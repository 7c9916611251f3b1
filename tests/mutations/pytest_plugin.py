"""Inside pytest: measures which lines each test runs, or runs only the tests of a list, in its order."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Generator
from pathlib import Path
from typing import Final

import coverage
import pytest

from .packages import TARGETS

MEASURE: Final = "MUTATIONS_MEASURE"
"""Names the file to write the measure to."""
SELECT: Final = "MUTATIONS_SELECT"
"""Names the file with the tests to run, as a JSON list of ids."""


def pytest_configure(config: pytest.Config) -> None:
    if to := os.environ.get(MEASURE):
        config.pluginmanager.register(_Measure(config.rootpath, Path(to)))
    if chosen := os.environ.get(SELECT):
        config.pluginmanager.register(_Selection(json.loads(Path(chosen).read_text(encoding="utf-8"))))


class _Selection:
    def __init__(self, ids: list[str]) -> None:
        self._places = {one: place for place, one in enumerate(ids)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        chosen = sorted(
            (item for item in items if item.nodeid in self._places),
            key=lambda item: self._places[item.nodeid],
        )
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in self._places])
        items[:] = chosen


class _Measure:
    def __init__(self, root: Path, to: Path) -> None:
        self._root = root
        self._to = to
        self._seconds: dict[str, float] = {}
        self._failed: set[str] = set()
        # Greenlets: SQLAlchemy runs the store's statements in one.
        self._coverage = coverage.Coverage(
            data_file=None,
            config_file=False,
            include=[f"{root / target}/*" for target in TARGETS],
            concurrency=["thread", "greenlet"],
        )
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._coverage.switch_context(item.nodeid)
        begun = time.process_time()
        try:
            return (yield)
        finally:
            self._seconds[item.nodeid] = round(time.process_time() - begun, 3)
            self._coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self._failed.add(report.nodeid)

    def pytest_unconfigure(self) -> None:
        self._coverage.stop()
        if not self._seconds:
            return
        data = self._coverage.get_data()
        lines: dict[str, dict[str, int]] = {}
        for file in data.measured_files():
            path = Path(file).relative_to(self._root).as_posix()
            for line, contexts in data.contexts_by_lineno(file).items():
                for context in contexts:
                    of = lines.setdefault(context, {})
                    of[path] = of.get(path, 0) | 1 << line
        measured = {
            test: {
                "seconds": seconds,
                "lines": {path: hex(bits) for path, bits in lines.get(test, {}).items()},
            }
            for test, seconds in self._seconds.items()
            if test not in self._failed
        }
        self._to.write_text(json.dumps(measured), encoding="utf-8")
