"""Where puzzles take part."""

from __future__ import annotations

from bot.features.feature import Feature

FEATURE = Feature(name="puzzles", cogs=("cogs.puzzles",))
