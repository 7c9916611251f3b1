"""``/settings``: a person's own choices."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.components.hooks import BotClient, Interaction
from bot.components.interactions.card import Card
from bot.components.interactions.routing import autocomplete_handler, command_handler
from bot.components.servers.settings import changed
from bot.people.settings import Setting

KINDS: Final = {"switch": bool, "text": str, "person": discord.User}


def completion(setting: Setting[Any]) -> Callable[..., Any] | None:
    """The autocomplete of a setting's option."""
    fitting = setting.complete
    if fitting is None:
        return None

    @autocomplete_handler
    async def complete(_interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        return [(each, each) for each in fitting(typed)]

    return complete


def settings_command(settings: Sequence[Setting[Any]]) -> app_commands.Command[Any, ..., None]:
    """``/settings``, with an option for each of ``settings`` that can be typed."""
    options = {each.typed_as: each for each in settings if each.description}

    async def show(interaction: Interaction, **typed: Any) -> Card:
        """Show the caller's settings, after changing those that are given."""
        chosen = {
            setting: getattr(value, "id", value)  # a person's number
            for name, setting in options.items()
            if (value := typed.get(name)) is not None
        }
        return await changed(interaction, chosen)

    first = inspect.Parameter(
        "interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=discord.Interaction
    )
    keyword = inspect.Parameter.KEYWORD_ONLY
    show.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [first]
        + [
            inspect.Parameter(name, keyword, default=None, annotation=KINDS[each.kind] | None)
            for name, each in options.items()
        ]
    )
    handler = command_handler()(show)
    for name, each in options.items():
        handler = app_commands.describe(**{name: each.description})(handler)
        if each.words:
            offered = [app_commands.Choice(name=said, value=word) for word, said in each.words]
            handler = app_commands.choices(**{name: offered})(handler)
        if (complete := completion(each)) is not None:
            handler = app_commands.autocomplete(**{name: complete})(handler)
    return app_commands.Command(
        name="settings",
        description="See your settings (pictures, pings, challenges), or set options to change them",
        callback=handler,
    )


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the module is loaded."""
    bot.tree.add_command(settings_command(bot.context.features.settings))
