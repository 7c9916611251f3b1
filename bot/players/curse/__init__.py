"""The computer player of Captain's Curse.

- ``tides``: the land that can sink; ``board``: the sheet, as it is played on.
- ``prospects``: shapes of the columns and what they are still worth, from a table.
- ``policy``: the quick judgement of a turn; ``choosing``: the choice, by that and by playouts of close ones.
- ``review``: judges turns of finished games; ``text``: the sentences.
"""

from __future__ import annotations

from typing import Final

from bot.games.curse.actions import CurseAction
from bot.games.curse.view import CurseView
from bot.players.player import ComputerPlayer

from .choosing import PirateSettings, choose
from .review import REVIEWER

LEVELS: Final = {
    "cabin-boy": PirateSettings(budget=10, foresight=0.0, temperature=0.9),
    "deckhand": PirateSettings(budget=10, foresight=0.22, temperature=0.8),
    "first-mate": PirateSettings(budget=20, foresight=0.5, temperature=0.55),
    "captain": PirateSettings(budget=300, considered=4),
}
"""The settings of each level. The Cabin Boy sees what a turn brings at once, the others more beyond."""

PLAYER: Final[ComputerPlayer[CurseAction, CurseView, PirateSettings]] = ComputerPlayer(
    "curse", 3, choose, LEVELS, reviewer=REVIEWER
)
"""Chooses every action of Captain's Curse from the pirate's view."""
