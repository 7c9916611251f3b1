"""Daily challenges on Discord: today's attempt, and its result."""

from __future__ import annotations

from typing import Any

from bot.components.interactions.card import Card, Control
from bot.components.interactions.context import BotContext, Interaction, key_of, person_of
from bot.components.interactions.routing import on_button
from bot.components.lobbies.open_table import require_allowed
from bot.components.play.consoles import open_console
from bot.components.play.picker import picker_card
from bot.games.core import Game
from bot.tables import days
from bot.tables.errors import Stale, TableError
from bot.tables.model.table import Table

from . import daily, daily_results, text


async def daily_card(context: BotContext, table: Table, person: int) -> Card:
    """A daily attempt: the picker while it is played, then its result."""
    if table.status == "playing":
        _, day = await daily.day_of(context.tables, table)
        challenge, command = daily.challenge_of(table.game), f"/{table.game.key} daily"
        note = text.daily_note(challenge, days.read_day(day), command)
        return await picker_card(context, table, person, note=note)
    return await daily_results.result_card(context, table, person)


async def play_daily(interaction: Interaction, game: Game[Any, Any]) -> None:
    """Begin today's attempt, go on with it, or show its result (acknowledged as ``private``)."""
    challenge, guild = daily.challenge_of(game), interaction.guild_id
    if guild is None:
        raise TableError(text.daily_needs_server(challenge, game.key))
    context, person = interaction.client.context, person_of(interaction.user)
    if not await daily.begun(context.tables, game, person, guild):
        await require_allowed(interaction)
    table = await daily.attempt(context.tables, game, person, guild, key_of(interaction))
    await open_console(interaction, table, await daily_card(context, table, person.id))


@on_button("daily", reply="private", needs_sight=False)
async def press_daily(interaction: Interaction, control: Control) -> None:
    """A daily challenge's button in ``/help``."""
    if (game := interaction.client.context.tables.games.get(control.rest)) is None:
        raise Stale
    await play_daily(interaction, game)
