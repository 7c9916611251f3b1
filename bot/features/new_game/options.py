"""**Options** in a lobby: what each one means; its host, alone at the table, changes them in a form."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import Any, Final

from bot.components.interactions.card import Control, table_control
from bot.components.interactions.context import person_of
from bot.components.interactions.form import RADIO, Field, OneOf, Text, open_form
from bot.components.interactions.routing import on_button
from bot.components.lobbies.open_table import require_place, start_table
from bot.components.publishing.publisher import Interaction
from bot.games.core import ChoiceOption, OptionError, Options
from bot.games.core.game import Option
from bot.languages import gettext, ngettext, parted
from bot.people.computers import level_of
from bot.tables.errors import TableError
from bot.tables.events import opening
from bot.tables.events.moves import Act
from bot.tables.model.seating import names_of
from bot.tables.model.table import Table
from data.store.records import Event

NOTHING_CHOSEN: Final[Options] = MappingProxyType({})
MOST: Final = 60
"""Characters of a number."""


def controls(table: Table) -> list[Control]:
    """The button in the lobby of a game with options."""
    return [table_control(table, "options", gettext("Options"))] if table.game.options else []


def _require_alone(table: Table, person: int, wanted: Options = NOTHING_CHOSEN) -> None:
    """:raises TableError: which says what the options are, if ``person`` can't have those ``wanted``."""
    header, options = table.header, table.game.options
    others = [each for each in table.seating.humans if each.id != header.host]
    if table.status == "lobby" and person == header.host and not others and not header.opponent:
        return
    here = parted(option.say(table.options[name]) for name, option in options.items())
    if person == header.host and header.opponent and not others:
        raise TableError(
            "You’ve sent your challenge with these options: {options}. To change them, press **Cancel** and "
            "challenge again.",
            options=here,
        )
    if person != header.host or not others:
        raise TableError(
            "This table’s options: {options}. Only its host can change them, until somebody else joins.",
            options=here,
        )
    changes = {name: value for name, value in wanted.items() if value not in (None, table.options[name])}
    people = names_of(others)
    if not changes:
        raise TableError(
            ngettext(
                "{people} has joined with these options, so they can’t be changed: {options}.",
                "{people} have joined with these options, so they can’t be changed: {options}.",
                len(others),
                people=people,
                options=here,
            )
        )
    raise TableError(
        ngettext(
            "{people} has just joined, so this table keeps its options: {options}. To play with {chosen}, "
            "open another one with `/{key} start`.",
            "{people} have just joined, so this table keeps its options: {options}. To play with {chosen}, "
            "open another one with `/{key} start`.",
            len(others),
            people=people,
            options=here,
            key=table.game.key,
            chosen=parted(options[name].say(value) for name, value in changes.items()),
        )
    )


def _make_way(table: Table, act: Act, wanted: Options) -> list[Event]:
    """The lobby closes, unless somebody has joined meanwhile."""
    _require_alone(table, act.id, wanted)
    return opening.cancel(table, act)


@on_button("options", reply="own")
async def ask(interaction: Interaction, table: Table) -> None:
    """**Options**: a form with a field for each."""
    _require_alone(table, interaction.user.id)
    game, here = table.game, table.options
    # One that depends on another is left open, unless it was chosen.
    chosen = {
        name: None if here[name] == game.completed({**here, name: None})[name] else here[name]
        for name, option in game.options.items()
        if option.default is None
    }
    fields = [_field(name, option, {**here, **chosen}[name]) for name, option in game.options.items()]
    await open_form(interaction, table_control(table, "optioned", gettext("Options")), *fields)


def _field(name: str, option: Option, value: Any) -> Field:
    title = gettext(option.title)
    if isinstance(option, ChoiceOption):
        entries = tuple((option.say(each), each) for each in option.choices)
        return OneOf(name, title, entries, value)
    hint = gettext(option.description)
    if option.high - option.low < RADIO:
        numbers = range(option.low, option.high + 1)
        return OneOf(name, title, tuple((str(each), str(each)) for each in numbers), str(value), hint=hint)
    return Text(name, title, "" if value is None else str(value), hint=hint, most=MOST)


@on_button("optioned", reply="public", cost="table")
async def change(interaction: Interaction, control: Control, table: Table) -> None:
    """The form comes back: a table with the new options and the same computers takes the old one's place."""
    game, host = table.game, person_of(interaction.user)
    given = {name: " ".join(answers) for name, answers in control.given.items() if any(answers)}
    try:
        wanted = game.new_options(given)
        sides = game.sides(wanted)
    except OptionError as refusal:
        # As it's called in the form.
        if (option := game.options.get(str(refusal.values.get("option")))) is not None:
            refusal.values["option"] = f"**{gettext(option.title)}**"
        raise
    _require_alone(table, host.id, wanted)
    (own, *_), header = table.seating.slots_of(host.id), table.header
    side = own if any(own in each for each in sides) else None
    # What would be refused leaves the lobby as it is.
    await require_place(interaction)
    await interaction.client.context.tables.change_as(table.id, host, partial(_make_way, wanted=wanted))
    new = await start_table(interaction, game, None, side, given, header.pace, rated=header.rated)
    for computer in table.seating.computers:
        level = level_of(computer.id).key
        await interaction.client.context.tables.add_computer(new.id, host, level)
