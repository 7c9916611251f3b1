"""Captain's Curse: the solo game of a sinking island. Rulings are numbered as in ``rulings.md`` here.

``island``: the map and its geometry; ``score``: points, goals and titles.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from bot.games.core import DailyChallenge, Designer, Game, IntOption, SeatStyle

from . import actions, book, prompts, rules, squares, text
from .actions import PIRATE, CurseAction
from .score import SCORES
from .view import CurseView

NEWEST: Final[Game[CurseAction, CurseView]] = Game.from_modules(
    actions,
    book,
    rules,
    text,
    prompts,
    squares,
    key="curse",
    title="Captain’s Curse",
    rules=2,
    tagline="Loot the Captain’s island before the curse sinks it: a roll-and-write game for one pirate.",
    designer=Designer("Steven Aramini"),
    seats=(PIRATE,),
    seat_styles={PIRATE: SeatStyle(0xB8862B, "🏴‍☠️")},
    people=(1, 1),
    options={
        "seed": IntOption(
            "A number that fixes the dice: the same number always gives the same rolls", 0, 2**53 - 1, None
        ),
    },
    book=book.BOOK,
    scores=SCORES,
    daily=DailyChallenge(noun="curse", chance="dice", emblem="🏴‍☠️"),
)
GAME: Final = replace(NEWEST, older=(replace(NEWEST, rules=1, start=partial(rules.start, edition=1)),))
"""The game on its newest map, which also knows the first one (rulings, The first map)."""
