"""Where computer players take part."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from bot.components.interactions.context import BotClient, BotContext
from bot.components.interactions.discord_errors import CONNECTION_ERRORS
from bot.components.publishing.publisher import Publisher
from bot.features.feature import Feature
from bot.games.core import Game
from bot.tables.automatic_turns import TurnSource
from bot.tables.model.table import Table
from bot.thinking.thinkers import Thinkers

from .computer_turns import ComputerTurns
from .preferences import COMPUTERS_RESIGN


def _open(bot: BotClient) -> Iterable[object]:
    return (ComputerTurns(bot.context),)


def _turns(context: BotContext) -> TurnSource:
    return context.parts[ComputerTurns]


async def _holds(context: BotContext, table: Table) -> bool:
    return await context.parts[ComputerTurns].answered(table)


async def _start(context: BotContext) -> None:
    for table in await context.parts[ComputerTurns].stalled():
        # Its card may say that the computer is thinking.
        with contextlib.suppress(*CONNECTION_ERRORS):
            await context.parts[Publisher].restore(table.id)


def _taught(game: Game[Any, Any], thinkers: Thinkers) -> Game[Any, Any]:
    """``game`` with a computer player, unless it is a game for one.

    Tables begun under earlier rules have it as well: an action that isn't legal there is never played.
    """
    return replace(game, computer=thinkers.version(game.key) if game.people[1] > 1 else 0)


FEATURE = Feature(
    name="computers",
    open=_open,
    turns=_turns,
    holds=_holds,
    start=_start,
    taught=_taught,
    settings=(COMPUTERS_RESIGN,),
)
