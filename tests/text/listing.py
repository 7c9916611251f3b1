"""All sentences in one list, from wherever they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from tests.languages.checks import forms
from tests.languages.messages import A_BUTTON, every

from . import rules
from .sources import Sentence, Use, is_text_module, modules, reads_like_a_sentence, reads_like_text, strings

BOT = ("bot", "cogs", "rendering", "data")
GUARDED = ("cogs",)
"""Where sentences stand in the text modules alone."""
PROGRAM = "bot/__main__.py"
"""The command line, whose helps are no whole sentences."""
NOT_FOR_PLAYERS = {
    "bot/engine/commands.py": "for programs: an action is an action there",
    "bot/engine/perft.py": "the same",
    "bot/engine/table.py": "the same",
    "bot/games/record.py": "complaints about a record, in the words of its format",
    "bot/hosting/health.py": "the helps of metrics",
    "bot/tables/events/reducer.py": "complaints about a broken log, which stay where they are raised",
    "bot/tables/model/commitments.py": "the same",
}
"""Modules whose sentences aren't for players, and what they are."""
DISCORDS_WORDS = ("bot/local/api/", "bot/local/validate/", "bot/local/text.py")
"""Where the local table says what Discord would say, in Discord's words."""


def in_module(module: str) -> Iterator[Sentence]:
    """The sentences of a module: all prose of a text module, elsewhere what reads like a sentence."""
    for each in strings(module):
        match each.use:
            case Use.LOG:
                shown = reads_like_text(each.text)
            case Use.TEXT if is_text_module(module) or module == PROGRAM:
                shown = reads_like_text(each.text)
            case Use.TEXT:
                shown = reads_like_a_sentence(each.text) or is_heading(each.text) or lacks_a_stop(each.text)
            case _:
                shown = False
        if shown:
            yield each


def stray(module: str) -> list[Sentence]:
    """The sentences that belong into a text module; labels and headings stand with their cards."""
    if is_text_module(module) or module in NOT_FOR_PLAYERS:
        return []
    return [
        each
        for each in strings(module)
        if each.use is Use.TEXT
        and not re.match(r"#", each.text)  # headings
        and (reads_like_a_sentence(each.text) or (not module.startswith("cogs/") and lacks_a_stop(each.text)))
    ]


def lacks_a_stop(text: str) -> bool:
    """Whether ``text`` reads like a sentence without its full stop: neither a heading nor in Title Case.

    The name that a program gives Discord begins with a capital, too.
    """
    apart = bool(re.match(r"#|\*\*|DiscordBot", text)) or rules.is_title_case(text)
    return text[:1].isupper() and text.count(" ") >= 2 and reads_like_text(text) and not apart


def is_heading(text: str) -> bool:
    """Whether ``text`` is a card's heading with words in it."""
    return text.startswith("#") and reads_like_text(text)


@cache
def everything() -> list[Sentence]:
    """Every sentence, in the order of places and lines: what is translated, and what stands in English."""
    said = [
        Sentence(each.place, Use.BUTTON if each.note == A_BUTTON else Use.TEXT, text)
        for each in every()
        for text in forms(each.text)
        if text
    ]
    known = {each.text for each in said}
    english = [each for module in modules(*BOT) for each in in_module(module) if each.text not in known]
    return list(dict.fromkeys(sorted([*said, *english], key=lambda each: (each.place, each.use, each.line))))
