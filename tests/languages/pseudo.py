"""A language that nobody speaks: accents, a third longer, in brackets.

It shows what has not gone through the catalogues (no brackets) and what was cut (one bracket). Taking all of
that away gives the English sentence again: a tour in it must read as the English one, to the letter.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

import pytest

from bot import app
from bot.components.interactions import languages
from bot.languages import catalogues
from bot.languages.catalogues import Catalogue
from bot.people import preferences

from .checks import KEPT

TAG: Final = "en-GB"
"""A language that Discord and Babel know, with the dates of English."""
ACCENTS: Final = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
PLAIN: Final = str.maketrans("áéíóúÁÉÍÓÚ", "aeiouAEIOU", "⟦⟧˙")
LEFT_ALONE: Final = re.compile(rf"\{{[^{{}}]*\}}|{KEPT.pattern}|\]\([^)]*\)")
"""Placeholders, what stays as it is in any language, and addresses."""
INNERMOST: Final = re.compile(r"⟦[^⟦⟧]*⟧")


def spelt(message: str) -> str:
    """``message`` in the pseudo-language."""
    parts: list[str] = []
    ended = 0
    for kept in LEFT_ALONE.finditer(message):
        parts += [message[ended : kept.start()].translate(ACCENTS), kept[0]]
        ended = kept.end()
    parts.append(message[ended:].translate(ACCENTS))
    said, first = "".join(parts), message[:1] if message[:1].isalpha() else ""
    # The first letter stays the first: that of a seat stands on its own in diagrams.
    return f"{first}⟦{said[len(first) :]}{'˙' * (len(message) // 3)}⟧"


def english(text: str) -> str:
    """The English of a text in the pseudo-language; any other text as it is."""
    return text.translate(PLAIN)


def outside(text: str) -> str:
    """What of ``text`` stands outside all brackets: what has not gone through the catalogues."""
    while (shorter := INNERMOST.sub("", text)) != text:
        text = shorter
    return text


class Pseudo(Catalogue):
    """The catalogue of the pseudo-language."""

    def gettext(self, message: str) -> str:
        return spelt(message)

    def ngettext(self, one: str, many: str, number: int) -> str:
        return spelt(one if number == 1 else many)

    def pgettext(self, context: str, message: str) -> str:
        return spelt(message)


def teach(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot knows the pseudo-language."""
    others = catalogues.of
    monkeypatch.setattr(catalogues, "of", lambda language: Pseudo() if language == TAG else others(language))
    monkeypatch.setattr(catalogues, "listed", lambda parts, style, _language: _listed(parts, style))


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


def speak_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody has chosen the pseudo-language; their Discord, and every server, speaks English."""
    teach(monkeypatch)
    everybody_chooses(monkeypatch, TAG)


def _listed(parts: list[str], style: str) -> str:
    *most, last = parts or [""]
    return f"{', '.join(most)}⟦ {style} ⟧{last}" if most else last
