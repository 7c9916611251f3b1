"""A game on the first screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameCard:
    """What the first screen shows of a game, and the command that its button calls."""

    command: str
    """Its path, such as ``snorkels start``."""
    title: str
    tagline: str
    facts: str
    """How many play, and how long, in a few words."""
    paint: Callable[[], Awaitable[bytes]]
    """The PNG of a board; raises LookupError if there is none."""
