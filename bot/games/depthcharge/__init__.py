"""Depth Charge: the hidden-mines game. Rulings are numbered as in ``rulings.md`` beside this file.

- ``waters``: the lake; ``sonar``: the report of a sounding.
- ``orders``: a boat that sails on by itself.
- ``notebook``: what the reports prove.
"""

from __future__ import annotations

from bot.games.core import ChoiceOption, Designer, Game, IntOption, SeatStyle

from . import actions, book, prompts, rules, squares, text
from .actions import NORTH, SEATS, SOUTH, DepthChargeAction
from .orders import ORDERS
from .view import DepthChargeView

GAME: Game[DepthChargeAction, DepthChargeView] = Game.from_modules(
    actions,
    book,
    rules,
    text,
    prompts,
    squares,
    key="depthcharge",
    title="Depth Charge",
    rules=1,
    tagline="Two patrol boats on Lake Ashtapada: listen for hidden mines and destroy them all.",
    designer=Designer("David E. Witcher", published="SDG, 2006"),
    seats=SEATS,
    seat_styles={SOUTH: SeatStyle(0xD9483B, "🔻"), NORTH: SeatStyle(0x3D7DD8, "🔷")},
    people=(2, 2),
    options={
        "mines": IntOption("How many mines each side hides", 3, 7, 5),
        "islands": IntOption("How many islands each side places before laying mines", 0, 6, 0),
        "misses": IntOption("How many missed depth charges lose the game", 1, 3, 2),
        "quiet": IntOption(
            "The game is a draw after this many turns with no mine destroyed (0 = never)", 0, 500, 100
        ),
        "sonar": ChoiceOption(
            "On: a Sonar Officer marks on your own chart what the reports prove", ("off", "on"), "off"
        ),
    },
    book=book.BOOK,
    standing=ORDERS,
    home_sides=True,
    drawable=True,
    secrets=True,
    note_kinds={"possible": "?", "clear": "–", "mine": "!"},
)
