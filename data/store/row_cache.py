"""Rows as this process last read or wrote them.

Only where the bot is alone at its file, or serves all shards of a database server, so that what changes there
passes through here. Commands may run beside it (``ratings recompute``), but write nothing that is kept. What
isn't certain isn't kept, and is read again. Under load, a turn reads its table once instead of three times,
which took a tenth more processor time in the bot's own threads.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeAlias, TypeVar

import sqlalchemy as sa
from cachetools import LRUCache

T = TypeVar("T")
Key: TypeAlias = tuple[sa.Table, int | str]
"""A table of the database, and what is remembered there."""
Change: TypeAlias = Callable[[Any], Any]
"""What a write makes of a row."""
SIZE: Final = 256
"""The number of rows kept, about 3 kB each. With 24 turns at once, each turn reads once; with 64 rows, four
times; with more than this, no less often unless all tables in play fit."""


class RowCache:
    """What is under a key, kept from a read or a write until another write begins."""

    def __init__(self) -> None:
        self._rows: LRUCache[Key, Any] = LRUCache(SIZE)
        self._writing: list[Key | None] = []
        """What is being written; None: it may be anything."""
        self._under_way: dict[int, set[Key | None]] = {}
        """For each read and write under way, what others were writing when it began, or have since."""

    def get(self, key: Key) -> Any:
        """What is under ``key``; None when that has to be read."""
        return self._rows.get(key)

    async def read(self, query: Awaitable[T], kept: Callable[[T], Mapping[Key, Any]]) -> T:
        """The result of ``query``; ``kept`` are the rows of it that can be kept, by their keys."""
        written = self._watch()
        try:
            found = await query
        finally:
            del self._under_way[id(written)]
        if None not in written:
            for key, row in kept(found).items():
                if key not in written:
                    self._rows[key] = row
        return found

    def begin(self, key: Key | None) -> Callable[[Change | None], None]:
        """A write to ``key`` begins (None: it may concern any key).

        Call the result once it has ended, with what it makes of the row; None if that isn't known.
        """
        for each in self._under_way.values():
            each.add(key)
        written, held = self._watch(), None
        self._writing.append(key)
        if key is None:
            self._rows.clear()
        else:
            held = self._rows.pop(key, None)

        def end(change: Change | None) -> None:
            del self._under_way[id(written)]
            self._writing.remove(key)
            if key is not None and held is not None and change is not None and not {key, None} & written:
                self._rows[key] = change(held)

        return end

    def _watch(self) -> set[Key | None]:
        """What others are writing, and will write while it is watched."""
        written = set(self._writing)
        self._under_way[id(written)] = written
        return written
