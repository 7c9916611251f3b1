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
SIZE: Final = 256
"""The number of rows kept, about 2 KB each: the tables, people and servers of some seconds under load."""


class RowCache:
    """What is under a key, kept from a read or a write until another write begins."""

    def __init__(self) -> None:
        self._rows: LRUCache[Key, Any] = LRUCache(SIZE)
        self._reads: list[set[Key | None]] = []
        """For each read under way, what has been written since it began, or was being written then."""
        self._writes: Counter[Key | None] = Counter()
        """Writes that have begun and not ended; None: those that may concern any key."""
        self._held: dict[Key, Any] = {}
        """What was kept under a key that a single write, which has begun and not ended, is changing."""

    def get(self, key: Key) -> Any:
        """What is under ``key``; None when that has to be read."""
        return self._rows.get(key)

    async def read(self, query: Awaitable[T], kept: Callable[[T], Mapping[Key, Any]]) -> T:
        """The result of ``query``; ``kept`` are the rows of it that can be kept, by their keys."""
        written = set(self._writes)
        self._reads.append(written)
        try:
            found = await query
        finally:
            self._reads = [each for each in self._reads if each is not written]
        if None not in written:
            self._rows.update((key, row) for key, row in kept(found).items() if key not in written)
        return found

    def begin(self, key: Key | None) -> Callable[[Change | None], None]:
        """A write to ``key`` begins (None: it may concern any key).

        Call the result once it has ended, with what it makes of the row; None if that isn't known.
        """
        for written in self._reads:
            written.add(key)
        self._writes[key] += 1
        if key is None:
            self._forget_all()
        else:
            # None if another write has it already.
            self._held[key] = self._rows.pop(key, None)

        def end(change: Change | None) -> None:
            self._writes[key] -= 1
            if not self._writes[key]:
                del self._writes[key]
            if key is None:
                self._forget_all()
            elif key not in self._writes:
                held = self._held.pop(key)
                if held is not None and change is not None:
                    self._rows[key] = change(held)

        return end

    def _forget_all(self) -> None:
        self._held = dict.fromkeys(self._held)
        self._rows.clear()
