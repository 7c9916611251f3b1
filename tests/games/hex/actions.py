"""Hex's actions and their notation: a square, or a colour to take."""

from __future__ import annotations

from typing import Final, TypeAlias

from bot.games.core import PieRule, Place, Seat, Take, UsageError, grid, normalize, read_place

BOARD: Final = grid(7, 7)
RED: Final = Seat("red")
BLUE: Final = Seat("blue")
COLOURS: Final = (RED, BLUE)
PIE: Final = PieRule(COLOURS, "The first red stone is placed next.", str)

HexAction: TypeAlias = Place | Take


def parse(text: str) -> HexAction:
    """The action written as ``text``.

    :raises NotationError: when it is no action.
    """
    words = normalize(text[:40]).split()
    if take := PIE.read(words):
        return take
    if len(words) != 1 or len(text) > 40:
        raise UsageError("Type one square, such as d4, or pick a colour: “take red” or “take blue”.")
    return read_place(BOARD, words[0])
