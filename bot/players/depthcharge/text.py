"""What the computer player of Depth Charge says as a teacher: reasons in reviews, and hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.plurals import listed, plural

RISKED_ALL: Final = (
    "One more miss would have lost the game, and it wasn’t certain that there was a mine on this square."
)
LITTLE_NEWS: Final = "A sounding there couldn’t reveal much that wasn’t already known."
TOO_SLOW: Final = "This doesn’t bring the boat any closer to the mines."

LOOK_AT_CERTAIN: Final = "Put your reports together: one square is certain to hold a mine."
LOOK_AT_CHARGE: Final = "Look at the squares beside your boat: which one could well hold a mine?"
LOOK_AT_DISTANCE: Final = (
    "Put your reports together: they prove where a mine is. Now the question is how to get close to it."
)
LOOK_AT_BERTH: Final = (
    "Your boat would be more use somewhere else. Where could it sound or drop a charge next?"
)
LOOK_AT_DOUBT: Final = "You can’t be sure of every mine yet. Where would a sounding tell you the most?"
LOOK_AT_SOUNDING: Final = "Think about where a sounding would help you."


def _share(odds: float) -> str:
    return plural(max(round(100 * odds), 1), "once in 100 times", f"{round(100 * odds)} times out of 100")


def charged(square: str, odds: float) -> str:
    if odds <= 0:
        return f"Going by the reports, there couldn’t be a mine on {square}."
    return f"Going by the reports, {square} has a mine only {_share(odds)}."


def sails_over(odds: float) -> str:
    return f"Going by the reports, this hits a mine {_share(odds)}."


def misses_charge(square: str, odds: float) -> str:
    if odds >= 1:
        return f"This leaves the mine on {square} alone, although it was certain to be there."
    return f"This leaves {square} alone, although it has a mine {_share(odds)}."


def near(squares: Sequence[str]) -> str:
    return f"The best square is {listed(squares, 'or')}."


def goal_column(square: str) -> str:
    return f"Look at column {square[0]}."


def charge(square: str) -> str:
    return f"Drop a depth charge on {square}."


def sound(square: str) -> str:
    return f"Sound {square}."


def move(square: str) -> str:
    return f"Move your boat to {square}."
