"""Where hints take part."""

from __future__ import annotations

from collections.abc import Iterable

from bot.components.interactions.context import BotClient
from bot.features.feature import Feature

from . import hints


def _open(_bot: BotClient) -> Iterable[object]:
    return (hints.GivenHints(hints.MAX_HINTS),)


FEATURE = Feature(name="hints", open=_open, picker_controls=hints.controls, picker_lines=hints.lines)
