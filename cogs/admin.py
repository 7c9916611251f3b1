"""``/server`` and ``/doctor``, for those who manage a server."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.components.interactions import channels
from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.replies import send_card, send_text
from bot.components.interactions.routing import command_handler
from bot.components.servers import doctor, text
from bot.components.servers.settings import leagues_elsewhere, require_manager, rules_card
from bot.games import GAMES
from bot.tables import server_rules

from .games import complete_pace

Channel = discord.TextChannel | discord.ForumChannel | discord.VoiceChannel
"""Where tables can be opened: in the channel itself, in its threads or in its posts."""


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(manage_guild=True)
class Server(commands.GroupCog, group_name="server", group_description="Set this server’s rules for tables"):
    """A server's rules for its tables."""

    @app_commands.command(description="See this server’s rules for tables, or set options to change them")
    @app_commands.describe(
        threads="Give each table its own thread",
        cards="Post a new card for each turn, or keep updating one card",
        pace="The default time limit for new tables, such as 12h, 3d or none",
        tables=f"How many tables can be open at once, or 0 for no limit (0–{server_rules.MOST})",
        each=f"How many open tables each member can have, or 0 for no limit (0–{server_rules.MOST})",
    )
    @app_commands.autocomplete(pace=complete_pace)
    @app_commands.choices(
        cards=[app_commands.Choice(name=words, value=name) for name, words in text.CARD_TEXTS.items()]
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
        """Show the server's rules, after changing those that are given."""
        server = require_manager(interaction)
        given = {"threads": threads, "cards": cards, "pace": pace, "tables": tables, "each": each}
        chosen = {name: value for name, value in given.items() if value is not None}
        store = interaction.client.context.tables.store
        await send_card(interaction, rules_card(await server_rules.change(store, server, **chosen)))

    @app_commands.command(
        description="Allow tables in a channel. From then on, only allowed channels can have tables"
    )
    @app_commands.describe(channel="The channel to allow, such as #games")
    @command_handler()
    async def allow(self, interaction: Interaction, channel: Channel) -> None:
        """Allow a channel."""
        server = require_manager(interaction)
        store = interaction.client.context.tables.store
        rules = await server_rules.allow(store, server, channel.id)
        note = text.only_channel(channel.id) if len(rules.channels) == 1 else ""
        await send_card(interaction, rules_card(rules, note, await leagues_elsewhere(store, server, rules)))

    @app_commands.command(description="Take a channel off the list of channels where tables are allowed")
    @app_commands.describe(channel="The channel to remove")
    @command_handler()
    async def forbid(self, interaction: Interaction, channel: Channel) -> None:
        """Forbid a channel."""
        server = require_manager(interaction)
        store = interaction.client.context.tables.store
        rules = await server_rules.forbid(store, server, channel.id)
        note = "" if rules.channels else text.EVERYWHERE_AGAIN
        await send_card(interaction, rules_card(rules, note, await leagues_elsewhere(store, server, rules)))

    @app_commands.command(description="Post a list of this server’s tables that updates itself")
    @app_commands.describe(
        channel="The channel for the list (this one if left out)",
        remove="Remove the list",
        game="List only this game (all of them if left out)",
        only_open="List only tables that people can join",
    )
    @app_commands.choices(
        game=[app_commands.Choice(name=game.title, value=game.key) for game in GAMES.values()]
    )
    @command_handler(cost="list")
    async def board(
        self,
        interaction: Interaction,
        channel: discord.TextChannel | None = None,
        remove: bool = False,
        game: str | None = None,
        only_open: bool = False,
    ) -> None:
        """Post, move or remove the list of tables."""
        server, number = require_manager(interaction), _channel(interaction, channel)
        store, lists = interaction.client.context.tables.store, interaction.client.lists
        if not remove and channel is not None and interaction.guild is not None:
            channels.require_permissions(channel.permissions_for(interaction.guild.me), f"<#{number}>")
        elif not remove:
            channels.require_permissions(interaction.app_permissions, "this channel")
        async with lists.locks.lock(server):
            before = await server_rules.load(store, server)
            if before.board_message:
                old = channels.partial_channel(interaction.client, server, before.board_channel)
                await lists.remove(old, before.board_message)
            await server_rules.change(
                store,
                server,
                board_channel=0 if remove else number,
                board_message=0,
                board_game=game or "",
                board_open=only_open,
            )
        if remove:
            await send_text(interaction, text.LIST_REMOVED)
            return
        await lists.refresh(server)
        await send_text(interaction, text.list_posted(number))


class Doctor(commands.Cog):
    """``/doctor``."""

    @app_commands.command(
        description="Check for problems here, such as missing permissions, stuck tables and lost cards"
    )
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.default_permissions(manage_guild=True)
    @command_handler(cost="list")
    async def doctor(self, interaction: Interaction) -> None:
        """Examine this server."""
        await send_card(interaction, await doctor.doctor_card(interaction, require_manager(interaction)))


def _channel(interaction: Interaction, given: discord.TextChannel | None) -> int:
    """The channel given, else this one or this thread's."""
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
