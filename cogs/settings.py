"""``/settings``, and ``/privacy``: what people choose, see and take back for themselves."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.replies import send_card
from bot.components.interactions.routing import autocomplete_handler, command_handler
from bot.components.servers import privacy
from bot.components.servers.settings import PING_TEXTS, settings_card
from bot.tables.people import preferences
from bot.tables.people.preferences import PALETTES


@autocomplete_handler
async def complete_zone(_interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The time zones that fit what is typed, those that begin with it first."""
    wanted = typed.strip().lower().replace(" ", "_")
    found = [zone for zone in preferences.zones() if wanted in zone.lower()]
    found.sort(key=lambda zone: (not zone.lower().startswith(wanted), zone))
    return [app_commands.Choice(name=zone, value=zone) for zone in found[:25]]


class Settings(commands.Cog):
    """One's own settings and data."""

    privacy = app_commands.Group(
        name="privacy", description="What the bot keeps about you, and how to end that"
    )

    @app_commands.command(
        description="How you see boards, when you are pinged, who may challenge you; only you see this"
    )
    @app_commands.describe(
        palette="The colours of pictures that only you see",
        bottom="Whether your own side is drawn at the bottom of your view",
        confirm="Whether an action is shown as it would be before you play it",
        pings="Where you are told that it is your turn",
        reminders="Whether you are reminded of a deadline",
        quiet="Hours without reminders, such as 22:00-07:00, or none",
        zone="Your time zone, such as Europe/Paris",
        challenges="Whether members may challenge you",
        refuse="A member whose challenges you refuse",
        allow="A member whose challenges you take again",
    )
    @app_commands.choices(
        palette=[app_commands.Choice(name=name, value=name) for name in PALETTES],
        pings=[app_commands.Choice(name=words, value=name) for name, words in PING_TEXTS.items()],
    )
    @app_commands.autocomplete(zone=complete_zone)
    @command_handler()
    async def settings(
        self,
        interaction: Interaction,
        palette: str | None = None,
        bottom: bool | None = None,
        confirm: bool | None = None,
        pings: str | None = None,
        reminders: bool | None = None,
        quiet: str | None = None,
        zone: str | None = None,
        challenges: bool | None = None,
        refuse: discord.User | None = None,
        allow: discord.User | None = None,
    ) -> None:
        """Show one's own settings, those changed that are given."""
        given = {
            "palette": palette,
            "own_side_at_bottom": bottom,
            "confirm": confirm,
            "pings": pings,
            "reminders": reminders,
            "quiet": quiet,
            "zone": zone,
            "challenges": challenges,
        }
        chosen = {name: value for name, value in given.items() if value is not None}
        after = await preferences.change(
            interaction.client.context.tables.store,
            interaction.user.id,
            refuse=refuse.id if refuse is not None else None,
            allow=allow.id if allow is not None else None,
            **chosen,
        )
        await send_card(interaction, settings_card(after))

    @privacy.command(name="about", description="What the bot keeps about you, in a few sentences")
    @command_handler()
    async def about(self, interaction: Interaction) -> None:
        """What is kept."""
        await send_card(interaction, privacy.about_card())

    @privacy.command(name="export", description="Everything that is kept about you, as a JSON file")
    @command_handler(cost="file")
    async def export(self, interaction: Interaction) -> None:
        """Everything kept about the caller."""
        await send_card(
            interaction, await privacy.export_card(interaction.client.context, interaction.user.id)
        )

    @privacy.command(name="forget", description="Remove everything about you; you are asked once")
    @command_handler()
    async def forget(self, interaction: Interaction) -> None:
        """Ask whether the caller is to be forgotten."""
        await send_card(
            interaction, await privacy.forget_card(interaction.client.context, interaction.user.id)
        )


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the cog is loaded."""
    await bot.add_cog(Settings())
