"""**Next Game**: from one of somebody's games to another that waits for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.components import hooks
from bot.components.hooks import BotContext, Feature
from bot.components.interactions.card import Control, Style
from bot.components.interactions.routing import on_button
from bot.components.interactions.visibility import can_see
from bot.components.play.picker import open_picker
from bot.components.play.private_cards import Interaction
from bot.languages import gettext
from bot.tables import lists
from bot.tables.errors import TableError
from bot.tables.model.table import Table


def waiting(tables: Iterable[Table], person: int) -> list[Table]:
    """Those of ``tables`` that wait for a move of ``person``, the earliest deadline first."""
    found = [table for table in tables if person in {each.id for each in table.awaited}]
    return sorted(found, key=lambda table: (table.header.deadline is None, table.header.deadline))


async def own_controls(context: BotContext, table: Table, person: int) -> tuple[Control, ...]:
    """The button for whoever waits for others and plays another game; a press asks whether that waits."""
    waits = table.status == "playing" and len(table.seating.humans) > 1 and table.acting_seat(person) is None
    if not waits or not await context.tables.store.plays_elsewhere(person, table.id):
        return ()
    return (Control("nextgame", gettext("Next Game")),)


async def more_controls(context: BotContext, table: Table, person: int) -> tuple[Control, ...]:
    """The button after a game between people, for whoever plays others."""
    ended = table.status == "over" and len(table.seating.humans) > 1
    if not ended or not await context.tables.store.plays_elsewhere(person, table.id):
        return ()
    return (Control("nextgame", gettext("Next Game")),)


def list_controls(interaction: hooks.Interaction, tables: Sequence[Table]) -> tuple[Control, ...]:
    """The button in a list of games, if one of them waits."""
    if not waiting(tables, interaction.user.id):
        return ()
    return (Control("nextgame", gettext("Next Game"), style=Style.primary),)


@on_button("nextgame", reply="private")
async def open_next(interaction: Interaction) -> None:
    """The picker of the most urgent game, wherever it is played."""
    person = interaction.user.id
    for table in waiting(await lists.tables_of(interaction.client.context.tables, person), person):
        if can_see(interaction, table):
            await open_picker(interaction, table)
            return
    raise TableError("None of your other games is waiting for you. `/games` lists them all.")


FEATURE: Final = Feature(
    name="next_game",
    own_controls=own_controls,
    more_controls=more_controls,
    list_controls=list_controls,
)
