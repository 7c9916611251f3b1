"""``/league``: leagues and Swiss tournaments of a server."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.components.interactions import channels
from bot.components.interactions.card import Card
from bot.components.interactions.context import BotClient, Interaction
from bot.components.interactions.routing import autocomplete_handler, command_handler
from bot.components.lobbies.open_table import require_place
from bot.components.servers.settings import require_manager
from bot.features.leagues import league_cards as asked
from bot.features.leagues import text
from bot.features.leagues.schedule import DIVISION, USUAL_DIVISION
from bot.features.leagues.service import MAX_TITLE, MOST_ROUNDS, LeagueService, playable
from bot.tables.errors import TableError

from .games import complete_pace, game_choices


@autocomplete_handler
async def complete_league(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The leagues that the person can see."""
    found = [each for each in await asked.visible(interaction) if typed.lower() in each.title.lower()]
    return [app_commands.Choice(name=each.title, value=each.id) for each in found[:25]]


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class Leagues(
    commands.GroupCog,
    group_name="league",
    group_description="Play a season against the people of this server",
):
    """Leagues and Swiss tournaments."""

    @app_commands.command(
        description="Start a league or a Swiss tournament in this channel; for server managers"
    )
    @app_commands.describe(
        name="What it’s called, such as Harbour Cup",
        game="The game it plays (only games for exactly two players)",
        swiss="A one-off Swiss tournament: each round, you play somebody with about the same score",
        pace="The time limit for turns (1d if left out; 10m in a Swiss tournament)",
        round_time="How long a round may take, such as 5d (7d if left out; 1h in a Swiss tournament)",
        starts="How long people can join before it starts (2d if left out; 30m for a Swiss tournament)",
        size=text.SIZES,
        twice="Everybody in a division plays everybody twice, with the sides swapped",
        rounds=f"How many rounds a Swiss tournament has; as many as needed if left out (1–{MOST_ROUNDS})",
        rated="Whether the games count for ratings (yes if left out)",
    )
    @app_commands.choices(game=game_choices(playable))
    @app_commands.autocomplete(pace=complete_pace)
    @command_handler(cost="list")
    async def create(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, MAX_TITLE],
        game: str,
        swiss: bool = False,
        pace: str | None = None,
        round_time: str | None = None,
        starts: str | None = None,
        size: app_commands.Range[int, DIVISION.start, DIVISION.stop - 1] = USUAL_DIVISION,
        twice: bool = False,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] | None = None,
        rated: bool = True,
    ) -> str:
        """A new league in this channel."""
        server, service = require_manager(interaction), interaction.client.context.parts[LeagueService]
        if isinstance(interaction.channel, discord.Thread):
            raise TableError(text.NOT_IN_A_THREAD)
        await require_place(interaction)
        channels.require_permissions(interaction.app_permissions, "this channel")
        assert interaction.channel_id is not None
        await service.create(
            server,
            interaction.channel_id,
            name,
            game,
            measure=pace or ("10m" if swiss else "1d"),
            round_time=round_time or ("1h" if swiss else "7d"),
            starts=starts or ("30m" if swiss else "2d"),
            swiss=swiss,
            size=size,
            twice=twice,
            rounds=rounds or 0,
            rated=rated,
        )
        return text.created(name, interaction.channel_id)

    @app_commands.command(description="Take part in a league’s next season; its games start automatically")
    @app_commands.describe(league="Which league (the one in this channel if left out)")
    @app_commands.autocomplete(league=complete_league)
    @command_handler()
    async def join(self, interaction: Interaction, league: int | None = None) -> str:
        """Join."""
        return await asked.join(interaction, (await asked.chosen(interaction, league)).id)

    @app_commands.command(description="Leave a league; in the middle of a season it asks you once")
    @app_commands.describe(league="Which league (the one in this channel if left out)")
    @app_commands.autocomplete(league=complete_league)
    @command_handler()
    async def leave(self, interaction: Interaction, league: int | None = None) -> Card | str:
        """Leave."""
        return await asked.leave(interaction, (await asked.chosen(interaction, league)).id)

    @app_commands.command(description="See a league’s standings and your games in it; only you can see this")
    @app_commands.describe(league="Which league (the one in this channel if left out)")
    @app_commands.autocomplete(league=complete_league)
    @command_handler()
    async def standings(self, interaction: Interaction, league: int | None = None) -> Card:
        """The standings."""
        return await asked.own_card(interaction, await asked.chosen(interaction, league))

    @app_commands.command(description="Close a league for good, after asking you once; for server managers")
    @app_commands.describe(league="Which league (the one in this channel if left out)")
    @app_commands.autocomplete(league=complete_league)
    @command_handler()
    async def close(self, interaction: Interaction, league: int | None = None) -> Card:
        """Close."""
        require_manager(interaction)
        return asked.closing_card(await asked.chosen(interaction, league))


async def setup(bot: BotClient) -> None:
    """Called by discord.py when the cog is loaded."""
    await bot.add_cog(Leagues())
