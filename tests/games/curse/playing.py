"""Playing Captain's Curse in tests: games told as lines of notation, and positions set up directly."""

from __future__ import annotations

from dataclasses import replace

from bot.games.curse.actions import PIRATE, TREASURES, Loot
from bot.games.curse.rules import CurseState
from bot.games.curse.score import ROWS, VALUES


def columns(*told: str) -> CurseState:
    """A position before a roll whose columns are as told, six words such as ``X5..``: from the top,

    a digit is circled, ``X`` crossed out, ``.`` unmarked. The island is untouched, so no space is looted.
    """
    depths, circled = [], 0
    for column, word in enumerate(told):
        depth = 0
        for row, sign in enumerate(word):
            if sign != ".":
                depth = row + 1
            if sign.isdigit():
                assert VALUES[column][row] == int(sign), f"{TREASURES[column]} has no {sign} in row {row}"
                circled |= 1 << column * ROWS + row
        depths.append(depth)
    return replace(CurseState(), depths=tuple(depths), circled=circled)


def dice(state: CurseState) -> set[str]:
    """The ways to take a die that are legal now."""
    return {action.taken for action in state.legal(PIRATE) if isinstance(action, Loot)}


def space(treasure: str, skip: int = 0) -> int:
    """The number of a space with ``treasure``."""
    return [place.number for place in CurseState().sheet.spaces if place.treasure == treasure][skip]


def bits(*numbers: int) -> int:
    """Spaces as bits."""
    return sum(1 << number - 1 for number in numbers)
