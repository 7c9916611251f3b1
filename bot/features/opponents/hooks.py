"""Where finding opponents takes part."""

from __future__ import annotations

from bot.features.feature import Feature

FEATURE = Feature(name="opponents", cogs=("cogs.play",))
