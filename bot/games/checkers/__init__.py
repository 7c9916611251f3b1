"""Captain's Checkers: the game of stacks. Rulings are numbered as in ``rulings.md`` beside this file.

- ``moving``: how stacks move and split; ``reaching``: which squares they reach, as a view shows it.
- ``asking``: the picker's words; ``plans``: the rule book's last page; ``drawing``: positions drawn as text.
"""

from __future__ import annotations

from bot.games.core import ChoiceOption, Game, IntOption, SeatStyle

from . import prompts, squares, text
from .actions import BLACK, RED, SIDES, CheckersAction, parse
from .book import BOOK
from .rules import sides, start
from .view import CheckersView

GAME: Game[CheckersAction, CheckersView] = Game(
    key="checkers",
    title="Captain’s Checkers",
    rules=1,
    tagline="Stack, split and capture: whoever tops three quarters of all checkers wins.",
    seats=SIDES,
    seat_styles={RED: SeatStyle(0xC8372D, "🔴"), BLACK: SeatStyle(0x33363F, "⚫")},
    people=(2, 2),
    sides=sides,
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
    start=start,
    parse=parse,
    text=text.text,
    describe=text.describe,
    headline=text.headline,
    summary=text.summary,
    ending=text.ending,
    ask=prompts.ask,
    label=prompts.label,
    choice=prompts.choice,
    book=BOOK,
    page_for=text.page_for,
    describe_square=squares.look,
    details=text.details,
    home_sides=True,
    drawable=True,
)
