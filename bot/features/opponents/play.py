"""``/play``: a seat at the open table that fits best; if there is none, a new table."""

from __future__ import annotations

import contextlib
from typing import Any, Final

from bot.components.cards import text as table_text
from bot.components.interactions import visibility
from bot.components.interactions.context import Interaction
from bot.components.interactions.replies import send_text
from bot.components.lobbies.lobby import sit_down
from bot.components.lobbies.open_table import start_table
from bot.features.feature import Feature
from bot.games.core import Game, RulesError
from bot.tables.errors import TableError
from bot.tables.model.pace import read as read_pace
from data.store.queries import ratings

from . import opponents, text

ATTEMPTS: Final = 3
"""How often a table is looked for while others are faster."""


async def play(interaction: Interaction, game: Game[Any, Any] | None, pace: str | None) -> None:
    """Seat the person behind ``interaction`` (answered as ``own``), or open a table for them.

    :raises TableError: outside servers, or where no table may be opened.
    """
    if interaction.guild_id is None:
        raise TableError(text.PLAY_IN_SERVER)
    # Whoever asks at the same moment finds the table that is opened here.
    async with interaction.client.context.seeking.lock(interaction.guild_id):
        await _find_or_open(interaction, interaction.guild_id, game, pace)


async def _find_or_open(
    interaction: Interaction, guild: int, game: Game[Any, Any] | None, pace: str | None
) -> None:
    service, person = interaction.client.context.tables, interaction.user.id
    measure = read_pace(pace) if pace is not None else None
    for _ in range(ATTEMPTS):
        table = await opponents.best_table(
            service,
            guild,
            person,
            lambda each: visibility.can_see(interaction, each),
            game=game.key if game is not None else None,
            measure=measure,
        )
        if table is None:
            break
        # Somebody else may have taken the seat.
        with contextlib.suppress(RulesError):
            joined = await sit_down(interaction, table.id, None)
            link = f"[{table_text.title(joined)}]({table_text.table_link(joined)})"
            await send_text(interaction, text.joined(link, joined.status == "playing"))
            return
    waiting = await opponents.waiting_table(
        service, guild, person, game=game.key if game is not None else None, measure=measure
    )
    if waiting is not None:
        link = f"[{table_text.title(waiting)}]({table_text.table_link(waiting)})"
        await send_text(interaction, text.waiting_already(link))
        return
    chosen = game or await _favourite(interaction)
    await start_table(interaction, chosen, None, None, {}, pace)
    await send_text(interaction, text.OPENED_INSTEAD)


async def _favourite(interaction: Interaction) -> Game[Any, Any]:
    """The game for several that the person has finished most often; the first one if there is none."""
    service = interaction.client.context.tables
    finished = await ratings.finished(service.store, interaction.user.id)
    several = {key: game for key, game in service.games.items() if game.people[1] > 1}
    return next((several[key] for key in finished if key in several), next(iter(several.values())))


FEATURE: Final = Feature(name="opponents", cogs=("cogs.play",))
