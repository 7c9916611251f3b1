"""Depth Charge: the hidden-mines game. Rulings are numbered as in ``rulings.md`` beside this file.

- ``waters``: the lake; ``sonar``: the report of a sounding.
- ``orders``: a boat that sails on by itself.
- ``notebook``: what the reports prove.
"""

from __future__ import annotations

from bot.games.core import Game

from . import actions, book, prompts, reasons, rules, squares, text
from .actions import SEATS, DepthChargeAction
from .orders import ORDERS
from .view import DepthChargeView

GAME: Game[DepthChargeAction, DepthChargeView] = Game.from_folder(
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
)
