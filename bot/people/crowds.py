"""Crowds as people at tables: their ids and names.

A crowd holds a seat together, and what it does there is decided by votes. Its id stands in logs, as a
computer's does, so the order of ``NAMES`` may not change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.languages import gettext_noop

NAMES: Final = (
    gettext_noop("Everyone Aboard"),
    gettext_noop("Port Watch"),
    gettext_noop("Starboard Watch"),
)
"""Of everybody on one side, and of those on either side of a game that a server plays with itself."""
IDS: Final = range(2_000_000, 2_000_000 + len(NAMES))
EVERYBODY: Final = IDS[0]
WATCHES: Final = (IDS[1], IDS[2])
SIGN: Final = "📣"
"""Goes before the names of crowds."""


def is_crowd(person: int) -> bool:
    """Whether this is a crowd's id."""
    return person in IDS


def name_of(person: int, said: Callable[[str], str] = str) -> str:
    """The name of the crowd with this id. ``said`` translates it; what is stored is English."""
    return said(NAMES[IDS.index(person)])
