"""What a painter is asked to draw: a view, and what its reader is about to choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from bot.games.core import A, Seat, V


@dataclass(frozen=True, slots=True)
class Scene(Generic[A, V]):
    """One picture's content. Hashable, so that a picture drawn once can be kept."""

    view: V
    bottom: Seat | None = None
    """Whose home side is drawn at the bottom, in games that have them (:attr:`Game.home_sides`); None is the
    first seat's, as in the rulings."""
    chosen: tuple[str, ...] = ()
    """The steps of a path that the reader has taken in a menu."""
    choices: tuple[A, ...] = ()
    """The reader's legal actions that begin with ``chosen``, drawn as targets; else empty."""
    marks: tuple[str, ...] = ()
    """Squares that a rule book's diagram marks with an ✕, or that a placement has chosen so far."""
    notes: tuple[tuple[str, str], ...] = ()
    """The reader's own marks as (square, kind): pictures for them alone."""
