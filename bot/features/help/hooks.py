"""Where the first steps take part."""

from __future__ import annotations

from bot.features.feature import Feature

FEATURE = Feature(name="help", cogs=("cogs.help",))
