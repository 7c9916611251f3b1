"""Where ratings take part."""

from __future__ import annotations

from bot.features.feature import Feature
from data.store.queries import ratings

from . import data_export, history, standings, table_ratings, text
from .preferences import PUBLIC, RATINGS

FEATURE = Feature(
    name="ratings",
    cogs=("cogs.ratings",),
    settings=(RATINGS, PUBLIC),
    settle_settings=standings.settle_settings,
    settle=history.settle,
    extras=table_ratings.extras,
    data_note=text.DATA_NOTE,
    export=data_export.export,
    forget=ratings.forget,
)
