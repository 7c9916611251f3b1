"""Where replays take part."""

from __future__ import annotations

from bot.features.feature import Feature

from . import replays

FEATURE = Feature(
    name="replays",
    cogs=("cogs.replays",),
    result_controls=replays.controls,
    end_controls=replays.controls,
)
