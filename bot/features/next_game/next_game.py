"""**Next Game**: from one of somebody's games to another that waits for them."""

from __future__ import annotations

from collections.abc import Sequence
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

LOOKED_AT: Final = 3
"""Of somebody's games, those that are looked at after each move, the latest first: no turn waits for more."""
MOST: Final = 25
"""Those that are looked at when somebody asks."""
NONE: Final = "None of your other games is waiting for you. `/games` lists them all."


async def waiting(service: TableService, person: int, besides: int, most: int) -> list[Table]:
    """The games that wait for a move of ``person``, the earliest deadline first; not table ``besides``."""
    numbers = await service.store.table_ids_of(person, ("playing",), most)
    if not {*numbers} - {besides}:
        return []
    tables = await service.live(number for number in numbers if number != besides)
    found = [table for table in tables if person in {each.id for each in table.awaited}]
    return sorted(found, key=lambda table: (table.header.deadline is None, table.header.deadline))


async def played_controls(context: BotContext, person: int, table: Table | None) -> Sequence[Control]:
    """The button, if a game other than that of ``table`` waits for ``person``."""
    besides = table.header.id if table is not None else 0
    if await waiting(context.tables, person, besides, LOOKED_AT):
        return (Control("nextgame", "Next Game", rest=str(besides), style=Style.primary),)
    return ()


@on_button("nextgame", reply="private")
async def open_next(interaction: Interaction, control: Control) -> None:
    """The picker of the most urgent game, wherever it is played."""
    besides = int(control.rest) if control.rest.isdecimal() else 0
    for table in await waiting(interaction.client.context.tables, interaction.user.id, besides, MOST):
        if can_see(interaction, table):
            await open_picker(interaction, Control("move", "", table.id, table.version))
            return
    raise TableError(NONE)


FEATURE: Final = Feature(name="next_game", played_controls=played_controls)
