"""Captain's Checkers: the game of stacks. Rulings are numbered as in ``rulings.md`` beside this file.

``moving``: how stacks move and split, and what they reach.
"""

from __future__ import annotations

from bot.games.core import Game

from . import actions, book, prompts, reasons, rules, text
from .actions import SIDES, CheckersAction
from .view import CheckersView

GAME: Game[CheckersAction, CheckersView] = Game.from_folder(
    __name__, actions, book, rules, text, prompts, reasons, seats=SIDES
)
