"""Where ratings take part."""

from __future__ import annotations

from typing import Any, Final

from bot.components.interactions.context import BotClient
from bot.features.feature import Feature
from bot.tables.days import moment
from data.store.queries import ratings
from data.store.queries.ratings import Strength
from data.store.store import Store

from . import history, profile_cards, standings
from .method import PUBLIC, RATINGS, points

DATA_NOTE: Final = (
    "**Ratings**: your rated games and how they changed your ratings. With `/settings`, you can turn "
    "`ratings` off, or hide your profile (`public`)."
)


async def _export(store: Store, person: int) -> dict[str, Any]:
    """The rated games of ``person``, and their present ratings."""
    games, now = await ratings.data_of(store, person)
    found = {
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
    return {"ratings": found}


def _commands(bot: BotClient) -> None:
    bot.tree.add_command(profile_cards.rank)
    bot.tree.add_command(profile_cards.profile)


FEATURE: Final = Feature(
    name="ratings",
    commands=_commands,
    settings=(RATINGS, PUBLIC),
    settle_settings=standings.settle_settings,
    settle=history.settle,
    extras=lambda context, table: standings.extras(context.tables, table),
    data_note=DATA_NOTE,
    export=_export,
    forget=ratings.forget,
)
