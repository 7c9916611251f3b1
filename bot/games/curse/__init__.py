"""Captain's Curse: the solo game of a sinking island. Rulings are numbered as in ``rulings.md`` here.

- ``island``: the map and what follows from it; ``score``; ``dice``: those of a seed.
- ``tidings``: an action in words; ``why``: why one is refused.
"""

from __future__ import annotations

from bot.games.core import DailyChallenge, Game, IntOption, SeatStyle

from . import squares, text
from .actions import PIRATE, CurseAction, parse
from .book import BOOK
from .rules import sides, start
from .score import SCORES
from .view import CurseView

GAME: Game[CurseAction, CurseView] = Game(
    key="curse",
    title="Captain’s Curse",
    rules=1,
    tagline="One pirate loots the Captain’s island before the curse sinks it: a roll-and-write for one.",
    seats=(PIRATE,),
    seat_styles={PIRATE: SeatStyle(0xB8862B, "🏴‍☠️")},
    people=(1, 1),
    sides=sides,
    options={
        "seed": IntOption(
            "A number that fixes every roll: the same number gives the same dice", 0, 2**53 - 1, None
        ),
    },
    start=start,
    parse=parse,
    text=text.text,
    describe=text.describe,
    headline=text.headline,
    summary=text.summary,
    ending=text.ending,
    ask=text.ask,
    label=text.label,
    book=BOOK,
    page_for=text.page_for,
    describe_square=squares.look,
    details=squares.details,
    scores=SCORES,
    daily=DailyChallenge(noun="curse", chance="dice", emblem="🏴‍☠️"),
)
