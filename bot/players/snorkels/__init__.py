"""The computer player of Snorkels.

- ``board``: positions in bits; ``solver``: exact search for forced wins; ``search``: Monte Carlo tree search.
- ``net``: what was learnt; ``tree``: search with proofs that it guides, for the Captain, reviews and hints.
- ``choice``: what is played, the opening and the colour included, at each level.
- ``review``: judges turns of finished games, and leads to a turn (hints).
"""

from __future__ import annotations

from typing import Final

from bot.players.player import ComputerPlayer, levels

from .choice import SnorkelsSettings, choose
from .net import LEARNT
from .review import REVIEWER, hint

PLAYER: Final = ComputerPlayer(
    version=5,
    choose=choose,
    levels=levels("snorkels", SnorkelsSettings),
    reviewer=REVIEWER,
    hint=hint,
    learnt=LEARNT,
)
