"""Snorkels: the capture game. Rulings are numbered as in ``rulings.md`` beside this file."""

from __future__ import annotations

from bot.games.core import Game

from . import actions, book, reasons, rules, text
from .actions import COLOURS, SnorkelsAction
from .view import SnorkelsView

GAME: Game[SnorkelsAction, SnorkelsView] = Game.from_folder(
    __name__, actions, book, rules, text, reasons, seats=COLOURS
)
