"""``/play``: a seat at the open table that fits somebody best; if there is none, a new table."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping
from typing import Final

from discord import app_commands

from bot.components.cards import text as table_text
from bot.components.hooks import Feature
from bot.components.interactions.routing import command_handler
from bot.components.interactions.visibility import can_see
from bot.components.lobbies.lobby import sit_down
from bot.components.lobbies.open_table import start_table
from bot.components.play.autocomplete import complete_pace, game_choices
from bot.components.publishing.publisher import Interaction
from bot.features.ratings.method import MEAN, POINTS, RATINGS
from bot.features.ratings.standings import rating_at, shown_to_all
from bot.games.core import AnyGame, OptionError, RulesError, options_in
from bot.languages import gettext
from bot.people import settings
from bot.people.preferences import REFUSED
from bot.people.settings import Chosen
from bot.tables import lists
from bot.tables.errors import TableError
from bot.tables.model import pace
from bot.tables.model.pace import DAY, Pace
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import people, servers
from data.store.queries.ratings import Strength

ATTEMPTS: Final = 3
"""How often a table is looked for while others are faster."""
MAX_SEEN: Final = 100
"""The latest open tables of a server that are looked at."""
DOUBLED: Final = 100
"""Points that a time limit of twice or half the length weighs."""
FARTHEST: Final = 3.0
"""How many times a time limit may double before it doesn't fit any more."""
UNLIMITED: Final = 30 * DAY
"""What no time limit counts as, in milliseconds for a turn."""


async def best_table(
    interaction: Interaction, server: int, game: str | None, measure: Pace | None
) -> Table | None:
    """The open table in ``server`` that fits whoever asks best by rating and time limit; None if none does.

    Without a ``game`` any fits, and without a ``measure`` any time limit.
    """
    service, person = interaction.client.context.tables, interaction.user.id
    store = service.store
    headers = await servers.headers_in(store, server, ("lobby",), MAX_SEEN)
    numbers = [each.id for each in headers if each.opponent is None and game in (None, each.game)]
    tables = [
        table
        for table in await lists.live(service, numbers)
        if table.status == "lobby"
        and person not in table.seating
        and table.seating.humans
        and len(table.seating.people) < table.game.people[1]
        and can_see(interaction, table)
    ]
    own = await settings.load(store, person)
    everybody = {each.id for table in tables for each in table.seating.humans} | {person}
    # Everybody sees who sits down where.
    present = await shown_to_all(store, sorted(everybody))
    fitting = []
    for table in tables:
        apart = _time_apart(pace.read(table.header.pace), measure)
        if apart <= FARTHEST and await _get_along(service, own, person, table):
            fitting.append((DOUBLED * apart + _points_apart(table, person, present), table.id, table))
    return min(fitting)[2] if fitting else None


async def waiting_table(
    service: TableService, server: int, person: int, game: str | None, measure: Pace | None
) -> Table | None:
    """The open table in ``server`` at which ``person`` waits for others already, if one fits."""
    for table in await lists.tables_of(service, person):
        anybody = table.status == "lobby" and table.header.opponent is None
        fits = _time_apart(pace.read(table.header.pace), measure) <= FARTHEST
        if anybody and fits and table.address.guild == server and game in (None, table.game.key):
            return table
    return None


async def _get_along(service: TableService, own: Chosen, person: int, table: Table) -> bool:
    """Whether nobody refuses to play with the other."""
    for each in table.seating.humans:
        theirs = await settings.load(service.store, each.id)
        # They would keep a rated game from being rated.
        unrated = table.may_be_rated and own[RATINGS] != theirs[RATINGS]
        if each.id in own[REFUSED] or person in theirs[REFUSED] or unrated:
            return False
    return True


def _time_apart(offered: Pace, wanted: Pace | None) -> float:
    """How many times one time limit must double to be the other."""
    if wanted is None:
        return 0.0
    return abs(math.log2(_for_a_turn(offered) / _for_a_turn(wanted)))


def _for_a_turn(measure: Pace) -> int:
    """About how many milliseconds a turn may take."""
    if not measure:
        return UNLIMITED
    return measure.time if measure.increment is None else measure.increment + measure.time // 20


def _points_apart(table: Table, person: int, present: Mapping[int, Mapping[str, Strength]]) -> float:
    """How far ``person`` is from the mean of the people at ``table``, in points."""
    there = [rating_at(table, each.id, present.get(each.id, {})) for each in table.seating.humans]
    mine = rating_at(table, person, present.get(person, {}))
    mus = [each.mu if each is not None else MEAN for each in there]
    return POINTS * abs((mine.mu if mine is not None else MEAN) - sum(mus) / len(mus))


@app_commands.command(description="Find an opponent: join the open table that fits you best, or open one")
@app_commands.describe(
    game="The game (any if left out)",
    pace="About how much time per turn, such as 1h or 1d (any if left out)",
)
@app_commands.choices(game=game_choices(lambda game: game.people[1] > 1))
@app_commands.autocomplete(pace=complete_pace)
@command_handler(reply="public", cost="table")
async def play(interaction: Interaction, game: str | None = None, pace: str | None = None) -> str:
    """``/play``: seat whoever asks, or open a table for them."""
    if interaction.guild_id is None:
        raise TableError("Nobody can join you here. Use `/play` in a server channel.")
    # Whoever asks at the same moment finds the table that is opened here.
    async with interaction.client.context.seeking.lock(interaction.guild_id):
        return await _find_or_open(interaction, interaction.guild_id, game, pace)


async def _find_or_open(interaction: Interaction, guild: int, key: str | None, limit: str | None) -> str:
    service, person = interaction.client.context.tables, interaction.user.id
    measure = pace.read(limit) if limit is not None else None
    for _ in range(ATTEMPTS):
        table = await best_table(interaction, guild, key, measure)
        if table is None:
            break
        # Somebody else may have taken the seat.
        with contextlib.suppress(RulesError):
            table = await sit_down(interaction, table.id, None)
            here = table_text.linked(table)
            if table.status == "playing":
                return gettext("You’ve joined {table}, and the game begins.", table=here)
            return gettext("You’ve joined {table}. The game starts once everyone has joined.", table=here)
    waiting = await waiting_table(service, guild, person, key, measure)
    if waiting is not None:
        return gettext(
            "You’re already waiting at {table}. Anyone can join you there.",
            table=table_text.linked(waiting),
        )
    chosen, given = await _played_last(interaction, key)
    await start_table(interaction, chosen, None, None, given, limit)
    return gettext("No open table was a good fit, so here’s a new one. Anyone can join you.")


async def _played_last(interaction: Interaction, key: str | None) -> tuple[AnyGame, Mapping[str, str] | None]:
    """The game for several that the person played last, or the one of this ``key``, with its options then.

    None for who has never played it, and without a game the first one.
    """
    service = interaction.client.context.tables
    several = {each: game for each, game in service.games.items() if game.people[1] > 1}
    wanted = [key] if key in several else [*several]
    header = await people.latest_table(service.store, interaction.user.id, wanted)
    game = several[header.game if header is not None else wanted[0]]
    if header is None:
        return game, None
    given = options_in(header.options)
    try:
        game.read_options(given)
    except OptionError:
        # It was played under other rules.
        given = {}
    return game, given


FEATURE: Final = Feature(name="opponents", commands=(play,))
