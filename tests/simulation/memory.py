"""Looks for somebody in the memory of the bot: everything of its own that can be reached from it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final
from weakref import WeakValueDictionary

from cachetools import Cache

from bot.app import CaptainsTable

OWN: Final = ("bot.", "data.", "cachetools")
"""Where the types come from that are looked into."""
WITHOUT_PEOPLE: Final = ("bot.games", "bot.players", "bot.features.puzzles", "data.store.schema")
EXCUSED: Final = (
    # Otherwise somebody could forget themselves to press more often.
    "context.rate_limiter",
)
"""Where somebody may be for a while."""


def places(bot: CaptainsTable, person: int, name: str) -> set[str]:
    """Where the bot knows a person by their number or name, as a path from the bot."""
    found: set[str] = set()
    number = str(person)
    roots = {key: value for key, value in vars(bot).items() if _looked_into(value.__class__)}
    waiting: deque[tuple[str, Any]] = deque(roots.items())
    seen: set[int] = set()
    while waiting:
        path, each = waiting.popleft()
        if path.startswith(EXCUSED) or id(each) in seen:
            continue
        if isinstance(each, int):
            found |= {path} if each == person else set()
        elif isinstance(each, str):
            found |= {path} if name in each or number in each else set()
        elif _looked_into(each.__class__):
            seen.add(id(each))
            waiting.extend(_inside(path, each))
    return found


@cache
def _looked_into(kind: type) -> bool:
    if issubclass(kind, dict | list | tuple | set | frozenset | deque | Cache | WeakValueDictionary):
        return True
    return kind.__module__.startswith(OWN) and not kind.__module__.startswith(WITHOUT_PEOPLE)


@cache
def _slots(kind: type) -> set[str]:
    return {name for each in kind.__mro__ for name in getattr(each, "__slots__", ())}


def _inside(path: str, each: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(each, list | tuple | set | frozenset | deque):
        yield from ((f"{path}[…]", one) for one in each)
    elif isinstance(each, Mapping | WeakValueDictionary):
        for key, value in list(each.items()):
            yield f"{path} (a key)", key
            yield f"{path}[…]", value
    else:
        names = sorted({*getattr(each, "__dict__", ()), *_slots(each.__class__)})
        yield from ((f"{path}.{name}", getattr(each, name)) for name in names if hasattr(each, name))
