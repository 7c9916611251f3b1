"""The games on the local table's first screen."""

from __future__ import annotations

import re
from typing import Any

from bot.components.cards.table_cards import paint
from bot.components.interactions.context import BotContext
from bot.games.core import Game
from bot.local.page.game_card import GameCard
from rendering.picture import PaintError
from rendering.scene import Scene
from rendering.studio import Studio


def game_cards(context: BotContext) -> dict[str, GameCard]:
    """A card for each of the bot's games, by its key."""
    return {key: _card(game, context.studio) for key, game in context.tables.games.items()}


def _card(game: Game[Any, Any], studio: Studio) -> GameCard:
    first = game.book[0]
    shown = next((page for page in game.book if page.key == game.cover), first)
    scene: Scene[Any, Any] = Scene(shown.diagrams[0].view)

    async def board() -> bytes:
        try:
            return (await paint(studio, game, scene)).data
        except PaintError as error:  # The studio is closed.
            raise LookupError(game.key) from error

    # A book begins with the number of players and the time, in bold.
    facts = re.match(r"\*\*(.+)\*\*\n", first.text)
    return GameCard(f"{game.key} start", game.title, game.tagline, facts[1] if facts else "", board)
