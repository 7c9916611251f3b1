"""What can be wrong with a language: in its file, and with what Discord and the pictures take."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from babel.messages import Message
from babel.messages.pofile import read_po

from bot.languages import catalogues
from rendering.text import writable

from .messages import template

KEPT: Final = re.compile(r"`[^`]*`|</?\w+[^>]*>|https?://\S+|(?<!\w)/[a-z]+(?: [a-z]+)?(?=\W|$)")
"""What stays as it is: notation and commands, mentions and times, addresses."""


def messages(tag: str) -> list[Message]:
    """What the file of a language says."""
    with (catalogues.FOLDER / f"{tag}.po").open("rb") as file:
        return [each for each in read_po(file, locale=tag.replace("-", "_")) if each.id]


def faults(tag: str) -> list[str]:
    """What is missing in a language, too much in it, or wrong, in sentences."""
    found = list(catalogues.read(tag)[1])
    said = messages(tag)
    wanted, there = ({_key(each) for each in some} for some in (template(), said))
    found += [f"{tag}: missing: {key[1]!r}" for key in sorted(wanted - there, key=str) if key[1]]
    found += [f"{tag}: nobody says: {key[1]!r}" for key in sorted(there - wanted, key=str)]
    for each in said:
        found += [f"{tag}: {fault}: {each.string!r}" for fault in _wrong(each)]
    return found


def forms(text: Any) -> list[str]:
    """A sentence, or each of its plural forms."""
    return [text] if isinstance(text, str) else [*text]


def _key(message: Message) -> tuple[Any, Any]:
    return message.context, message.id


def _wrong(message: Any) -> Iterator[str]:
    """What is wrong with a translation."""
    english, told = forms(message.id), forms(message.string)
    if not all(told):
        return
    for text in told:
        if Counter(KEPT.findall(text)) != Counter(KEPT.findall(english[-1])):
            yield f"commands or notation differ from {english[-1]!r}"
        if writable(text) != text and writable(english[-1]) == english[-1]:
            yield "no font has a letter of it"
        if len(text) > max([100, *(1.7 * len(each) + 12 for each in english)]):
            yield "far longer than the English"
        if text != text.strip() and english[-1] == english[-1].strip():
            yield "blanks around it"
