"""Where lessons take part."""

from __future__ import annotations

from bot.features.feature import Feature

from . import lesson_cards, text

FEATURE = Feature(
    name="lessons",
    cogs=("cogs.lessons",),
    opened=lesson_cards.offer_lessons,
    book_controls=lesson_cards.book_controls,
    help_lines=(text.LEARN,),
    help_controls=lesson_cards.help_controls,
)
