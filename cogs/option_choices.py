"""What several commands offer while one types: choices for ``table`` and ``pace``."""

from __future__ import annotations

from typing import Any, Final, TypeVar

import discord
from discord import app_commands

from bot.components.cards import time_text
from bot.components.play.resolve_table import table_choices
from bot.games.core import RulesError

Here = discord.Interaction[Any]
C = TypeVar("C")
TABLE: Final = "The table’s number, where the channel holds several"


async def complete_table(interaction: Here, typed: str) -> list[app_commands.Choice[int]]:
    """Choices for ``table``; none when anything is wrong, since autocomplete can't say what."""
    try:
        return await table_choices(interaction, typed)
    except RulesError:
        return []


def takes_a_table(command: C) -> C:
    """Give the option ``table`` of ``command`` its description and its choices."""
    return app_commands.describe(table=TABLE)(app_commands.autocomplete(table=complete_table)(command))


async def complete_pace(_interaction: Here, typed: str) -> list[app_commands.Choice[str]]:
    """Choices for ``pace``: what is typed if it is one, and the usual ones."""
    return [app_commands.Choice(name=name, value=value) for value, name in time_text.pace_choices(typed)]
