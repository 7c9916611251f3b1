"""Which faults are planted, and what a trial says of them."""

from __future__ import annotations

import dataclasses
import itertools
import textwrap
from pathlib import Path

import pytest

from . import coverage_map, packages, report, trial
from .coverage_map import CoverageMap
from .faults import Fault, faults_of, sample
from .trial import Verdict


def found(tmp_path: Path, text: str) -> list[tuple[str, str, str]]:
    (tmp_path / "module.py").write_text(textwrap.dedent(text), encoding="utf-8")
    return [(fault.kind, fault.before, fault.after) for fault in faults_of("module.py", tmp_path)]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("x = a < b", ("comparison flipped", "a < b", "a >= b")),
        ("x = a < b", ("boundary shifted", "a < b", "a <= b")),
        ("x = a and b", ("and/or swapped", "a and b", "(a or b)")),
        ("x = a and b", ("condition dropped", "a and b", "(b)")),
        ("x = not a", ("not removed", "not a", "(a)")),
        ("x = 3", ("constant changed", "3", "4")),
        ("x = 60", ("constant changed", "60", "120")),
        ("x = 'key'", ("constant changed", "'key'", "'key?'")),
        ("a.clear()", ("statement removed", "a.clear()", "pass")),
        ("a.b = c", ("statement removed", "a.b = c", "pass")),
        ("x = f(a, b=c)", ("argument dropped", "b=c", "")),
        ("x = f(a, b)", ("argument dropped", "b", "")),
        ("x = a if b else c", ("condition negated", "b", "(not (b))")),
        ("x = a + b", ("arithmetic changed", "a + b", "(a - b)")),
        ("def f() -> bool: return a", ("return value replaced", "a", "(not (a))")),
        ("def f() -> tuple[int, ...]: return a", ("return value replaced", "a", "()")),
        ("x = 'é', 3", ("constant changed", "3", "4")),
    ],
)
def test_faults_of_each_kind_are_found(tmp_path: Path, line: str, fault: tuple[str, str, str]) -> None:
    assert fault in found(tmp_path, line)


@pytest.mark.parametrize(
    "text",
    [
        '"""A docstring."""',
        "x: Literal['a', 'b']",
        "X = Literal['a', 'b']",
        "X: TypeAlias = tuple[A, 3]",
        "log.info('key', a=1)",
        "await LOG.info('key')",
        "if TYPE_CHECKING:\n    x = 3",
        "def __repr__(self):\n    return 'key'",
        "@decorated(a=1)\nclass C: ...",
        "x = 'words that people read'",
        "x = 'Done.'",
        "x = zip(a, strict=True)",
        "assert a == b",
    ],
)
def test_nothing_is_planted_where_no_test_could_notice(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, text) == []


def test_a_fault_changes_its_stretch_and_nothing_else(tmp_path: Path) -> None:
    text = "é = f(\n    a,\n    b=1,\n)\n"
    (tmp_path / "module.py").write_text(text, encoding="utf-8")
    planted = {fault.planted(text.encode()).decode() for fault in faults_of("module.py", tmp_path)}
    assert planted == {"é = f(\n    a,\n    \n)\n", "é = f(\n    a,\n    b=2,\n)\n"}


def test_a_sample_is_the_same_each_time_and_the_beginning_of_a_longer_one() -> None:
    longer = list(itertools.islice(sample(1), 20))
    assert all(fault.compiles() for fault in longer)
    place = packages.TARGETS[1]
    first, again, other = (list(itertools.islice(sample(seed, (place,)), 20)) for seed in (1, 1, 2))
    assert first == again != other
    assert list(itertools.islice(sample(1, (place,)), 10)) == first[:10]
    assert all(fault.path.startswith(f"{place}/") for fault in first)


def fault(path: str = "a.py", line: int = 3) -> Fault:
    return Fault(path, line, 0, 1, "constant changed", "1", "2", "digest")


def test_the_tests_that_are_most_about_the_file_come_first() -> None:
    def ran(**lines: str) -> dict[str, object]:
        return {"seconds": 1.0, "lines": {f"{name}.py": bits for name, bits in lines.items()}}

    covering = CoverageMap(
        {
            "t.py::test_much": ran(a="0x8", b="0xffff"),
            "t.py::test_case[1]": ran(a="0x8"),
            "t.py::test_case[2]": ran(a="0x8"),
            "t.py::test_other_line": ran(a="0x10"),
        }
    )
    order = ["t.py::test_case[1]", "t.py::test_much", "t.py::test_case[2]"]
    assert covering.chosen(fault(), 10.0) == (order, 3)
    assert covering.chosen(fault(), 2.0) == (order[:2], 3)


READING = """
import pytest
from bot.games import record
from bot.games.core import quoted as told

CASES = [told("a")]

@pytest.fixture
def long(): return "a" * record.LONGEST

@pytest.mark.parametrize("case", CASES)
def test_case(case): ...

def test_long(long): ...

def test_neither(): LONGEST = 1
"""


@pytest.mark.parametrize(
    ("source", "name", "reading"),
    [
        ("bot/games/core/basics.py", "quoted", "test_case"),
        ("bot/games/record.py", "LONGEST", "test_long"),
        ("bot/games/other.py", "LONGEST", ""),
    ],
)
def test_the_tests_that_read_a_name_come_first_even_when_they_read_it_at_the_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, name: str, reading: str
) -> None:
    monkeypatch.setattr(packages, "ROOT", tmp_path)
    monkeypatch.setattr(coverage_map, "uses", lambda _names: {})
    (tmp_path / "reading.py").write_text(READING, encoding="utf-8")
    home = f"{source.rpartition('/')[0]}/a.py"
    ran = {"seconds": 1.0, "lines": {home: "0x8"}}
    covering = CoverageMap(
        dict.fromkeys(("reading.py::test_a", "reading.py::test_case[1]", "reading.py::test_long"), ran)
    )
    one = dataclasses.replace(fault(source), imported=True, names=(name,))
    order, _ = covering.chosen(one, 2.0)
    assert order[0].partition("[")[0] == f"reading.py::{reading or 'test_a'}"


def project(tmp_path: Path, test: str) -> Path:
    """A project with one module and one test of it."""
    copy = tmp_path / "project"
    folder = copy / "tests" / "mutations"
    folder.mkdir(parents=True)
    for name in ("__init__.py", "packages.py", "pytest_plugin.py"):
        (folder / name).write_bytes((Path(__file__).parent / name).read_bytes())
    (copy / "tests" / "__init__.py").touch()
    (copy / "module.py").write_text("one = 1\n", encoding="utf-8")
    case = f"import module\n\ndef test_a():\n    {test}\n\ndef test_not_chosen():\n    assert False\n"
    (copy / "test_it.py").write_text(case, encoding="utf-8")
    return copy


@pytest.mark.parametrize(
    ("test", "outcome"),
    [
        ("assert module.one == 1", trial.NOTICED),
        ("assert module.one > 0", trial.SURVIVED),
        ("import os; os._exit(module.one - 1)", trial.HANGS),
    ],
)
def test_a_trial_tells_whether_a_test_fails_and_leaves_the_copy_as_it_was(
    tmp_path: Path, test: str, outcome: str
) -> None:
    copy = project(tmp_path, test)
    (one,) = faults_of("module.py", copy)
    assert trial.tried(one, ["test_it.py::test_a"], 1.0, copy).outcome == outcome
    assert (copy / "module.py").read_text(encoding="utf-8") == "one = 1\n"


def test_tests_that_fail_without_a_fault_are_no_measure(tmp_path: Path) -> None:
    copy = project(tmp_path, "assert False")
    with pytest.raises(RuntimeError, match="fail without any fault"):
        trial.require_passing(["test_it.py::test_a"], copy)


def test_the_report_names_what_was_not_noticed() -> None:
    results = [
        (fault(line=3), Verdict(trial.NOTICED, "t.py::test_a", 1, 1)),
        (fault(line=4), Verdict(trial.SURVIVED, "", 2, 5)),
        (fault(line=5), Verdict(trial.UNTESTED)),
        (fault(line=6), Verdict(trial.HANGS, "", 1, 1)),
    ]
    text = report.markdown(results, "Faults", ["."])
    assert "Noticed: 2 of 4 (50 %)." in text
    assert "`a.py:4` constant changed (2 of 5 tests that run it)" in text
    assert "`a.py:5` constant changed (no test runs it)" in text
    assert "a.py:3" not in text
    assert "a.py:6" not in text
