"""Locks: one change after another to the same thing, within this process."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

Thing = TypeVar("Thing", bound=Hashable)


class KeyedLocks(Generic[Thing]):
    """A lock for each thing, kept while somebody holds it or waits for it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Thing, asyncio.Lock] = WeakValueDictionary()

    def lock(self, thing: Thing) -> asyncio.Lock:
        """The lock of ``thing``: the same one for all who ask while it is in use."""
        return self._locks.setdefault(thing, asyncio.Lock())
