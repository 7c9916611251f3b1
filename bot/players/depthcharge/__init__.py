"""The computer player of Depth Charge.

- ``board``: the lake as numbers; ``posterior``: the layouts that explain what was heard.
- ``seeking``: what each turn is worth; ``choosing``: the choice of a level, and where it hides.
- ``review``: judges turns of finished games, and leads to a turn (hints).
"""

from __future__ import annotations

from typing import Final

from bot.players.player import ComputerPlayer, levels

from .choosing import SeekerSettings, choose
from .review import REVIEWER, hint

PLAYER: Final = ComputerPlayer(4, choose, levels("depthcharge", SeekerSettings), reviewer=REVIEWER, hint=hint)
