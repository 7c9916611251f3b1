"""Display names, sanitized for wherever they are shown, and texts that aren't read as Markdown."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from bot.languages import gettext, gettext_noop

MAX_LENGTH: Final = 40
MAX_MARKS: Final = 3
"""Combining marks per letter; more of them would cover the lines around."""
SOMEBODY: Final = gettext_noop("somebody")
"""Who was erased, or has no name."""
INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and marks that are invisible."""

_ACTIVE: Final = re.compile(
    r"(^[^\S\n]*\d*)(?=[#+-]|(?<=\d)[.)](?:\s|$))"  # headings and lists, at the beginning of a line
    r"|(?=[\\`*_~|<>\[\]@])"  # formatting, links, mentions, times
    r"|(?=:(?://|[\w+-]+:))",  # web addresses, emoji
    re.MULTILINE,
)
"""Where Discord would read something into a text."""
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})


@lru_cache(maxsize=1024)
def sanitize(name: str, most: int = MAX_LENGTH) -> str:
    """``name`` on one line, without characters that are invisible or affect the text around; may be empty.

    Characters that change the text direction, have no width or can't be printed are removed, and so are
    combining marks beyond ``MAX_MARKS`` per letter, and all after the first ``most`` characters.
    """
    kept: list[str] = []
    marks = MAX_MARKS
    for char in unicodedata.normalize("NFC", name[: 20 * most]):
        if not char.isspace() and (not char.isprintable() or char in INVISIBLE):
            continue
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= MAX_MARKS:
            kept.append(char)
    shown = " ".join("".join(kept).split())[:most].rstrip()
    return shown if any(unicodedata.category(char)[0] in "LNPS" for char in shown) else ""


def plain(name: str, most: int = MAX_LENGTH) -> str:
    """``name`` for places without Markdown, such as thread names; right-to-left text is isolated."""
    shown = sanitize(name, most) or gettext(SOMEBODY)
    right_to_left = any(unicodedata.bidirectional(char) in _RIGHT_TO_LEFT for char in shown)
    return f"\u2068{shown}\u2069" if right_to_left else shown


def escape_markdown(name: str) -> str:
    """``name`` for a message, escaped so that it can't format, link or mention."""
    return safe(plain(name))


def safe(text: str) -> str:
    """``text`` with its formatting, links and mentions escaped."""
    return _ACTIVE.sub(r"\1\\", text)
