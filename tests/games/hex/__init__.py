"""Hex on 7×7 squares with the pie rule: a game that only the tests play, as small as a game can be.

Red joins the files a and g, blue the ranks 1 and 7; nobody can prevent both, so there is no draw.
"""

from __future__ import annotations

from bot.games.core import GUEST, HOST, Designer, Game, Page, SeatStyle

from . import actions, rules, squares, text
from .actions import BLUE, COLOURS, PIE, RED, HexAction
from .view import HexView

GAME: Game[HexAction, HexView] = Game.from_modules(
    actions,
    rules,
    text,
    text,
    squares,
    key="hex",
    title="Hex",
    rules=1,
    tagline="Two colours, two pairs of sides: join yours with an unbroken chain of stones.",
    designer=Designer("Piet Hein", published="1942"),
    seats=COLOURS,
    seat_styles={
        RED: SeatStyle(0xC8372D, "🔴"),
        BLUE: SeatStyle(0x3D7EC8, "🔵"),
        HOST: SeatStyle(0xE0A526, "🟡"),
        GUEST: SeatStyle(0x6B7A8F, "⚪"),
    },
    people=(2, 2),
    options={"pie": PIE.option},
    book=(
        Page(
            "rules",
            "Hex",
            "Red and blue place a stone each in turn. A square touches the four beside it, and those up and "
            "to the left and down and to the right. Red wins by a chain from file a to file g, blue by one "
            "from rank 1 to rank 7. The host opens for red, and the guest then takes either colour.",
        ),
    ),
)
