"""**Mute**: no pings and no direct messages from a table, or from all games of a kind."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands

from bot.components.cards import text as table_text
from bot.components.hooks import BotContext, Feature, Interaction
from bot.components.interactions.card import Card, Control, close_button, table_control
from bot.components.interactions.context import person_of
from bot.components.interactions.replies import replace_card
from bot.components.interactions.routing import UnknownControl, on_button
from bot.components.play.resolve_table import table_command
from bot.languages import gettext
from bot.people import settings
from bot.people.settings import Change, Chosen, Setting
from bot.tables.model.table import LIVE, Table
from bot.tables.permissions import require_live, require_seat

MAX_MUTED: Final = 50
"""The most tables and kinds of games; the earliest is forgotten for another one."""


def _read(stored: Any) -> tuple[str, ...]:
    if not isinstance(stored, list | tuple):
        return ()
    return tuple(each for each in stored if isinstance(each, str))[-MAX_MUTED:]


def _changed(change: Change) -> list[str]:
    """What is muted after a press: ``+`` or ``-``, and the table or game."""
    sign, what = change.given[MUTED][:1], change.given[MUTED][1:]
    rest = [each for each in change.before[MUTED] if each != what]
    return [*rest, what][-MAX_MUTED:] if sign == "+" else rest


MUTED: Final[Setting[tuple[str, ...]]] = Setting(
    name="muted", default=(), read=_read, change=_changed, topic="notices"
)
"""The numbers of tables and the keys of games from which somebody hears nothing."""


def quiet(table: Table, chosen: Chosen) -> bool:
    """Whether somebody has muted a table, or its game."""
    muted = chosen[MUTED]
    return bool(muted) and (str(table.id) in muted or table.game.key in muted)


def _card(table: Table, chosen: Chosen) -> Card:
    muted, number, game = chosen[MUTED], str(table.id), table.game
    name = table_text.table_name(table)
    if game.key in muted:
        said = gettext(
            "You’ve muted {game}: you get no pings or messages from any of its games.", game=game.title
        )
    elif number in muted:
        said = gettext("You’ve muted {table}: you get no pings or messages from it.", table=name)
    else:
        said = gettext("You’ll be told when it’s your turn, as you’ve chosen in `/settings`.")
    clock = gettext("-# The time limit still applies.") if quiet(table, chosen) and table.timing.clock else ""
    controls = [
        table_control(table, "muteas", gettext("Unmute {name}", name=called), f"-{what}")
        if what in muted
        else table_control(table, "muteas", gettext("Mute {name}", name=called), f"+{what}")
        for what, called in ((number, name), (game.key, game.short_title))
    ]
    return Card(table_text.heading(table), lines=(said, clock), rows=((*controls, close_button(table)),))


@on_button("mute", reply="private")
async def press_mute(interaction: Interaction, table: Table) -> Card:
    """**Mute** under **More**: what is muted, and what can be.

    :raises TableError: when nobody is called there anyway.
    """
    require_live(table)
    require_seat(table, person_of(interaction.user))
    return _card(table, await interaction.client.context.settings_of(interaction.user.id))


@on_button("muteas")
async def press_choice(interaction: Interaction, control: Control, table: Table) -> None:
    """**Mute …** and **Unmute …**."""
    if control.rest[1:] not in (str(table.id), table.game.key):
        raise UnknownControl
    store = interaction.client.context.tables.store
    chosen = await settings.change(store, interaction.user.id, {MUTED: control.rest})
    await replace_card(interaction, _card(table, chosen))


@app_commands.command(description="Get no pings from a table, or from all games of its kind")
@table_command()
async def mute(interaction: Interaction, table: Table) -> Card:
    """``/table mute``."""
    return await press_mute(interaction, table)


async def more_controls(_context: BotContext, table: Table, person: int) -> list[Control]:
    """**Mute**, for those who are called here."""
    if person not in table.seating or table.status not in LIVE or table.private or table.solo:
        return []
    return [table_control(table, "mute", gettext("Mute…"))]


FEATURE: Final = Feature(
    name="mutes",
    subcommands=lambda _games: [("table", mute)],
    settings=(MUTED,),
    more_controls=more_controls,
    quiet=quiet,
)
