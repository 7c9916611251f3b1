"""Where the lists of a server's tables take part."""

from __future__ import annotations

from collections.abc import Iterable

from bot.components.interactions.context import BotClient, BotContext
from bot.features.feature import Feature

from .table_list import ServerTableLists


def _open(bot: BotClient) -> Iterable[object]:
    return (ServerTableLists(bot.context, bot),)


async def _start(context: BotContext) -> None:
    await context.parts[ServerTableLists].reconcile()


async def _close(context: BotContext) -> None:
    await context.parts[ServerTableLists].close()


def _shown(context: BotContext, table_id: int) -> None:
    context.parts[ServerTableLists].table_changed(table_id)


FEATURE = Feature(
    name="server lists", cogs=("cogs.server_lists",), open=_open, start=_start, close=_close, shown=_shown
)
