"""The translations, read from ``data/languages`` when somebody first needs them.

A file ``de.po`` there makes German a language of the bot. A sentence that isn't translated there, is marked
as fuzzy, or fills in something else than the English one, is said in English. So is everything if the file
can't be read: a fault stops nobody; it's logged and named by the doctor.
"""

from __future__ import annotations

import logging
import re
import string
from collections.abc import Sequence
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO, StringIO
from typing import Any, Final, Literal

log: Final = logging.getLogger(__name__)
FOLDER: Final = files("data") / "languages"
ENGLISH: Final = "en"
"""The language in which the sentences are written; it needs no file."""
OWN_NAME: Final = re.compile(r'^"X-Own-Name: (.{1,40}?)\\n"', re.MULTILINE)
LINE: Final = re.compile(r'(#.*|(msg\w+(\[\d\])? )?"([^"\\]|\\.)*")?')
"""A line of a file that is whole."""
FORMATTER: Final = string.Formatter()


@cache
def names() -> dict[str, str]:
    """The languages by their tags, each as it calls itself: English, then those that have a file."""
    written = sorted(each.name[:-3] for each in FOLDER.iterdir() if each.name.endswith(".po"))
    return {ENGLISH: "English", **{tag: _own_name(tag) for tag in written}}


def _own_name(tag: str) -> str:
    found = OWN_NAME.search((FOLDER / f"{tag}.po").read_bytes().decode(errors="replace"))
    return found[1] if found else tag


def closest(locale: str) -> str:
    """The language of somebody whose Discord speaks ``locale``, such as ``de`` or ``en-GB``."""
    return next((tag for tag in (locale, locale.partition("-")[0]) if tag in names()), ENGLISH)


@cache
def of(language: str) -> NullTranslations:
    """The translations into ``language``; there are none for English, or if its file can't be read."""
    found, faults = read(language)
    if faults:
        log.error("%s: %d sentences are said in English: %s", language, len(faults), faults[0])
    return found


def read(language: str) -> tuple[NullTranslations, list[str]]:
    """The translations into ``language``, and what is wrong with its file, in sentences."""
    if language == ENGLISH or language not in names():
        return NullTranslations(), []
    # A bot that speaks English alone never loads it.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    file = f"{language}.po"
    try:
        written = (FOLDER / file).read_text("utf-8")
        # Babel takes what is cut in the middle for a shorter sentence.
        for number, line in enumerate(written.splitlines(), 1):
            if not LINE.fullmatch(line):
                raise ValueError(f"line {number} is cut or misspelt")
        catalogue = read_po(StringIO(written), locale=language.replace("-", "_"), abort_invalid=True)
        if not len(catalogue):
            raise ValueError("it says nothing")
        faults = []
        for message in catalogue:
            if message.id and (fault := _fault(message)):
                faults.append(f"{file}, line {message.lineno}: {fault}.")
                message.string = ""
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        compiled.seek(0)
        return GNUTranslations(compiled), faults
    except Exception as error:  # noqa: BLE001 (a file that somebody wrote must stop nobody)
        return NullTranslations(), [f"{file} can’t be read: {error}."]


def _fault(message: Any) -> str:
    """What is wrong with the translation of a message; empty if nothing is."""
    english, said = (
        (text,) if isinstance(text, str) else tuple(text) for text in (message.id, message.string)
    )
    if not all(said):
        return f"“{english[0]}” isn’t translated"
    if message.fuzzy:
        return f"“{english[0]}” is marked as fuzzy"
    try:
        wanted = set().union(*map(placeholders, english))
        # One form may say its number in words.
        free = {"number"} if len(said) > 1 else set()
        if any(placeholders(each) | free != wanted | free for each in said):
            return f"“{said[0]}” fills in something else than “{english[0]}”"
    except ValueError:
        return f"“{said[0]}” has a stray brace"
    return ""


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
