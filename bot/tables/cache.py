"""The read-through cache of tables: the latest used are kept folded."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any, Final

from cachetools import LRUCache

from bot.games.core import Game, RulesError
from bot.tables.model.table import Table
from data.store.records import Header, SeatRow, Stored
from data.store.store import Store

from . import text
from .errors import InternalError, NoSuchTable, UnknownGame, raised_by_rules
from .events import reducer

LOG: Final = logging.getLogger(__name__)
CACHE_SIZE: Final = 256
"""Tables that are kept in memory, and as many earlier versions."""


class TableCache:
    """Folded tables, never older than the store. ``games`` and their older versions are all rules known."""

    def __init__(self, store: Store, games: Iterable[Game[Any, Any]]) -> None:
        self._store = store
        self.on_freeze: Callable[[int], None] = lambda _table_id: None
        """Called with a table's number when it was marked as frozen, even by somebody who only read it."""
        self._versions = {(each.key, each.rules): each for game in games for each in (*game.older, game)}
        self._newest = {game.key: game for game in sorted(self._versions.values(), key=lambda g: g.rules)}
        self._kept: LRUCache[int, Table] = LRUCache(CACHE_SIZE)
        self._past: LRUCache[tuple[int, int], Table] = LRUCache(CACHE_SIZE)
        """By number and version."""
        self._era = 0
        """Counts evictions: what was read before one is not to be kept after it."""

    async def get(self, table_id: int) -> Table:
        """The newest version of the table.

        A log that can't be folded gives a ``frozen`` table, and is marked as frozen in the store. Unknown
        rules give one as well, without a mark, because another release can finish it.

        :raises NoSuchTable: when there is none of this number.
        :raises InternalError: when a bug outside the rules prevents reading it; it is logged.
        :raises UnknownGame: when the bot doesn't have its game.
        """
        era, kept = self._era, self._kept.get(table_id)
        stored = await self._store.load(table_id, kept.version if kept else 0)
        if era != self._era:
            return await self.get(table_id)
        if kept is not None and stored is not None and not _goes_on(kept, stored.header):
            self.evict([table_id])
            return await self.get(table_id)
        if stored is None:
            raise NoSuchTable(table_id)
        header = stored.header
        newest = self._newest.get(header.game)
        if newest is None:
            raise UnknownGame(table_id, header.game)
        if header.status == "frozen":
            return reducer.frozen_table(header, newest, stored.seats, text.FROZEN)
        game = self.rules_of(header)
        if game is None:
            return reducer.frozen_table(header, newest, stored.seats, text.OTHER_RULES)
        if kept is not None and not stored.events and (kept.header, kept.seats) == (header, stored.seats):
            return self.put(kept)
        try:
            return self.put(_folded(stored, kept or reducer.blank(header, game)))
        except MemoryError:
            raise
        except Exception as fault:
            # A RulesError means a bad log; any other fault freezes the table only if the rules raised it.
            state = kept.state if kept is not None else None
            if not isinstance(fault, RulesError) and not raised_by_rules(fault, game, state):
                LOG.exception("table %s could not be read", table_id)
                raise InternalError from fault
            if not await self._store.freeze(table_id, header.version, header.rewritten):
                # It was rewritten meanwhile.
                return await self.get(table_id)
            LOG.exception("table %s no longer folds", table_id)
            return self._frozen(header, game, stored.seats)

    async def get_newest(self, table_id: int, seen: Table | None) -> Table:
        """``seen`` if this process knows nothing newer, else as :meth:`get`.

        Only for appending, which a log that has grown elsewhere refuses.
        """
        return seen if seen is not None and seen is self._kept.get(table_id) else await self.get(table_id)

    async def at(self, table: Table, version: int) -> Table | None:
        """The table at an earlier version; None before the first event or where it can't be folded."""
        if version == table.version:
            return table
        if not 1 <= version < table.version or table.status == "frozen":
            return None
        past = self._past.get((table.id, version))
        if past is not None and past.header.rewritten == table.header.rewritten:
            return replace(past, header=table.header, seats=table.seats)
        stored = await self._store.load(table.id)
        if stored is None:
            return None
        start = reducer.blank(stored.header, table.game)
        return reducer.fold(start, stored.events[:version], stored.header, stored.seats)

    async def freeze(self, table: Table) -> Table:
        """Freeze a table whose rules failed, unless it has moved on meanwhile."""
        if not await self._store.freeze(table.id, table.version, table.header.rewritten):
            return await self.get(table.id)
        return self._frozen(table.header, table.game, table.seats)

    def _frozen(self, header: Header, game: Game[Any, Any], seats: tuple[SeatRow, ...]) -> Table:
        self._kept.pop(header.id, None)
        self.on_freeze(header.id)
        return reducer.frozen_table(
            replace(header, address=replace(header.address, shown=0)), game, seats, text.FROZEN
        )

    def rules_of(self, header: Header) -> Game[Any, Any] | None:
        """The game in the version that a table was started under; None for an unknown version."""
        return self._versions.get((header.game, header.rules))

    def peek(self, table_id: int) -> Table | None:
        """The kept table, which may be old: for what never changes."""
        return self._kept.get(table_id)

    def evict(self, table_ids: Collection[int]) -> None:
        """Forget ``table_ids``, which were rewritten or removed."""
        self._era += 1
        for table_id in table_ids:
            self._kept.pop(table_id, None)
        for past in [past for past in self._past if past[0] in table_ids]:
            del self._past[past]

    def clear(self) -> None:
        """Forget everything: any table may have been rewritten."""
        self.evict([*self._kept, *(table_id for table_id, _ in self._past)])

    def put(self, table: Table, before: Table | None = None) -> Table:
        """Keep the newest version of a table, and the one ``before``, which its card may still show."""
        kept = self._kept.get(table.id)
        if kept is None or kept.version <= table.version:
            self._kept[table.id] = table
        if before is not None:
            # A copy, without the legal actions that it has computed.
            self._past[before.id, before.version] = replace(before)
        return table


def _folded(stored: Stored, start: Table) -> Table:
    folded = reducer.fold(start, stored.events, stored.header, stored.seats)
    if folded.version != stored.header.version:
        raise RulesError(f"the log ends at {folded.version} and should at {stored.header.version}")
    return folded


def _goes_on(kept: Table, header: Header) -> bool:
    """Whether the stored log continues ``kept``. It doesn't after an erasure, or in a replaced database."""
    return header.version >= kept.version and header.rewritten == kept.header.rewritten
