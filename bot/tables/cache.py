"""The read-through cache of folded tables."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Iterable
from typing import Final
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.games.core import AnyGame, RulesError
from bot.tables.model.table import LIVE, Table
from data.store.records import Header, SeatRow, Stored
from data.store.store import Store

from . import text
from .errors import InternalError, MissingHistory, NoSuchTable, UnknownGame, raised_by_rules
from .events import reducer
from .packed_tables import PackedTables

LOG: Final = logging.getLogger(__name__)
CACHE_SIZE: Final = 64
"""The number of tables kept as they are, and of earlier versions.

What waits to be shown is in memory anyway: under load, folding it again would add to the load.
"""


class KeptTables(LRUCache[int, Table]):
    """The tables that were used last; others in play are packed."""

    def __init__(self, packed: PackedTables) -> None:
        super().__init__(CACHE_SIZE)
        self._packed = packed

    def popitem(self) -> tuple[int, Table]:
        """Drop the one that wasn't used for longest."""
        number, table = super().popitem()
        if table.status in LIVE:
            self._packed.pack(table)
        else:
            self._packed.drop(number)
        return number, table


class TableCache:
    """Folded tables, never older than the store. ``games``: what can be played, older versions included.

    ``on_freeze`` is called with a table's number when it is frozen, even if that happened on a read.
    """

    def __init__(self, store: Store, games: Iterable[AnyGame], on_freeze: Callable[[int], None]) -> None:
        self._store = store
        self._on_freeze = on_freeze
        self._versions = {(each.key, each.rules): each for game in games for each in (*game.older, game)}
        self._newest = {game.key: game for game in sorted(self._versions.values(), key=lambda g: g.rules)}
        self.packed = PackedTables()
        self.kept = KeptTables(self.packed)
        self.past: LRUCache[tuple[int, int], Table] = LRUCache(CACHE_SIZE)
        """Earlier versions, by table number and version.

        Without them a turn took a fifth more processor time in the bot's own threads.
        """
        self._in_use: WeakValueDictionary[int, Table] = WeakValueDictionary()
        """The newest versions that somebody still holds, kept or not: tables that wait to be shown."""
        self._era = 0
        """The number of evictions so far: a table read before an eviction must not be cached after it."""

    async def get(self, table_id: int, *, keep: bool = True) -> Table:
        """The newest version of the table; it may be lean.

        Without ``keep`` it takes no other table's place in memory.

        If the log can't be folded, the result is a ``frozen`` table, and the store marks it as frozen. With
        unknown rules the result is frozen, too, but not marked, because another release can finish the game.

        :raises NoSuchTable: when there is no table with this number.
        :raises InternalError: when a bug outside the rules prevents reading it; it is logged.
        :raises UnknownGame: when the bot doesn't have its game.
        """
        era, kept = self._era, self.peek(table_id) or self.packed.unpack(table_id)
        stored = await self._store.load(table_id, kept.version if kept else 0)
        if era != self._era:
            return await self.get(table_id, keep=keep)
        if kept is not None and stored is not None and not _goes_on(kept, stored.header):
            self.evict([table_id])
            return await self.get(table_id, keep=keep)
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
            return self.put(kept) if keep else kept
        try:
            if keep or kept is not None:
                folded = _folded(stored, kept or reducer.blank(header, game))
            else:
                # A list may name fifty tables: nobody's turn should wait while they are folded.
                folded = await asyncio.to_thread(_folded, stored, reducer.blank(header, game))
                if era != self._era:
                    return await self.get(table_id, keep=keep)
            if keep or table_id in self.kept:
                return self.put(folded)
            if folded.status in LIVE:
                self.packed.pack(folded)
            return folded
        except MissingHistory:
            self.evict([table_id])
            return await self.get(table_id, keep=keep)
        except MemoryError:
            raise
        except Exception as fault:
            # A RulesError means a bad log; any other error freezes the table only if the rules raised it.
            state = kept.state if kept is not None else None
            if not isinstance(fault, RulesError) and not raised_by_rules(fault, game, state):
                LOG.exception("table %s couldn't be read", table_id)
                raise InternalError from fault
            if not await self._store.freeze(table_id, header.version, header.rewritten):
                # The log was rewritten in the meantime.
                return await self.get(table_id)
            LOG.exception("table %s can no longer be rebuilt from its log", table_id)
            return self._frozen(header, game, stored.seats)

    async def at(self, table: Table, version: int) -> Table | None:
        """The table at an earlier version; None before the first event or if the log can't be folded."""
        if version >= table.version:
            return table if version == table.version else None
        if version < 1 or table.status == "frozen":
            return None
        past = self.past.get((table.id, version))
        if past is not None and past.header.rewritten == table.header.rewritten:
            return past.stored_as(table.header, table.seats)
        stored = await self._store.load(table.id)
        if stored is None:
            return None
        start = reducer.blank(stored.header, table.game)
        return reducer.fold(start, stored.events[:version], stored.header, stored.seats)

    async def history(self, table: Table) -> Table:
        """``table`` with all its turns; of a frozen one, the last version that its rules can read.

        :raises NoSuchTable: when it was deleted.
        """
        game, frozen = self.rules_of(table.header), table.status == "frozen"
        if game is None or (table.reaches(0) and not frozen):
            return table
        if (stored := await self._store.load(table.id)) is None:
            raise NoSuchTable(table.id)
        read = reducer.blank(stored.header, game)
        if not frozen:
            return reducer.fold(read, stored.events[: table.version], table.header, table.seats)
        # Rules that fail may raise anything.
        with contextlib.suppress(Exception):
            for event in stored.events:
                read = reducer.fold(read, [event], stored.header, stored.seats)
        return read

    async def freeze(self, table: Table) -> Table:
        """Freeze a table whose rules failed, unless it has changed since."""
        if not await self._store.freeze(table.id, table.version, table.header.rewritten):
            return await self.get(table.id)
        return self._frozen(table.header, table.game, table.seats)

    def _frozen(self, header: Header, game: AnyGame, seats: tuple[SeatRow, ...]) -> Table:
        self._forget(header.id)
        self._on_freeze(header.id)
        return reducer.frozen_table(
            header._replace(address=header.address._replace(shown=0)), game, seats, text.FROZEN
        )

    def rules_of(self, header: Header) -> AnyGame | None:
        """The game in the version that the table was started with; None for an unknown version."""
        return self._versions.get((header.game, header.rules))

    def peek(self, table_id: int) -> Table | None:
        """The cached table, which may be outdated: only for what never changes."""
        return self.kept.get(table_id) or self._in_use.get(table_id)

    def evict(self, table_ids: Collection[int]) -> None:
        """Drop ``table_ids``, which were rewritten or removed."""
        self._era += 1
        for table_id in table_ids:
            self._forget(table_id)
        for past in [past for past in self.past if past[0] in table_ids]:
            del self.past[past]

    def clear(self) -> None:
        """Drop everything, because any table may have been rewritten."""
        self.evict([*self.kept, *self.packed, *self._in_use, *(table_id for table_id, _ in self.past)])

    def _forget(self, table_id: int) -> None:
        self.packed.drop(table_id)
        self.kept.pop(table_id, None)
        self._in_use.pop(table_id, None)

    def put(self, table: Table, before: Table | None = None) -> Table:
        """Cache a table's newest version, and the version ``before`` it, which its card may still show."""
        number = table.header.id
        kept = self.kept.get(number)
        if kept is not table and (kept is None or kept.version <= table.version):
            self.kept[number] = self._in_use[number] = table
        if before is not None:
            self.past[number, before.version] = before
        return table


def _folded(stored: Stored, start: Table) -> Table:
    folded = reducer.fold(start, stored.events, stored.header, stored.seats)
    if folded.version != stored.header.version:
        version = stored.header.version
        raise RulesError(
            "The log ends at {end}, but should end at {wanted}.", end=folded.version, wanted=version
        )
    return folded


def _goes_on(kept: Table, header: Header) -> bool:
    """Whether the stored log continues ``kept``. It doesn't after an erasure, or in a replaced database."""
    return header.version >= kept.version and header.rewritten == kept.header.rewritten
