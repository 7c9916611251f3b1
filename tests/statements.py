"""SQL that is compiled once in a process, not again for each store that a test opens: a third of its work."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy.engine import Engine
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

COMPILED: Final[LRUCache[Any, Any]] = LRUCache(2000)


def share() -> None:
    """Let all engines of a kind have one cache; they differ in nothing that a statement depends on."""
    same = {
        "__eq__": lambda self, other: type(self) is type(other),
        "__hash__": lambda self: hash(type(self)),
    }
    for name, function in same.items():
        setattr(DefaultDialect, name, function)
    setattr(Engine, "_compiled_cache", property(lambda _self: COMPILED, lambda _self, _own: None))  # noqa: B010
