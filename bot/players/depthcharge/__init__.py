"""The computer player of Depth Charge."""

from __future__ import annotations

from typing import Final

from bot.games.depthcharge.actions import DepthChargeAction
from bot.games.depthcharge.view import DepthChargeView
from bot.players.player import ComputerPlayer

from .choosing import SeekerSettings, choose

LEVELS: Final = {
    "cabin-boy": SeekerSettings(200, 3, 60, 8, 1, 0.35),
    "deckhand": SeekerSettings(300, 4, 80, 12, 5, 0.3),
    "first-mate": SeekerSettings(500, 6, 100, 16, 40, 0.2),
    "captain": SeekerSettings(2000, 99, 300, 40, 300, 0.0),
}
"""The settings of each level."""

PLAYER: Final[ComputerPlayer[DepthChargeAction, DepthChargeView, SeekerSettings]] = ComputerPlayer(
    "depthcharge", 1, choose, LEVELS
)
