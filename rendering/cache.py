"""The cache of sprites: one budget of bytes for all games.

Sprites that were quick to draw for their size, such as a line of text, go before those that took long, such
as a board; among equals the least recently used goes first. (The rule is known as GreedyDual-Size.)
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
BUDGET: Final = 40 << 20
"""Bytes of all sprites; with half of it a picture takes half as long again."""
FRAME: Final = 2048
"""Bytes that an image takes beside its pixels, and its place here."""


@dataclass(slots=True)
class _Place:
    thing: Any
    weight: int
    worth: float
    """Seconds that a byte of it took."""
    rank: float
    """The least goes first: its worth, and the rank of what had gone when it was used last."""
    used: int
    """When it was used last: among equals the least goes first."""


class Cache:
    """A GreedyDual-Size cache of ``budget`` bytes."""

    def __init__(self, budget: int = BUDGET) -> None:
        self.budget = budget
        self.weight = 0
        self._places: dict[Hashable, _Place] = {}
        self._queue: list[tuple[float, int, Hashable]] = []
        self._gone = 0.0
        """The rank of what went last."""
        self._numbers: dict[int, int] = {}
        self._count = count()
        self._lock = Lock()

    def get(self, key: Hashable) -> Any:
        """The thing cached under ``key``, or None."""
        place = self._places.get(key)
        if place is None:
            return None
        place.rank, place.used = self._gone + place.worth, next(self._count)
        return place.thing

    def put(self, key: Hashable, thing: Any, seconds: float) -> None:
        """Cache ``thing``, which took ``seconds`` to draw, and evict others to stay within the budget."""
        heavy = weight(thing)
        with self._lock:
            if key in self._places:
                return
            worth, number = seconds / heavy, next(self._count)
            self._places[key] = _Place(thing, heavy, worth, self._gone + worth, number)
            self._numbers[id(thing)] = number
            heappush(self._queue, (self._gone + worth, number, key))
            self.weight += heavy
            while self.weight > self.budget:
                self._evict()

    def _evict(self) -> None:
        rank, used, key = heappop(self._queue)
        place = self._places[key]
        if (place.rank, place.used) != (rank, used):
            # It was used since it was queued.
            heappush(self._queue, (place.rank, place.used, key))
            return
        del self._places[key]
        self._numbers.pop(id(place.thing), None)
        self.weight -= place.weight
        self._gone = rank

    def number(self, thing: object) -> int | None:
        """A number that only ``thing`` has or ever had; None when it isn't cached."""
        return self._numbers.get(id(thing))

    def clear(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._places.clear()
            self._queue.clear()
            self._numbers.clear()
            self.weight = 0

    def __len__(self) -> int:
        return len(self._places)


CACHE: Final = Cache()
"""The cache that all painters share."""


def cached(draw: Callable[P, T]) -> Callable[P, T]:
    """Decorator: cache the results of a drawing function; its arguments must be hashable.

    It returns an image, or something that holds images. Never draw on the result; copy it first.
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
    """The bytes that ``thing`` takes: an image (four a pixel in colours), or something that holds images."""
    if isinstance(thing, Image.Image):
        return FRAME + thing.width * thing.height * (1 if len(thing.getbands()) == 1 else 4)
    if isinstance(thing, tuple):
        return sum(map(weight, thing))
    if is_dataclass(thing):
        return sum(weight(getattr(thing, field.name)) for field in fields(thing))
    return 1
