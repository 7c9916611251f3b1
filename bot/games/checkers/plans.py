"""The rule book's last page: opening plans found by playing, with ``tests.games.checkers.openings``."""

from __future__ import annotations

from typing import Final

from bot.games.core import Page

from .view import CheckersView

PLANS: Final[Page[CheckersView]] = Page(
    "plans",
    "Three first plans",
    "Plans for red’s first turns; black can play their mirror images, rank 7 for rank 2.",
)
