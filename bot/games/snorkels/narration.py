"""What everybody is told of an action of Snorkels."""

from __future__ import annotations

from bot.games.core import HOST, Seat, Take
from bot.games.plurals import listed

from .actions import BOARD, PIE, SnorkelsAction, Stones


def narrate(seat: Seat, action: SnorkelsAction) -> str:
    """``action`` of ``seat`` in a sentence."""
    match action:
        case Stones(squares):
            what = "A stone fell" if len(squares) == 1 else "Stones fell"
            return f"{what} on {listed(BOARD.list(squares))}."
        case Take(colour):
            return PIE.told(colour)
        case _:
            who = "The host" if seat == HOST else seat.capitalize()
            what = "the first purple snorkel" if seat == HOST else "a snorkel"
            return f"{who} placed {what} on {action.square}."
