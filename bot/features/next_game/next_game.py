"""**Next Game**: from one of somebody's games to another that waits for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.components import hooks
from bot.components.hooks import Feature
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


def own_controls(table: Table, person: int) -> tuple[Control, ...]:
    """The button for whoever waits for others; whether a game waits is asked when it's pressed."""
    if table.status != "playing" or len(table.seating.humans) < 2 or table.acting_seat(person) is not None:
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
    controls={
        "more": lambda table: (
            [Control("nextgame", gettext("Next Game"))]
            if table.status == "over" and len(table.seating.humans) > 1
            else []
        )
    },
    own_controls=own_controls,
    list_controls=list_controls,
)
