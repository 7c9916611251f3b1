"""Sentences of the local page: its markup and its scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from .sources import ROOT, Sentence, Use, reads_like_text

FOLDER = ROOT / "bot" / "local" / "page"
LITERAL = re.compile(
    r"""(?<!\\)//[^\n]*|/\*.*?\*/|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`""",
    re.DOTALL,
)
"""A comment, or a string in one of the three groups."""
CODE = re.compile(r"px\b|/\{|^\.|^noreferrer|^[#:([]|^[\w.]+\.\w|^\w+, (\w+|[.\w, ]+)$")
"""Strings of scripts that are code: sizes, addresses, selectors."""
STYLE = re.compile(r"className: [^,\n]*\Z")
"""What stands before the name of a style."""
SHOWN = {"title", "aria-label", "alt", "placeholder"}
"""Attributes whose values people see or hear."""


class _Markup(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, int]] = []
        self._skipped = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._skipped = tag in ("script", "style")
        self.found += [(value, self.getpos()[0]) for name, value in attrs if name in SHOWN and value]

    def handle_data(self, data: str) -> None:
        if not self._skipped and data.strip():
            self.found.append((data.strip(), self.getpos()[0]))


def markup(path: Path) -> list[tuple[str, int]]:
    """The texts of a page, each with its line."""
    parser = _Markup()
    parser.feed(path.read_text(encoding="utf-8"))
    return parser.found


def literals(script: str) -> Iterator[tuple[str, int]]:
    """The strings of a script, each with its line; ``${name}`` is written ``{name}``."""
    for match in LITERAL.finditer(script):
        text = next((group for group in match.groups() if group is not None), None)
        if text is not None and not STYLE.search(script, 0, match.start()):
            yield text.replace("${", "{"), script.count("\n", 0, match.start()) + 1


def sentences() -> Iterator[Sentence]:
    """All sentences of the page."""
    for path in sorted([*FOLDER.glob("*.html"), *FOLDER.glob("*.js")]):
        text = path.read_text(encoding="utf-8")
        found = markup(path) if path.suffix == ".html" else list(literals(text))
        for each, line in found:
            if reads_like_text(each) and not CODE.search(each):
                yield Sentence(path.relative_to(ROOT).as_posix(), Use.TEXT, each, line)
