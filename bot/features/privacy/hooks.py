"""Where export and erasure take part."""

from __future__ import annotations

from bot.features.feature import Feature

FEATURE = Feature(name="privacy", cogs=("cogs.privacy",))
