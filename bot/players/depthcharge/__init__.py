"""The computer player of Depth Charge.

- ``board``: the lake as numbers; ``posterior``: the layouts that explain what was heard.
- ``seeking``: what each turn is worth; ``choosing``: the choice of a level, and where it hides.
- ``review``: judges turns of finished games, and leads to a turn (hints); ``text``: the sentences.
"""

from __future__ import annotations

from typing import Final

from bot.games.depthcharge.actions import DepthChargeAction
from bot.games.depthcharge.view import DepthChargeView
from bot.players.player import ComputerPlayer

from .choosing import SeekerSettings, choose
from .review import REVIEWER, hint

LEVELS: Final = {
    "cabin-boy": SeekerSettings(
        budget=200, reports=2, weighed=60, sailed=8, layouts=1, temperature=0.3, hunch=0.11
    ),
    "deckhand": SeekerSettings(
        budget=300, reports=3, weighed=80, sailed=12, layouts=20, temperature=0.21, hunch=0.15
    ),
    "first-mate": SeekerSettings(
        budget=500, reports=7, weighed=120, sailed=20, layouts=80, temperature=0.16, hunch=0.5
    ),
    "captain": SeekerSettings(
        budget=2000, reports=1000, weighed=300, sailed=40, layouts=300, temperature=0.0, hunch=1.0
    ),
}
"""The settings of each level."""

PLAYER: Final[ComputerPlayer[DepthChargeAction, DepthChargeView, SeekerSettings]] = ComputerPlayer(
    "depthcharge", 4, choose, LEVELS, reviewer=REVIEWER, hint=hint
)
