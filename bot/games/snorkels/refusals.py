"""Why an action of Snorkels is refused: what is wrong, and what to do instead."""

from __future__ import annotations

from bot.games.core import occupied, place_now
from bot.games.plurals import plural

from .actions import BOARD, PIE
from .state import SnorkelsPosition


def whose_turn(position: SnorkelsPosition) -> str:
    """The refusal for somebody who acts out of turn."""
    if position.phase == "stones":
        return "The stones have to fall first."
    return PIE.whose_turn(position.phase, position.mover)


def expected(position: SnorkelsPosition) -> str:
    """The refusal for an action of another phase."""
    match position.phase:
        case "choice":
            return PIE.choose
        case "stones":
            return whose_turn(position)
        case _:
            return place_now("a snorkel")


def stone_count(stones: int) -> str:
    """The refusal for any other number of falling stones."""
    return plural(
        stones, "Exactly 1 stone falls in this game.", f"Exactly {stones} stones fall in this game."
    )


def placing(position: SnorkelsPosition, square: int) -> str:
    """Why no snorkel can be placed on ``square`` now; empty if one can (rulings 2 and 4)."""
    name, cells = BOARD.names[square], position.cells
    if cells[square]:
        return occupied(name, "a stone" if cells[square] == "stone" else f"a {cells[square]} snorkel")
    if position.phase == "opening" and all(cells[near] for near in BOARD.orthogonal[square]):
        return f"A snorkel on {name} would have no air. Choose a square with an empty square next to it."
    return ""
