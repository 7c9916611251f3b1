"""Sentences of the lessons and the rule books: everything that their files say."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .sources import ROOT, Sentence, Use

SAID = ("say", "otherwise", "hint", "end", "text", "caption", "tagline")


def files() -> list[Path]:
    """The files of all lessons, then of all books and games."""
    folders = ("data/lessons/*/*.toml", "data/books/*.toml", "bot/games/*/game.toml")
    return [path for folder in folders for path in sorted(ROOT.glob(folder))]


def titles() -> list[Sentence]:
    """The title of each lesson and of each page."""
    return _sentences("title")


def sentences() -> list[Sentence]:
    """What each of them says, in the order of its file."""
    return _sentences(*SAID)


def _sentences(*names: str) -> list[Sentence]:
    return [
        Sentence(path.relative_to(ROOT).as_posix(), Use.TEXT, "\n".join(_lines(text)))
        for path in files()
        for text in _said(tomllib.loads(path.read_text(encoding="utf-8")), names)
    ]


def _lines(text: str) -> list[str]:
    """Its paragraphs, each on a line of its own; a line of a list is one, too."""
    return [
        " ".join(each.split()) for part in text.split("\n\n") for each in re.split(r"\n(?=- |\d\. )", part)
    ]


def _said(part: Any, names: tuple[str, ...]) -> Iterator[str]:
    if isinstance(part, list):
        for each in part:
            yield from _said(each, names)
    elif isinstance(part, dict):
        for name, value in part.items():
            if name in names:
                yield value
            else:
                yield from _said(value, names)
