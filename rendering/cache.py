"""The cache of sprites, with one budget of bytes for all games: a GreedyDual-Size cache.

Sprites that were quick to draw for their size (a line of text) are evicted before slow ones (a board); what
was used gets another round before it goes. With an LRU cache of the same size, pictures of all games took 5 %
longer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from heapq import heappop, heappush, heapreplace
from itertools import count
from threading import Lock
from time import thread_time
from typing import Any, Final, ParamSpec, TypeVar

from PIL import Image

P = ParamSpec("P")
T = TypeVar("T")
CORE: Final[Any] = type(Image.new("1", (1, 1)).im)
"""The type of what is in an image, its core."""
BUDGET: Final = 26 << 20
"""Bytes of all sprites. With 7 MB more, a picture takes as long; with 10 MB less, 1.5 times."""
FRAME: Final = 2048
"""Bytes of an image besides its pixels, its entry here included."""
USED: Final = 3
"""How many times as much something is worth that was used since it was queued."""


@dataclass(slots=True)
class _Entry:
    thing: Any
    weight: int
    worth: float
    """Drawing time in seconds per byte."""
    used: bool = False
    """Whether it was used since it was queued."""


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
            """The rank of each entry, a counter's value and its key; the lowest is evicted first."""
            self._evicted_rank = 0.0
            """The rank of the last entry that was evicted, to which the worth of a new one is added."""
            self._keys: dict[int, Hashable] = {}

    def get(self, key: Hashable) -> Any:
        """The thing cached under ``key``, or None."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        entry.used = True
        return entry.thing

    def put(self, key: Hashable, thing: Any, seconds: float) -> None:
        """Cache ``thing``, which took ``seconds`` to draw, and evict others to stay within the budget."""
        bytes_taken = weight(thing)
        with self._lock:
            if key in self._entries:
                return
            worth = seconds / bytes_taken
            self._entries[key] = _Entry(thing, bytes_taken, worth)
            self._keys[id(thing)] = key
            heappush(self._queue, (self._evicted_rank + worth, next(self._count), key))
            self.weight += bytes_taken
            while self.weight > self.budget:
                rank, _, key = self._queue[0]
                entry = self._entries[key]
                if entry.used:
                    entry.used, rank = False, self._evicted_rank + USED * entry.worth
                    heapreplace(self._queue, (rank, next(self._count), key))
                    continue
                heappop(self._queue)
                del self._entries[key]
                self._keys.pop(id(entry.thing), None)
                self.weight -= entry.weight
                self._evicted_rank = rank

    def key(self, thing: object) -> Hashable:
        """The key of a cached ``thing``; None if it isn't cached."""
        return self._keys.get(id(thing))

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
    """The bytes of an image or its core (four per pixel in RGB), or of a tuple or dataclass of them."""
    if isinstance(thing, Image.Image):
        thing = thing.im
    if isinstance(thing, CORE):
        pixels: int = thing.size[0] * thing.size[1]
        return FRAME + pixels * (1 if thing.bands == 1 else 4)
    if isinstance(thing, tuple):
        return sum(map(weight, thing))
    if is_dataclass(thing):
        return sum(weight(getattr(thing, field.name)) for field in fields(thing))
    return 1
