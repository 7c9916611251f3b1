"""The translations, read from ``data/languages`` when somebody first needs them.

A file ``de.po`` there makes German a language of the bot. A sentence that isn't translated there, is marked
as fuzzy, or whose entry is wrong, is said in English: a fault costs one sentence, is logged, and named by the
doctor. (polib and Babel, which take as long, end at some faults, and read a line that is cut without its last
letter.)
"""

from __future__ import annotations

import logging
import re
import string
from collections.abc import Callable, Container, Sequence
from contextlib import suppress
from functools import cache
from gettext import c2py
from importlib.resources import files
from typing import Any, Final, Literal

log: Final = logging.getLogger(__name__)
FOLDER: Final = files("data") / "languages"
ENGLISH: Final = "en"
"""The language in which the sentences are written; it needs no file."""
OFFERED_PERCENT: Final = 60
"""How much of a language must be translated for people to be offered it."""
OWN_NAME: Final = re.compile(rb'^"X-Own-Name: (.{1,40}?)\\n"', re.MULTILINE)
# What they begin with is looked for fast, a line's beginning isn't.
MESSAGE: Final = re.compile(rb"\nmsgid\b")
FUZZY_ENTRY: Final = re.compile(rb"\n#,.*\bfuzzy\b(?!.*\n(?:#.*\n)*#~)")
UNTRANSLATED: Final = re.compile(rb'\nmsgstr(?:\[0\])?\s+""(?!\s*")')
QUOTED: Final = r'(?:[ \t]*"(?:[^"\\\n]|\\.)*"[ \t]*\n)+'
NOTES: Final = r"(?:(?:#.*|[ \t]*)\n)*"
ENTRY: Final = re.compile(
    rf"(?P<notes>{NOTES})(?:msgctxt(?P<context>{QUOTED}))?msgid(?P<id>{QUOTED})"
    rf"(?:msgid_plural(?P<plural>{QUOTED}))?(?P<said>(?:msgstr(?:\[\d+\])?{QUOTED})+)"
    r"(?=#|\s|\Z|msg(?:id|ctxt)\b)"
)
"""An entry of a file. Its notes begin with what nobody says any more, after ``#~``."""
BROKEN: Final = re.compile(
    rf"{NOTES}(?:msgctxt.*\n(?:[ \t]*\".*\n)*)?(?P<id>(?!#).*\S.*\n)(?:(?!#|\s|msg(?:id|ctxt)\b).*\n)*"
)
"""What is no entry, as far as the next one."""
FORM: Final = re.compile(rf"msgstr(?:\[(\d+)\])?({QUOTED})")
FUZZY: Final = re.compile(r"^#,.*\bfuzzy\b(?![\s\S]*^#~)", re.MULTILINE)
PLURAL_FORMS: Final = re.compile(r"^Plural-Forms: *nplurals *= *(\d+) *; *plural *= *([^;\n]+)", re.MULTILINE)
UP_TO: Final = 201
"""The numbers with which a rule for plurals is tried."""
JOINTS: Final = re.compile(r'"\s*\n\s*"')
ESCAPED: Final = re.compile(r"\\(.)")
ESCAPES: Final = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
UNREADABLE: Final = "\ufffd"
NEWLINE: Final = "\n"
MARKUP: Final = "*_`"
"""What may stand before a word and isn't spoken."""
FORMATTER: Final = string.Formatter()
BEFORE_VOWELS: Final = {
    "es": (
        (" y ", re.compile("h?i(?![ae])", re.IGNORECASE), " e "),
        (" o ", re.compile("8|11\\b|h?o", re.IGNORECASE), " u "),
    )
}
"""The word before the last part of a list, how that part begins where another word is said, and that word.

Babel doesn't know this.
"""


@cache
def begun() -> dict[str, str]:
    """The languages by their tags, each as it calls itself: English, then those that have a file."""
    found = FOLDER.iterdir() if FOLDER.is_dir() else ()
    written = sorted(each.name[:-3] for each in found if each.name.endswith(".po") and each.is_file())
    return {ENGLISH: "English", **{tag: _own_name(tag) for tag in written}}


def _own_name(tag: str) -> str:
    found = OWN_NAME.search(_bytes(tag))
    return found[1].decode(errors="replace") if found else tag


def _bytes(tag: str) -> bytes:
    """What is written in a file; nothing if it can't be read, which :func:`read` tells."""
    with suppress(OSError):
        return (FOLDER / f"{tag}.po").read_bytes()
    return b""


def as_written() -> bytes:
    """The files of all languages that people are offered."""
    return b"".join(_bytes(tag) for tag in names() if tag != ENGLISH)


@cache
def names() -> dict[str, str]:
    """The languages that people are offered: those that are far enough."""
    return {tag: own for tag, own in begun().items() if percent(tag) >= OFFERED_PERCENT}


def percent(tag: str) -> int:
    """How much of a language is translated; counted only, which takes a tenth of reading it."""
    if tag == ENGLISH:
        return 100
    written = b"\n" + _bytes(tag)
    every, *missing = (len(each.findall(written)) for each in (MESSAGE, FUZZY_ENTRY, UNTRANSLATED))
    every -= 1  # the head
    return max(0, every - sum(missing)) * 100 // max(1, every)


def offer(locale: str) -> bool:
    """Offer the language of ``locale``, even if it's only begun. Returns whether there is one."""
    found = _first(locale, begun())
    if found is not None:
        names()[found] = begun()[found]
    return found is not None


def closest(locale: str) -> str:
    """The language of somebody whose Discord speaks ``locale``, such as ``de`` or ``en-GB``."""
    return _first(locale, names()) or ENGLISH


def _first(locale: str, among: Container[str]) -> str | None:
    return next((tag for tag in (locale, locale.partition("-")[0]) if tag in among), None)


class Catalogue:
    """What is said in one language."""

    def __init__(self) -> None:
        self.said: dict[str | tuple[str, str], tuple[str, ...]] = {}
        """A sentence's forms, by the English one (of two, the first), after its context if it has one."""
        self.forms = 2
        """How many forms a sentence with a number has."""
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
    """What is said in ``language``, and what is wrong with its file, in sentences."""
    found, faults, file, at = Catalogue(), list[str](), f"{language}.po", 0
    if language == ENGLISH or language not in begun():
        return found, faults
    written = _bytes(language).decode("utf-8-sig", "replace").replace("\r\n", NEWLINE) + NEWLINE
    if not written.strip():
        faults.append(f"{file} is empty or can’t be read.")
    while entry := ENTRY.match(written, at) or BROKEN.match(written, at):
        at = entry.end()
        if fault := _add(found, entry) if entry.re is ENTRY else "this is cut or misspelt":
            faults.append(f"{file}, line {written.count(NEWLINE, 0, entry.start('id')) + 1}: {fault}.")
    return found, faults


def _add(found: Catalogue, entry: re.Match[str]) -> str:
    """Add an entry of a file, if it's translated. Returns what is wrong with it, or nothing."""
    context, one, many = entry["context"], _plain(entry["id"]), _plain(entry["plural"] or "")
    every = FORM.findall(entry["said"])
    said = tuple(_plain(each) for _, each in every)
    if not one:
        return _count(found, said[0])
    if not all(said) or FUZZY.search(entry["notes"]):
        return ""
    if not many and [form for form, _ in every] != [""]:
        return f"“{one}” has forms, but no number"
    if many and [form for form, _ in every] != [*map(str, range(found.forms))]:
        return f"“{one}” has {len(said)} of {found.forms} forms"
    if UNREADABLE in "".join(said):
        return f"“{said[0]}” has letters that can’t be read"
    try:
        wanted = placeholders(one) | placeholders(many)
        # One form may say its number in words.
        free = {"number"} if many else set()
        if any(placeholders(each) | free != wanted | free for each in said):
            return f"“{said[0]}” fills in something else than “{one}”"
    except ValueError:
        return f"“{said[0]}” has a stray brace"
    found.said[one if context is None else (_plain(context), one)] = said
    return ""


def _count(found: Catalogue, head: str) -> str:
    """Count as the head of a file says. Returns what is wrong with that, or nothing."""
    if (rule := PLURAL_FORMS.search(head)) is None:
        return ""
    try:
        form = c2py(rule[2])
        right = {form(number) for number in range(UP_TO)} <= {*range(int(rule[1]))}
    except (ValueError, ArithmeticError):
        right = False
    if not right:
        found.forms = 0
        return f"“{rule[0]}” is no rule for plurals"
    found.forms, found.form = int(rule[1]), form
    return ""


def _plain(quoted: str) -> str:
    """The text of quoted lines."""
    text = JOINTS.sub("", quoted.strip()[1:-1])
    return ESCAPED.sub(lambda found: ESCAPES.get(found[1], UNREADABLE), text) if "\\" in text else text


def placeholders(message: str) -> set[str]:
    """The names of what is filled into ``message``, each with how it is written, which is up to no language.

    :raises ValueError: for a brace that belongs to none.
    """
    found = FORMATTER.parse(message)
    return {f"{name}{how and ':'}{how}{turned or ''}" for _, name, how, turned in found if name is not None}


def listed(parts: Sequence[str], style: Literal["and", "or"], language: str) -> str:
    """``parts`` as in a sentence of ``language``."""
    from babel.lists import format_list

    if not parts:
        return ""
    told = format_list(parts, "or" if style == "or" else "standard", locale_of(language))
    rest, final = told.removesuffix(parts[-1]), parts[-1]
    for word, before, instead in BEFORE_VOWELS.get(language, ()):
        if rest.endswith(word) and before.match(final.lstrip(MARKUP)):
            return rest.removesuffix(word) + instead + final
    return told


@cache
def locale_of(language: str) -> Any:
    """How Babel writes ``language``; one that it doesn't know, as English."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        return Locale(ENGLISH)
