"""A cache of the things that were used last.

Every turn uses a dozen of them: those of ``cachetools`` took a thirtieth of its time.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar, overload

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")


class LRUCache(OrderedDict[K, V]):
    """The ``most`` things that were read or written last, the oldest first."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __getitem__(self, key: K) -> V:
        found = super().__getitem__(key)
        self.move_to_end(key)
        return found

    @overload
    def get(self, key: K, default: None = None, /) -> V | None: ...

    @overload
    def get(self, key: K, default: V | T, /) -> V | T: ...

    def get(self, key: K, default: V | T | None = None, /) -> V | T | None:
        """What is under ``key``, which is used by that."""
        if key not in self:
            return default
        self.move_to_end(key)
        return super().__getitem__(key)

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self.most:
            self.drop_oldest()

    def drop_oldest(self) -> tuple[K, V]:
        """Drop what wasn't used for longest."""
        return self.popitem(last=False)
