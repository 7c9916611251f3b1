"""The cards of ``/settings`` and ``/server rules``.

Each button's custom_id holds the value it sets, so a press means the same however old the card is.
"""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.components.interactions import channels as table_channels
from bot.components.interactions.card import Card, Control, Style
from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.discord_errors import UNKNOWN_CHANNEL, passes
from bot.components.interactions.replies import replace_card
from bot.components.interactions.routing import on_button
from bot.features.feature import Features
from bot.people import preferences
from bot.people.preferences import PALETTES, PINGS, REMINDERS, USUAL_QUIET, Preferences
from bot.tables import absences as away
from bot.tables import server_rules
from bot.tables.errors import TableError
from bot.tables.server_rules import CARDS, ServerRules
from data.store.records import NOWHERE

from . import text

MAX_NAMED: Final = 20
"""The most people whose challenges are refused that a card names."""
OLDER_REMINDERS: Final = {"True": "all", "False": "none"}
"""The values on buttons of cards from when reminders could only be switched on and off."""


def next_value(value: str, values: tuple[str, ...]) -> str:
    """The value after ``value``; the first one after the last."""
    return values[(values.index(value) + 1) % len(values)]


def challenges_text(chosen: Preferences) -> str:
    """Whose challenges somebody takes."""
    if not chosen.challenges:
        return text.FROM_NOBODY
    if not chosen.refused:
        return text.FROM_EVERYONE
    named = [f"<@{number}>" for number in chosen.refused[:MAX_NAMED]]
    if len(chosen.refused) > MAX_NAMED:
        named.append(f"{len(chosen.refused) - MAX_NAMED} more")
    return text.from_all_but(named)


def settings_card(chosen: Preferences, now: int) -> Card:
    """A person's settings at ``now`` (milliseconds since 1970), with a button to change each."""
    until = chosen.away_until(now)

    def button(label: str, name: str, value: str | bool) -> Control:
        return Control("set", label, rest=f"{name}|{value}")

    return Card(
        "### Your settings",
        lines=text.settings(chosen, challenges_text(chosen), until),
        rows=(
            (
                button("Palette", "palette", next_value(chosen.palette, PALETTES)),
                button("Own Side", "own_side_at_bottom", not chosen.own_side_at_bottom),
                button("Confirm", "confirm", not chosen.confirm),
                button("Only Move", "forced", not chosen.forced),
                button("Pings", "pings", next_value(chosen.pings, PINGS)),
            ),
            (
                button("Reminders", "reminders", next_value(chosen.reminders, REMINDERS)),
                button("Quiet Hours", "quiet", "none" if chosen.quiet else USUAL_QUIET),
                button("Challenges", "challenges", not chosen.challenges),
                button("Ratings", "ratings", not chosen.ratings),
                button("Profile", "public", not chosen.public),
            ),
            (
                *((button("I’m Back", "away", "none"),) if until is not None else ()),
                button("Computers", "computers_resign", not chosen.computers_resign),
                Control("dismiss", "Close"),
            ),
        ),
    )


@on_button("set")
async def choose(interaction: Interaction, control: Control) -> None:
    """A button on a person's settings."""
    name, _, value = control.rest.partition("|")
    chosen: dict[str, Any] = {}
    if name == preferences.RENAMED:
        name = "own_side_at_bottom"
    if name == "reminders":
        value = OLDER_REMINDERS.get(value, value)
    if isinstance(preferences.DEFAULTS.get(name), bool):
        chosen[name] = value == "True"
    elif name in ("palette", "pings", "reminders", "quiet") or (name, value) == ("away", "none"):
        chosen[name] = value
    await replace_card(interaction, await changed(interaction, **chosen))


async def changed(interaction: Interaction, **chosen: Any) -> Card:
    """The caller's settings, after changing what they have ``chosen`` (see ``preferences.change``).

    :raises TableError: when a value isn't valid; nothing is changed then.
    """
    service, person = interaction.client.context.tables, interaction.user.id
    features = interaction.client.context.parts[Features]
    settle = features.settle_settings(person, chosen)
    after = await preferences.change(service.store, person, now=service.now(), settle=settle, **chosen)
    await features.settings_changed(person, chosen)
    if "away" in chosen:
        await away.tell_tables(service, person)
    return settings_card(after, service.now())


def require_manager(interaction: Interaction) -> int:
    """The id of the server, whose rules the caller may change.

    :raises TableError: if they may not, or this is no server.
    """
    if interaction.guild_id is None:
        raise TableError(text.NEEDS_SERVER)
    if table_channels.can_only_reply(interaction):
        raise TableError(text.NEEDS_MEMBERSHIP)
    if not interaction.permissions.manage_guild:
        raise TableError(text.NEEDS_MANAGER)
    return interaction.guild_id


def rules_card(rules: ServerRules, *notes: str) -> Card:
    """A server's rules for its tables, with a button for each that has only a few values."""

    def button(label: str, name: str, value: str | bool) -> Control:
        return Control("rule", label, rest=f"{name}|{value}")

    return Card(
        "### This server’s rules",
        lines=(*notes, *text.rules(rules)),
        rows=(
            (
                button("Threads", "threads", not rules.threads),
                button("Cards", "cards", next_value(rules.cards, CARDS)),
                Control(
                    "rule", "Everywhere", rest="channels|", style=Style.secondary, disabled=not rules.channels
                ),
                Control("dismiss", "Close"),
            ),
        ),
    )


async def forget_deleted_channels(client: BotClient) -> None:
    """Take the channels that were deleted while the bot was away off the lists of those that are allowed."""
    store = client.context.tables.store
    for server, rules in (await server_rules.all_rules(store)).items():
        if client.get_guild(server) is not None:
            for channel in rules.channels:
                if await _is_gone(client, channel):
                    await server_rules.forget(store, server, channel)


async def _is_gone(client: BotClient, channel: int) -> bool:
    """Whether Discord says that there is no such channel; one that the bot may not see is not gone."""
    if channel == NOWHERE or client.get_channel(channel) is not None:
        return False
    try:
        await client.fetch_channel(channel)
    except discord.HTTPException as error:
        if passes(error):
            raise
        return error.code == UNKNOWN_CHANNEL
    return False


@on_button("rule")
async def rule(interaction: Interaction, control: Control) -> None:
    """A button on a server's rules."""
    server = require_manager(interaction)
    store = interaction.client.context.tables.store
    name, _, value = control.rest.partition("|")
    match name:
        case "threads":
            rules = await server_rules.change(store, server, threads=value == "True")
        case "cards" if value in CARDS:
            rules = await server_rules.change(store, server, cards=value)
        case "channels":
            rules = await server_rules.change(store, server, channels=())
        case _:
            rules = await server_rules.load(store, server)
    await replace_card(interaction, rules_card(rules))
