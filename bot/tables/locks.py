"""Locks by key, within this process."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

Thing = TypeVar("Thing", bound=Hashable)


class KeyedLocks(Generic[Thing]):
    """One lock per key, kept while somebody holds it or waits for it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Thing, asyncio.Lock] = WeakValueDictionary()

    def lock(self, thing: Thing) -> asyncio.Lock:
        """The lock for ``thing``; the same object for everybody while it is in use."""
        return self._locks.setdefault(thing, asyncio.Lock())
