"""Names: what people call themselves, made harmless wherever it is shown."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MAX_LENGTH: Final = 40
MAX_MARKS: Final = 3
"""Marks that a letter may carry; more of them tower over the lines around."""
INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and marks that look like nothing at all."""

_ACTIVE: Final = re.compile(r"[\\`*_~|<>\[\]()#:@-]")
"""Signs with which formats, links, mentions and times begin on Discord."""
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})


def sanitize(name: str) -> str:
    """``name`` on one line, of signs that can be seen and that change nothing around them; it may be empty.

    What turns the direction of text, has no width or can't be printed is left out, and so are all but
    ``STACKED`` marks on a letter.
    """
    kept: list[str] = []
    marks = MAX_MARKS
    for sign in unicodedata.normalize("NFC", name[: 20 * MAX_LENGTH]):
        if not sign.isspace() and (not sign.isprintable() or sign in INVISIBLE):
            continue
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks <= MAX_MARKS:
            kept.append(sign)
    shown = " ".join("".join(kept).split())[:MAX_LENGTH].rstrip()
    return shown if any(unicodedata.category(sign)[0] in "LNPS" for sign in shown) else ""


def plain(name: str) -> str:
    """``name`` for a place without formats, such as a thread's name: harmless, its direction its own."""
    shown = sanitize(name) or "somebody"
    turned = any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in shown)
    return f"\u2068{shown}\u2069" if turned else shown


def escape_markdown(name: str) -> str:
    """``name`` for a message: harmless, and without the power to format, to link or to mention."""
    return _ACTIVE.sub(r"\\\g<0>", plain(name))
