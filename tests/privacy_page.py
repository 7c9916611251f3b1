"""The lines of features in ``data/PRIVACY.md``: ``python -m tests.write privacy`` writes them again."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import fill
from typing import Final

from bot.components.hooks import load
from bot.features import FEATURES

FILE: Final = Path(__file__).parents[1] / "data" / "PRIVACY.md"
MARKS: Final = re.compile(r"(?<=<!-- features -->\n).*(?=<!-- end -->)", re.DOTALL)


def written() -> str:
    """The document, with what each feature says that it stores."""
    notes = [each.data_note for each in load(FEATURES) if each.data_note]
    lines = "".join(fill(f"- {note}", 120, subsequent_indent="  ") + "\n" for note in notes)
    return MARKS.sub(lambda _: lines, FILE.read_text(encoding="utf-8"))


def write() -> None:
    """Write them into the document."""
    FILE.write_text(written(), encoding="utf-8")
