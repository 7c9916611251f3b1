"""Captain's Checkers: the game of stacks. Rulings are numbered as in ``rulings.md`` beside this file.

``moving``: how stacks move and split, and what they reach; ``plans``: the rule book's last page; ``drawing``:
positions drawn as text.
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
    tagline="Stack, split and capture: whoever tops three quarters of all checkers wins.",
    designer=Designer("an inventor who did not sign the rules"),
    seats=SIDES,
    seat_styles={RED: SeatStyle(0xC8372D, "🔴"), BLACK: SeatStyle(0x33363F, "⚫")},
    people=(2, 2),
    options={
        "win": IntOption(
            "Per cent of all checkers to control for a win; near 51 the first capture decides", 51, 100, 75
        ),
        "split": ChoiceOption(
            "any: lift any number off a stack. halves: only half of it, rounded up or down",
            ("any", "halves"),
            "any",
        ),
        "quiet": IntOption(
            "Turns on end that leave both shares alone and so make a draw; 0 = no draws", 0, 1000, 100
        ),
    },
    book=BOOK,
    home_sides=True,
    drawable=True,
)
