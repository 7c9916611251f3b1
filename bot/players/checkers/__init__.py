"""The computer player of Captain's Checkers.

- ``board``: stacks that turns change in place; ``search``: alpha-beta with captures to the end.
- ``choosing``: the levels' choices.
- ``review``: judges turns of finished games, and leads to a turn (hints); ``text``: the sentences.
"""

from __future__ import annotations

from typing import Final

from bot.games.checkers.actions import CheckersAction
from bot.games.checkers.view import CheckersView
from bot.players.player import ComputerPlayer

from .choosing import CheckersSettings, choose
from .review import REVIEWER, hint

LEVELS: Final = {
    "cabin-boy": CheckersSettings(budget=5_000, depth=1, captures=0, candidates=30, temperature=4.5),
    "deckhand": CheckersSettings(
        budget=10_000, depth=2, captures=4, candidates=4, temperature=1.6, oversight=0.6
    ),
    "first-mate": CheckersSettings(
        budget=10_000, depth=2, captures=4, candidates=3, temperature=0.3, oversight=0.06
    ),
    "captain": CheckersSettings(budget=100_000),
}
"""The settings of the four levels.

The Cabin Boy sees what its own turn gains. The Deckhand and the First Mate see a reply and a few captures
beyond it; of its possible turns, the Deckhand thinks two in five through, the First Mate nearly all.
"""

PLAYER: Final[ComputerPlayer[CheckersAction, CheckersView, CheckersSettings]] = ComputerPlayer(
    game="checkers",
    version=3,
    choose=choose,
    levels=LEVELS,
    reviewer=REVIEWER,
    hint=hint,
    # 12 checkers behind. From 11 behind, a First Mate has still won against another.
    lost=0.16,
)
