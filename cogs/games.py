"""A slash group for each game of the registry, with ``start``."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any, Final

import discord
from discord import app_commands

from bot.components.hooks import BotClient, Command
from bot.components.interactions.context import person_of
from bot.components.interactions.routing import command_handler
from bot.components.lobbies import open_table
from bot.components.lobbies.open_table import start_table
from bot.components.play.autocomplete import complete_pace
from bot.components.publishing.publisher import Interaction
from bot.games.core import GUEST, HOST, AnyGame, ChoiceOption
from bot.people import computers
from bot.players.player import LEVELS

RATED: Final[Mapping[bool | None, str]] = {None: "people", True: "yes", False: "no"}
"""What ``rated`` means for a table, as it is stored."""
SLOTS: Final[Mapping[str, str]] = {
    "random": "Random",
    HOST: "Host (goes first)",
    GUEST: "Guest (picks a colour)",
}
"""Sides that don't say by themselves what they are."""


def start_command(game: AnyGame) -> Command:
    """``start`` of one game: ``opponent``, ``side``, ``pace`` and the game's own options."""

    async def start(interaction: Interaction, **chosen: Any) -> None:
        opponent, computer, side, pace = (
            chosen.pop(name, None) for name in ("opponent", "computer", "side", "pace")
        )
        rated = RATED[chosen.pop("rated", None)]
        given = {name: str(value) for name, value in chosen.items() if value is not None}
        if open_table.is_this_bot(interaction, opponent) and game.computer:
            opponent, computer = None, computer or computers.USUAL_LEVEL
        open_table.require_player(opponent, interaction.guild_id)
        rival = person_of(opponent) if opponent is not None else None
        await start_table(interaction, game, rival, side, given, pace, computer=computer, rated=rated)

    first = inspect.Parameter(
        "interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=discord.Interaction
    )
    parameters, helps, choices = [first], {}, {}

    def add(
        name: str, description: str, kind: Any, words: Iterable[str] = (), names: Iterable[str] = ()
    ) -> None:
        helps[name] = description
        keyword = inspect.Parameter.KEYWORD_ONLY
        parameters.append(inspect.Parameter(name, keyword, default=None, annotation=kind | None))
        if words:
            choices[name] = [
                app_commands.Choice(name=title, value=word) for title, word in zip(names, words, strict=True)
            ]

    if game.people[1] > 1:
        member = discord.Member | discord.User
        add("opponent", "Challenge this member (if left out, anyone can join)", member)
        if game.computer:
            add(
                "computer",
                "Play against the computer, which takes all the seats you don’t",
                str,
                [level.key for level in LEVELS],
                [f"{level.title}: {level.feels}" for level in LEVELS],
            )
        slots = chain(*game.sides(game.read_options({})))
        sides = dict.fromkeys(["random", *slots, *game.seats])
        titles = [SLOTS.get(side) or game.name_of(side) for side in sides]
        add("side", "The side you’d like to play", str, sides, titles)
        add("rated", "Count the game towards ratings (usually yes between people, no with a computer)", bool)
    add("pace", "Time limit per turn (12h, 3d), or a time bank plus extra time per turn (2d+6h)", str)
    for name, option in game.options.items():
        if isinstance(option, ChoiceOption):
            add(name, option.help, str, option.choices, map(game.name_of, option.choices))
        else:
            add(name, option.description, app_commands.Range[int, option.low, option.high])
    start.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    handler = command_handler(reply="public", cost="table")(start)
    handler = app_commands.describe(**helps)(app_commands.choices(**choices)(handler))
    handler = app_commands.autocomplete(pace=complete_pace)(handler)
    return app_commands.Command(name="start", description=game.tagline, callback=handler)


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the module is loaded."""
    for game in bot.context.tables.games.values():
        group = app_commands.Group(name=game.key, description=game.tagline)
        group.add_command(start_command(game))
        bot.tree.add_command(group)
