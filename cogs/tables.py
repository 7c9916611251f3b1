"""Commands at a table: ``/move``, ``/board``, ``/games`` and ``/table``."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.components.cards import commitment_text, table_info, text_board
from bot.components.interactions.context import context_of, key_of, person_of
from bot.components.interactions.replies import answering, defer_private, send_card, send_text
from bot.components.library import replays
from bot.components.lobbies import lobby
from bot.components.play import agreements, picker, private_views
from bot.components.play.autocomplete import suggestions
from bot.components.play.resolve_table import table_for, table_id_for
from bot.components.publishing import orphaned_tables, private_charts
from bot.games.core import RulesError
from bot.tables.events import moves

from .option_choices import takes_a_table

Here = discord.Interaction[Any]


async def complete_action(interaction: Here, typed: str) -> list[app_commands.Choice[str]]:
    """Choices for ``action``: the caller's legal actions that fit what is typed."""
    try:
        number = getattr(interaction.namespace, "table", None)
        table = await table_id_for(interaction, number if isinstance(number, int) else None)
    except RulesError:
        return []
    return suggestions(table, interaction.user.id, typed)


class Tables(commands.Cog):
    """What players do at tables."""

    table = app_commands.Group(name="table", description="Things to do at a table")

    @app_commands.command(description="Play an action by typing it, such as d4")
    @app_commands.describe(action="The action, such as d4; choose from the list")
    @app_commands.autocomplete(action=complete_action)
    @takes_a_table
    async def move(self, interaction: Here, action: str, table: int | None = None) -> None:
        """Play an action as text."""
        async with answering(interaction, table=table):
            await defer_private(interaction)
            context = context_of(interaction)
            found = await table_for(interaction, table)
            person = person_of(interaction.user)
            after = await context.tables.play(found.id, person, action, key=key_of(interaction), seen=found)
            await send_card(interaction, await picker.played_card(context, after, person.id))

    @app_commands.command(description="The board as you may see it, for you alone")
    @app_commands.describe(words="The board in words instead of a picture")
    @takes_a_table
    async def board(self, interaction: Here, words: bool = False, table: int | None = None) -> None:
        """My view."""
        async with answering(interaction, table=table):
            await defer_private(interaction)
            context = context_of(interaction)
            found = await table_for(interaction, table)
            if words:
                await send_card(interaction, text_board.text_board_card(found, interaction.user.id))
            else:
                card = await private_charts.chart_card(context, found, interaction.user.id)
                await send_card(interaction, orphaned_tables.with_way_home(interaction, found, card))

    @app_commands.command(description="One square or space of the board in words, for you alone")
    @app_commands.describe(
        square="A square such as d4, or whatever else has a name on the board, such as a space, 14",
    )
    @takes_a_table
    async def look(self, interaction: Here, square: str, table: int | None = None) -> None:
        """One square in words."""
        async with answering(interaction, table=table):
            await defer_private(interaction)
            found = await table_for(interaction, table)
            await send_card(interaction, text_board.square_card(found, interaction.user.id, square))

    @app_commands.command(description="Your tables: those that wait for you first")
    async def games(self, interaction: Here) -> None:
        """One's own tables."""
        async with answering(interaction, table=None):
            await defer_private(interaction)
            tables = await context_of(interaction).tables.tables_of(interaction.user.id)
            await send_card(interaction, table_info.own_tables_card(tables, interaction.user.id))

    @table.command(name="resign", description="Give the game up; you are asked once more")
    @takes_a_table
    async def resign(self, interaction: Here, table: int | None = None) -> None:
        """Resign."""
        async with answering(interaction, table=table):
            await defer_private(interaction)
            found = await table_for(interaction, table)
            moves.require_playing(found)
            moves.require_seat(found, person_of(interaction.user))
            await send_card(interaction, private_views.resign_card(found, interaction.user.id))

    @table.command(name="draw", description="Offer a draw, or accept the one that is offered")
    @takes_a_table
    async def draw(self, interaction: Here, table: int | None = None) -> None:
        """Offer or accept a draw."""
        async with answering(interaction, table=table):
            await defer_private(interaction)
            await agreements.offer_draw(interaction, (await table_for(interaction, table)).id)

    @table.command(name="undo", description="Ask to take back your last action; the others have to agree")
    @takes_a_table
    async def undo(self, interaction: Here, table: int | None = None) -> None:
        """Ask to take back."""
        async with answering(interaction, table=table):
            await defer_private(interaction)
            await agreements.undo(interaction, (await table_for(interaction, table)).id)

    @table.command(name="pause", description="Ask to stop the clock, or to let it run again")
    @takes_a_table
    async def pause(self, interaction: Here, table: int | None = None) -> None:
        """Ask to pause or to resume."""
        async with answering(interaction, table=table):
            await defer_private(interaction)
            await agreements.pause(interaction, (await table_for(interaction, table)).id)

    @table.command(name="leave", description="Leave a table: before the start, or when somebody takes over")
    @takes_a_table
    async def leave(self, interaction: Here, table: int | None = None) -> None:
        """Get up, or look for somebody who takes over."""
        async with answering(interaction, table=table):
            await defer_private(interaction)
            await agreements.leave(interaction, await table_for(interaction, table))

    @table.command(name="record", description="The record of the game as a text file")
    @takes_a_table
    async def record(self, interaction: Here, table: int | None = None) -> None:
        """The record."""
        async with answering(interaction, table=table):
            await defer_private(interaction)
            await send_card(interaction, private_views.record_card(await table_for(interaction, table)))

    @table.command(name="replay", description="The finished game as a film")
    @takes_a_table
    async def replay(self, interaction: Here, table: int | None = None) -> None:
        """The animated replay."""
        async with answering(interaction, table=table):
            await defer_private(interaction)
            await replays.replay(interaction, await table_for(interaction, table))

    @table.command(name="review", description="The finished game position by position, for you alone")
    @app_commands.describe(position="How many actions in to begin, such as 40; from the start if left out")
    @takes_a_table
    async def review(
        self, interaction: Here, position: app_commands.Range[int, 0] = 0, table: int | None = None
    ) -> None:
        """The stepper, at any position."""
        async with answering(interaction, table=table):
            await defer_private(interaction)
            context, found = context_of(interaction), await table_for(interaction, table)
            await send_card(
                interaction, await replays.review_card(context, found, position, interaction.user.id)
            )

    @table.command(name="verify", description="Check that nobody has changed a secret placement")
    @takes_a_table
    async def verify(self, interaction: Here, table: int | None = None) -> None:
        """The commitments of secret placements."""
        async with answering(interaction, table=table):
            await defer_private(interaction)
            found = await table_for(interaction, table)
            await send_card(interaction, commitment_text.verify_card(found))

    @table.command(name="info", description="Game, options, people and state of a table")
    @takes_a_table
    async def info(self, interaction: Here, table: int | None = None) -> None:
        """About a table."""
        async with answering(interaction, table=table):
            await defer_private(interaction)
            await send_card(interaction, table_info.about_card(await table_for(interaction, table)))

    @table.command(name="cancel", description="Call a table off before its first action")
    @takes_a_table
    async def cancel(self, interaction: Here, table: int | None = None) -> None:
        """Cancel a table."""
        async with answering(interaction, table=table):
            await defer_private(interaction)
            found = await table_for(interaction, table)
            service = context_of(interaction).tables
            await service.close(found.id, person_of(interaction.user), key_of(interaction))
            await send_text(interaction, f"Table {found.id} is cancelled.")

    @table.command(
        name="rematch", description="Another game with the sides swapped, once all ask; alone, play again"
    )
    @takes_a_table
    async def rematch(self, interaction: Here, table: int | None = None) -> None:
        """Ask for a rematch."""
        async with answering(interaction, table=table):
            await defer_private(interaction)
            found = await table_for(interaction, table)
            service = context_of(interaction).tables
            after, new = await service.rematch(found.id, person_of(interaction.user), key_of(interaction))
            await send_text(interaction, lobby.again(after, new))


async def setup(bot: commands.Bot) -> None:
    """Called by discord.py when the cog is loaded."""
    await bot.add_cog(Tables())
