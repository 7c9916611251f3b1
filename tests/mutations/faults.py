"""The faults that a source file can have: each is one replaced stretch of its text.

Left out is what no test can be expected to notice: annotations, docstrings, logging, ``__repr__``, checks for
the type checker, decorators, and the wording of sentences (strings with a space).
"""

from __future__ import annotations

import ast
import copy
import dataclasses
import functools
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .packages import ROOT, sources

LOGGERS: Final = {"log", "LOG", "logger", "logging", "warnings"}
HARMLESS_ARGUMENTS: Final = {"strict", "name", "stacklevel", "exc_info"}
"""Keyword arguments that change nothing in a correct program."""

DROPPED: Final = "argument dropped"

_FLIPPED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_SHIFTED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
_ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
_EMPTY: Final = {"tuple": "()", "list": "[]", "dict": "{}", "set": "set()", "frozenset": "frozenset()"}
_ZERO: Final = {"str": '""', "int": "0", "float": "0.0", "bytes": 'b""'}


@dataclasses.dataclass(frozen=True, order=True)
class Fault:
    """One stretch of a file, in bytes, and what is there instead."""

    path: str
    line: int
    start: int
    end: int
    kind: str
    before: str
    after: str
    source: str
    """Digest of the file in which it was found."""
    imported: bool = False
    """Whether the line runs when the module is imported, and not in a function."""
    names: tuple[str, ...] = ()
    """What an imported line defines."""

    @property
    def key(self) -> str:
        """The same for the same fault in the same text."""
        return f"{self.path}:{self.source}:{self.start}:{self.end}:{self.kind}:{self.after}"

    def place(self, seed: int) -> bytes:
        """A random number, for each fault another."""
        what = f"{seed} {self.path} {self.start} {self.end} {self.kind} {self.after}"
        return hashlib.sha256(what.encode()).digest()

    def planted(self, text: bytes) -> bytes:
        """The file with the fault."""
        return text[: self.start] + self.after.encode() + text[self.end :]

    def compiles(self, root: Path = ROOT) -> bool:
        """Whether the file with the fault is still a program."""
        try:
            compile(self.planted((root / self.path).read_bytes()), self.path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
        return True


def sample(seed: int, only: tuple[str, ...] = ()) -> Iterator[Fault]:
    """Random faults, at most one a line; a shorter sample is the beginning of a longer one of its seed.

    Each fault has its own random place: a change of one file leaves the faults of the others in the sample.
    """
    wanted = set(sources(only))
    lines = set()
    for fault in sorted(_all(), key=lambda fault: fault.place(seed)):
        place = fault.path, fault.line
        if fault.path in wanted and place not in lines and fault.compiles():
            lines.add(place)
            yield fault


@functools.cache
def _all() -> tuple[Fault, ...]:
    return tuple(fault for path in sources() for fault in faults_of(path))


def faults_of(path: str, root: Path = ROOT) -> list[Fault]:
    """All faults of one file, relative to ``root``, in order."""
    text = (root / path).read_bytes()
    finder = _Finder(path, text)
    finder.visit(ast.parse(text))
    return sorted(set(finder.found))


class _Finder(ast.NodeVisitor):
    def __init__(self, path: str, text: bytes) -> None:
        self.path = path
        self.text = text
        self.source = hashlib.sha256(text).hexdigest()[:12]
        self.found: list[Fault] = []
        self._starts = [0]
        for line in text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._returns: list[ast.expr | None] = []
        self._names: tuple[str, ...] = ()

    def _add(self, kind: str, node: ast.expr | ast.stmt | ast.keyword, after: str) -> None:
        start = self._starts[node.lineno - 1] + node.col_offset
        end = self._starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        if kind == DROPPED and (comma := re.match(rb"\s*,", self.text[end:])):
            end += comma.end()
        before = self.text[start:end].decode()
        if before != after:
            imported = not self._returns
            names = self._names if imported else ()
            self.found.append(
                Fault(self.path, node.lineno, start, end, kind, before, after, self.source, imported, names)
            )

    # Where nothing is planted.

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if node.name == "__repr__" or any("overload" in ast.unparse(one) for one in node.decorator_list):
            return
        names, self._names = self._names, (*self._names, node.name)
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        self._names = names
        self._returns.append(node.returns)
        for statement in node.body:
            self.visit(statement)
        self._returns.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._returns.append(None)
        self.visit(node.body)
        self._returns.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for statement in node.body:
            self.visit(statement)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and "TypeAlias" not in ast.unparse(node.annotation):
            self._assigned([node.target], node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if any(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
            self._removed(node)
        self._assigned(node.targets, node.value)

    def _assigned(self, targets: list[ast.expr], value: ast.expr) -> None:
        if any(isinstance(target, ast.Name) and target.id in ("__all__", "__slots__") for target in targets):
            return
        before = self._names
        self._names = tuple(
            name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)
        )
        self.visit(value)
        self._names = before

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Python 3.11 knows no positions inside of an f-string."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """For the type checker."""

    def visit_TypeAlias(self, node: ast.AST) -> None:
        """An annotation."""

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if ast.unparse(node.value) != "Literal":
            self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        """Its absence is no subtle fault."""

    # Statements.

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant) or _logs(node.value):
            return
        self._removed(node)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._removed(node)
        self.visit(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        if "NotImplementedError" in ast.unparse(node):
            return
        self._removed(node)
        self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self._removed(node)

    def visit_Break(self, node: ast.Break) -> None:
        self._removed(node)

    def visit_Delete(self, node: ast.Delete) -> None:
        self._removed(node)

    def _removed(self, node: ast.stmt) -> None:
        self._add("statement removed", node, "pass")

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is None:
            self._removed(node)
            return
        self._add("return value replaced", node.value, _other_value(node.value, self._returns[-1]))
        self.visit(node.value)

    def visit_If(self, node: ast.If | ast.IfExp | ast.While) -> None:
        if "TYPE_CHECKING" in ast.unparse(node.test):
            return
        if not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant):
            self._add("condition negated", node.test, f"(not ({ast.unparse(node.test)}))")
        self.generic_visit(node)

    visit_IfExp = visit_If  # noqa: N815
    visit_While = visit_If  # noqa: N815

    # Expressions.

    def visit_Compare(self, node: ast.Compare) -> None:
        for index, operator in enumerate(node.ops):
            for kind, others in (("comparison flipped", _FLIPPED), ("boundary shifted", _SHIFTED)):
                if type(operator) in others:
                    changed = copy.deepcopy(node)
                    changed.ops[index] = others[type(operator)]()
                    self._add(kind, node, ast.unparse(changed))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        changed = copy.deepcopy(node)
        changed.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        self._add("and/or swapped", node, f"({ast.unparse(changed)})")
        for index in range(len(node.values)):
            fewer = [value for place, value in enumerate(node.values) if place != index]
            rest = fewer[0] if len(fewer) == 1 else ast.BoolOp(node.op, fewer)
            self._add("condition dropped", node, f"({ast.unparse(rest)})")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._add("not removed", node, f"({ast.unparse(node.operand)})")
        elif isinstance(node.op, ast.USub):
            self._add("sign removed", node, ast.unparse(node.operand))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        other = _ARITHMETIC.get(type(node.op))
        if other is not None and not any(_is_text(side) for side in (node.left, node.right)):
            changed = copy.deepcopy(node)
            changed.op = other()
            self._add("arithmetic changed", node, f"({ast.unparse(changed)})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        match node.value:
            case bool():
                self._add("constant changed", node, str(not node.value))
            case int() | float():
                self._add(
                    "constant changed", node, repr(node.value * 2 if node.value > 10 else node.value + 1)
                )
            case str() if node.value and not _is_sentence(node):
                self._add("constant changed", node, repr(f"{node.value}?"))

    def visit_Call(self, node: ast.Call) -> None:
        if _logs(node) or ast.unparse(node.func) in ("cast", "TypeVar", "NewType", "getattr"):
            return
        dropped: list[ast.expr | ast.keyword] = [
            keyword
            for keyword in node.keywords
            if keyword.arg not in (None, *HARMLESS_ARGUMENTS) and not _is_sentence(keyword.value)
        ]
        if (
            len(node.args) > 1
            and not isinstance(node.args[-1], ast.Starred)
            and not _is_sentence(node.args[-1])
        ):
            dropped.append(node.args[-1])
        for argument in dropped:
            self._add(DROPPED, argument, "")
        self.visit(node.func)
        for argument in node.args:
            self.visit(argument)
        for keyword in node.keywords:
            if keyword.arg not in HARMLESS_ARGUMENTS:
                self.visit(keyword.value)


def _logs(node: ast.expr) -> bool:
    call = node.value if isinstance(node, ast.Await) else node
    while isinstance(call, ast.Call | ast.Attribute):
        call = call.func if isinstance(call, ast.Call) else call.value
    return isinstance(call, ast.Name) and call.id in LOGGERS


def _is_sentence(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and (" " in node.value or node.value.endswith("."))
        and node.value.strip(". ") != ""
    )


def _is_text(node: ast.expr) -> bool:
    match node:
        case ast.JoinedStr():
            return True
        case ast.Constant():
            return isinstance(node.value, str | bytes)
    return False


def _other_value(value: ast.expr, annotation: ast.expr | None) -> str:
    """A different value, of the annotated type where that is easy."""
    if isinstance(value, ast.Constant) and isinstance(value.value, bool):
        return str(not value.value)
    name = "" if annotation is None else ast.unparse(annotation).partition("[")[0]
    if name == "bool":
        return f"(not ({ast.unparse(value)}))"
    return {**_EMPTY, **_ZERO}.get(name, "None")
