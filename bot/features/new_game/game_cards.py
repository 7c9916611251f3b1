"""What there is to play: the card to pin, and the private card of one game behind each of its buttons."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from discord import app_commands

from bot.components.cards import text as table_text
from bot.components.cards.table_cards import cover, games_card
from bot.components.hooks import BotContext
from bot.components.interactions import channels
from bot.components.interactions.card import Card, Control, Section, Style, close_button, rows
from bot.components.interactions.replies import post_card, send_text
from bot.components.interactions.routing import command_handler, on_button
from bot.components.publishing.publisher import Interaction
from bot.components.servers.settings import require_manager
from bot.languages import gettext, speaking
from bot.tables.errors import TableError
from bot.tables.model.table import Table
from rendering.scene import GameTile

GOLD: Final = 0xE0A526
"""The accent of what a server shows."""


@on_button("game", reply="private")
@on_button("pickgame")
async def show_game(interaction: Interaction, control: Control) -> Card:
    """A game's button on the card to pin, or on somebody's own: what it is, and the ways in."""
    context = interaction.client.context
    game = context.tables.games.get(control.rest)
    if game is None:
        raise TableError("This bot doesn’t have that game any more. `/help` shows the ones it has.")
    lines = (f"### {game.title}", gettext(game.tagline), f"-# {table_text.facts(game)}")
    begin = Control("newgame", gettext("Start a Game"), rest=game.key, style=Style.primary)
    ways = (
        *[control for each in context.features.all for control in each.book_controls(game)],
        begin,
        close_button(),
    )
    return Card("", sections=(Section(lines, cover(game)),), rows=(ways,))


async def picker_card(context: BotContext) -> Card:
    """The card to pin: every game's picture, for how many it is and how long it takes, and a button each."""
    card = await _all_games(context, gettext("Captain’s Table"), None, "game")
    ways = [control for each in context.features.all for control in each.help_controls(context)]
    return replace(card, rows=(*card.rows, *rows(ways)), accent=GOLD)


@on_button("anothergame", reply="private")
async def choose_another(interaction: Interaction) -> Card:
    """**Play Another Game**: all games, each with the ways in behind its button."""
    context, person = interaction.client.context, interaction.user.id
    card = await _all_games(context, gettext("Pick a game"), person, "pickgame")
    return replace(card, rows=(*card.rows, (close_button(),)))


def end_controls(table: Table) -> list[Control]:
    """**Play Another Game** after each game; not after a daily challenge."""
    return [] if table.private else [Control("anothergame", gettext("Play Another Game"))]


async def _all_games(context: BotContext, title: str, reader: int | None, verb: str) -> Card:
    games = [*context.tables.games.values()]
    tiles = tuple(GameTile(game.key, game.title, table_text.facts(game)) for game in games)
    card = await games_card(context, title, tiles, reader)
    buttons = [Control(verb, game.short_title, rest=game.key) for game in games]
    rows = tuple(tuple(buttons[start : start + 3]) for start in range(0, len(buttons), 3))
    return replace(card, rows=rows)


@app_commands.command(description="Post a card with all games in this channel, for you to pin")
@command_handler(cost="list")
async def games(interaction: Interaction) -> None:
    """``/server games``: the card to pin; it never changes, so it may stay for years."""
    server, context = require_manager(interaction), interaction.client.context
    channels.require_permissions_here(interaction)
    with speaking(await context.languages.of_server(server)):
        card = await picker_card(context)
    said = gettext("Here are the games. To keep the card in sight, choose **Pin Message** in its menu.")
    await send_text(interaction, said)
    await post_card(interaction, card)
