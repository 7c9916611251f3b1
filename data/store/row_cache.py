"""Rows as this process last read or wrote them.

Only where the bot is alone at its file, so that what changes there passes through here. Commands may run
beside it (``ratings recompute``), but write nothing that is kept. What isn't certain isn't kept, and is read
again. Under load, a turn reads its table once instead of three times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from cachetools import LRUCache

T = TypeVar("T")
Key: TypeAlias = tuple[str, int | str]
"""A table of the database, and what is remembered there."""
Change: TypeAlias = Callable[[Any], Any]
"""What a write makes of a row."""
ANY: Final = ""
"""In the place of a table's name: what may be written to any."""
SIZE: Final = 1024
"""The number of rows kept, about 2 KB each: the tables, people and servers of some seconds under load."""


class RowCache:
    """What is under a key, kept from a read or a write until another write begins."""

    def __init__(self) -> None:
        self._rows: LRUCache[Key, Any] = LRUCache(SIZE)
        self._reads: dict[Key, object] = {}
        """The latest read under each key that no write has overlapped so far."""
        self._writes: Counter[Key] = Counter()
        """Writes that have begun and not ended."""
        self._unknown_writes = 0
        """Those of them that may concern any key."""
        self._changes: Counter[str] = Counter()
        """How many writes to each table of the database have begun, and how many have ended."""
        self._held: dict[Key, Any] = {}
        """What was kept under a key that a single write, which has begun and not ended, is changing."""

    def get(self, key: Key) -> Any:
        """What is under ``key``; None when that has to be read."""
        return self._rows.get(key)

    async def read(self, key: Key, query: Awaitable[T], kept: Callable[[T], Mapping[Key, Any]]) -> T:
        """The result of ``query``; ``kept`` are the rows of it that can be kept, by their keys.

        Others than the one under ``key`` are kept if nothing was written to their table meanwhile.
        """
        mine, changes = object(), dict(self._changes)
        self._reads[key] = mine
        try:
            found = await query
            if not self._unknown_writes:
                for each, row in kept(found).items():
                    table = each[0]
                    unchanged = (
                        self._reads.get(key) is mine
                        if each == key
                        else all(changes.get(name, 0) == self._changes[name] for name in (table, ANY))
                    )
                    if unchanged and each not in self._writes:
                        self._rows[each] = row
            return found
        finally:
            if self._reads.get(key) is mine:
                del self._reads[key]

    def begin(self, key: Key | None) -> Callable[[Change | None], None]:
        """A write to ``key`` begins (None: it may concern any key).

        Call the result once it has ended, with what it makes of the row; None if that isn't known.
        """
        self._changes[key[0] if key is not None else ANY] += 1
        if key is None:
            self._unknown_writes += 1
            self._forget_all()
            return self._end_unknown
        self._writes[key] += 1
        self._reads.pop(key, None)
        row = self._rows.pop(key, None)
        self._held[key] = row if self._writes[key] == 1 else None

        def end(change: Change | None) -> None:
            self._changes[key[0]] += 1
            self._reads.pop(key, None)
            self._writes[key] -= 1
            if self._writes[key]:
                return
            del self._writes[key]
            if (held := self._held.pop(key)) is not None and change is not None:
                self._rows[key] = change(held)

        return end

    def _end_unknown(self, _change: Change | None) -> None:
        self._changes[ANY] += 1
        self._unknown_writes -= 1
        self._forget_all()

    def _forget_all(self) -> None:
        self._held = dict.fromkeys(self._held)
        self._rows.clear()
        self._reads.clear()
