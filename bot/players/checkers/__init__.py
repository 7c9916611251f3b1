"""The computer player of Captain's Checkers.

- ``board``: stacks that turns change in place, and what their places are worth.
- ``search``: alpha-beta with captures to the end.
- ``choosing``: the levels' choices.
- ``review``: judges turns of finished games, and leads to a turn (hints).
"""

from __future__ import annotations

from typing import Final

from bot.players.player import ComputerPlayer, levels

from .choosing import CheckersSettings, choose
from .review import REVIEWER, hint

PLAYER: Final = ComputerPlayer(
    version=6,
    choose=choose,
    levels=levels("checkers", CheckersSettings),
    reviewer=REVIEWER,
    hint=hint,
    # 12 checkers behind. From 11 behind, a First Mate has still won against another.
    lost=0.16,
)
