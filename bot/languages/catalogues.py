"""The translations, read from ``data/languages`` when somebody first needs them.

A file ``de.po`` there makes German a language of the bot. A sentence that is missing there, is marked as
fuzzy, or doesn't fill in what the English one does, is said in English. So is everything if the file
can't be read: a fault stops nobody, it's logged and named by the doctor.
"""

from __future__ import annotations

import logging
import re
import string
from collections.abc import Sequence
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Any, Final, Literal

log: Final = logging.getLogger(__name__)
FOLDER: Final = files("data") / "languages"
ENGLISH: Final = "en"
"""The language in which the sentences are written; it needs no file."""
OWN_NAME: Final = re.compile(r'^"X-Own-Name: (.{1,40}?)\\n"', re.MULTILINE)
MAX_HEAD: Final = 4096
"""Characters of a file among which its head is."""
FORMATTER: Final = string.Formatter()


@cache
def names() -> dict[str, str]:
    """The languages by their tags, each as it calls itself: English, then those that have a file."""
    written = sorted(each.name[:-3] for each in FOLDER.iterdir() if each.name.endswith(".po"))
    return {ENGLISH: "English", **{tag: _own_name(tag) for tag in written}}


def _own_name(tag: str) -> str:
    with (FOLDER / f"{tag}.po").open(encoding="utf-8", errors="replace") as file:
        found = OWN_NAME.search(file.read(MAX_HEAD))
    return found[1] if found else tag


def closest(locale: str) -> str:
    """The language of somebody whose Discord speaks ``locale``, such as ``de`` or ``en-GB``."""
    return next((tag for tag in (locale, locale.partition("-")[0]) if tag in names()), ENGLISH)


@cache
def of(language: str) -> NullTranslations:
    """The translations into ``language``; for one that has none, or that can't be read, there are none."""
    if language == ENGLISH or language not in names():
        return NullTranslations()
    found, faults = read(language, (FOLDER / f"{language}.po").read_bytes())
    if faults:
        log.error(
            "some sentences of a language are said in English: language=%s faults=%d first=%s",
            language,
            len(faults),
            faults[0],
        )
    return found


def read(language: str, written: bytes) -> tuple[NullTranslations, list[str]]:
    """The translations in a PO file of ``language``, and what is wrong with it, in sentences."""
    # A bot that speaks English alone never loads it.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    try:
        catalogue = read_po(BytesIO(written), locale=language.replace("-", "_"), abort_invalid=True)
        faults = [
            f"{language}.po, line {message.lineno}: {fault} in “{_shown(message.id)}”."
            for message in catalogue
            if message.id and not message.fuzzy and (fault := _fault(message.id, message.string))
        ]
        for message in [each for each in catalogue if each.id and _fault(each.id, each.string)]:
            message.string = ""
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        compiled.seek(0)
        return GNUTranslations(compiled), faults
    except Exception as error:  # noqa: BLE001 (a file that somebody wrote must stop nobody)
        return NullTranslations(), [f"{language}.po can’t be read: {error}."]


def _shown(message: Any) -> str:
    return str(message if isinstance(message, str) else message[0])[:60]


def _fault(message: Any, said: Any) -> str:
    """What is wrong with a translation; empty if nothing is."""
    english = (message,) if isinstance(message, str) else message
    told = (said,) if isinstance(said, str) else said
    if not any(told):
        return "no translation"
    try:
        wanted = set().union(*map(placeholders, english))
        if any(placeholders(each) != wanted - _left_out(each, told, wanted) for each in told):
            return "other placeholders"
    except ValueError:
        return "a stray brace"
    return ""


def _left_out(each: str, told: Sequence[str], wanted: set[str]) -> set[str]:
    """What a plural form need not fill in: the number, which it may say in words."""
    return {"number"} & wanted - placeholders(each) if len(told) > 1 else set()


def placeholders(message: str) -> set[str]:
    """The names of what is filled into ``message``.

    :raises ValueError: for a brace that belongs to none.
    """
    return {name for _, name, _, _ in FORMATTER.parse(message) if name is not None}


def listed(parts: Sequence[str], style: Literal["and", "or"], language: str) -> str:
    """``parts`` as in a sentence of ``language``."""
    from babel.lists import format_list

    return format_list(parts, "or" if style == "or" else "standard", _locale(language)) if parts else ""


@cache
def _locale(language: str) -> Any:
    from babel import Locale

    return Locale.parse(language, sep="-")
