"""The computer player of Depth Charge."""

from __future__ import annotations

from typing import Final

from bot.games.depthcharge.actions import DepthChargeAction
from bot.games.depthcharge.view import DepthChargeView
from bot.players.player import ComputerPlayer

from .choosing import SeekerSettings, choose

LEVELS: Final = {
    "cabin-boy": SeekerSettings(100, 1, 40, 6, 1.0),
    "deckhand": SeekerSettings(200, 2, 60, 10, 0.5),
    "first-mate": SeekerSettings(500, 4, 100, 16, 0.2),
    "captain": SeekerSettings(2000, 99, 300, 40, 0.0),
}
"""The settings of each level."""

PLAYER: Final[ComputerPlayer[DepthChargeAction, DepthChargeView, SeekerSettings]] = ComputerPlayer(
    "depthcharge", 1, choose, LEVELS
)
