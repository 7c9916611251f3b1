"""Where reviews take part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from bot.components.interactions.context import BotClient
from bot.features.feature import Feature
from bot.games.core import Game
from bot.thinking.thinkers import Thinkers

from . import review_cards


def _open(_bot: BotClient) -> Iterable[object]:
    return (review_cards.UnderwayReviews(),)


def _taught(game: Game[Any, Any], thinkers: Thinkers) -> Game[Any, Any]:
    """``game`` with the time that a review of it takes."""
    reviewer = thinkers.reviewer(game.key)
    return replace(game, review_ms=reviewer.milliseconds if reviewer is not None else 0)


FEATURE = Feature(
    name="reviews",
    cogs=("cogs.reviews",),
    open=_open,
    taught=_taught,
    end_controls=review_cards.review_controls,
)
