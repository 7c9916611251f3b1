"""Rows as this process last read or wrote them.

Only where the bot is alone at its file, so that what changes there passes through here. Commands may run
beside it (``ratings recompute``), but write nothing that is kept. What isn't certain isn't kept, and is read
again. Under load, a turn reads its table once instead of three times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Final, TypeAlias, TypeVar

from cachetools import LRUCache

T = TypeVar("T")
Change: TypeAlias = Callable[[Any], Any]
"""What a write makes of a row."""
SIZE: Final = 1024
"""The number of rows kept, about 2 KB each: the tables, people and servers of some seconds under load."""


class RowCache:
    """What is under a key, kept from a read or a write until another write begins."""

    def __init__(self) -> None:
        self._rows: LRUCache[Hashable, Any] = LRUCache(SIZE)
        self._reads: dict[Hashable, object] = {}
        """The latest read under each key that no write has overlapped so far."""
        self._writes: Counter[Hashable] = Counter()
        """Writes that have begun and not ended."""
        self._unknown_writes = 0
        """Those of them that may concern any key."""
        self._held: dict[Hashable, Any] = {}
        """What was kept under a key that a single write, which has begun and not ended, is changing."""

    def get(self, key: Hashable) -> Any:
        """What is under ``key``; None when that has to be read."""
        return self._rows.get(key)

    async def read(self, key: Hashable, query: Awaitable[T], kept: Callable[[T], Any]) -> T:
        """The result of ``query``, of which ``kept`` is under ``key`` (None: nothing that can be kept)."""
        mine = self._reads[key] = object()
        try:
            found = await query
            unchanged = self._reads.get(key) is mine and key not in self._writes
            if unchanged and not self._unknown_writes and (row := kept(found)) is not None:
                self._rows[key] = row
            return found
        finally:
            if self._reads.get(key) is mine:
                del self._reads[key]

    def begin(self, key: Hashable | None) -> Callable[[Change | None], None]:
        """A write to ``key`` begins (None: it may concern any key).

        Call the result once it has ended, with what it makes of the row; None if that isn't known.
        """
        if key is None:
            self._unknown_writes += 1
            self._forget_all()
            return self._end_unknown
        self._writes[key] += 1
        self._reads.pop(key, None)
        row = self._rows.pop(key, None)
        self._held[key] = row if self._writes[key] == 1 else None

        def end(change: Change | None) -> None:
            self._reads.pop(key, None)
            self._writes[key] -= 1
            if self._writes[key]:
                return
            del self._writes[key]
            if (held := self._held.pop(key)) is not None and change is not None:
                self._rows[key] = change(held)

        return end

    def _end_unknown(self, _change: Change | None) -> None:
        self._unknown_writes -= 1
        self._forget_all()

    def _forget_all(self) -> None:
        self._held = dict.fromkeys(self._held)
        self._rows.clear()
        self._reads.clear()
