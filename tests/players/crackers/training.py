"""How Crackers' chances are learnt: from games that the player plays with itself in C (``learning.c``).

The helper plays as the player does, move by move; ``test_helper.py`` compares them. Nine in ten games are
between First Mates or Captains, the others between Deckhands, and one in five goes by dry ways. In half of
them a seat now and then plays at random, so that blunders are learnt, too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bot.games.crackers.board import USUAL, layout
from bot.players.crackers.outlook import LAYOUTS, LEARNT
from tests.players.train import Training


def stations() -> str:
    """The layouts, and the rounds that are even on each by dry ways and through water."""
    lines = []
    for name in LAYOUTS:
        sheet = layout(name)
        even = (sheet.even_between[path][USUAL] for path in ("dry", "wade"))
        numbers = sheet.grid.columns, sheet.grid.rows, sheet.pod, sheet.control, *sheet.leaks, *even
        lines.append(" ".join(map(str, numbers)))
    return "\n".join(lines)


TRAINING: Final = Training(
    LEARNT, Path(__file__).with_name("learning.c"), stations, games=7_500, games_a_second=25
)
