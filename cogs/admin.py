"""``/server`` and ``/doctor``, for those who manage a server."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.components.hooks import BotClient, Command
from bot.components.interactions.card import Card
from bot.components.interactions.routing import command_handler
from bot.components.play.autocomplete import complete_pace
from bot.components.publishing.publisher import Interaction
from bot.components.servers import doctor, settings
from bot.components.servers.settings import require_manager, rules_card
from bot.languages import gettext
from bot.people.preferences import AS_DISCORD
from bot.tables import server_rules
from bot.tables.server_rules import ServerRules

Channel = discord.TextChannel | discord.ForumChannel | discord.VoiceChannel | discord.StageChannel
"""Where tables can be opened: in the channel itself, in its threads or in its posts."""


@app_commands.command(description="See this server’s rules for tables, or set options to change them")
@app_commands.describe(
    threads="Give each table its own thread",
    cards="Post a new card for each turn, or keep updating one card",
    events="Show tournaments, seasons and all-hands games as server events",
    language="The language everybody sees",
    pace="The default time limit for new tables, such as 12h, 3d or none",
    tables=f"How many tables can be open at once, or 0 for no limit (0–{server_rules.MOST})",
    each=f"How many open tables each member can have, or 0 for no limit (0–{server_rules.MOST})",
)
@app_commands.autocomplete(pace=complete_pace)
@app_commands.choices(
    cards=[app_commands.Choice(name=words, value=name) for name, words in settings.CARD_TEXTS.items()],
    language=[app_commands.Choice(name=words, value=tag) for tag, words in settings.LANGUAGES.items()],
)
@command_handler()
async def rules(
    interaction: Interaction,
    threads: bool | None = None,
    cards: str | None = None,
    events: bool | None = None,
    language: str | None = None,
    pace: str | None = None,
    tables: app_commands.Range[int, 0, server_rules.MOST] | None = None,
    each: app_commands.Range[int, 0, server_rules.MOST] | None = None,
) -> Card:
    """Show the server's rules, after changing those that are given."""
    server = require_manager(interaction)
    given = {
        "threads": threads,
        "cards": cards,
        "events": events,
        "pace": pace,
        "tables": tables,
        "each": each,
    }
    chosen = {name: value for name, value in given.items() if value is not None}
    if language is not None:
        chosen["language"] = "" if language == AS_DISCORD else language
    store = interaction.client.context.tables.store
    return await _with_notes(interaction, server, await server_rules.change(store, server, **chosen))


@app_commands.command(
    description="Allow tables in a channel. From then on, only allowed channels can have tables"
)
@app_commands.describe(channel="The channel to allow, such as #games")
@command_handler()
async def allow(interaction: Interaction, channel: Channel) -> Card:
    """Allow a channel."""
    server = require_manager(interaction)
    store = interaction.client.context.tables.store
    rules = await server_rules.allow(store, server, channel.id)
    note = settings.only_channel(channel.id) if len(rules.channels) == 1 else ""
    return await _with_notes(interaction, server, rules, note)


@app_commands.command(description="Stop allowing tables in a channel")
@app_commands.describe(channel="The channel to remove")
@command_handler()
async def forbid(interaction: Interaction, channel: Channel) -> Card:
    """Forbid a channel."""
    server = require_manager(interaction)
    store = interaction.client.context.tables.store
    rules = await server_rules.forbid(store, server, channel.id)
    note = "" if rules.channels else gettext(settings.EVERYWHERE_AGAIN)
    return await _with_notes(interaction, server, rules, note)


async def _with_notes(interaction: Interaction, server: int, rules: ServerRules, note: str = "") -> Card:
    """A server's rules, and what features say of them."""
    context = interaction.client.context
    notes = [
        note
        for each in context.features.all
        for note in await each.rules_notes(context.tables, server, rules)
    ]
    return rules_card(rules, note, *notes)


@app_commands.command(
    name="doctor",
    description="Check for problems here, such as missing permissions, stuck tables and lost cards",
)
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(manage_guild=True)
@command_handler(cost="list")
async def examine(interaction: Interaction) -> Card:
    """Examine this server."""
    return await doctor.doctor_card(interaction, require_manager(interaction))


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the cog is loaded."""
    group = app_commands.Group(
        name="server",
        description="Set this server’s rules for tables",
        guild_only=True,
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        default_permissions=discord.Permissions(manage_guild=True),
    )
    own: tuple[Command, ...] = (rules, allow, forbid)
    for each in own:
        group.add_command(each)
    bot.tree.add_command(group)
    bot.tree.add_command(examine)
