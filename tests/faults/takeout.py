"""Takes out the bot's safeguards one at a time, drawn at random: does any test or world notice?

``python -m tests.faults.takeout --seed 51 --count 100`` draws among the ``except``s, early returns, locks and
checks of :data:`FOLDERS`. It first runs the tests and worlds once, and notes where each safeguard mattered;
then it takes each out in a process of its own, and runs those there until something fails. It prints what
nobody notices.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import json
import os
import signal
import sys
import tempfile
import time
import types
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from tests.simulation.run import run

ROOT: Final = Path(__file__).parents[2]
FOLDERS: Final = ("bot/tables", "bot/lifecycle", "bot/components")
TESTS: Final = ("tests/tables", "tests/discord", "tests/hosting/test_login.py")
MOST: Final = 96
"""Tests, and worlds, that are noted for each safeguard, at most."""
OF_A_FILE: Final = 2
"""How many of those tests are in one file, at most."""
LONGEST_S: Final = 600
"""Seconds for one safeguard; what takes longer hangs, which is noticed."""
GIVEN: Final = ("-q", "-p", "no:cacheprovider", "-n", "0", "-W", "ignore::pytest.PytestAssertRewriteWarning")
WORLD: Final = "world "

mattered: Final[dict[str, list[str]]] = {}
"""The tests and worlds in which each safeguard made a difference."""


class Safeguard(NamedTuple):
    """A safeguard, by its file and its place among those of the file."""

    file: str
    place: int
    line: int
    kind: str
    was: str

    @property
    def key(self) -> str:
        """What it is noted under."""
        return f"{self.file}#{self.place}"


def matters(key: str, value: object, wanted: bool) -> object:
    """``value``; where a safeguard makes a difference, that is noted."""
    if bool(value) == wanted:
        found = mattered.setdefault(key, [])
        now = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0] or os.environ.get("WORLD", "")
        of_a_file = sum(each.startswith(now.partition("::")[0]) for each in found)
        if now and now not in found and of_a_file < OF_A_FILE and len(found) < MOST:
            found.append(now)
    return value


class Failures(set[str]):
    """The tests that fail as it is."""

    __hash__ = object.__hash__  # type: ignore[assignment]
    """By which pytest knows a plugin."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A part of a test is over."""
        if report.failed:
            self.add(report.nodeid)


class Changes(ast.NodeVisitor):
    """Finds the safeguards of a file, and changes them."""

    def __init__(self, change: Callable[[int, Any], None] = lambda _place, _node: None) -> None:
        self.found: list[tuple[str, Any]] = []
        self._change = change
        self._depth = 0

    def visit(self, node: ast.AST) -> None:
        """Look at a node and all within it."""
        scope = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        self._depth += scope
        place = len(self.found)
        is_one = self._depth and (kind := _kind(node))
        if is_one:
            self.found.append((kind, node))
        self.generic_visit(node)
        if is_one:
            self._change(place, node)
        self._depth -= scope


def _kind(node: ast.AST) -> str:
    match node:
        case ast.ExceptHandler(type=ast.expr()):
            return "except"
        case ast.If(orelse=[], body=[*_, ast.Return() | ast.Continue()]):
            return "early return"
        case ast.If(orelse=[], body=[*_, ast.Raise()]):
            return "check"
        case ast.AsyncWith() if "lock" in ast.unparse(node.items[0]):
            return "lock"
        case ast.BoolOp(op=ast.And()):
            return "condition"
    return ""


def _note(file: str, place: int, node: Any) -> None:
    """Let a safeguard tell when it makes a difference."""

    def told(value: ast.expr, *, wanted: bool = True) -> ast.Call:
        call: Any = ast.parse(
            f"__import__({__name__!r}, fromlist=['']).matters({f'{file}#{place}'!r}, 0, {wanted})"
        )
        call.body[0].value.args[1] = value
        found: ast.Call = call.body[0].value
        return found

    match node:
        case ast.ExceptHandler() | ast.AsyncWith():
            node.body.insert(0, ast.Expr(told(ast.Constant(1))))
        case ast.If():
            node.test = told(node.test)
        case ast.BoolOp():
            node.values[-1] = told(node.values[-1], wanted=False)


def _take_out(which: int, place: int, node: Any) -> None:
    """Catch nothing, never return or refuse, lock nothing, and ask for one condition less."""
    match node:
        case _ if place != which:
            pass
        case ast.ExceptHandler():
            node.type = ast.Tuple([], ast.Load())
        case ast.If():
            node.test = ast.BoolOp(ast.And(), [node.test, ast.Constant(0)])
        case ast.AsyncWith():
            node.items[0].context_expr = ast.parse("__import__('contextlib').nullcontext()", mode="eval").body
        case ast.BoolOp():
            node.values[-1] = ast.Constant(1)


def files() -> list[str]:
    """The files that have safeguards."""
    found = [one for folder in FOLDERS for one in (ROOT / folder).rglob("*.py")]
    return sorted(str(one.relative_to(ROOT)) for one in found)


def safeguards() -> Iterator[Safeguard]:
    """All safeguards."""
    for file in files():
        text = (ROOT / file).read_text()
        changes = Changes()
        changes.visit(ast.parse(text))
        for place, (kind, node) in enumerate(changes.found):
            was = text.splitlines()[node.lineno - 1].strip()
            yield Safeguard(file, place, node.lineno, kind, was)


def change(file: str, how: Callable[[int, Any], None]) -> int:
    """Change the functions of a file that are in memory; how many there were."""
    importlib.import_module(file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    path = ROOT / file
    tree = ast.parse(path.read_text())
    Changes(how).visit(tree)
    module = compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
    changed = {(code.co_firstlineno, code.co_name): code for code in _functions(module)}
    done = 0
    for each in gc.get_objects():
        if isinstance(each, types.FunctionType) and each.__code__.co_filename == str(path):
            new = changed.get((each.__code__.co_firstlineno, each.__code__.co_name))
            if new is not None and new != each.__code__ and new.co_freevars == each.__code__.co_freevars:
                each.__code__ = new
                done += 1
    return done


def _functions(code: types.CodeType) -> Iterator[types.CodeType]:
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            # Several without a name on one line would be taken for one another.
            yield from () if each.co_name.startswith("<") else (each,)
            yield from _functions(each)


def note_all(to: Path, tests: list[str], worlds: int) -> str:
    """Run tests and worlds, and write where each safeguard mattered."""
    for file in files():
        change(file, partial(_note, file))
    failing = Failures()
    if tests and (status := pytest.main([*GIVEN, *tests], plugins=[failing])) > 1:
        raise RuntimeError(f"pytest ended with {status}")
    for seed in range(1, worlds + 1):
        os.environ["WORLD"] = f"{WORLD}{seed}"
        run(seed)
    to.write_text(
        json.dumps({key: [each for each in found if each not in failing] for key, found in mattered.items()})
    )
    return f"they fail as it is: {', '.join(sorted(failing))}" if failing else ""


def noticed(one: Safeguard, found: list[str]) -> str:
    """Who notices that a safeguard is gone, in this process; empty if nobody does."""
    if not change(one.file, partial(_take_out, one.place)):
        return "not in memory"
    if tests := [each for each in found if not each.startswith(WORLD)]:
        status = pytest.main([*GIVEN, "-x", *tests])
        if status:
            return "a test" if status == 1 else f"pytest ended with {status}"
    for seed in (int(each.removeprefix(WORLD)) for each in found if each.startswith(WORLD)):
        if wrong := run(seed).wrong:
            return f"world {seed}: {wrong[0][:60]}"
    return ""


def apart(work: Callable[[], str], longest_s: float = LONGEST_S) -> str:
    """The result of ``work`` in a process of its own, or that it hangs."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.setsid()
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        try:
            said = work()
        except BaseException as error:  # noqa: BLE001 (whatever it is)
            said = f"an error of ours: {error!r}"
        os.write(writing, said.encode()[:1000])
        os._exit(0)
    os.close(writing)
    ends = time.monotonic() + longest_s
    while not os.waitpid(child, os.WNOHANG)[0]:
        if time.monotonic() > ends:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return "it hangs"
        time.sleep(0.05)
    with os.fdopen(reading, "rb") as said_there:
        return said_there.read().decode()


def main() -> int:
    """Draw safeguards and take each out."""
    parser = argparse.ArgumentParser("python -m tests.faults.takeout", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=40)
    parser.add_argument("--only-worlds", action="store_true", help="run no tests")
    parser.add_argument("tests", nargs="*", default=TESTS, help="files and folders")
    asked = parser.parse_args()
    every = list(safeguards())
    drawn = Random(asked.seed).sample(every, asked.count)
    print(f"{len(every)} safeguards, {len(drawn)} drawn with seed {asked.seed}", flush=True)
    found: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory(prefix="takeout-") as folder:
        for tests, worlds in ([] if asked.only_worlds else list(asked.tests), 0), ([], asked.worlds):
            notes = Path(folder, "mattered.json")
            if said := apart(partial(note_all, notes, tests, worlds), longest_s=7200):
                print(said, flush=True)
            for key, where in json.loads(notes.read_text()).items():
                found.setdefault(key, []).extend(where)
    missed = 0
    for number, one in enumerate(drawn, 1):
        there = found.get(one.key, [])
        by = apart(partial(noticed, one, there)) if there else "mattered nowhere"
        missed += by in ("", "mattered nowhere")
        print(f"{number:3} {one.file}:{one.line} {one.kind} `{one.was}`: {by or 'NOBODY'}", flush=True)
    print(f"{missed} that nobody notices", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    # Under one name, for what is noted from elsewhere.
    from tests.faults import takeout

    sys.exit(takeout.main())
