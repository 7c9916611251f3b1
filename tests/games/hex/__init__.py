"""Hex on 7×7 squares with the pie rule: a minimal game that only the tests play.

Red joins the columns a and g, blue the rows 1 and 7; nobody can prevent both, so there is no draw.
"""

from __future__ import annotations

from bot.games.core import HOST, Diagram, Game, Page, Place

from . import actions, rules, squares, text
from .actions import COLOURS, HexAction
from .view import HexView

GAME: Game[HexAction, HexView] = Game.from_folder(
    __name__,
    actions,
    rules,
    text,
    squares,
    seats=COLOURS,
    book=(
        Page(
            "in-a-minute",
            "In a Minute",
            "Two players take turns to place a stone. A square touches the four beside it, and those up and "
            "to the left and down and to the right. Red wins with a chain from column a to column g, blue "
            "with one from row 1 to row 7. The host opens for red, and the guest then picks a colour.",
            (Diagram(rules.HexState().play(HOST, Place("c3")).view_for(None), "The host opened on c3."),),
        ),
    ),
)
