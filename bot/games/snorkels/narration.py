"""What everybody is told of an action of Snorkels."""

from __future__ import annotations

from bot.games.core import HOST, Seat, Take
from bot.games.plurals import listed, plural

from .actions import BOARD, PIE, SnorkelsAction, Stones


def narrate(seat: Seat, action: SnorkelsAction) -> str:
    """``action`` of ``seat`` in a sentence."""
    match action:
        case Stones(squares):
            where = listed(BOARD.list(squares))
            return plural(len(squares), f"A stone fell on {where}.", f"Stones fell on {where}.")
        case Take(colour):
            return PIE.told(colour)
        case _ if seat == HOST:
            return f"The host placed the first purple snorkel on {action.square}."
        case _:
            return f"{seat.capitalize()} placed a snorkel on {action.square}."
