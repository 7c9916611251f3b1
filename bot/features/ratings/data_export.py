"""What is stored about somebody's ratings, for their export."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.tables.days import moment
from data.store.queries import ratings
from data.store.queries.ratings import Strength
from data.store.store import Store

from .method import points


async def export(store: Store, person: int) -> dict[str, Any]:
    """The rated games of ``person``, and their present ratings."""
    return {"ratings": _ratings(*await ratings.data_of(store, person))}


def _ratings(games: Sequence[dict[str, Any]], now: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "now": [
            {
                "of": row["ladder"],
                "server": row["guild"] or None,
                "rating": points(Strength(row["mu"], row["sigma"])),
                "deviation": row["sigma"],
                "games": row["games"],
                "at": moment(row["at"]),
            }
            for row in now
        ],
        "games": [
            {
                "table": row["table_id"],
                "of": row["ladder"],
                "server": row["guild"],
                "result": {1: "won", 0: "drawn", -1: "lost"}[row["result"]],
                "weight": row["weight"],
                "before": points(Strength(row["mu_before"], row["sigma_before"])),
                "rating": points(Strength(row["mu"], row["sigma"])),
                "at": moment(row["at"]),
            }
            for row in games
        ],
    }
