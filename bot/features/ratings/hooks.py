"""Where ratings take part, and their commands."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.components.hooks import BotContext, Extras, Feature, Interaction
from bot.components.interactions.card import Card
from bot.components.interactions.context import person_of
from bot.components.interactions.routing import command_handler
from bot.components.play.autocomplete import game_choices
from bot.components.servers.settings import NEEDS_SERVER
from bot.tables.errors import TableError
from bot.tables.exports import exported
from bot.tables.model.table import Table
from data.store.queries import people, ratings
from data.store.queries.ratings import Strength
from data.store.store import Store

from . import history, milestones, standings
from .method import PUBLIC, RATINGS, points
from .profile_cards import profile_card
from .rank_cards import rank_card
from .standings import Viewer, parts


@app_commands.command(
    description="See this server’s strongest players and your own place (only you can see this)"
)
@app_commands.describe(
    game="Only this game (the one most people play here if left out)",
    words="Show the list in words instead of a picture",
)
@app_commands.choices(game=game_choices(lambda game: bool(parts(game))))
@command_handler(cost="picture")
async def rank(interaction: Interaction, game: str | None = None, words: bool = False) -> Card:
    """``/rank``: the rankings of a server."""
    if interaction.guild_id is None:
        raise TableError(NEEDS_SERVER)
    return await rank_card(interaction, game or "", words=words)


@app_commands.command(
    description="See ratings and results, yours or another member’s (only you can see this)"
)
@app_commands.describe(
    member="Whose profile (yours if left out)", words="Describe the profile in words instead of a picture"
)
@command_handler(cost="picture")
async def profile(interaction: Interaction, member: discord.User | None = None, words: bool = False) -> Card:
    """``/profile``: somebody's ratings and results."""
    who = member or interaction.user
    interaction.client.context.avatars.met(who)
    # Discord says so of those alone who are in the server where the command is used.
    members = frozenset({who.id} if isinstance(who, discord.Member) else ())
    viewer = Viewer(interaction.user.id, interaction.guild_id, members)
    return await profile_card(interaction.client.context, person_of(who), viewer, words=words)


async def _export(store: Store, person: int) -> dict[str, Any]:
    """The rated games of ``person``, and their present ratings."""
    games, now = [await people.rows_about(store, table, person) for table in ("rated", "rating")]
    results = {1: "won", 0: "drawn", -1: "lost"}
    for row in (*games, *now):
        row |= {"rating": points(Strength(row["mu"], row["sigma"])), "server": row["guild"] or None}
    for row in games:
        before = points(Strength(row["mu_before"], row["sigma_before"]))
        row |= {"before": before, "result": results[row["result"]]}
    present = ("of=ladder", "server", "rating", "deviation=sigma", "games", "at")
    played = ("table=table_id", "of=ladder", "server", "result", "weight", "before", "rating", "at")
    found = {
        "now": [exported(row, *present) for row in now],
        "games": [exported(row, *played) for row in games],
    }
    return {"ratings": found}


async def _extras(context: BotContext, table: Table) -> Extras:
    """First wins, and ratings."""
    return await milestones.extras(context.tables, table) + await standings.extras(context.tables, table)


FEATURE: Final = Feature(
    name="ratings",
    commands=(rank, profile),
    settings=(RATINGS, PUBLIC),
    settle_settings=standings.settle_settings,
    settle=history.settle,
    extras=_extras,
    data_note="**Ratings**: your rated games in each server, how each one changed your rating, and your "
    "current ratings. With `/settings`, you can turn `ratings` off, or hide your profile "
    "(`public`).",
    export=_export,
    forget=ratings.forget,
)
