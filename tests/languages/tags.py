"""The tags of languages, and how each counts."""

from __future__ import annotations

from gettext import c2py
from typing import Final

import discord
from babel import Locale, UnknownLocaleError
from babel.messages import Catalog

from bot.languages import ENGLISH, catalogues

TWO_FORMS: Final = {
    **dict.fromkeys(("fr", "pt"), "nplurals=2; plural=(n > 1);"),
    **dict.fromkeys(("ca", "es", "it"), "nplurals=2; plural=(n != 1);"),
}
"""Languages that Unicode gives a third form, for millions, which nothing here counts."""
DISCORDS: Final = sorted(str(each) for each in discord.Locale)


def fault(tag: str) -> str:
    """Why no file ``tag`` can be begun, in a sentence; empty if it can."""
    language, _, region = tag.partition("-")
    right = "-".join(filter(None, (language.lower(), region.upper())))
    try:
        Locale.parse(right, sep="-")
    except (UnknownLocaleError, ValueError):
        return f"There’s no language {tag}. Discord speaks {', '.join(DISCORDS)}."
    if tag != right:
        return f"Write it {right}: Discord does, too."
    if tag == ENGLISH:
        return "English needs no file: it’s what stands in the source."
    if tag in catalogues.begun():
        return f"There’s a file of {tag} already, and it stays as it is. --update adds what is new to it."
    return ""


def spoken_by(tag: str) -> str:
    """Whose language it is, in a sentence."""
    found = [each for each in DISCORDS if tag in (each, _language(each))]
    if not found:
        return "Discord doesn’t speak it, so the bot does with people who choose it in `/settings`."
    others = [each for each in DISCORDS if _language(each) == _language(tag) and each not in found]
    also = f" A file {_language(tag)} would serve {', '.join(others)}, too." if others else ""
    return f"It serves people whose Discord speaks {', '.join(found)}.{also}"


def plural_forms(tag: str) -> str:
    """How a language counts, as the head of its file says it."""
    return TWO_FORMS.get(_language(tag)) or Catalog(locale=tag.replace("-", "_")).plural_forms


def counts(tag: str) -> list[int]:
    """Which form goes with each of the numbers that a rule is tried with."""
    rule = catalogues.PLURAL_FORMS.search(f"Plural-Forms: {plural_forms(tag)}")
    assert rule is not None, "Babel knows each language that can be begun"
    return [c2py(rule[2])(number) for number in range(catalogues.UP_TO)]


def _language(tag: str) -> str:
    return tag.partition("-")[0]
