"""The computer player of Drown, Captain Crackers!: the crew's seats and the captain's.

- ``board``: water, sandbags and ways as bit masks; ``position``: whose turn it is, and what may be done.
- ``judgement``: how well the crew stands at a glance; ``outlook``: its chance to win, as learnt;
  ``search``: what comes next; ``choosing``: the choice, and how far each level sees.
- ``review``: judges turns of finished games, and leads to a turn (hints).
"""

from __future__ import annotations

from typing import Final

from bot.players.player import ComputerPlayer, levels

from .choosing import CrackersSettings, advice, choose
from .outlook import LEARNT
from .review import REVIEWER, advised, hint

PLAYER: Final = ComputerPlayer(
    version=10,
    choose=choose,
    levels=levels("crackers", CrackersSettings),
    reviewer=REVIEWER,
    hint=hint,
    advised=advised,
    advice=advice,
    learnt=LEARNT,
)
