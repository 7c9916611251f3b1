"""The input of a painter: a view, and its reader's choice in progress."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from bot.games.core import A, Seat, V


@dataclass(frozen=True, slots=True)
class Scene(Generic[A, V]):
    """One picture's content. Hashable: the key of cached pictures."""

    view: V
    bottom: Seat | None = None
    """The seat whose home side is at the bottom (:attr:`Game.home_sides`); None: the first seat."""
    chosen: tuple[str, ...] = ()
    """The steps of a path that the reader has chosen so far."""
    choices: tuple[A, ...] = ()
    """The reader's legal actions whose paths begin with ``chosen``, drawn as targets."""
    marks: tuple[str, ...] = ()
    """Squares with an ✕: those of a rule book's diagram, or those chosen so far in a placement."""
    notes: tuple[tuple[str, str], ...] = ()
    """The reader's private marks as (square, kind); only for pictures that nobody else sees."""
