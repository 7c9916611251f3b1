"""The games: pure rules, one folder a game, one line each in ``GAMES``.

A game's folder has ``actions``, ``view``, ``rules``, ``text`` (positions in words), ``squares`` (one square
in words), ``book``, and where it needs them ``prompts`` (what the picker asks), ``narration`` (what players
are told) and ``refusals``. ``core`` is the protocol that every game keeps, ``grid`` and ``plurals`` are
shared, and ``record`` writes a game down.
"""

from __future__ import annotations

from typing import Any, Final

from . import checkers, crackers, curse, depthcharge, snorkels
from .core import Game

GAMES: Final[dict[str, Game[Any, Any]]] = {
    game.key: game for game in (snorkels.GAME, checkers.GAME, depthcharge.GAME, curse.GAME, crackers.GAME)
}
"""Every game that can be played, by key, in the order of the rulings."""
