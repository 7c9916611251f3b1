"""**Next Game**: from one of somebody's games to another that waits for them."""

from __future__ import annotations

from typing import Final

from bot.components.interactions.card import Control, Style
from bot.components.interactions.context import BotContext, Interaction
from bot.components.interactions.routing import on_button
from bot.components.interactions.visibility import can_see
from bot.components.play.picker import open_picker
from bot.features.feature import Feature
from bot.tables.errors import TableError
from bot.tables.model.table import Table
from bot.tables.service import TableService

MOST: Final = 25
"""Of somebody's games, those that are looked at when they ask."""
NONE: Final = "None of your other games is waiting for you. `/games` lists them all."


async def waiting(service: TableService, person: int, besides: int = 0) -> list[Table]:
    """The games that wait for a move of ``person``, the earliest deadline first; not table ``besides``."""
    numbers = await service.store.table_ids_of(person, ("playing",), MOST)
    tables = await service.live(number for number in numbers if number != besides)
    found = [table for table in tables if person in {each.id for each in table.awaited}]
    return sorted(found, key=lambda table: (table.header.deadline is None, table.header.deadline))


def own_controls(table: Table, person: int) -> tuple[Control, ...]:
    """The button for whoever waits for others; whether a game waits is asked when it's pressed."""
    if table.status != "playing" or len(table.seating.humans) < 2 or table.acting_seat(person) is not None:
        return ()
    return (Control("nextgame", "Next Game", rest=str(table.header.id)),)


async def list_controls(context: BotContext, person: int) -> tuple[Control, ...]:
    """The button in a list of games, if one of them waits."""
    if await waiting(context.tables, person):
        return (Control("nextgame", "Next Game", style=Style.primary),)
    return ()


@on_button("nextgame", reply="private")
async def open_next(interaction: Interaction, control: Control) -> None:
    """The picker of the most urgent game, wherever it is played."""
    besides = int(control.rest) if control.rest.isdecimal() else 0
    for table in await waiting(interaction.client.context.tables, interaction.user.id, besides):
        if can_see(interaction, table):
            await open_picker(interaction, Control("move", "", table.id, table.version))
            return
    raise TableError(NONE)


FEATURE: Final = Feature(name="next_game", own_controls=own_controls, list_controls=list_controls)
