"""The cards of ``/settings`` and ``/server rules``.

Each button's custom_id holds the value it sets, so a press means the same however old the card is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot.components.interactions import channels as table_channels
from bot.components.interactions.card import CLOSE, ROW, Card, Control, Style, rows
from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.discord_errors import UNKNOWN_CHANNEL, passes
from bot.components.interactions.routing import on_button
from bot.features.feature import Features
from bot.people.preferences import AWAY, away_until
from bot.people.settings import Chosen, Setting, change, next_value
from bot.tables import absences as away
from bot.tables import server_rules
from bot.tables.errors import TableError
from bot.tables.server_rules import CARDS, ServerRules
from bot.tables.service import together
from data.store.records import NOWHERE

from . import text


def settings_card(settings: Sequence[Setting[Any]], chosen: Chosen, now: int) -> Card:
    """A person's settings at ``now`` (milliseconds since 1970), with a button to change each."""
    buttons = [
        Control("set", each.button, rest=f"{each.name}|{each.next(chosen[each])}")
        for each in settings
        if each.next is not None
    ]
    until, lines = away_until(chosen, now), [each.line(chosen) for each in settings if each.line is not None]
    full = len(buttons) // ROW * ROW
    last = [*buttons[full:], CLOSE]
    if until is not None:
        lines.append(text.away(until))
        last = [Control("set", "I’m Back", rest=f"{AWAY.name}|none"), *last]
    return Card(
        "### Your settings",
        lines=(*lines, text.OTHER_SETTINGS),
        rows=(*rows(buttons[:full]), *rows(last)),
    )


@on_button("set")
async def choose(interaction: Interaction, control: Control) -> Card:
    """A button on a person's settings."""
    name, _, value = control.rest.partition("|")
    settings = interaction.client.context.parts[Features].settings
    pressed = [each for each in settings if each.name == name]
    given = {each: value for each in pressed if each.next is not None or each is AWAY}
    return await changed(interaction, given)


async def changed(interaction: Interaction, given: Mapping[Setting[Any], Any]) -> Card:
    """The caller's settings, after changing those that are ``given``.

    :raises TableError: when a value isn't valid; nothing is changed then.
    """
    service, person = interaction.client.context.tables, interaction.user.id
    features = interaction.client.context.parts[Features]
    settle = together(features.call(lambda each: each.settle_settings, person, given))
    after = await change(service.store, person, given, now=service.now(), settle=settle)
    now_given = {each: after[each] for each in given}
    await features.ask(lambda each: each.settings_changed, interaction.client.context, person, now_given)
    if AWAY in given:
        await away.tell_tables(service, person)
    return settings_card(features.settings, after, service.now())


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
                CLOSE,
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
async def rule(interaction: Interaction, control: Control) -> Card:
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
    return rules_card(rules)
