"""The computer player of Snorkels.

- ``board``: positions in bits; ``solver``: exact search for forced wins; ``search``: Monte Carlo tree search.
- ``choice``: what is played, the opening and the colour included, at each level.
"""

from __future__ import annotations

from typing import Final

from bot.games.snorkels.actions import SnorkelsAction
from bot.games.snorkels.view import SnorkelsView
from bot.players.player import ComputerPlayer

from .choice import LEVELS, SnorkelsSettings, choose

PLAYER: Final[ComputerPlayer[SnorkelsAction, SnorkelsView, SnorkelsSettings]] = ComputerPlayer(
    "snorkels", version=2, choose=choose, levels=LEVELS
)

__all__ = ["LEVELS", "PLAYER", "SnorkelsSettings", "choose"]
