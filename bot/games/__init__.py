"""The games of the table: pure rules, one folder a game, one line each in ``GAMES``.

Games have ``actions``, ``view``, ``rules``, ``words``, ``looking`` (one square in words) and ``book``; a
game's folder says what else. ``core`` is the protocol that all keep, ``grid`` and ``phrases`` are shared, and
``record`` writes a game down.
"""

from __future__ import annotations

from typing import Any, Final

from . import checkers, crackers, curse, depthcharge, snorkels
from .core import Game

GAMES: Final[dict[str, Game[Any, Any]]] = {
    game.key: game for game in (snorkels.GAME, checkers.GAME, depthcharge.GAME, curse.GAME, crackers.GAME)
}
"""Every game that can be played, by key, in the order of the rulings."""
