"""Seats, the errors of rules and notation, and how text that people type is read."""

from __future__ import annotations

import re
from typing import Final, NewType

from bot.languages import gettext, ngettext

Seat = NewType("Seat", str)
"""A colour or role of a game, such as ``purple``; never a user."""

CHANCE = Seat("chance")
"""The seat of dice and other random events; no user holds it."""

DASHES: Final = dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-")
"""What keyboards and texts have for a hyphen, and the minus."""
WITHIN_A_SQUARE: Final = re.compile(r"\b([a-z]) (?=[0-9])", re.ASCII)
BETWEEN_SQUARES: Final = re.compile(r"(?<=[0-9]) ?(?:-+>?|>|→|to|x)? ?(?=[a-z][0-9])")


class RulesError(ValueError):
    """Something that a player did wrong: a sentence or two for them, and the ``values`` of its placeholders.

    As text, it's in the language that is spoken when it is told.
    """

    def __init__(self, message: str, /, **values: object) -> None:
        super().__init__(message)
        self.values = values

    def __str__(self) -> str:
        return gettext(self.args[0], **self.values)


class NotationError(RulesError):
    """A text that is no action of this game."""


class UsageError(NotationError):
    """A text in none of a game's forms; its message names all of them."""


class IllegalAction(RulesError):
    """An action of this game that this seat can't play now."""


class OptionError(RulesError):
    """An unknown option of a game, or a value out of its bounds."""


def normalize(text: str) -> str:
    """``text`` as notation is read: lower case, single blanks, none at the ends, hyphens for all dashes.

    Unprintable characters become �, which no notation contains, so that a refusal may quote the text.
    """
    return _printable(" ".join(text.lower().translate(DASHES).split()))


def squares_apart(text: str) -> str:
    """``text``, normalized, with a blank between squares and nowhere else in them.

    They may be joined in any way: d2-d4, d2d4, d2 to d4, d 2 d 4.
    """
    return BETWEEN_SQUARES.sub(" ", WITHIN_A_SQUARE.sub(r"\1", normalize(text)))


def quoted(text: str, longest: int = 40) -> str:
    """``text`` in quotation marks for a refusal: printable, at most ``longest`` characters."""
    return gettext("“{text}”", text=_printable(text[:longest]) + "…" * (len(text) > longest))


def _printable(text: str) -> str:
    return text if text.isprintable() else "".join(sign if sign.isprintable() else "�" for sign in text)


def turn_headline(turns: int, *, over: bool) -> str:
    """Where a game stands after so many turns."""
    if over:
        return ngettext("Finished after {number} turn", "Finished after {number} turns", turns)
    return gettext("Turn {number}", number=turns + 1)
