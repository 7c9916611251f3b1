"""What several commands share: the options ``table`` and ``pace``, with what is offered while one types."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, ParamSpec

from discord import app_commands

from bot.components.cards import text as table_text
from bot.components.interactions.context import Interaction
from bot.components.interactions.rate_limits import Cost
from bot.components.interactions.routing import autocomplete_handler, command_handler
from bot.components.play.resolve_table import table_choices, with_table

P = ParamSpec("P")
TABLE: Final = "The table’s number, where the channel holds several"
complete_table = autocomplete_handler(table_choices)


def table_command(
    *, cost: Cost | None = None
) -> Callable[[Callable[P, Awaitable[None]]], Callable[P, Coroutine[Any, Any, None]]]:
    """Make a function the handler of a command at a table: it gets the table that the caller means."""
    handle = command_handler(cost=cost)
    describe = app_commands.describe(table=TABLE)
    complete = app_commands.autocomplete(table=complete_table)

    def wrap(handler: Callable[P, Awaitable[None]]) -> Callable[P, Coroutine[Any, Any, None]]:
        return describe(complete(handle(with_table(handler))))

    return wrap


@autocomplete_handler
async def complete_pace(_interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Choices for ``pace``: what is typed if it is one, and the usual ones."""
    return [app_commands.Choice(name=name, value=value) for value, name in table_text.pace_choices(typed)]
