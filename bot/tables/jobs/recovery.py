"""Recovery: at the start of the bot every frozen table is tried again, and goes on where nothing fails.

A frozen table keeps its log. It is played again from there, and all that people may do next is tried. The
event that says in its log that it goes on gives back the time in which it stood.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from bot.games.core import Game, Placement, RulesError
from bot.tables.cache import OTHER_RULES_TEXT
from bot.tables.errors import TableError
from bot.tables.events import reducer, timeouts
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import tables
from data.store.records import Event, Stored

LOG: Final = logging.getLogger(__name__)
TRIED: Final = 400
"""Actions of one seat that are tried at most."""


class StillBroken(Exception):
    """A log, or what may follow it, on which the rules fail. The message says where, and holds no secret."""


def replayed(stored: Stored, game: Game[Any, Any], *, try_next: bool = False) -> Table:
    """A stored table, played again from its first event.

    With ``try_next`` it is looked at as everybody may, and all that people may do next is tried.

    :raises StillBroken: where the rules fail at that.
    """
    header, where = stored.header, "its options"
    try:
        table = reducer.blank(header, game)
        for seq, event in enumerate(stored.events, 1):
            where = f"event {seq}, {_brief(game, event)}"
            table = reducer.fold(table, [event], header, stored.seats)
        if table.version != header.version:
            raise StillBroken(f"its log ends at event {table.version} and should at {header.version}")
        if try_next:
            where = "its position"
            if table.state is None:
                game.start(table.options)
            else:
                for viewer in (None, *game.seats):
                    table.view_for(viewer)
            rng = Random(header.id)
            for played in _next_events(table, rng):
                where = f"what may follow, {_brief(game, played)}"
                reducer.with_chance_events(table, [played], rng, played.at)
    except (MemoryError, StillBroken):
        raise
    except Exception as error:
        raise StillBroken(f"{where}: {_why(game, error)}") from error
    return table


def _next_events(table: Table, rng: Random) -> Iterator[Event]:
    """What people may do next, as events; of a placement, one at random."""
    for seat in table.acting:
        legal = table.legal(seat)
        if isinstance(legal, Placement):
            legal = (legal.text(rng.sample(legal.squares, legal.count)),)
        for action in legal[:TRIED]:
            yield Event("play", seat, text=str(action), at=table.last_activity)


def _brief(game: Game[Any, Any], event: Event) -> str:
    # What is secret in a game that goes on is no business of the host either.
    text = "" if game.secrets else event.text
    return f"“{' '.join(part for part in (event.verb, event.seat, text) if part)[:60]}”"


def _why(game: Game[Any, Any], error: Exception) -> str:
    # A fault's own words may hold what it met, such as a square with a mine; its place never does.
    if isinstance(error, RulesError) and not game.secrets:
        return str(error)
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    where = frames[-1].f_globals.get("__name__", "") if frames else ""
    line = traceback.extract_tb(error.__traceback__)[-1].lineno if frames else 0
    return f"{type(error).__name__} in {where}, line {line}"


async def examine(service: TableService, table_id: int) -> Table:
    """A frozen table as its log has it, with all that may follow tried; nothing is changed.

    :raises StillBroken: when it can't go on.
    :raises TableError: when there is no such table, or its game or rules are not on hand.
    """
    stored = await service.store.load(table_id)
    game = service.cache.rules_of(stored.header) if stored is not None else None
    if stored is None or game is None:
        raise TableError(OTHER_RULES_TEXT)
    # A long game with very many choices takes a while: the others are answered meanwhile.
    return await asyncio.to_thread(replayed, stored, game, try_next=True)


async def recover(service: TableService, table_id: int) -> bool:
    """Let a frozen table go on; False when somebody else has done so.

    :raises StillBroken: when it can't go on.
    :raises TableError: when there is no such table, or its game or rules are not on hand.
    """
    async with service.locks.lock(table_id):
        table = await examine(service, table_id)
        now = service.now()
        event = Event("thaw", text=str(timeouts.stood_still(table, now)), at=now)
        after = reducer.after(table, [event])
        due = timeouts.next_due(after)
        return await tables.recover(service.store, table_id, table.version, event, after.status, due)


async def recover_all(service: TableService, done: Callable[[int], None]) -> int:
    """Try every frozen table, and call ``done`` with the numbers of those that go on; gives how many."""
    count = 0
    for table_id in await tables.frozen(service.store):
        try:
            if await recover(service, table_id):
                LOG.info("table %s was frozen and goes on", table_id)
                count += 1
                done(table_id)
        except (StillBroken, TableError) as fault:
            LOG.warning("table %s stays frozen: %s", table_id, fault)
    return count
