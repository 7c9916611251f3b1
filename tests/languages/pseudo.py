"""A language that nobody speaks: accents, a third longer, in brackets.

It shows what has not gone through the catalogues (no brackets) and what was cut (one bracket). Taking all of
that away gives the English sentence again: a tour in it must read as the English one, to the letter.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

import pytest

from bot import app
from bot.components.interactions import languages
from bot.languages import catalogues
from bot.languages.catalogues import Catalogue
from bot.people import preferences

from .checks import KEPT

TAG: Final = "en-GB"
"""A language that Discord and Babel know, with the dates of English."""
SERVERS: Final = "en-AU"
"""The same in other brackets, which servers speak where people speak the first."""
AFTERWARDS: Final = {TAG: "en-CA", SERVERS: "en-NZ"}
"""And in which people and servers speak it once they have changed their language."""
BRACKETS: Final = {TAG: ("⟦", "⟧"), SERVERS: ("⟪", "⟫"), "en-CA": ("⟨", "⟩"), "en-NZ": ("⟬", "⟭")}
ACCENTS: Final = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
PLAIN: Final = str.maketrans("áéíóúÁÉÍÓÚ", "aeiouAEIOU", "⟦⟧⟪⟫⟨⟩⟬⟭˙")
LEFT_ALONE: Final = re.compile(rf"\{{[^{{}}]*\}}|{KEPT.pattern}|\]\([^)]*\)")
"""Placeholders, what stays as it is in any language, and addresses."""
FILE: Final = re.compile("(?<=board)-en-[A-Z]{2}(?=\\.png)")
"""What a file's name says of the language."""
INNERMOST: Final = re.compile("|".join(f"{begin}[^{begin}{end}]*{end}" for begin, end in BRACKETS.values()))


def spelt(message: str, brackets: tuple[str, str]) -> str:
    """``message`` in the pseudo-language."""
    parts: list[str] = []
    ended = 0
    for kept in LEFT_ALONE.finditer(message):
        parts += [message[ended : kept.start()].translate(ACCENTS), kept[0]]
        ended = kept.end()
    parts.append(message[ended:].translate(ACCENTS))
    said, first = "".join(parts), message[:1] if message[:1].isalpha() else ""
    # The first letter stays the first: that of a seat stands on its own in diagrams.
    return f"{first}{brackets[0]}{said[len(first) :]}{'˙' * (len(message) // 3)}{brackets[1]}"


def english(text: str) -> str:
    """The English of a text in the pseudo-language; any other text as it is."""
    return FILE.sub("", text).translate(PLAIN)


def outside(text: str) -> str:
    """What of ``text`` stands outside all brackets: what has not gone through the catalogues."""
    while (shorter := INNERMOST.sub("", text)) != text:
        text = shorter
    return text


class Pseudo(Catalogue):
    """The catalogue of the pseudo-language."""

    def __init__(self, language: str = TAG) -> None:
        super().__init__()
        self._brackets = BRACKETS[language]

    def gettext(self, message: str) -> str:
        return spelt(message, self._brackets)

    def ngettext(self, one: str, many: str, number: int) -> str:
        return self.gettext(one if number == 1 else many)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


def teach(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot knows the pseudo-language, in either brackets."""
    others, listed = catalogues.of, catalogues.listed

    def of(language: str) -> Catalogue:
        return Pseudo(language) if language in BRACKETS else others(language)

    def joined(parts: list[str], style: Any, language: str) -> str:
        if language not in BRACKETS:
            return listed(parts, style, language)
        *most, last = parts or [""]
        begin, end = BRACKETS[language]
        return f"{', '.join(most)}{begin} {style} {end}{last}" if most else last

    monkeypatch.setattr(catalogues, "of", of)
    monkeypatch.setattr(catalogues, "listed", joined)


def everybody_chooses(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """Everybody has chosen ``language`` in their settings, whatever they choose there from now on."""
    chosen = replace(preferences.LANGUAGE, default=language, read=lambda _chosen: language)
    monkeypatch.setattr(languages, "LANGUAGE", chosen)


def speak_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody's Discord, and every server, speaks the pseudo-language."""
    teach(monkeypatch)
    everybody_chooses(monkeypatch, preferences.AS_DISCORD)
    for module in (app, languages, preferences):
        monkeypatch.setattr(module, "closest", lambda _locale: TAG)


def servers_speak_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """What everybody in a server sees is in the other brackets."""

    async def of_server(*_given: object) -> str:
        return SERVERS

    monkeypatch.setattr(languages.Languages, "of_server", of_server)


def speak_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody has chosen the pseudo-language; their Discord, and every server, speaks English."""
    teach(monkeypatch)
    everybody_chooses(monkeypatch, TAG)
