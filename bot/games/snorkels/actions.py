"""Snorkels' actions and their notation (rulings, Notation)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.games.core import (
    GUEST,
    HOST,
    PieRule,
    Place,
    Seat,
    Take,
    UsageError,
    WordByWord,
    grid,
    read_place,
    read_squares,
    squares_apart,
)
from bot.languages import gettext, gettext_noop, letter_for, pgettext

BOARD: Final = grid(7, 7)
"""The squared crater."""
PURPLE: Final = Seat("purple")
GREEN: Final = Seat("green")
COLOURS: Final = (PURPLE, GREEN)
NAMES: Final[dict[str, str]] = gettext_noop(
    {
        PURPLE: "Purple",
        GREEN: "Green",
        "stone": "Stones",
        "host": "Host",
        "guest": "Guest",
        "on": "On",
        "off": "Off",
    }
)
MAX_LENGTH: Final = 200
"""Characters of an action: room for all 49 squares."""


def name_of(key: str) -> str:
    """What people call a seat, a slot or a value of an option."""
    return gettext(NAMES[key])


def letter_of(seat: str) -> str:
    """The letter of a seat on boards and in diagrams; before colours are picked, a number."""
    return "12"[seat == GUEST] if seat in (HOST, GUEST) else letter_for(NAMES[seat])


def said(colour: str) -> str:
    """A colour inside a sentence."""
    if colour == PURPLE:
        return pgettext("in a sentence", "purple")
    return pgettext("in a sentence", "green")


PIE: Final = PieRule(COLOURS, gettext_noop("The first purple snorkel is placed next."), said)


@dataclass(frozen=True, slots=True)
class Stones(WordByWord):
    """Chance drops the stones (ruling 1)."""

    squares: tuple[int, ...]
    """Ascending."""

    def __str__(self) -> str:
        return f"stones {' '.join(BOARD.list(self.squares))}"


SnorkelsAction: TypeAlias = Stones | Place | Take


def parse(text: str) -> SnorkelsAction:
    """The action written as ``text``.

    :raises NotationError: when it is no action.
    """
    words = squares_apart(text).split() if len(text) <= MAX_LENGTH else []
    if take := PIE.read(words):
        return take
    match words:
        case ["stones", *names] if names:
            return Stones(read_squares(BOARD, names))
        case [name] if not name.isalpha():
            return read_place(BOARD, name)
        case _:
            raise UsageError("Type one square, such as d4, or pick a colour: “take purple” or “take green”.")
