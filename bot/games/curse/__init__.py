"""Captain's Curse: the solo game of a sinking island. Rulings are numbered as in ``rulings.md`` here.

``island``: the map and its geometry; ``score``: points, goals and titles.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from bot.games.core import DailyChallenge, Game
from bot.languages import gettext_noop

from . import actions, book, prompts, reasons, rules, squares, text
from .actions import PIRATE, CurseAction
from .score import SCORES
from .view import CurseView

NEWEST: Final[Game[CurseAction, CurseView]] = Game.from_folder(
    __name__,
    actions,
    book,
    rules,
    text,
    prompts,
    squares,
    reasons,
    seats=(PIRATE,),
    scores=SCORES,
    daily=DailyChallenge(
        title=gettext_noop("The daily curse"),
        button=gettext_noop("Today’s Curse"),
        description="Today’s curse: the same dice for everyone, one attempt each",
        chance=gettext_noop("the same dice"),
        emblem="🏴‍☠️",
    ),
)
GAME: Final = replace(NEWEST, older=(replace(NEWEST, rules=1, start=partial(rules.start, edition=1)),))
"""The game on its newest map, which also knows the first one (rulings, The first map)."""
