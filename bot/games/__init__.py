"""The games: pure rules, one folder a game, one line each in ``GAMES``.

A game has these modules, a small one fewer; each imports only those above it:

- ``actions``: the actions and their notation; ``view``: what a viewer may see;
- ``text``: positions and actions in words; ``prompts``: the picker's questions; ``squares``: one square;
- ``refusals``: why an action is refused;
- ``rules``: positions; what is legal, what follows, who sees what;
- ``book``: the rule book's pictures; ``rulings.md``: how the printed rules are read.

``core`` is the protocol that every game implements, and what games share; ``record``: games as text files.
"""

from __future__ import annotations

from typing import Any, Final

from . import checkers, crackers, curse, depthcharge, snorkels
from .core import Game

GAMES: Final[dict[str, Game[Any, Any]]] = {
    game.key: game for game in (snorkels.GAME, checkers.GAME, depthcharge.GAME, curse.GAME, crackers.GAME)
}
"""Every game that can be played, by key, in the order of the rulings."""
