"""Computer players as people at tables: their ids and names.

Discord's ids are far above theirs, and people who were erased have negative ones. The ids stand in logs, so
neither they nor the levels' order may change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from bot.players.player import LEVELS, Level

PER_LEVEL: Final = 16
"""Computers of one level at one table, at most."""
IDS: Final = range(1_000_000, 1_000_000 + PER_LEVEL * len(LEVELS))
USUAL_LEVEL: Final = "deckhand"
"""The level where nobody chose one."""
NAMES: Final = (
    "Pip", "Wren", "Moss", "Nell", "Kit", "Tansy", "Bram", "Jory", "Merle", "Hob", "Sorrel", "Tam", "Quill",
    "Rue", "Dab",
)  # fmt: skip
"""Of the second computer of a level at a table, the third, and so on."""
FOR_BEGINNERS: Final = ("cabin-boy", "deckhand")
"""The levels that somebody new to a game plays."""
SIGN: Final = "🤖"
"""Goes before the names of computers."""


def is_computer(person: int) -> bool:
    """Whether this is a computer's id."""
    return person in IDS


def level_of(person: int) -> Level:
    """The level of the computer with this id."""
    return LEVELS[IDS.index(person) // PER_LEVEL]


def first_of_level(person: int) -> int:
    """The id of the first computer of this one's level."""
    return person - IDS.index(person) % PER_LEVEL


def name_of(person: int, said: Callable[[str], str] = str) -> str:
    """The name of the computer with this id: its level, and from the second on a name of its own.

    ``said`` translates the level; what is stored is English.
    """
    number = IDS.index(person) % PER_LEVEL
    title = said(level_of(person).title)
    return f"{title} {NAMES[number - 1]}" if number else title


def ally(level: str) -> str:
    """The level of a computer on the side of somebody who plays against ``level``: at least the usual one.

    A weaker one would lose their game for them.
    """
    keys = [each.key for each in LEVELS]
    return max(level, USUAL_LEVEL, key=keys.index) if level in keys else level


def newcomer(level: str, here: Collection[int]) -> int:
    """The id of another computer of this level, at a table where the people ``here`` sit.

    :raises ValueError: when there is no such level.
    """
    place = [each.key for each in LEVELS].index(level)
    ids = IDS[place * PER_LEVEL : (place + 1) * PER_LEVEL]
    return next(number for number in ids if number not in here)
