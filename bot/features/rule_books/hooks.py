"""Where the rule books take part."""

from __future__ import annotations

from bot.features.feature import Feature

from . import rule_book

FEATURE = Feature(
    name="rule books",
    cogs=("cogs.rule_books",),
    lobby_controls=rule_book.lobby_controls,
    more_controls=rule_book.more_controls,
    help_controls=rule_book.help_controls,
)
