"""Where lessons take part."""

from __future__ import annotations

from bot.features.feature import Feature

from . import lesson_cards

FEATURE = Feature(name="lessons", cogs=("cogs.lessons",), opened=lesson_cards.offer_lessons)
