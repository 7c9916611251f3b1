"""A slash group for each game of the registry, such as ``/snorkels start``."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.components.cards import time_text
from bot.components.interactions.context import BotClient, Interaction, person_of
from bot.components.interactions.routing import autocomplete_handler, command_handler
from bot.components.lobbies import challenges
from bot.components.lobbies.open_table import start_table
from bot.games.core import ChoiceOption, Game

DESCRIPTION_LIMIT: Final = 100
"""Characters of a command's description, Discord's limit."""


@autocomplete_handler
async def complete_pace(_interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Choices for ``pace``: what is typed, if it is a time limit, and the usual ones."""
    return [app_commands.Choice(name=name, value=value) for value, name in time_text.pace_choices(typed)]


def side_names(game: Game[Any, Any]) -> list[str]:
    """The slots that a host may ask for, under any options."""
    slots = [slot for side in game.sides(game.read_options({})) for slot in side]
    return list(dict.fromkeys(["random", *slots, *game.seats]))


def start_command(game: Game[Any, Any]) -> app_commands.Command[Any, ..., None]:
    """``start`` of one game: ``opponent``, ``side``, ``pace`` and the game's own options."""

    async def start(interaction: Interaction, **chosen: Any) -> None:
        opponent, side, pace = (chosen.pop(name, None) for name in ("opponent", "side", "pace"))
        given = {name: str(value) for name, value in chosen.items() if value is not None}
        challenges.require_player(opponent, interaction.guild_id)
        rival = person_of(opponent) if opponent is not None else None
        await start_table(interaction, game, rival, side, given, pace)

    first = inspect.Parameter(
        "interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=discord.Interaction
    )
    parameters, helps, choices = [first], {}, {}

    def add(name: str, description: str, kind: Any, words: Iterable[str] = ()) -> None:
        helps[name] = description
        keyword = inspect.Parameter.KEYWORD_ONLY
        parameters.append(inspect.Parameter(name, keyword, default=None, annotation=kind | None))
        if words:
            choices[name] = [app_commands.Choice(name=word, value=word) for word in words]

    if game.people[1] > 1:
        member = discord.Member | discord.User
        add("opponent", "Challenge this member (if left out, anyone can join)", member)
        add("side", "The side you’d like to play", str, side_names(game))
    add("pace", "Time limit for each turn (12h, 3d), or a time bank plus time for each turn (2d+6h)", str)
    for name, option in game.options.items():
        if isinstance(option, ChoiceOption):
            add(name, option.help, str, option.choices)
        else:
            add(name, f"{option.help} ({option.bounds})", app_commands.Range[int, option.low, option.high])
    start.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    handler = command_handler(reply="own", cost="table")(start)
    handler = app_commands.describe(**helps)(app_commands.choices(**choices)(handler))
    handler = app_commands.autocomplete(pace=complete_pace)(handler)
    return app_commands.Command(
        name="start", description=_fitted(f"Start a game. {game.tagline}"), callback=handler
    )


def _fitted(text: str) -> str:
    """``text`` cut between words to the length of a command's description."""
    return textwrap.shorten(text, DESCRIPTION_LIMIT, placeholder=" …")


class Games(commands.Cog):
    """The games' own commands."""

    def __init__(self, bot: BotClient, games: Mapping[str, Game[Any, Any]]) -> None:
        self._bot = bot
        self._groups = []
        for game in games.values():
            group = app_commands.Group(name=game.key, description=_fitted(f"{game.title}: {game.tagline}"))
            group.add_command(start_command(game))
            self._groups.append(group)

    async def cog_load(self) -> None:
        for group in self._groups:
            self._bot.tree.add_command(group)

    async def cog_unload(self) -> None:
        for group in self._groups:
            self._bot.tree.remove_command(group.name)


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the cog is loaded."""
    await bot.add_cog(Games(bot, bot.context.tables.games))
