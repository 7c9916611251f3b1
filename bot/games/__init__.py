"""The games: pure rules, one folder a game, one line each in ``GAMES``.

The same modules do the same jobs in every game, each knowing those before it:

- ``actions``: what can be done, and its notation; ``view``: what may be seen;
- ``state``: a position as data;
- ``refusals``: why an action is refused; ``narration``: what players are told of one;
- ``rules``: what is legal, what follows, who sees what;
- ``squares``: one square in words; ``text``: positions in words; ``prompts``: what the picker asks;
- ``book``: the rule book; ``rulings.md``: how the printed rules are read.

``core`` is the protocol that every game keeps, with what games share; ``plurals`` helps all sentences;
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
