"""Where ratings take part."""

from __future__ import annotations

from bot.features.feature import Feature

from . import rated_games, standings, table_ratings
from .preferences import PUBLIC, RATINGS

FEATURE = Feature(
    name="ratings",
    cogs=("cogs.ratings",),
    settings=(RATINGS, PUBLIC),
    settle_settings=standings.settle_settings,
    settle=rated_games.settle,
    extras=table_ratings.extras,
)
