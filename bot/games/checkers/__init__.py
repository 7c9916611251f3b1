"""Captain's Checkers: the game of stacks. Rulings are numbered as in ``rulings.md`` beside this file.

``moving``: how stacks move and split, and what they reach; ``drawing``: positions drawn as text.
"""

from __future__ import annotations

from bot.games.core import ChoiceOption, Designer, Game, IntOption, SeatStyle

from . import actions, prompts, rules, squares, text
from .actions import BLACK, RED, SIDES, CheckersAction
from .book import BOOK
from .view import CheckersView

GAME: Game[CheckersAction, CheckersView] = Game.from_modules(
    actions,
    rules,
    text,
    prompts,
    squares,
    key="checkers",
    title="Captain’s Checkers",
    rules=1,
    tagline="Stack, split and capture: control three quarters of the checkers to win.",
    designer=Designer("an inventor who published it unsigned"),
    seats=SIDES,
    seat_styles={RED: SeatStyle(0xC8372D, "🔴"), BLACK: SeatStyle(0x33363F, "⚫")},
    people=(2, 2),
    plannable=True,
    options={
        "win": IntOption(
            "Percentage of the checkers you need to win; near 51, the first capture decides the game",
            51,
            100,
            75,
        ),
        "split": ChoiceOption(
            "any: split off as many checkers as you like. halves: split stacks only in half",
            ("any", "halves"),
            "any",
        ),
        "quiet": IntOption("Quiet turns in a row that make a draw (0 = never)", 0, 1000, 100),
    },
    book=BOOK,
    home_sides=True,
    drawable=True,
)
