"""The lines of features in the pages about privacy: ``python -m tests.write privacy`` writes them again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import Final

from bot.components.hooks import load
from bot.features import FEATURES
from bot.languages import ENGLISH, gettext, speaking

DATA: Final = Path(__file__).parents[1] / "data"
MARKS: Final = re.compile(r"(?<=<!-- features -->\n).*(?=<!-- end -->)", re.DOTALL)


def pages() -> Iterator[tuple[Path, str]]:
    """The page in each language that there is one, and what should be written there."""
    translated = {path: path.stem.partition(".")[2] for path in (DATA / "languages").glob("PRIVACY.*.md")}
    for path, language in {DATA / "PRIVACY.md": ENGLISH, **translated}.items():
        with speaking(language):
            yield path, MARKS.sub(lambda _: _lines(), path.read_text(encoding="utf-8"))


def _lines() -> str:
    """What each feature says that it stores."""
    notes = [gettext(each.data_note) for each in load(FEATURES) if each.data_note]
    return "".join(fill(f"- {note}", 120, subsequent_indent="  ") + "\n" for note in notes)


def write() -> None:
    """Write them into the pages."""
    for path, text in pages():
        path.write_text(text, encoding="utf-8")
