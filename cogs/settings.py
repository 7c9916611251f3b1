"""``/settings``: a person's own choices."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.replies import send_card
from bot.components.interactions.routing import autocomplete_handler, command_handler
from bot.components.servers import text
from bot.components.servers.settings import changed
from bot.people import absences, preferences


@autocomplete_handler
async def complete_zone(_interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The time zones that fit what is typed, those that begin with it first."""
    wanted = typed.strip().lower().replace(" ", "_")
    found = [zone for zone in preferences.zones() if wanted in zone.lower()]
    found.sort(key=lambda zone: (not zone.lower().startswith(wanted), zone))
    return [app_commands.Choice(name=zone, value=zone) for zone in found[:25]]


@autocomplete_handler
async def complete_away(_interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """How long to be away: what is typed, and a few durations."""
    wanted = typed.strip().lower()[:100]
    found = [each for each in absences.SUGGESTED if each.startswith(wanted)] or [wanted]
    return [app_commands.Choice(name=each, value=each) for each in found]


class Settings(commands.Cog):
    """A person's settings."""

    @app_commands.command(
        description="See your settings (pictures, pings, challenges), or set options to change them"
    )
    @app_commands.describe(
        palette="Colours for the pictures only you see",
        bottom="Show your own side at the bottom of your view",
        confirm="Show a preview before you play a move",
        forced="Play your move for you when it’s the only one (not in games with secrets)",
        pings="Where to tell you that it’s your turn",
        reminders="When to remind you of your time limit",
        quiet="Hours without reminders, such as 22:00-07:00 (or none)",
        zone="Your time zone, such as Europe/Paris",
        challenges="Let members challenge you",
        away="Stop your clocks while you’re away: for 5d, or until 2027-01-03 (none once you’re back)",
        refuse="Refuse this member’s challenges",
        allow="Accept this member’s challenges again",
        ratings="Take part in ratings (if you don’t, your games aren’t rated for anyone)",
        public="Let others see your profile and your ratings",
        computers_resign="Let strong computers resign at your tables once they have no hope left",
    )
    @app_commands.choices(
        palette=[app_commands.Choice(name=words, value=name) for name, words in text.PALETTE_TEXTS.items()],
        pings=[app_commands.Choice(name=words, value=name) for name, words in text.PING_TEXTS.items()],
        reminders=[
            app_commands.Choice(name=words, value=name) for name, words in text.REMINDER_TEXTS.items()
        ],
    )
    @app_commands.autocomplete(zone=complete_zone, away=complete_away)
    @command_handler()
    async def settings(
        self,
        interaction: Interaction,
        palette: str | None = None,
        bottom: bool | None = None,
        confirm: bool | None = None,
        forced: bool | None = None,
        pings: str | None = None,
        reminders: str | None = None,
        quiet: str | None = None,
        zone: str | None = None,
        challenges: bool | None = None,
        away: str | None = None,
        refuse: discord.User | None = None,
        allow: discord.User | None = None,
        ratings: bool | None = None,
        public: bool | None = None,
        computers_resign: bool | None = None,
    ) -> None:
        """Show the caller's settings, after changing those that are given."""
        given = {
            "palette": palette,
            "own_side_at_bottom": bottom,
            "confirm": confirm,
            "forced": forced,
            "pings": pings,
            "reminders": reminders,
            "quiet": quiet,
            "zone": zone,
            "challenges": challenges,
            "ratings": ratings,
            "public": public,
            "computers_resign": computers_resign,
            "away": away,
        }
        chosen = {name: value for name, value in given.items() if value is not None}
        card = await changed(
            interaction,
            refuse=refuse.id if refuse is not None else None,
            allow=allow.id if allow is not None else None,
            **chosen,
        )
        await send_card(interaction, card)


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the cog is loaded."""
    await bot.add_cog(Settings())
