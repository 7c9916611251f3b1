"""Which table a command means."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, ParamSpec

from discord import app_commands

from bot.components.cards import text as table_text
from bot.components.interactions import channels, visibility
from bot.components.interactions.context import Interaction
from bot.components.interactions.routing import interaction_in
from bot.games.plurals import listed
from bot.tables.errors import TableError
from bot.tables.model.table import Table
from bot.tables.people.display_names import plain

P = ParamSpec("P")


def with_table(handler: Callable[P, Awaitable[None]]) -> Callable[P, Coroutine[Any, Any, None]]:
    """Make ``handler``, which gets a ``table``, a command with an optional table number."""

    @functools.wraps(handler)
    async def run(*args: P.args, **options: P.kwargs) -> None:
        number: Any = options.get("table")
        options["table"] = await table_for(interaction_in(args), number)
        await handler(*args, **options)

    signature = inspect.signature(handler, eval_str=True)
    parameters = dict(signature.parameters)
    parameters["table"] = parameters.pop("table").replace(annotation=int | None, default=None)
    run.__signature__ = signature.replace(parameters=list(parameters.values()))  # type: ignore[attr-defined]
    return run


async def table_for(interaction: Interaction, number: int | None) -> Table:
    """The table that a command means, shown anew where only an answer can show it."""
    table = await find_table(interaction, number)
    channels.show_with_reply(interaction, table.id)
    return table


async def find_table(interaction: Interaction, number: int | None) -> Table:
    """The table of ``number``; else the channel's live one; else the caller's own in private or, in direct
    messages, anywhere; else the channel's latest table, which is over.

    The same for all commands: those that can do nothing at a finished table say that it is over.

    :raises TableError: when there is none, or several, with what to do.
    """
    service = interaction.client.context.tables
    channel, person = interaction.channel_id or 0, interaction.user.id
    if number is not None:
        table = await service.get(number)
        visibility.require_visible(interaction, table)
        return table
    here = await service.tables_in(channel)
    playing = [table for table in here if table.status == "playing"] or here
    own = [table for table in playing if table.side_of(person) is not None]
    for found in (own, playing):
        waiting = [table for table in found if table.acting_seat(person) is not None]
        if len(waiting or found) == 1:
            return (waiting or found)[0]
        if found:
            raise TableError(f"Several tables are open here: choose one of {_numbers(found)} as `table`.")
    elsewhere = [table for table in await service.tables_of(person) if table.status == "playing"]
    # A private table is played wherever in the server its player is.
    private = [table for table in elsewhere if table.private]
    if at_hand := [table for table in private if table.address.guild == interaction.guild_id]:
        return at_hand[0]
    if interaction.guild_id is None:
        # In the direct messages with the bot every table of one's own is at hand.
        waiting = [table for table in elsewhere if table.acting_seat(person) is not None]
        if len(waiting or elsewhere) == 1:
            return (waiting or elsewhere)[0]
        if elsewhere:
            raise TableError(f"You play at several tables: choose one of {_numbers(elsewhere)} as `table`.")
    if (latest := await service.latest_in(channel)) is not None:
        return latest
    if elsewhere:
        links = ", ".join(table_text.pointer(table) for table in elsewhere[:5])
        raise TableError(f"No table is played in this channel. Yours: {links}. Or name one as `table`.")
    raise TableError("No table is played in this channel. Open one, for example with `/snorkels start`.")


def _numbers(tables: list[Table]) -> str:
    return listed([str(table.id) for table in tables[:10]])


async def table_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Autocomplete for ``table``: the channel's tables, the caller's, and the channel's latest."""
    service, channel = interaction.client.context.tables, interaction.channel_id or 0
    tables = {table.id: table for table in await service.tables_in(channel)}
    tables |= {table.id: table for table in await service.tables_of(interaction.user.id)}
    if (latest := await service.latest_in(channel)) is not None:
        tables.setdefault(latest.id, latest)
    found = []
    for table in tables.values():
        people = ", ".join(plain(person.name) for person in table.people)
        label = f"{table.id}: {table.game.title} ({people})"
        if typed.lower() in label.lower():
            found.append(app_commands.Choice(name=label[:100], value=table.id))
    return found[:25]
