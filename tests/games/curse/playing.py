"""Playing Captain's Curse in tests: games told as lines of notation, and positions set up directly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.core import CHANCE, IllegalAction
from bot.games.curse.actions import PIRATE, TREASURES, Loot, parse
from bot.games.curse.rules import CurseState
from bot.games.curse.score import ROWS, VALUES


def play(state: CurseState, *texts: str) -> CurseState:
    """``state`` after these actions; rolls are chance's, all else the pirate's."""
    for text in texts:
        state = state.play(CHANCE if text.startswith("roll") else PIRATE, parse(text))
    return state


def refused(why: str, state: CurseState, *texts: str) -> None:
    """The last of these actions is refused with this sentence, or one that begins with it."""
    with pytest.raises(IllegalAction, match=why):
        play(state, *texts)


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


def texts(state: CurseState) -> list[str]:
    """The pirate's legal actions, in notation."""
    return [str(action) for action in state.legal(PIRATE)]


def dice(state: CurseState) -> set[str]:
    """The ways to take a die that are legal now."""
    return {action.taken for action in state.legal(PIRATE) if isinstance(action, Loot)}


def space(treasure: str, skip: int = 0) -> int:
    """The number of a space with ``treasure``."""
    return [place.number for place in CurseState().sheet.spaces if place.treasure == treasure][skip]


def bits(*numbers: int) -> int:
    """Spaces as bits."""
    return sum(1 << number - 1 for number in numbers)
