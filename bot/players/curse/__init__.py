"""The computer player of Captain's Curse.

- ``tides``: the land that can sink; ``board``: the sheet, as it is played on.
- ``prospects``: shapes of the columns and what they are still worth, from a table.
- ``policy``: the quick judgement of a turn; ``choosing``: the choice, by that and by playouts of close ones.
- ``review``: judges turns of finished games, and leads to a turn (hints).
"""

from __future__ import annotations

from typing import Final

from bot.players.player import ComputerPlayer, levels

from .choosing import PirateSettings, choose
from .review import REVIEWER, hint

PLAYER: Final = ComputerPlayer(3, choose, levels("curse", PirateSettings), reviewer=REVIEWER, hint=hint)
"""Chooses every action of Captain's Curse from the pirate's view."""
