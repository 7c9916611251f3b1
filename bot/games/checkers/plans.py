"""The rule book's last page: opening plans that were found by playing (``tests.games.checkers.openings``)."""

from __future__ import annotations

from bot.games.core import Page

from .view import CheckersView

PLANS: Page[CheckersView] = Page("plans", "Three first plans", "")
