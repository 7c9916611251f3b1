"""Where ratings take part."""

from __future__ import annotations

from bot.features.feature import Feature

from . import history, table_ratings

FEATURE = Feature(
    name="ratings",
    cogs=("cogs.ratings",),
    settle_settings=history.settle_settings,
    settle=history.settle,
    extras=table_ratings.extras,
)
