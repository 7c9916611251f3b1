"""Why an action of Snorkels is refused: what is wrong, and what to do instead."""

from __future__ import annotations

from bot.games.core import occupied, place_now

from .actions import BOARD, PIE
from .state import SnorkelsPosition


def whose_turn(position: SnorkelsPosition) -> str:
    """Who is to act, for somebody who is not."""
    if position.phase == "stones":
        return "The stones fall first."
    return PIE.whose_turn(position.phase, position.mover)


def expected(position: SnorkelsPosition) -> str:
    """What is to be done instead of an action of another phase."""
    if position.phase == "choice":
        return PIE.choose
    if position.phase == "stones":
        return whose_turn(position)
    return place_now("a snorkel")


def placing(position: SnorkelsPosition, square: int) -> str:
    """Why no snorkel can go on ``square`` now; empty when one can (rulings 2 and 4)."""
    name, cells = BOARD.names[square], position.cells
    if cells[square]:
        what = "a stone" if cells[square] == "stone" else f"a {cells[square]} snorkel"
        return occupied(name, what)
    if position.phase == "opening" and all(cells[near] for near in BOARD.orthogonal[square]):
        return f"On {name} the opening snorkel could not breathe: choose a square with an empty neighbour."
    return ""
