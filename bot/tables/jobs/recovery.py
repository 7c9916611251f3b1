"""Recovery: when the bot starts, every frozen table is checked, and play resumes if nothing fails.

The check replays the table's log and tries every legal action. A ``thaw`` event in the log then gives back
the time for which the table was frozen.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable
from random import Random
from typing import Final

from bot.games.core import AnyGame, Placement, RulesError
from bot.tables import text
from bot.tables.errors import TableError
from bot.tables.events import downtime, reducer, timeouts
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import tables
from data.store.records import Event, Stored

LOG: Final = logging.getLogger(__name__)


class StillBroken(Exception):
    """The rules fail on a log or on a legal action. The message says where, without secrets."""


def replayed(stored: Stored, game: AnyGame) -> Table:
    """A stored table, replayed from its first event. On a frozen one every legal action is tried.

    :raises StillBroken: when the rules fail.
    """
    header, place = stored.header, "its options"
    try:
        table = reducer.blank(header, game)
        for seq, event in enumerate(stored.events, 1):
            place = f"event {seq}, {_brief(game, event)}"
            table = reducer.fold(table, [event], header, stored.seats)
        if table.version != header.version:
            raise StillBroken(f"its log ends at event {table.version}, not at {header.version}")
        if header.status != "frozen":
            return table
        place, rng = "its position", Random(header.id)
        if table.state is None:
            game.start(table.options)
        else:
            for viewer in (None, *game.seats):
                table.view_for(viewer)
        for seat in table.acting:
            legal = table.legal(seat)
            if isinstance(legal, Placement):
                legal = (legal.text(rng.sample(legal.squares, legal.count)),)
            for action in legal:
                event = Event("play", seat, text=str(action), at=table.last_activity)
                place = f"what may follow, {_brief(game, event)}"
                reducer.with_chance_events(table, [event], rng, event.at)
    except (MemoryError, StillBroken):
        raise
    except Exception as error:
        raise StillBroken(f"{place}: {_why(game, error)}") from error
    return table


def _brief(game: AnyGame, event: Event) -> str:
    action = "" if game.secrets else event.text
    return f"“{' '.join(part for part in (event.verb, event.seat, action) if part)[:60]}”"


def _why(game: AnyGame, error: Exception) -> str:
    # An error's message may contain a secret, such as a mined square; where it was raised never does.
    if isinstance(error, RulesError) and not game.secrets:
        return str(error)
    frame, line = [*traceback.walk_tb(error.__traceback__)][-1]
    return f"{type(error).__name__} in {frame.f_globals.get('__name__', '')}, line {line}"


async def examine(service: TableService, table_id: int) -> Table:
    """Replay a frozen table without changing anything.

    :raises StillBroken: when it fails.
    :raises TableError: when there is no such table, or its game or rules are unknown.
    """
    stored = await service.store.load(table_id)
    game = service.cache.rules_of(stored.header) if stored is not None else None
    if stored is None or game is None:
        raise TableError(text.OTHER_RULES)
    # In a thread, because a long game with many legal actions takes seconds.
    return await asyncio.to_thread(replayed, stored, game)


async def recover_all(service: TableService, done: Callable[[int], None]) -> int:
    """Recover frozen tables; calls ``done`` with the number of each recovered one and returns their count."""
    count = 0
    for table_id in await tables.frozen(service.store):
        try:
            table = await examine(service, table_id)
            now = service.now()
            event = Event("thaw", text=str(downtime.stood_still(table, now)), at=now)
            after = reducer.after(table, [event])
            due = timeouts.next_due(after)
            # Whoever was faster, here or in another process, has changed what is stored.
            if not await tables.recover(service.store, table_id, table.version, event, after.status, due):
                continue
        except (StillBroken, TableError) as fault:
            LOG.warning("table %s stays frozen: %s", table_id, fault)
        else:
            LOG.info("table %s was frozen and has resumed", table_id)
            count += 1
            done(table_id)
    return count
