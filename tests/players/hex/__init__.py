"""A small computer player of Hex: it compares how many stones each colour still needs."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from random import Random
from typing import Final

from bot.games.core import HOST, Place, Placement, Seat, Take
from bot.players.player import Alternative, Choice, ComputerPlayer, Legal
from tests.games.hex.actions import BOARD, PIE, RED, HexAction
from tests.games.hex.view import HexView

STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, -1), (-1, 1))
SHOWN: Final = 3
"""The alternatives that a choice names."""


@dataclass(frozen=True, slots=True)
class HexSettings:
    """How many of the legal squares a level looks at."""

    budget: int


def choose(view: HexView, legal: Legal[HexAction], rng: Random, settings: HexSettings) -> Choice[HexAction]:
    """The best of some squares, drawn by lot; red, if there is a colour to choose."""
    assert view.viewer is not None
    assert not isinstance(legal, Placement)
    if view.phase == "choice":
        return Choice(Take(RED), value(view.cells, RED), line=(Take(RED),))
    colour = RED if view.viewer == HOST else view.viewer
    found = [
        Alternative(action, value(_placed(view.cells, action, colour), colour))
        for action in rng.sample(legal, min(settings.budget, len(legal)))
    ]
    found.sort(key=lambda each: -each.value)
    best = found[0]
    return Choice(best.action, best.value, tuple(found[:SHOWN]), (best.action,), best.value in (0.0, 1.0))


def value(cells: tuple[Seat | None, ...], colour: Seat) -> float:
    """What a position is worth to ``colour``, by the stones that each colour still needs."""
    mine, theirs = needed(cells, colour), needed(cells, PIE.other(colour))
    return 1.0 if mine == 0 else 0.0 if theirs == 0 else theirs / (mine + theirs)


def needed(cells: tuple[Seat | None, ...], colour: Seat) -> float:
    """The fewest stones that join the sides of ``colour``."""
    goal = 0 if colour == RED else 1
    costs = {
        square: inf if held == PIE.other(colour) else float(held is None) for square, held in enumerate(cells)
    }
    least = {square: costs[square] if BOARD.place(square)[goal] == 0 else inf for square in costs}
    changed = True
    while changed:
        changed = False
        for square in costs:
            column, row = BOARD.place(square)
            near = [BOARD.at(column + right, row + up) for right, up in STEPS]
            through = min(least[at] for at in near if at is not None) + costs[square]
            if through < least[square]:
                least[square], changed = through, True
    return min(least[square] for square in costs if BOARD.place(square)[goal] == BOARD.columns - 1)


def _placed(cells: tuple[Seat | None, ...], action: HexAction, colour: Seat) -> tuple[Seat | None, ...]:
    assert isinstance(action, Place)
    square = BOARD.read(action.square)
    return (*cells[:square], colour, *cells[square + 1 :])


PLAYER: Final[ComputerPlayer[HexAction, HexView, HexSettings]] = ComputerPlayer(
    version=1,
    choose=choose,
    levels={
        "cabin-boy": HexSettings(1),
        "deckhand": HexSettings(3),
        "first-mate": HexSettings(8),
        "captain": HexSettings(49),
    },
)
