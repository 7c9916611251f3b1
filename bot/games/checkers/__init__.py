"""Captain's Checkers: the game of stacks. Rulings are numbered as in ``rulings.md`` beside this file.

``moving``: how stacks move and split, and what they reach.
"""

from __future__ import annotations

from bot.games.core import ChoiceOption, Designer, Game, IntOption, SeatStyle

from . import actions, book, prompts, rules, text
from .actions import BLACK, RED, SIDES, CheckersAction
from .view import CheckersView

GAME: Game[CheckersAction, CheckersView] = Game.from_modules(
    actions,
    book,
    rules,
    text,
    prompts,
    key="checkers",
    title="Captain’s Checkers",
    rules=1,
    tagline="Stack, split and capture: control three quarters of the checkers to win.",
    designer=Designer("an anonymous inventor"),
    seats=SIDES,
    seat_styles={RED: SeatStyle(0xC8372D, "🔴"), BLACK: SeatStyle(0x33363F, "⚫")},
    people=(2, 2),
    plannable=True,
    options={
        "win": IntOption(
            "Percentage of the checkers you need to win. Near 51, the first capture decides the game",
            51,
            100,
            75,
        ),
        "split": ChoiceOption(
            "Any: split off as many checkers as you like. Halves: split stacks only in half",
            ("any", "halves"),
            "any",
        ),
        "quiet": IntOption(
            "The game is a draw after this many turns in which nothing changes hands (0 = never)",
            0,
            1000,
            100,
        ),
    },
    book=book.BOOK,
    home_sides=True,
    drawable=True,
)
