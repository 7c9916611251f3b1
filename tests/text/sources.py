"""Sentences in the Python sources: string literals and f-strings, with what they are used for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SAID_HERE: Final = (
    "bot/components/",
    "bot/features/",
    "bot/players/",
)
"""Rooms in which a sentence stands where it is said."""
GAME_TEXT: Final = {"text", "prompts", "narration", "refusals", "squares"}
"""The modules of a game's folder that hold sentences."""
LOGGERS: Final = {"log", "LOG", "logger"}
PROGRAMMERS_ERRORS: Final = {
    "AssertionError",
    "AttributeError",
    "KeyError",
    "LookupError",
    "NotImplementedError",
    "OSError",
    "RulesBug",
    "RuntimeError",
    "TypeError",
    "ValueError",
}
"""Errors whose message only a programmer reads."""
METRICS: Final = {"Counter", "Gauge", "Histogram", "Summary", "CounterMetricFamily", "GaugeMetricFamily"}
DESCRIBING: Final = {"describe", "Choice", "Group", "ContextMenu", "ChoiceOption", "IntOption"}
"""Calls whose texts are a command's, and are read from the command tree."""
PLACEHOLDER: Final = re.compile(r"\{[^{}]*\}")
CODE: Final = re.compile(r"(?:[A-Z]{5,}|DO|SET) |<\w+ \w+=")
"""The beginning of SQL, and of a tag of HTML."""
MARKUP: Final = " \n#*_>`-“‘(\"'•·"
"""What may stand before a sentence's first letter."""


class Use(StrEnum):
    """What a string is for."""

    TEXT = "text"
    """It may be shown to a person."""
    BUTTON = "button"
    LOG = "log"
    OTHER = "other"
    """A docstring, an annotation, a programmer's error, a command's description or a metric's help."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A string that a person can see."""

    place: str
    """The module or the part of the program that it belongs to."""
    use: Use
    text: str
    """With ``{name}`` for what is filled in."""
    line: int = 0


def reads_like_text(text: str) -> bool:
    """Whether ``text`` is two words or more of English."""
    words = re.findall(r"\b[a-z]*[aeiouy][a-z]*\b", PLACEHOLDER.sub(" ", text), re.IGNORECASE)
    link = text.startswith("https://")
    return (
        len(text.split()) > 1
        and sum(len(word) > 1 for word in words) > 1
        and not link
        and not CODE.match(text)
    )


def reads_like_a_sentence(text: str) -> bool:
    """Whether ``text`` is words that begin with a capital or a name and hold the end of a sentence."""
    bare = text.strip(MARKUP)
    begins = bool(bare) and (bare[0].isupper() or bare[0] in "{/“")
    ends = re.search(r"[.?!…][*_`”’)\"'\s]*($|\s[A-Z{*`])", text)
    return begins and bool(ends) and reads_like_text(text)


def template(node: ast.expr) -> str | None:
    """The text of a string or an f-string, with ``{name}`` for what is filled in; None for anything else."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_part(part) for part in parts)
        case _:
            return None


def _part(part: ast.expr) -> str:
    match part:
        case ast.Constant(value=text):
            return str(text)
        case ast.FormattedValue(value=ast.IfExp(body=yes, orelse=no)) if template(yes) is not None:
            return f"{{{template(yes)}|{template(no) or '…'}}}".replace("{{", "{").replace("}}", "}")
        case ast.FormattedValue(value=ast.IfExp(body=yes)):
            return f"{{{_shortened(yes)}}}"
        case ast.FormattedValue(value=value):
            return f"{{{_shortened(value)}}}"
        case _:
            return "{…}"


def _shortened(value: ast.expr) -> str:
    """An expression as the name of a placeholder."""
    written = ast.unparse(value)
    simple = len(written) <= 30 and not set(written) & set("{}")
    return written if simple else written.split("(")[0][:30].rstrip("{")


@cache
def tree_of(module: str) -> ast.Module:
    """The syntax tree of a file, named from the root."""
    return ast.parse((ROOT / module).read_text(encoding="utf-8"))


def modules(*folders: str) -> list[str]:
    """The Python files below ``folders``, named from the root."""
    found = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def is_text_module(module: str) -> bool:
    """Whether sentences belong into a module."""
    path = Path(module)
    in_a_game = path.parts[:2] == ("bot", "games") and len(path.parts) == 4
    return (
        path.stem in ("text", "preferences")
        or module.startswith(SAID_HERE)
        or path.stem.endswith("_text")
        or (in_a_game and path.stem in GAME_TEXT)
    )


@cache
def strings(module: str) -> tuple[Sentence, ...]:
    """Every string and f-string of a module, with its use."""
    return tuple(strings_in(tree_of(module), module))


def strings_in(node: ast.AST, place: str, use: Use = Use.TEXT) -> Iterator[Sentence]:
    """Every string and f-string of a syntax tree."""
    if isinstance(node, ast.expr) and (text := template(node)) is not None:
        yield Sentence(place, use, text, node.lineno)
        return
    for name, child in ast.iter_fields(node):
        for each in child if isinstance(child, list) else [child]:
            if isinstance(each, ast.AST):
                yield from strings_in(each, place, _use(node, name, each, use))


def _use(parent: ast.AST, field: str, child: ast.AST, use: Use) -> Use:
    """The use of the strings in ``child``, which is in this field of ``parent``."""
    match parent:
        case ast.Expr(value=ast.Constant()):
            return Use.OTHER
        case ast.AnnAssign() | ast.arg() if field == "annotation":
            return Use.OTHER
        case ast.FunctionDef() | ast.AsyncFunctionDef() if field == "returns":
            return Use.OTHER
        case ast.Assert() if field == "msg":
            return Use.OTHER
        case ast.Compare() | ast.Subscript() | ast.MatchValue():
            return Use.OTHER
        case ast.Dict() if field == "keys":
            return Use.OTHER
        case ast.Call(func=func):
            return _use_in_call(func, parent.args, child, use)
        case ast.keyword(arg="description"):
            return Use.OTHER
        case _:
            return use


def _use_in_call(func: ast.expr, args: list[ast.expr], child: ast.AST, use: Use) -> Use:
    match func:
        case ast.Attribute(value=ast.Name(id=owner), attr=_) if owner in LOGGERS:
            return Use.LOG
        case ast.Attribute(value=ast.Name(id="re")):
            return Use.OTHER
        case ast.Name(id=name) | ast.Attribute(attr=name):
            if name in PROGRAMMERS_ERRORS | METRICS | DESCRIBING:
                return Use.OTHER
            if (name == "startswith" and child in args) or (name == "pgettext" and child is args[0]):
                return Use.OTHER
    return use
