"""The cache of sprites, with one budget of bytes for all games: a GreedyDual-Size cache.

Sprites that were quick to draw for their size (a line of text) are evicted before slow ones (a board); among
equals the least recently used goes first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from heapq import heappop, heappush
from itertools import count
from threading import Lock
from time import thread_time
from typing import Any, Final, ParamSpec, TypeVar

from PIL import Image

P = ParamSpec("P")
T = TypeVar("T")
BUDGET: Final = 27 << 20
"""Bytes of all sprites. With half as much, a picture takes 1.5 times as long."""
FRAME: Final = 2048
"""Bytes of an image besides its pixels, its entry here included."""


@dataclass(slots=True)
class _Entry:
    thing: Any
    weight: int
    worth: float
    """Drawing time in seconds per byte."""
    rank: float
    """The lowest is evicted first: the worth, plus ``_evicted_rank`` at the last use."""
    used: int
    """A counter's value at the last use; decides between equal ranks."""


class Cache:
    """A GreedyDual-Size cache of ``budget`` bytes."""

    def __init__(self, budget: int = BUDGET) -> None:
        self.budget = budget
        self._lock = Lock()
        self._count = count()
        self.clear()

    def clear(self) -> None:
        """Empty the cache."""
        with self._lock:
            self.weight = 0
            self._entries: dict[Hashable, _Entry] = {}
            self._queue: list[tuple[float, int, Hashable]] = []
            self._evicted_rank = 0.0
            """The rank of the last entry that was evicted."""
            self._numbers: dict[int, int] = {}

    def get(self, key: Hashable) -> Any:
        """The thing cached under ``key``, or None."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        entry.rank, entry.used = self._evicted_rank + entry.worth, next(self._count)
        return entry.thing

    def put(self, key: Hashable, thing: Any, seconds: float) -> None:
        """Cache ``thing``, which took ``seconds`` to draw, and evict others to stay within the budget."""
        bytes_taken = weight(thing)
        with self._lock:
            if key in self._entries:
                return
            worth, number = seconds / bytes_taken, next(self._count)
            self._entries[key] = _Entry(thing, bytes_taken, worth, self._evicted_rank + worth, number)
            self._numbers[id(thing)] = number
            heappush(self._queue, (self._evicted_rank + worth, number, key))
            self.weight += bytes_taken
            while self.weight > self.budget:
                rank, used, key = heappop(self._queue)
                entry = self._entries[key]
                if entry.used != used:
                    # Used since it was queued.
                    heappush(self._queue, (entry.rank, entry.used, key))
                    continue
                del self._entries[key]
                self._numbers.pop(id(entry.thing), None)
                self.weight -= entry.weight
                self._evicted_rank = rank

    def number(self, thing: object) -> int | None:
        """The number of a cached ``thing``, which no other ever gets; None if it isn't cached."""
        return self._numbers.get(id(thing))

    def __len__(self) -> int:
        return len(self._entries)


CACHE: Final = Cache()
"""The cache that all painters share."""


def cached(draw: Callable[P, T]) -> Callable[P, T]:
    """Decorator that caches the images of a drawing function, by its hashable arguments.

    Never draw on a result; copy it first.
    """

    @wraps(draw)
    def remembered(*args: P.args, **kwargs: P.kwargs) -> T:
        key = (draw, args, tuple(kwargs.items())) if kwargs else (draw, args)
        found: T | None = CACHE.get(key)
        if found is None:
            began = thread_time()
            found = draw(*args, **kwargs)
            CACHE.put(key, found, thread_time() - began)
        return found

    return remembered


def weight(thing: object) -> int:
    """The bytes of an image (four per pixel in RGB), or of a tuple or dataclass of images."""
    if isinstance(thing, Image.Image):
        return FRAME + thing.width * thing.height * (1 if len(thing.getbands()) == 1 else 4)
    if isinstance(thing, tuple):
        return sum(map(weight, thing))
    if is_dataclass(thing):
        return sum(weight(getattr(thing, field.name)) for field in fields(thing))
    return 1
