"""What the computer player of Depth Charge says as a teacher: reasons in reviews, and hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.plurals import listed

RISKED_ALL: Final = "One more miss loses, and what was known didn’t make this square safe to charge."
LITTLE_NEWS: Final = "A sounding there could tell little that wasn’t known."
TOO_SLOW: Final = "It brings the boat no nearer to the mines."

LOOK_AT_CERTAIN: Final = "Put your reports together: one square is certain to hold a mine."
LOOK_AT_LIKELY: Final = (
    "Put your reports together: one square beside your boat is more likely mined than the rest."
)
LOOK_AT_DISTANCE: Final = "You know enough about where mines can be. The question is how to get there safely."
LOOK_AT_DOUBT: Final = "Too much is still open. Where would a sounding tell you the most?"


def _share(odds: float) -> str:
    """Odds as a share of all layouts that fit what was known."""
    return f"{max(round(100 * odds), 1)} of 100 layouts"


def charged(square: str, odds: float) -> str:
    if odds <= 0:
        return f"By what was known, {square} couldn’t hold a mine."
    return f"By what was known, {square} held a mine in only {_share(odds)}."


def sails_over(odds: float) -> str:
    return f"By what was known, it runs into a mine in {_share(odds)}."


def misses_charge(square: str, odds: float) -> str:
    if odds >= 1:
        return f"It leaves the mine on {square} alone, which was certain by then."
    return f"It leaves {square} alone, which held a mine in {_share(odds)}."


def near(squares: Sequence[str]) -> str:
    return f"It’s one of {listed(squares, 'or')}."


def goal_column(square: str) -> str:
    return f"Look at column {square[0]}."


def charge(square: str) -> str:
    return f"Drop a depth charge on {square}."


def sound(square: str) -> str:
    return f"Sound {square}."


def move(square: str) -> str:
    return f"Move your boat to {square}."
