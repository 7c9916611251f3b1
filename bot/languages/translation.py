"""The functions through which every sentence goes, and the language that is spoken now.

Pure but for that language, which the front door, the publisher and the timers set. Placeholders have names;
what they are filled with is finished text or a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Literal, TypeVar

from . import catalogues
from .catalogues import ENGLISH

T = TypeVar("T")
LETTER: Final = "a single letter, which stands for this side on boards, and for no other side of its game"
_SPOKEN: Final[ContextVar[str]] = ContextVar("language", default=ENGLISH)


def spoken() -> str:
    """The language that is spoken now, by its tag: ``en``, ``de``, ``pt-BR``."""
    return _SPOKEN.get()


def speak(language: str) -> None:
    """Speak ``language`` from now on in this task."""
    _SPOKEN.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak ``language`` inside."""
    token = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def gettext(message: str, /, **values: object) -> str:
    """``message`` in the language spoken now, with ``values`` in its placeholders."""
    if (language := _SPOKEN.get()) != ENGLISH and message:
        message = catalogues.of(language).gettext(message)
    return _filled(message, values) if values else message


def pgettext(context: str, message: str, /, **values: object) -> str:
    """``message``, whose English stands for several things; ``context`` says which is meant."""
    if (language := _SPOKEN.get()) != ENGLISH:
        message = catalogues.of(language).pgettext(context, message)
    return _filled(message, values) if values else message


def ngettext(one: str, many: str, number: int, /, **values: object) -> str:
    """``one`` or ``many``, as the language counts; ``{number}`` is filled in, too."""
    if (language := _SPOKEN.get()) != ENGLISH:
        message = catalogues.of(language).ngettext(one, many, number)
    else:
        message = one if number == 1 else many
    return _filled(message, {"number": number, **values})


def _filled(message: str, values: Mapping[str, object]) -> str:
    told = message.format_map(values)
    # A game’s title may end with a mark of its own.
    return told[:-1] if message.endswith("}.") and told.endswith("!.") else told


def labelled(label: object, text: object) -> str:
    """``text`` behind what it's about: “Red: a1, b2”."""
    return gettext("{label}: {text}", label=label, text=text)


def gettext_noop(messages: T) -> T:
    """``messages``, a text or a table of them, as they are: they go through :func:`gettext` when said."""
    return messages


def listed(parts: Iterable[str], style: Literal["and", "or"] = "and") -> str:
    """``parts`` as in a sentence: “a”, “a and b”, “a, b and c”; empty for none."""
    every = [*parts]
    if (language := _SPOKEN.get()) != ENGLISH:
        return catalogues.listed(every, style, language)
    *most, final = every or [""]
    return f"{', '.join(most)} {style} {final}" if most else final


def some(parts: Sequence[str], most: int) -> list[str]:
    """The first ``most`` of ``parts``, and how many more there are: “a”, “b”, “5 more”."""
    more = len(parts) - most
    return [*parts[:most], ngettext("{number} more", "{number} more", more)] if more > 0 else [*parts]


def letter_for(name: str) -> str:
    """The letter that stands for a side on boards and in diagrams; its ``name`` is English."""
    return pgettext(LETTER, name)[:1]


def parted(parts: Iterable[str]) -> str:
    """``parts`` that have commas of their own, one after the other."""
    return pgettext("between the parts of a list that have commas of their own", "; ").join(parts)


def written(number: int) -> str:
    """``number`` with a minus, not a hyphen, where it's below zero: “7”, “−7”."""
    return str(number).replace("-", "−")
