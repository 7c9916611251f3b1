"""What can be checked of the style: words to avoid, Title Case, full stops."""

from __future__ import annotations

import re
from typing import Final

from .sources import PLACEHOLDER

AVOIDED: Final = {
    "whoever": "name the person: you, your opponent, anybody",
    "mend(s|ed|ing)?": "fix, fixed",
    "void(ed)?": "frozen",
    "heed(s|ed|ing)?": "follow, read",
    "to act": "it's X's turn",
    "acts?": "play, turn, move",
    "actions?": "turn, move",
    "pace is no": "isn't a time limit",
    "is no (pace|time|action|square|number)": "isn't a …",
    "(take|takes|took|taken|taking) back": "undo",
    "time (of .{1,30} )?is over": "has run out of time",
    "free seats?": "open seat",
    "be it|such as stands": "say it plainly",
    "asked: it": "request sent",
    "(of|its|own) files?(?! (of|in|on))|file first|then a file|choose a file": "column",
}
"""Words that nobody says at a game table, as patterns, and what to say instead."""
AVOIDED_IN_GAMES: Final = {"files?": "column", "ranks?": "row"}
"""The same, in the games alone: a host has files, and a list of scores has ranks."""
ALLOWED: Final = re.compile(r"`[^`]*`|\*\*[^*]*\*\*|https?://\S+")
"""Code, names of buttons and links."""
SMALL_WORDS: Final = re.compile(
    r"an?|and|as|at|but|by|for|from|in|into|of|off|on|or|over|per|the|to|via|vs|with|[a-l]\d{1,2}"
)
"""Words that Title Case leaves small after the first, and squares."""
MARKDOWN_TABLE: Final = re.compile(r"^\s*\|.*\|\s*$|\|\s*-{3,}", re.MULTILINE)


def avoided(text: str, *, in_a_game: bool = False) -> list[str]:
    """The avoided words in ``text``, each with what to say instead."""
    # Of what is filled in, ``{one|other}`` are words that people see.
    bare = re.sub(r"\{[^{}|]*\}", "…", ALLOWED.sub("…", text))
    words = AVOIDED | (AVOIDED_IN_GAMES if in_a_game else {})
    if not re.search(rf"\b(?:{'|'.join(words)})\b", bare, re.IGNORECASE):
        return []
    return [
        f"{found[0]!r}: {instead}"
        for pattern, instead in words.items()
        if (found := re.search(rf"\b({pattern})\b", bare, re.IGNORECASE))
    ]


def is_title_case(label: str) -> bool:
    """Whether a label is in Title Case; squares, numbers, units and what is filled in are passed over."""
    words = re.findall(r"[^\W_][\w’']*", re.sub(r"0 +s\b", "0", PLACEHOLDER.sub(" 0 ", label)))
    return all(
        word[0].isupper() or word[0].isdigit() or (place and SMALL_WORDS.fullmatch(word))
        for place, word in enumerate(words)
    )


def stops_short(text: str) -> bool:
    """Whether ``text`` reads like sentences, but the last one has no full stop or the like.

    Eight words from a capital on, or a sentence before it, make one; headings, counts and what ends in
    something filled in or to be typed are passed over.
    """
    bare = text.strip(" \n*_`”’)\"'|")
    heading = r"^#|^http|·|  |^\w+: .*\. \w+: "
    ends_well = r"such as: |pip install|For example: [^.?!]*$|[.?!…:;,}]$"
    if re.search(f"{heading}|{ends_well}", bare):
        return False
    begins = bare[:1].isupper() and len(bare.split()) >= 8
    return begins or bool(re.search(r"[a-z]{2}[.?!]\S* [A-Z“{*]", bare))
