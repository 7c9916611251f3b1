"""Thawing: tables that are frozen go on once the fault in their game is fixed, with nothing lost.

A frozen table keeps its log. It is played again from there, and all that people may do next is tried. Where
nothing fails, an event in the log says that the table goes on, and gives back the time in which it stood.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from bot.games.core import Game, Placement, RulesError, Seat
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


def replayed(stored: Stored, game: Game[Any, Any]) -> Table:
    """A stored table, played again from its first event.

    :raises Unplayable: naming the event on which that fails.
    """
    header = stored.header
    try:
        table = reducer.blank(header, game)
    except RulesError as error:
        raise StillBroken(f"its options: {error}") from error
    for seq, event in enumerate(stored.events, 1):
        try:
            table = reducer.fold(table, [event], header, stored.seats)
        except MemoryError:
            raise
        except Exception as error:
            raise StillBroken(f"event {seq}, {_brief(game, event)}: {_why(game, error)}") from error
    if table.version != header.version:
        raise StillBroken(f"its log ends at event {table.version} and should at {header.version}")
    return table


def try_out(table: Table, rng: Random) -> None:
    """Look at a table as everybody may, and do all that people may do next.

    :raises Unplayable: when the rules fail at that.
    """
    action = ""
    try:
        if table.state is None:
            table.game.start(table.options)
            return
        for viewer in (None, *table.game.seats):
            table.view_for(viewer)
        for seat in table.acting:
            for action in _actions(table, seat, rng):
                played = Event("play", seat, text=action, at=table.last_activity)
                reducer.with_chance_events(table, [played], rng, table.last_activity)
    except MemoryError:
        raise
    except Exception as error:
        what = f"what may follow, {_brief(table.game, played)}" if action else "its position"
        raise StillBroken(f"{what}: {_why(table.game, error)}") from error


def _actions(table: Table, seat: Seat, rng: Random) -> Sequence[str]:
    legal = table.legal(seat)
    if isinstance(legal, Placement):
        return [legal.text(rng.sample(legal.squares, legal.count))]
    return [str(action) for action in legal[:TRIED]]


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

    :raises Unplayable: when it can't go on.
    :raises TableError: when there is no such table, or its game or rules are not on hand.
    """
    stored = await service.store.load(table_id)
    game = service.cache.rules_of(stored.header) if stored is not None else None
    if stored is None or game is None:
        raise TableError(OTHER_RULES_TEXT)

    def played() -> Table:
        table = replayed(stored, game)
        try_out(table, Random(table_id))
        return table

    # A long game with very many choices takes a while: the others are answered meanwhile.
    return await asyncio.to_thread(played)


async def recover(service: TableService, table_id: int) -> bool:
    """Let a frozen table go on; False when somebody else has done so.

    :raises Unplayable: when it can't go on.
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
            if not await recover(service, table_id):
                continue
        except StillBroken as fault:
            LOG.warning("table %s stays frozen: %s", table_id, fault)
            continue
        except TableError:
            LOG.warning("table %s stays frozen: this release has other rules", table_id)
            continue
        LOG.info("table %s was frozen and goes on", table_id)
        count += 1
        done(table_id)
    return count
