"""Where ratings take part."""

from __future__ import annotations

from bot.features.feature import Feature

from . import history, standings, table_ratings

FEATURE = Feature(
    name="ratings",
    cogs=("cogs.ratings",),
    settle_settings=standings.settle_settings,
    settle=history.settle,
    extras=table_ratings.extras,
)
