"""Where lessons take part."""

from __future__ import annotations

import asyncio

from bot.components.interactions.context import BotContext
from bot.features.feature import Feature

from . import lesson_cards, text
from .lessons import lessons_of


async def _start(context: BotContext) -> None:
    """Read the lessons: each is played through, which nobody who learns should wait for."""
    for game in context.tables.games.values():
        await asyncio.to_thread(lessons_of, game)


FEATURE = Feature(
    name="lessons",
    cogs=("cogs.lessons",),
    start=_start,
    opened=lesson_cards.offer_lessons,
    book_controls=lesson_cards.book_controls,
    help_lines=(text.LEARN,),
    help_controls=lesson_cards.help_controls,
)
