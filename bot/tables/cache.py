"""The cache: tables as they are read from the store, the latest used kept folded."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any, Final

from bot.games.core import Game, RulesError
from bot.tables.model.table import Table
from data.store.records import Header, SeatRow, Stored
from data.store.store import Store

from .errors import InternalError, NoSuchTable, UnknownGame, raised_by_rules
from .events import reducer

LOG: Final = logging.getLogger(__name__)
CACHE_SIZE: Final = 256
"""Tables that are kept in memory, the latest used; the rest is folded again from the log."""
FROZEN_TEXT: Final = (
    "Something in this game went wrong. Its record is safe, and the host of the bot has been told."
)
OTHER_RULES_TEXT: Final = (
    "This game was started under other rules than this release of the bot knows. Its record is safe: the "
    "host of the bot can finish it with the release that it was started with."
)

Past = tuple[int, int]
"""A table's number and a version."""


class TableCache:
    """Tables as they are folded, never older than the store.

    ``games`` are all versions of the rules that tables may be played under.
    """

    def __init__(self, store: Store, games: Iterable[Game[Any, Any]]) -> None:
        self._store = store
        self.on_freeze: Callable[[int], None] = lambda _table_id: None
        """Called with a table's number when it has been marked as void, by whoever only looked at it, too."""
        self._versions = {(game.key, game.rules): game for game in games}
        self._newest = {game.key: game for game in sorted(self._versions.values(), key=lambda g: g.rules)}
        self._kept: OrderedDict[int, Table] = OrderedDict()
        self._past: OrderedDict[Past, Table] = OrderedDict()
        self._era = 0

    async def get(self, table_id: int) -> Table:
        """The table as it stands in the store.

        A log that no longer folds gives a table of status ``void``, and is marked so in the store. A game
        of rules that are not on hand gives one as well, without a mark: another release can finish it.

        :raises NoSuchTable: when there is none of this number.
        :raises InternalError: when it can't be read for a bug outside the rules, which is logged.
        :raises UnknownGame: when its game is none of the bot's.
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
        if header.status == "void":
            return reducer.frozen_table(header, newest, stored.seats, FROZEN_TEXT)
        game = self.rules_of(header)
        if game is None:
            return reducer.frozen_table(header, newest, stored.seats, OTHER_RULES_TEXT)
        if kept is not None and not stored.events and (kept.header, kept.seats) == (header, stored.seats):
            return self.put(kept)
        try:
            return self.put(_folded(stored, kept or reducer.blank(header, game)))
        except MemoryError:
            raise
        except Exception as fault:
            # A RulesError says that the log can't go on; another fault freezes only where the rules failed.
            state = kept.state if kept is not None else None
            if not isinstance(fault, RulesError) and not raised_by_rules(fault, game, state):
                LOG.exception("table %s could not be read", table_id)
                raise InternalError from fault
            if not await self._store.freeze(table_id, header.version, header.rewritten):
                # It was written anew between two looks at it.
                return await self.get(table_id)
            LOG.exception("table %s no longer folds", table_id)
            return self._frozen(header, game, stored.seats)

    async def get_newest(self, table_id: int, seen: Table | None) -> Table:
        """``seen``, which was taken a moment ago, while nothing newer is known here; else as :meth:`get`.

        For whoever appends to it: a log that has grown elsewhere refuses that.
        """
        return seen if seen is not None and seen is self._kept.get(table_id) else await self.get(table_id)

    async def at(self, table: Table, version: int) -> Table | None:
        """The table as it stood at an earlier version; None before the first event or where it can't fold."""
        if version == table.version:
            return table
        if not 1 <= version < table.version or table.status == "void":
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
        """Take a table out of play whose rules failed; its log stays as it is.

        A table that has moved on meanwhile is left alone.
        """
        if not await self._store.freeze(table.id, table.version, table.header.rewritten):
            return await self.get(table.id)
        return self._frozen(table.header, table.game, table.seats)

    def _frozen(self, header: Header, game: Game[Any, Any], seats: tuple[SeatRow, ...]) -> Table:
        self._kept.pop(header.id, None)
        self.on_freeze(header.id)
        return reducer.frozen_table(
            replace(header, address=replace(header.address, shown=0)), game, seats, FROZEN_TEXT
        )

    def rules_of(self, header: Header) -> Game[Any, Any] | None:
        """The game by whose rules a table was started; None where they are not on hand."""
        return self._versions.get((header.game, header.rules))

    def peek(self, table_id: int) -> Table | None:
        """The table as it was when it was taken last, if that is kept: for what never changes of it."""
        return self._kept.get(table_id)

    def evict(self, table_ids: Collection[int]) -> None:
        """Keep nothing of ``table_ids``: what is stored of them was written anew, or removed."""
        self._era += 1
        for table_id in table_ids:
            self._kept.pop(table_id, None)
        for past in [past for past in self._past if past[0] in table_ids]:
            del self._past[past]

    def clear(self) -> None:
        """Keep nothing: anything may have been written anew."""
        self.evict([*self._kept, *(table_id for table_id, _ in self._past)])

    def put(self, table: Table, before: Table | None = None) -> Table:
        """Keep the newest version of a table, and the one ``before``, which its card still shows."""
        kept = self._kept.get(table.id)
        if kept is None or kept.version <= table.version:
            _put(self._kept, table.id, table)
        if before is not None:
            # A copy: what may be done at it was computed for the present, and is asked no more.
            _put(self._past, (before.id, before.version), replace(before))
        return table


def _folded(stored: Stored, start: Table) -> Table:
    folded = reducer.fold(start, stored.events, stored.header, stored.seats)
    if folded.version != stored.header.version:
        raise RulesError(f"the log ends at {folded.version} and should at {stored.header.version}")
    return folded


def _goes_on(kept: Table, header: Header) -> bool:
    """Whether a log that is stored is the one that was folded, or goes on behind it.

    It is not where somebody was taken out of it, or where another database has taken the file's place.
    """
    return header.version >= kept.version and header.rewritten == kept.header.rewritten


def _put(kept: OrderedDict[Any, Table], key: object, table: Table) -> None:
    kept[key] = table
    kept.move_to_end(key)
    while len(kept) > CACHE_SIZE:
        kept.popitem(last=False)
