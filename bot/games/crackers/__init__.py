"""Drown, Captain Crackers!: the game of water. Rulings are numbered as in ``rulings.md`` beside this file.

- ``board``: its printed sheets; sandbags, water and crew at one moment; ``water`` and
  ``walking``: where water and crew can go; ``turns``: what the captain may do; ``orders``: a crew member
  who stays until something changes.
"""

from __future__ import annotations

from bot.games.core import Game
from bot.languages import gettext

from . import actions, book, prompts, reasons, rules, squares, text
from .actions import CAPTAIN, SEATS, CrackersAction
from .orders import ORDERS
from .view import CrackersView

GAME: Game[CrackersAction, CrackersView] = Game.from_folder(
    __name__,
    actions,
    book,
    rules,
    text,
    prompts,
    squares,
    reasons,
    seats=SEATS,
    standing=ORDERS,
    side_title=lambda side: gettext("Captain Crackers") if CAPTAIN in side else gettext("The Crew"),
)
