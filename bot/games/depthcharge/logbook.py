"""What a player has found out of the enemy’s water, in lines for them alone; where they may keep marks."""

from __future__ import annotations

from typing import Final

from .actions import BOARD, SEATS
from .soundings import series
from .view import DepthChargeView
from .waters import HALVES, HARBOURS, enemy

ROOM: Final = 1200
"""Characters of the list of reports; the oldest give way."""


def markable(view: DepthChargeView) -> tuple[str, ...]:
    """Squares where an enemy mine can have been laid, while the game is on and ``view`` is a player’s."""
    if view.viewer not in SEATS or view.phase != "play":
        return ()
    rival = enemy(view.viewer)
    return BOARD.list(HALVES[rival] - {HARBOURS[rival]} - {BOARD.read(n) for n in view.side(rival).islands})


def findings(view: DepthChargeView) -> tuple[str, ...]:
    """The viewer's soundings with their answers, oldest first; what the Sonar Officer has proved."""
    if view.viewer not in SEATS or view.phase != "play":
        return ()
    heard = series(view, view.viewer)
    lines = []
    if heard:
        shown = list(heard)
        while len(listed := " · ".join(shown)) > ROOM:
            shown.pop(0)
        earlier = f"({len(heard) - len(shown)} earlier) " if len(shown) < len(heard) else ""
        lines.append(f"Your soundings: {earlier}{listed}")
    if view.proof is not None:
        if view.proof.mines:
            lines.append(f"Proved to hold a mine: {', '.join(view.proof.mines)}")
        if view.proof.empty:
            lines.append(f"Proved empty: {', '.join(view.proof.empty)}")
    return tuple(lines)
