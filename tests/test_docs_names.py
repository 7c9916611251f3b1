"""What a document names is there: parts of the code, files, modules to run, commands and options."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
import sys
from functools import cache
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.games import GAMES
from tests.discord import command_list

from .test_docs import CONTRIBUTING, DOCUMENTS, ROOT, outside_blocks, read

OURS = ("bot", "cogs", "data", "rendering", "tests")
PATHS = [*ROOT.iterdir(), *(path for part in OURS for path in (ROOT / part, *(ROOT / part).rglob("*")))]
FILES = {path.name for path in PATHS}
ENDINGS = (".html", ".js", ".json", ".md", ".po", ".py", ".toml", ".yaml")
SAMPLES = {"fr.po", "figures.md", "copy.sqlite3", "copy.dump", "east.env", "west.env", "requirements.txt"}
"""Files that a reader makes, or finds with a release."""
EXAMPLE = "battleship"
"""A game that isn't there."""
PLACES = "".join(map(read, ("Dockerfile", "data/hosting/captains-table.service", "bot/hosting/health.py")))
"""What says that a name with a slash before it is a folder, or a page, and no command of players."""


def spans(text: str) -> list[str]:
    """The code spans of a document, and the lines of its code blocks."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL)
    lines = [line.partition(" #")[0] for block in blocks for line in block.splitlines()]
    return [*re.findall(r"`([^`\n]+)`", outside_blocks(text)), *lines]


NAMED = {
    ast.FunctionDef: "name",
    ast.AsyncFunctionDef: "name",
    ast.ClassDef: "name",
    ast.Name: "id",
    ast.Attribute: "attr",
    ast.arg: "arg",
    ast.alias: "name",
}
"""Where a node has the name of what it defines, or brings in from elsewhere."""


def named(node: ast.AST) -> str:
    """What a node defines, or brings in from elsewhere; empty for nothing."""
    field = NAMED.get(type(node))
    if field is None or isinstance(getattr(node, "ctx", None), ast.Load):
        return ""
    return getattr(node, "asname", None) or str(getattr(node, field)).rpartition(".")[2]


class Code:
    """What our code defines, by the name of the module, and of the class, in which it stands."""

    def __init__(self) -> None:
        self.modules: dict[str, set[str]] = {}
        self.classes: dict[str, set[str]] = {}
        self.bases: dict[str, set[str]] = {}
        for path in (each for each in PATHS if each.suffix == ".py" and not each.name.startswith("test_")):
            module = path.parent.name if path.stem == "__init__" else path.stem
            tree = ast.parse(path.read_text(encoding="utf-8"))
            nodes = [each for each in ast.walk(tree) if type(each) in NAMED]
            self.modules.setdefault(module, set()).update(map(named, nodes))
            for node in nodes:
                if isinstance(node, ast.ClassDef):
                    self.classes.setdefault(node.name, set()).update(map(named, ast.walk(node)))
                    above = (each for base in node.bases for each in ast.walk(base))
                    names = {each.id for each in above if isinstance(each, ast.Name)} - {node.name}
                    self.bases.setdefault(node.name, set()).update(names)
        tests = "".join(path.read_text(encoding="utf-8") for path in PATHS if path.match("test_*.py"))
        self.names = {*re.findall(r"def (\w+)", tests)}.union(*self.modules.values())

    def members(self, name: str) -> set[str]:
        """What a class and those that it is made from define."""
        return self.classes.get(name, set()).union(*map(self.members, self.bases.get(name, ())))

    def has(self, dotted: str) -> bool:
        """Whether there is a module, or a part of a class, of a module or of some value, of this name."""
        path = ROOT.joinpath(*dotted.split("."))
        if path.is_dir() or path.with_suffix(".py").exists():
            return True
        *_, owner, name = dotted.split(".")
        if owner in self.classes:
            return name in self.members(owner)
        if owner in sys.stdlib_module_names:
            return hasattr(importlib.import_module(owner), name)
        of_a_value = owner in self.names | {"self"} and any(name in own for own in self.classes.values())
        return of_a_value or name in self.modules.get(owner, ())


@cache
def code() -> Code:
    """Read once, and only by those who look something up."""
    return Code()


SPANS = [(name, span) for name in DOCUMENTS for span in spans(read(name))]
"""The code spans of all documents."""


def test_every_path_is_there() -> None:
    there = {f"/{path.relative_to(ROOT).as_posix()}" for path in PATHS}
    ours = rf"(?:{'|'.join(OURS)})/[\w./]*|[\w/]+/\w+\.py"
    for name, span in SPANS:
        for path in re.findall(rf"(?<![\w./<>-])(?:{ours})(?![\w<*-])", span):
            end = f"/{path.rstrip('/.')}"
            assert EXAMPLE in path or any(each.endswith(end) for each in there), (name, path)


def test_every_dotted_name_and_every_file_is_there() -> None:
    dotted = re.compile(r"(?<![\w/.$-])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?![\w/-])")
    found = {each: name for name, span in SPANS for each in dotted.findall(span)}
    files = {each for each in found if each in SAMPLES or each.endswith(ENDINGS)}
    lost = (files - FILES - SAMPLES) | {each for each in found.keys() - files if not code().has(each)}
    assert {each: found[each] for each in lost} == {}


def test_every_name_in_contributing_is_there() -> None:
    words = {span.lstrip("@") for span in spans(CONTRIBUTING) if re.fullmatch(r"@?[A-Za-z_]\w{2,}", span)}
    assert len(words) > 50
    assert words - code().names - set(code().modules) - FILES == set()


def test_contributing_names_every_file_that_all_games_have() -> None:
    folders = [{path.name for path in (ROOT / "bot/games" / key).glob("*.*")} for key in GAMES]
    common = set.intersection(*folders)
    assert {"game.toml", "rules.py"} <= common
    assert {file for file in common if f"`{file}`" not in CONTRIBUTING} == set()


def test_every_module_that_is_run_is_there_with_its_options() -> None:
    for _, span in SPANS:
        for module, rest in re.findall(r"python3? -m ((?!bot\b)[\w.]+)(.*)", span):
            if module.partition(".")[0] not in OURS:
                assert importlib.util.find_spec(module) is not None, span
                continue
            path = ROOT.joinpath(*module.split("."))
            (started,) = (each for each in (path.with_suffix(".py"), path / "__main__.py") if each.exists())
            assert "__main__" in started.name + started.read_text(encoding="utf-8"), span
            texts = [each.read_text(encoding="utf-8") for each in (started, *path.glob("*.py"))]
            for option in re.findall(r"(?<!\S)--[\w-]+", rest):
                assert any(f'"{option}"' in text for text in texts), span
        for program in re.findall(r"\.venv/bin/([\w-]+)", span):
            assert Path(sys.executable).with_name(program).exists(), span


def test_every_command_of_the_program_is_there_with_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    for _, span in SPANS:
        for given in re.findall(r"(?:python -m bot|captains-table)(?: ([a-z][^;|&]*))?$", span):
            with pytest.raises(SystemExit) as ended:
                main([*given.split()[:1], "--help"])
            assert ended.value.code == 0, span
            known = capsys.readouterr().out
            assert [each for each in given.split() if each.startswith("--") and each not in known] == [], span


def test_every_slash_command_is_there() -> None:
    listed = command_list.FILE.read_text(encoding="utf-8")
    for name, span in SPANS:
        for command in re.findall(r"^/[a-z]+(?: [a-z]+\b(?!:))*", span):
            assert f"`{command}" in listed or command in PLACES, (name, span)
