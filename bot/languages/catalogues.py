"""The translations, read from ``data/languages`` when somebody first needs them.

A file ``de.po`` there makes German a language of the bot. A sentence that isn't translated there, is marked
as fuzzy, or fills in something else than the English one, is said in English. So is everything if the file
can't be read: a fault stops nobody; it's logged and named by the doctor.
"""

from __future__ import annotations

import logging
import re
import string
from collections.abc import Callable, Sequence
from functools import cache
from gettext import c2py
from importlib.resources import files
from typing import Any, Final, Literal

log: Final = logging.getLogger(__name__)
FOLDER: Final = files("data") / "languages"
ENGLISH: Final = "en"
"""The language in which the sentences are written; it needs no file."""
OWN_NAME: Final = re.compile(r'^"X-Own-Name: (.{1,40}?)\\n"', re.MULTILINE)
QUOTED: Final = r'(?:"(?:[^"\\\n]|\\.)*"\n)+'
ENTRY: Final = re.compile(
    rf"(?P<notes>(?:#(?!~).*\n)*)(?:msgctxt (?P<context>{QUOTED}))?msgid (?P<id>{QUOTED})"
    rf"(?:msgid_plural (?P<plural>{QUOTED}))?(?P<said>(?:msgstr(?:\[\d\])? {QUOTED})+)\n*(?:#~.*\n+)*"
)
"""An entry of a file; what nobody says any more, after ``#~``, is passed over."""
FORM: Final = re.compile(rf"msgstr(?:\[\d\])? ({QUOTED})")
ESCAPED: Final = re.compile(r"\\(.)")
ESCAPES: Final = {"n": "\n", "t": "\t"}
NEWLINE: Final = "\n"
FORMATTER: Final = string.Formatter()


@cache
def names() -> dict[str, str]:
    """The languages by their tags, each as it calls itself: English, then those that have a file."""
    found = FOLDER.iterdir() if FOLDER.is_dir() else ()
    written = sorted(each.name[:-3] for each in found if each.name.endswith(".po") and each.is_file())
    return {ENGLISH: "English", **{tag: _own_name(tag) for tag in written}}


def _own_name(tag: str) -> str:
    found = OWN_NAME.search((FOLDER / f"{tag}.po").read_bytes().decode(errors="replace"))
    return found[1] if found else tag


def closest(locale: str) -> str:
    """The language of somebody whose Discord speaks ``locale``, such as ``de`` or ``en-GB``."""
    return next((tag for tag in (locale, locale.partition("-")[0]) if tag in names()), ENGLISH)


class Catalogue:
    """What is said in one language."""

    def __init__(self) -> None:
        self.said: dict[str | tuple[str, str], tuple[str, ...]] = {}
        """A sentence's forms, by the English one (of two, the first), after its context if it has one."""
        self.form: Callable[[int], int] = lambda number: int(number != 1)
        """Which of the forms goes with a number."""

    def gettext(self, message: str) -> str:
        """``message`` in this language."""
        return self.said.get(message, (message,))[0]

    def pgettext(self, context: str, message: str) -> str:
        """``message``, which means what ``context`` says."""
        return self.said.get((context, message), (message,))[0]

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The form that goes with ``number``."""
        said, form = self.said.get(one, ()), self.form(number)
        return said[form] if form < len(said) else one if number == 1 else many


@cache
def of(language: str) -> Catalogue:
    """What is said in ``language``: nothing, if there is no such file or it can't be read."""
    found, faults = read(language)
    if faults:
        log.error("%s: %d sentences are said in English: %s", language, len(faults), faults[0])
    return found


def read(language: str) -> tuple[Catalogue, list[str]]:
    """What is said in ``language``, and what is wrong with its file, in sentences.

    (Babel takes three times as long for the same, and somebody waits.)
    """
    found, faults, file = Catalogue(), list[str](), f"{language}.po"
    if language == ENGLISH or language not in names():
        return found, faults
    try:
        written = (FOLDER / file).read_text("utf-8").rstrip("\n") + "\n"
        at = 0
        while (entry := ENTRY.match(written, at)) is not None:
            at = entry.end()
            if fault := _add(found, entry):
                faults.append(f"{file}, line {written.count(NEWLINE, 0, entry.start('id')) + 1}: {fault}.")
        if at < len(written):
            raise ValueError(f"line {written.count(NEWLINE, 0, at) + 1} is cut or misspelt")
        if not found.said and not faults:
            raise ValueError("it says nothing")
    except (OSError, ValueError) as error:
        return Catalogue(), [f"{file} can’t be read: {error}."]
    return found, faults


def _add(found: Catalogue, entry: re.Match[str]) -> str:
    """Add an entry of a file; what is wrong with it, or empty."""
    one, many = _plain(entry["id"]), _plain(entry["plural"] or "")
    said = tuple(_plain(each) for each in FORM.findall(entry["said"]))
    if not one:
        forms = re.search(r"^Plural-Forms:.*plural=([^;\n]+)", said[0], re.MULTILINE)
        found.form = c2py(forms[1]) if forms else found.form
        return ""
    if not all(said) or bool(many) > (len(said) > 1):
        return f"“{one}” isn’t translated"
    if "fuzzy" in entry["notes"]:
        return f"“{one}” is marked as fuzzy"
    try:
        wanted = placeholders(one) | placeholders(many)
        # One form may say its number in words.
        free = {"number"} if many else set()
        if any(placeholders(each) | free != wanted | free for each in said):
            return f"“{said[0]}” fills in something else than “{one}”"
    except ValueError:
        return f"“{said[0]}” has a stray brace"
    context = entry["context"]
    found.said[one if context is None else (_plain(context), one)] = said
    return ""


def _plain(quoted: str) -> str:
    """The text of quoted lines."""
    text = quoted.strip()[1:-1].replace('"\n"', "")
    return ESCAPED.sub(lambda found: ESCAPES.get(found[1], found[1]), text) if "\\" in text else text


def placeholders(message: str) -> set[str]:
    """The names of what is filled into ``message``, each with how it is written, which is up to no language.

    :raises ValueError: for a brace that belongs to none.
    """
    found = FORMATTER.parse(message)
    return {f"{name}{how and ':'}{how}{turned or ''}" for _, name, how, turned in found if name is not None}


def listed(parts: Sequence[str], style: Literal["and", "or"], language: str) -> str:
    """``parts`` as in a sentence of ``language``."""
    from babel.lists import format_list

    return format_list(parts, "or" if style == "or" else "standard", locale_of(language)) if parts else ""


@cache
def locale_of(language: str) -> Any:
    """How Babel writes ``language``; one that it doesn't know, as English."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        return Locale(ENGLISH)
