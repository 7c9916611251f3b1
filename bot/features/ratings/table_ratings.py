"""The ratings on the cards of a table."""

from __future__ import annotations

from collections.abc import Sequence

from bot.components.cards.text import mention_id
from bot.components.interactions.context import BotContext
from bot.features.feature import Extras
from bot.features.ratings import standings
from bot.features.ratings.standings import Gain, TableRatings
from bot.tables.model.table import Table


async def extras(context: BotContext, table: Table) -> Extras:
    """In the lobby, the ratings of the people and whether the game is rated; at the end, what it changed."""
    service = context.tables
    found = await standings.of_table(service.store, table, service.now())
    return Extras(
        beside=found.beside, lines=(gains(found.gains) if table.status == "over" else rated(found),)
    )


def rated(ratings: TableRatings) -> str:
    """Whether the game counts for ratings; empty if nobody expects that."""
    if ratings.off:
        return "-# This game isn’t rated, because somebody here has turned ratings off."
    return "-# This game is rated." if ratings.rated else ""


def gains(changes: Sequence[Gain]) -> str:
    """What the game did to the ratings of those who show theirs; empty if it wasn't rated."""
    parts = []
    for each in changes:
        gain, sign = each.after - each.before, "?" if each.provisional else ""
        change = f"+{gain}" if gain > 0 else f"−{-gain}" if gain else "±0"
        parts.append(f"{mention_id(each.person)} {each.before} → **{each.after}**{sign} ({change})")
    return f"Ratings: {' · '.join(parts)}" if parts else ""
