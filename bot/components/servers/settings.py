"""The cards of ``/settings`` and ``/server rules``.

Each button's custom_id holds the value it sets, so a press means the same however old the card is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import discord

from bot.components.cards.text import pace
from bot.components.hooks import BotClient, Interaction
from bot.components.interactions import channels as table_channels
from bot.components.interactions.card import Card, Control, choice_rows, close_button, rows
from bot.components.interactions.discord_errors import UNKNOWN_CHANNEL, passes
from bot.components.interactions.routing import on_button
from bot.languages import gettext, gettext_noop, listed, names, some, speak
from bot.people.absences import MOST_DAYS
from bot.people.preferences import AS_DISCORD, AWAY, away_until
from bot.people.settings import Chosen, Setting, change, next_value
from bot.tables import absences as away
from bot.tables import server_rules
from bot.tables.errors import TableError
from bot.tables.model.pace import read
from bot.tables.server_rules import CARDS, ServerRules
from data.store.records import NOWHERE

CARD_TEXTS: Final = {
    "post": "a new card for each turn",
    "edit": "one card that’s kept up to date (a new one after an hour)",
}
LANGUAGES: Final = {AS_DISCORD: "the server’s own", **names()}
NEEDS_SERVER: Final = gettext_noop("This command only works in a server. Use it in a server channel.")
EVERYWHERE_AGAIN: Final = gettext_noop(
    "*The list is empty now, so tables can be opened in every channel again.*"
)
MAX_NAMED: Final = 20
"""The most channels that a server's rules name."""


def rules_lines(chosen: ServerRules) -> tuple[str, ...]:
    channels = listed(some([f"<#{each}>" for each in chosen.channels], MAX_NAMED))
    where = gettext(
        "**Channels** where tables can be opened: {channels}.", channels=channels or gettext("everywhere")
    )
    if chosen.channels == (NOWHERE,):
        where = gettext(
            "**Channels** where tables can be opened: none, because the last one was deleted. Use `/server "
            "allow`, or press **Everywhere** to allow all of them."
        )
    return (
        where,
        gettext("**Threads**, one for each table: yes.")
        if chosen.threads
        else gettext("**Threads**, one for each table: no."),
        gettext("**Cards**: {what}.", what=gettext(CARD_TEXTS[chosen.cards])),
        gettext(
            "**Language** of what everybody sees: {language}.",
            language=gettext(LANGUAGES[chosen.language or AS_DISCORD]),
        ),
        gettext("**Default time limit**: {limit}.", limit=pace(read(chosen.pace)))
        if chosen.pace
        else gettext("**Default time limit**: none."),
        gettext(
            "**Open tables**: {all} in this server, {each} per member.",
            all=chosen.tables or gettext("no limit"),
            each=chosen.each or gettext("no limit"),
        ),
        gettext("**List of tables**: {channel}.", channel=f"<#{chosen.board_channel}>")
        if chosen.board_channel
        else gettext("**List of tables**: none."),
        gettext(
            "-# To change more, use `/server rules`, `/server allow`, `/server forbid` and `/server board`."
        ),
    )


def only_channel(channel_id: int) -> str:
    return gettext(
        "*From now on, tables can be opened only in {channel}. Add more with `/server allow`, or press "
        "**Everywhere** to allow all of them again.*",
        channel=f"<#{channel_id}>",
    )


def settings_card(settings: Sequence[Setting[Any]], chosen: Chosen, now: int) -> Card:
    """A person's settings at ``now`` (milliseconds since 1970), with a list to change each."""
    buttons = [
        Control("set", gettext(each.button), rest=f"{each.name}|{each.next(chosen[each])}")
        for each in settings
        if each.next is not None
    ]
    until, lines = away_until(chosen, now), [each.line(chosen) for each in settings if each.line is not None]
    last = [close_button()]
    if until is not None:
        lines.append(
            gettext(
                "**Away**: until {time}. Your clocks aren’t running, and your tables show that you’re away.",
                time=f"<t:{until // 1000}:f>",
            )
        )
        last = [Control("set", gettext("I’m Back"), rest=f"{AWAY.name}|none"), *last]
    return Card(
        gettext("### Your settings"),
        lines=(
            *lines,
            gettext(
                "-# `/settings` can also set your `quiet` hours and `zone`, `refuse` or `allow` a "
                "challenger, and stop your clocks while you’re `away`, up to {days} days a year.",
                days=MOST_DAYS,
            ),
        ),
        rows=(*choice_rows(buttons), *rows(last)),
    )


@on_button("set")
async def choose(interaction: Interaction, control: Control) -> Card:
    """A button on a person's settings."""
    name, _, value = control.rest.partition("|")
    settings = interaction.client.context.features.settings
    pressed = [each for each in settings if each.name == name]
    given = {each: value for each in pressed if each.next is not None or each is AWAY}
    return await changed(interaction, given)


async def changed(interaction: Interaction, given: Mapping[Setting[Any], Any]) -> Card:
    """The caller's settings, after changing those that are ``given``.

    :raises TableError: when a value isn't valid; nothing is changed then.
    """
    service, person = interaction.client.context.tables, interaction.user.id
    features = interaction.client.context.features
    settle = features.settle_settings(person, given)
    after = await change(service.store, person, given, now=service.now(), settle=settle)
    speak(await interaction.client.context.languages.of_person(person))
    now_given = {each: after[each] for each in given}
    await features.settings_changed(interaction.client.context, person, now_given)
    if AWAY in given:
        await away.tell_tables(service, person)
    return settings_card(features.settings, after, service.now())


def require_manager(interaction: Interaction) -> int:
    """The id of the server, whose rules the caller may change.

    :raises TableError: if they may not, or this is no server.
    """
    if interaction.guild_id is None:
        raise TableError(NEEDS_SERVER)
    if table_channels.can_only_reply(interaction):
        raise TableError("The bot isn’t in this server. Add it to the server first.")
    if not interaction.permissions.manage_guild:
        raise TableError("Only members with the **Manage Server** permission can do this. Ask one of them.")
    return interaction.guild_id


def rules_card(rules: ServerRules, *notes: str) -> Card:
    """A server's rules for its tables, with a button for each that has only a few values."""

    def button(label: str, name: str, value: str | bool) -> Control:
        return Control("rule", label, rest=f"{name}|{value}")

    return Card(
        gettext("### This server’s rules"),
        lines=(*notes, *rules_lines(rules)),
        rows=(
            (
                button(gettext("Threads"), "threads", not rules.threads),
                button(gettext("Cards"), "cards", next_value(rules.cards, CARDS)),
                replace(button(gettext("Everywhere"), "channels", ""), disabled=not rules.channels),
                close_button(),
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
