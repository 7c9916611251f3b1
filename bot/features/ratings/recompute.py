"""All ratings afresh, from the logs of finished tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.games.core import Game
from bot.tables.jobs import recovery
from data.store.queries import tables
from data.store.store import Store

from . import history, rated_games


@dataclass(slots=True)
class Recomputation:
    """What a computation of all ratings found."""

    games: int = 0
    """The number of rated games."""
    changed: int = 0
    """The number of entries that are different now, of a person in a game."""
    unreadable: list[int] = field(default_factory=list)
    """Tables that this release can't replay, whose games count as they are stored."""


async def recompute(store: Store, games: Mapping[str, Game[Any, Any]]) -> Recomputation:
    """Compute all ratings afresh from the logs; the bot may be running meanwhile."""
    report, facts = Recomputation(), []
    ended = await tables.ended(store)
    for number, rated in ended.items():
        if rated not in ("people", "yes") or (stored := await store.load(number)) is None:
            continue
        newest = games.get(stored.header.game)
        game = newest.under(stored.header.rules) if newest is not None else None
        try:
            found = rated_games.facts(recovery.replayed(stored, game)) if game is not None else None
        except recovery.StillBroken:
            game = None
        if game is None:
            report.unreadable.append(number)
        elif found is not None:
            facts.append(found)
    read = ended.keys() - set(report.unreadable)
    report.games, report.changed = await history.recompute(store, facts, read)
    return report
