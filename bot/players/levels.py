"""The four levels of computer players, the same in every game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a computer player is."""

    key: str
    """The word for it in commands and records."""
    title: str
    feels: str
    """What playing against it is like, in a sentence."""


LEVELS: Final[tuple[Level, ...]] = (
    Level("cabin-boy", "Cabin Boy", "Knows the rules and not much else. A good first opponent."),
    Level("deckhand", "Deckhand", "Sees the obvious and sometimes misses the rest."),
    Level("first-mate", "First Mate", "Plans ahead and punishes mistakes."),
    Level("captain", "Captain", "Gives nothing away. Expect to lose at first."),
)
"""The weakest first."""
