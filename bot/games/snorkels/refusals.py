"""Why an action of Snorkels is refused: what is wrong, and what to do instead."""

from __future__ import annotations

from .actions import BOARD, PIE
from .state import SnorkelsPosition


def whose_turn(position: SnorkelsPosition) -> str:
    """Who is to act, for somebody who is not."""
    match position.phase:
        case "stones":
            return "The stones fall first."
        case "opening":
            return PIE.waiting["opening"]
        case "choice":
            return "The guest takes a colour first."
        case _:
            return f"It is {position.mover}’s turn."


def expected(position: SnorkelsPosition) -> str:
    """What is to be done instead of an action of another phase."""
    if position.phase == "choice":
        return PIE.choose
    if position.phase == "stones":
        return whose_turn(position)
    return "Place a snorkel now: name an empty square, such as d4."


def placing(position: SnorkelsPosition, square: int) -> str:
    """Why no snorkel can go on ``square`` now; empty when one can (rulings 2 and 4)."""
    name, cells = BOARD.names[square], position.cells
    if cells[square]:
        what = "a stone" if cells[square] == "stone" else f"a {cells[square]} snorkel"
        return f"{name} already holds {what}: choose an empty square."
    if position.phase == "opening" and all(cells[near] for near in BOARD.orthogonal[square]):
        return f"On {name} the opening snorkel could not breathe: choose a square with an empty neighbour."
    return ""
