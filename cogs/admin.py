"""``/server`` and ``/doctor``, for those who manage a server."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.components.interactions import channels
from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.replies import send_card, send_text
from bot.components.interactions.routing import command_handler
from bot.components.servers import doctor
from bot.components.servers.settings import CARD_TEXTS, require_manager, rules_card
from bot.tables import server_rules

from .option_choices import complete_pace

Channel = discord.TextChannel | discord.ForumChannel | discord.VoiceChannel | discord.Thread


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(manage_guild=True)
class Server(
    commands.GroupCog, group_name="server", group_description="The rules of this server for its tables"
):
    """A server's rules for its tables."""

    @app_commands.command(
        description="The rules for tables here: without options to see, with them to change"
    )
    @app_commands.describe(
        threads="Whether each table gets a thread of its own",
        cards="Whether a turn posts a new card",
        pace="The clock of tables whose host names none, or none",
        tables=f"How many tables may be open at once; 0 for any number (0–{server_rules.MOST})",
        each=f"How many of them one member may have opened; 0 for any number (0–{server_rules.MOST})",
    )
    @app_commands.autocomplete(pace=complete_pace)
    @app_commands.choices(
        cards=[app_commands.Choice(name=words, value=name) for name, words in CARD_TEXTS.items()]
    )
    @command_handler()
    async def rules(
        self,
        interaction: Interaction,
        threads: bool | None = None,
        cards: str | None = None,
        pace: str | None = None,
        tables: app_commands.Range[int, 0, server_rules.MOST] | None = None,
        each: app_commands.Range[int, 0, server_rules.MOST] | None = None,
    ) -> None:
        """Show the server's rules, those changed that are given."""
        server = require_manager(interaction)
        given = {"threads": threads, "cards": cards, "pace": pace, "tables": tables, "each": each}
        chosen = {name: value for name, value in given.items() if value is not None}
        store = interaction.client.context.tables.store
        await send_card(interaction, rules_card(await server_rules.change(store, server, **chosen)))

    @app_commands.command(
        description="Add a channel to those where tables may be opened; the first one closes all others"
    )
    @app_commands.describe(channel="The channel to add, such as #games")
    @command_handler()
    async def allow(self, interaction: Interaction, channel: discord.TextChannel) -> None:
        """Allow a channel."""
        server = require_manager(interaction)
        store = interaction.client.context.tables.store
        rules = await server_rules.allow(store, server, channel.id)
        only = (
            f"*From now on tables can be opened only in <#{channel.id}>. Add other channels with "
            f"`/server allow`, or press **Everywhere** to allow all again.*"
        )
        await send_card(interaction, rules_card(rules, only if len(rules.channels) == 1 else ""))

    @app_commands.command(description="Take a channel from those where tables may be opened")
    @app_commands.describe(channel="The channel to remove from the list")
    @command_handler()
    async def forbid(self, interaction: Interaction, channel: discord.TextChannel) -> None:
        """Forbid a channel."""
        server = require_manager(interaction)
        store = interaction.client.context.tables.store
        rules = await server_rules.forbid(store, server, channel.id)
        everywhere = "*No channel is left on the list, so that tables may be opened everywhere.*"
        note = "" if rules.channels else everywhere
        await send_card(interaction, rules_card(rules, note))

    @app_commands.command(description="Post the list of this server’s tables, which keeps itself current")
    @app_commands.describe(channel="Where; without one, here", remove="Take the list away instead")
    @command_handler(cost="list")
    async def board(
        self, interaction: Interaction, channel: discord.TextChannel | None = None, remove: bool = False
    ) -> None:
        """Post, move or remove the list of tables."""
        server, number = require_manager(interaction), _channel(interaction, channel)
        store, lists = interaction.client.context.tables.store, interaction.client.lists
        if not remove and channel is not None and interaction.guild is not None:
            channels.require_permissions(channel.permissions_for(interaction.guild.me), f"<#{number}>")
        elif not remove:
            channels.require_permissions(interaction.app_permissions, "this channel")
        before = await server_rules.load(store, server)
        if before.board_message:
            old = channels.partial_channel(interaction.client, server, before.board_channel)
            await lists.remove(old, before.board_message)
        await server_rules.change(store, server, board_channel=0 if remove else number, board_message=0)
        if remove:
            await send_text(interaction, "The list of tables is gone.")
            return
        await lists.refresh(server)
        await send_text(interaction, f"The list of tables stands in <#{number}> and keeps itself current.")


class Doctor(commands.Cog):
    """What is wrong, and what helps."""

    @app_commands.command(
        description="What keeps tables from working here: permissions, stuck tables, lost cards"
    )
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.default_permissions(manage_guild=True)
    @command_handler(cost="list")
    async def doctor(self, interaction: Interaction) -> None:
        """Examine this server."""
        await send_card(interaction, await doctor.doctor_card(interaction, require_manager(interaction)))


def _channel(interaction: Interaction, given: discord.TextChannel | None) -> int:
    """The channel that is meant: the one given, else this one, or the one that this thread is in."""
    if given is not None:
        return given.id
    here = interaction.channel
    if isinstance(here, discord.Thread):
        return here.parent_id
    assert interaction.channel_id is not None
    return interaction.channel_id


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the cog is loaded."""
    await bot.add_cog(Server())
    await bot.add_cog(Doctor())
