"""The computer player of Captain's Curse.

- ``tides``: the land that can sink; ``board``: the sheet, as it is played on.
- ``prospects``: shapes of the columns and what they are still worth, from a table.
- ``outlook``: what a position is worth by what was learnt; ``policy``: a quick judgement by formulas.
- ``choosing``: the choice, by either.
- ``hindsight``: the best game with dice that are known, once a day is over.
- ``review``: judges turns of finished games, and leads to a turn (hints).
"""

from __future__ import annotations

from typing import Final

from bot.players.player import ComputerPlayer, levels

from . import prospects
from .choosing import PirateSettings, choose
from .hindsight import best_known
from .outlook import LEARNT
from .review import REVIEWER, hint

PLAYER: Final = ComputerPlayer(
    6,
    choose,
    levels("curse", PirateSettings),
    reviewer=REVIEWER,
    hint=hint,
    hindsight=best_known,
    learnt=LEARNT,
    needed=prospects.FILE,
)
"""Chooses every action of Captain's Curse from the pirate's view."""
