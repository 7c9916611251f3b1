"""What can be wrong with a language: in its file, and with what Discord and the pictures take."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from bot.languages import catalogues
from rendering.text import writable

from . import tags
from .messages import key, limit, template

KEPT: Final = re.compile(r"`[^`]*`|</?\w+[^>]*>|https?://\S+|(?<!\w)/[a-z]+(?: [a-z]+)?(?=\W|$)")
"""What stays as it is: notation and commands, mentions and times, addresses."""
BLANKS: Final = re.compile(r"[ \n\xa0]+")
"""The blanks that the fonts have: no narrow one."""


def progress(tag: str) -> str:
    """How far a language is, in sentences. It's no fault to be on the way."""
    wanted, said = {key(each) for each in template() if each.id}, {*catalogues.read(tag)[0].said}
    done, gone = len(wanted & said), len(said - wanted)
    told = f"{tag}: {100 * done // len(wanted)} % is translated, {done} of {len(wanted)} sentences."
    return f"{told} Nobody says {gone} others any more; --update removes them." if gone else told


def faults(tag: str) -> list[str]:
    """What is wrong in a language, in sentences."""
    catalogue, found = catalogues.read(tag)
    if [*map(catalogue.form, range(catalogues.UP_TO))] != tags.counts(tag):
        found.append(f"{tag}: its head should say “Plural-Forms: {tags.plural_forms(tag)}”.")
    if catalogues.begun()[tag] == tag:
        found.append(f"{tag}: its head should say how it calls itself, such as “X-Own-Name: Français”.")
    for each in template():
        if told := catalogue.said.get(key(each)):
            found += [f"{tag}: {fault}: {told!r}" for fault in _wrong(forms(each.id), told, limit(each))]
    return found


def forms(text: Any) -> list[str]:
    """A sentence, or each of its plural forms."""
    return [text] if isinstance(text, str) else [*text]


def _wrong(english: Sequence[str], told: Sequence[str], limit: int | None) -> Iterator[str]:
    """What is wrong with a translation."""
    for text in told:
        if Counter(KEPT.findall(text)) != Counter(KEPT.findall(english[-1])):
            yield f"commands or notation differ from {english[-1]!r}"
        if not _has_letters(text) and _has_letters(english[-1]):
            yield "no font has a letter of it"
        if limit is not None and len(text) > limit:
            yield f"it may have {limit} characters"
        if len(text) > max([100, *(1.7 * len(each) + 12 for each in english)]):
            yield "far longer than the English"
        if text != text.strip() and english[-1] == english[-1].strip():
            yield "blanks around it"


def _has_letters(text: str) -> bool:
    """Whether pictures can show each letter of ``text``; a blank that doesn't break is one."""
    return writable(text) == " ".join(BLANKS.split(text.strip()))
