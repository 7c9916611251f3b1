"""Which table a command means, and the commands that are about one."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, Final, ParamSpec

from discord import app_commands

from bot.components.cards import text as table_text
from bot.components.interactions import visibility
from bot.components.interactions.context import Interaction, person_of
from bot.components.interactions.rate_limits import Cost
from bot.components.interactions.reply_tokens import show_with_reply
from bot.components.interactions.routing import (
    Ambiguous,
    Answer,
    Answers,
    Run,
    autocomplete_handler,
    command_handler,
    keep_typed,
)
from bot.games.core import RulesError
from bot.languages import gettext, gettext_noop, labelled, listed
from bot.people.display_names import plain
from bot.tables import lists
from bot.tables.errors import TableError
from bot.tables.events.moves import Act
from bot.tables.model.seating import Person
from bot.tables.model.table import Table
from bot.tables.service import Move

P = ParamSpec("P")


NO_TABLE_IN_MESSAGE: Final = gettext_noop("That message doesn’t show a table. Pick one of the bot’s cards.")
SEVERAL_HERE: Final = gettext_noop("There are several tables in this channel. Set `table` to {numbers}.")


def table_command(
    *, cost: Cost | None = None, move: Move | None = None, typed: str = "", over: bool = False
) -> Callable[[Answers[P]], Run[P]]:
    """Make a function that gets a ``table`` the handler of a command with an optional table number.

    ``move`` and ``over``: see :func:`find_table`; ``typed``: the option that people can correct in a form
    when it is refused.
    """

    def wrap(handler: Answers[P]) -> Run[P]:
        @functools.wraps(handler)
        async def run(*args: P.args, **options: P.kwargs) -> Answer:
            number: Any = options.get("table")
            interaction: Any = args[0]
            table = await table_for(interaction, number, move, over=over)
            if typed:
                # By then, another table may have opened here.
                keep_typed(interaction, command, typed, options | {"table": table.id})
            options["table"] = table
            return await handler(*args, **options)

        signature = inspect.signature(handler, eval_str=True)
        parameters = dict(signature.parameters)
        parameters["table"] = parameters.pop("table").replace(annotation=int | None, default=None)
        run.__signature__ = signature.replace(parameters=list(parameters.values()))  # type: ignore[attr-defined]
        command = app_commands.autocomplete(table=autocomplete_handler(table_choices))(
            command_handler(cost=cost)(run)
        )
        return app_commands.describe(table="The table’s number, if there are several")(command)

    return wrap


async def table_for(
    interaction: Interaction, number: int | None, move: Move | None = None, *, over: bool = False
) -> Table:
    """The table that a command means; where the bot can only reply, the reply shows it again."""
    table = await find_table(interaction, number, move, over=over)
    show_with_reply(interaction, table.id)
    return table


async def table_typed(interaction: Interaction) -> Table:
    """The table of a command that is still being typed; :raises TableError: see :func:`find_table`."""
    number = getattr(interaction.namespace, "table", None)
    return await find_table(interaction, number if isinstance(number, int) else None)


async def find_table(
    interaction: Interaction, number: int | None, move: Move | None = None, *, over: bool = False
) -> Table:
    """The table of ``number``, or else the first of these that exists:

    with a ``move``, the one in the channel at which the caller can make it; if it is to be ``over``, the
    channel's latest finished one; the caller's live table in the
    channel, the channel's, the finished one of a thread, the caller's private one, in direct messages any of
    the caller's, and the channel's latest finished one. Commands that need a live table say so.

    :raises Ambiguous: if there are several.
    :raises TableError: if there is none.
    """
    service = interaction.client.context.tables
    channel, person = interaction.channel_id or 0, interaction.user.id
    if number is not None:
        table = await service.get(number)
        visibility.require_visible(interaction, table)
        return table
    if move is not None:
        by = person_of(interaction.user)
        fitting = [each for each in await lists.tables_in(service, channel) if _possible(move, each, by)]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise _ambiguous(SEVERAL_HERE, fitting)
    if over and (latest := await lists.latest_in(service, channel, ("over",))) is not None:
        return latest
    nearby = await lists.nearby(service, channel, person)
    here = [each for each in nearby if each.own] or nearby
    found = [each.id for each in here if each.status == "playing"] or [each.id for each in here]
    if len(found) == 1:
        return await service.get(found[0])
    if found:
        # Only at one's own tables does it matter whose turn it is.
        several = await lists.live(service, found, newest=here[0].own)
        waiting = [table for table in several if here[0].own and table.acting_seat(person) is not None]
        if len(waiting) == 1:
            return waiting[0]
        raise _ambiguous(SEVERAL_HERE, several)
    elsewhere = [table for table in await lists.tables_of(service, person) if table.status == "playing"]
    latest = await lists.latest_in(service, channel)
    if latest is not None and latest.address.channel == channel != latest.address.home:
        return latest
    # A private table can be played anywhere else in its server.
    private = [table for table in elsewhere if table.private]
    if at_hand := [table for table in private if table.address.guild == interaction.guild_id]:
        return at_hand[0]
    if interaction.guild_id is None:
        waiting = [table for table in elsewhere if table.acting_seat(person) is not None]
        if len(waiting or elsewhere) == 1:
            return (waiting or elsewhere)[0]
        if elsewhere:
            several_yours = gettext_noop("You’re playing at several tables. Set `table` to {numbers}.")
            raise _ambiguous(several_yours, elsewhere)
    if latest is not None:
        return latest
    if elsewhere:
        raise TableError(
            "There’s no game in this channel. You’re playing {tables}. Go there, or set `table`.",
            tables=listed([table_text.pointer(table) for table in elsewhere[:5]]),
        )
    raise TableError("There’s no game here. `/help` shows how to start one.")


def _ambiguous(sentence: str, tables: list[Table]) -> Ambiguous:
    return Ambiguous(
        sentence,
        "table",
        gettext("Which table do you mean?"),
        [(_label(table), table.id) for table in tables],
        numbers=listed([str(table.id) for table in tables[:10]], "or"),
    )


def _label(table: Table) -> str:
    """A table in a list to choose from."""
    people = ", ".join(plain(person.called) for person in table.seating.people)
    return labelled(table_text.table_name(table), f"{table.game.title} ({people})")


def _possible(move: Move, table: Table, person: Person) -> bool:
    try:
        return bool(move(table, Act(person, 0)))
    except RulesError:
        return False


async def table_choices(interaction: Interaction, typed: str) -> list[tuple[str, int]]:
    """Autocomplete for ``table``: the channel's tables, the caller's, and the channel's latest."""
    service, channel = interaction.client.context.tables, interaction.channel_id or 0
    tables = {table.id: table for table in await lists.tables_in(service, channel, newest=False)}
    tables |= {table.id: table for table in await lists.tables_of(service, interaction.user.id, newest=False)}
    if (latest := await lists.latest_in(service, channel)) is not None:
        tables.setdefault(latest.id, latest)
    labels = [(_label(table), table.id) for table in tables.values()]
    return [(label, number) for label, number in labels if typed.lower() in label.lower()]
