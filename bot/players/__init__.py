"""Computer players: pure search, one folder a game, one line each in ``PLAYERS``.

- ``player``: the protocol: a player chooses an action from a seat's view, and leads to it; the four levels.
- ``learnt``: the files of what players have learnt by playing themselves.
- ``judgement``: how it judges turns of a finished game, and which are marked.

A player sees the view of its own seat, never a state, so it can't know what a person in its seat couldn't.
It has fast boards of its own; of ``bot.games`` it uses actions, views and what games share, never the rules.
A game without a player simply offers none.
"""

from __future__ import annotations

from typing import Any, Final

from . import checkers, crackers, curse, depthcharge, snorkels
from .player import ComputerPlayer

PLAYERS: Final[dict[str, ComputerPlayer[Any, Any, Any]]] = {
    "snorkels": snorkels.PLAYER,
    "checkers": checkers.PLAYER,
    "depthcharge": depthcharge.PLAYER,
    "curse": curse.PLAYER,
    "crackers": crackers.PLAYER,
}
"""The computer player of each game that has one, by the game's key."""
