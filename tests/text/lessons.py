"""Sentences of the lessons: everything that their files say."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .sources import ROOT, Sentence, Use

FOLDER = ROOT / "data" / "lessons"
SAID = ("say", "otherwise", "hint", "end")


def files() -> list[Path]:
    """The files of all lessons."""
    return sorted(FOLDER.glob("*/*.toml"))


def titles() -> list[Sentence]:
    """The title of each lesson."""
    return [
        Sentence(_place(path), Use.TEXT, tomllib.loads(path.read_text(encoding="utf-8"))["title"])
        for path in files()
    ]


def sentences() -> list[Sentence]:
    """What each lesson says, in the order of its file."""
    return [
        Sentence(_place(path), Use.TEXT, " ".join(text.split()))
        for path in files()
        for text in _said(tomllib.loads(path.read_text(encoding="utf-8")))
    ]


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _said(part: Any) -> Iterator[str]:
    if isinstance(part, list):
        for each in part:
            yield from _said(each)
    elif isinstance(part, dict):
        for name, value in part.items():
            if name in SAID:
                yield value
            else:
                yield from _said(value)
