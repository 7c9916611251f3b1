"""Which tests run which lines: measured once, and again for what has changed since."""

from __future__ import annotations

import ast
import functools
import hashlib
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from . import packages
from .faults import Fault
from .trial import MEASURE_TIMEOUT_S, Copies, pytest_in

FILE: Final = packages.RESULTS / "map.json"


class CoverageMap:
    """The lines of the target packages that each passing test runs, as bits, and its processor seconds."""

    def __init__(self, tests: dict[str, Any]) -> None:
        self._seconds = {test: float(one["seconds"]) for test, one in tests.items()}
        self._lines = {
            test: {path: int(bits, 16) for path, bits in one["lines"].items()} for test, one in tests.items()
        }
        self._size = {test: sum(map(int.bit_count, of.values())) for test, of in self._lines.items()}

    def chosen(self, fault: Fault, budget: float) -> tuple[list[str], int]:
        """The tests for a fault, the most specific ones first, and how many there are without a budget.

        What a test file reads when it is imported is in nobody's coverage: for a line that defines a name,
        the tests that read it come first, for up to half of the budget.

        :param budget: seconds of the processor that the tests took together without a fault.
        """
        folder = fault.path.rpartition("/")[0]
        home = (fault.path,)
        tests, direct = self._that_run({fault.path: 1 << fault.line}), self._that_read(fault)
        if fault.imported:
            # Coverage does not say who needs a line that runs once, at the import.
            home = (folder,)
            tests = self._that_run(uses(fault.names))
            tests = [*tests, *direct, *self._in(home), *self._of(packages.own_tests(fault.path))]
            tests = list(dict.fromkeys(tests))
        elif not tests:
            # It may run at an import, too; otherwise no test runs it.
            home = (folder,)
            tests = self._of(packages.own_tests(fault.path))

        def foreign(test: str) -> tuple[bool, float]:
            own = sum(
                bits.bit_count() for path, bits in self._lines[test].items() if packages.is_below(path, home)
            )
            return not own, self._size[test] / (1 + own)

        # One case of each test before the second case of any.
        tests.sort(key=lambda test: ("[postgresql" in test, foreign(test), test))
        turns: Counter[str] = Counter()
        order = []
        for test in tests:
            name = test.partition("[")[0]
            order.append((turns[name], test))
            turns[name] += 1
        ordered = [test for _, test in sorted(order, key=lambda one: one[0])]
        first = self._affordable([test for test in ordered if test in direct], budget / 2)
        rest = [test for test in ordered if test not in first]
        return [*first, *self._affordable(rest, budget - self._cost(first))], len(tests)

    def _cost(self, tests: list[str]) -> float:
        return sum(self._seconds[test] for test in tests)

    def _affordable(self, tests: list[str], budget: float) -> list[str]:
        """Those of ``tests`` that fit into ``budget`` seconds, the earlier ones first."""
        picked: list[str] = []
        for test in tests:
            if self._seconds[test] <= budget:
                picked.append(test)
                budget -= self._seconds[test]
        return picked

    def _that_read(self, fault: Fault) -> set[str]:
        """The tests that read what an imported line defines, by its name."""
        if not fault.names:
            return set()
        by_file: dict[str, list[str]] = {}
        for test in self._lines:
            by_file.setdefault(test.partition("::")[0], []).append(test)
        return {
            test
            for file, tests in by_file.items()
            if (found := readers(file, fault.path, fault.names))
            for test in tests
            if test.partition("[")[0].rpartition("::")[2] in found
        }

    def _that_run(self, lines: dict[str, int]) -> list[str]:
        return [
            test
            for test, of in self._lines.items()
            if any(of.get(path, 0) & bits for path, bits in lines.items())
        ]

    def _of(self, files: tuple[str, ...]) -> list[str]:
        return [test for test in self._lines if packages.is_below(test.partition("::")[0], files)]

    def _in(self, folders: tuple[str, ...]) -> list[str]:
        return [
            test for test, of in self._lines.items() if any(packages.is_below(path, folders) for path in of)
        ]


def readers(file: str, source: str, names: tuple[str, ...]) -> frozenset[str]:
    """The test functions of ``file`` that read one of the ``names`` of ``source``.

    They may do so in their parameters, or by way of a constant, fixture or function of the same file.
    """
    module = source.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    imports, parts = _outline(file)
    known: set[str] = set()
    for origin, name, called in imports:
        if name in names and f"{module}.".startswith(f"{origin}."):
            known.add(called)
        elif f"{origin}.{name}" == module:
            known.update(names)
    before = -1
    while known and len(known) != before:
        before = len(known)
        for defined, words in parts:
            if not words.isdisjoint(known):
                known |= defined
    return frozenset(name for name in known if name.startswith("test_"))


@functools.cache
def _outline(file: str) -> tuple[list[tuple[str, str, str]], list[tuple[set[str], set[str]]]]:
    """What a file imports from where, called what; and what its statements define, with the words there."""
    if not (packages.ROOT / file).exists():
        return [], []
    tree = _parsed(file)
    imports = [
        (node.module, each.name, each.asname or each.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module is not None
        for each in node.names
    ]
    return imports, [(_defined(part), _words(part)) for part in tree.body]


def _words(node: ast.AST) -> set[str]:
    """All names that are read somewhere in ``node``; a fixture is read as an argument."""
    words: set[str] = set()
    for each in ast.walk(node):
        match each:
            case ast.Name(id=word, ctx=ast.Load()) | ast.Attribute(attr=word) | ast.arg(arg=word):
                words.add(word)
    return words


def _defined(part: ast.stmt) -> set[str]:
    """The names that a statement of a module defines; of a class, its tests too."""
    match part:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return {part.name}
        case ast.ClassDef():
            return {part.name, *(each.name for each in part.body if isinstance(each, ast.FunctionDef))}
        case ast.Assign() | ast.AnnAssign():
            return {
                each.id
                for each in ast.walk(part)
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
            }
    return set()


@functools.cache
def uses(names: tuple[str, ...]) -> dict[str, int]:
    """The lines inside functions on which one of ``names`` is read, as bits for each file."""
    found: dict[str, int] = {}
    for path in packages.sources():
        bits = sum(1 << line for line in _reads(path, frozenset(names)))
        if bits:
            found[path] = bits
    return found


def _reads(path: str, names: frozenset[str]) -> set[int]:
    lines: set[int] = set()
    for node in ast.walk(_parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name in names:
                lines.update(one.lineno for one in ast.walk(node) if isinstance(one, ast.stmt))
            for inner in ast.walk(node):
                read = getattr(inner, "id", None) or getattr(inner, "attr", None)
                if read in names and isinstance(inner, ast.Name | ast.Attribute):
                    lines.add(inner.lineno)
    return lines


@functools.cache
def _parsed(path: str) -> ast.Module:
    return ast.parse((packages.ROOT / path).read_bytes())


def _digest(paths: list[str]) -> str:
    together = hashlib.sha256()
    for path in paths:
        together.update((packages.ROOT / path).read_bytes())
    return together.hexdigest()[:12]


def kept() -> CoverageMap:
    """The map as it was measured last."""
    return _map(json.loads(FILE.read_text(encoding="utf-8"))["files"])


def measured(copies: Copies, jobs: int) -> CoverageMap:
    """The map, after measuring all where a source has changed, or else what is older than its test file."""
    sources = _digest(packages.sources())
    kept: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    if kept.get("sources") != sources:
        kept = {"sources": sources, "files": {}}
    files = kept["files"]
    wanted = {
        folder: [path for path in paths if files.get(path, {}).get("digest") != _digest([path])]
        for folder, paths in packages.files_of_tests().items()
    }
    everything = {path for paths in packages.files_of_tests().values() for path in paths}
    kept["files"] = files = {path: one for path, one in files.items() if path in everything}

    def measure(folder: str) -> None:
        with copies.one() as copy:
            to = copy.parent / "measured.json"
            to.unlink(missing_ok=True)
            print(f"Measuring {folder} ({len(wanted[folder])} files) …", flush=True)
            result = pytest_in(copy, wanted[folder], MEASURE_TIMEOUT_S, measure=to)
            if result.code not in (0, 1) or not to.exists():
                print(f"{folder} could not be measured:\n{result.output[-2000:]}")
                return
            tests = json.loads(to.read_text(encoding="utf-8"))
        for path in wanted[folder]:
            files[path] = {
                "digest": _digest([path]),
                "tests": {test: one for test, one in tests.items() if test.partition("::")[0] == path},
            }
        _write(kept)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(measure, [folder for folder, paths in wanted.items() if paths]))
    return _map(files)


def _map(files: dict[str, Any]) -> CoverageMap:
    return CoverageMap({test: one for file in files.values() for test, one in file["tests"].items()})


def _write(kept: dict[str, Any]) -> None:
    new = FILE.with_suffix(".new")
    new.write_text(json.dumps(kept), encoding="utf-8")
    Path(new).replace(FILE)
