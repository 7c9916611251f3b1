"""The captain's turn: four sorts of it, done in parts, in any order (ruling 4)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final, Literal, TypeAlias

from bot.games.plurals import counted

Part: TypeAlias = Literal["pump", "bag", "unbag"]

PARTS: Final[tuple[Part, ...]] = ("pump", "bag", "unbag")
SORTS: Final[tuple[tuple[Part, ...], ...]] = (
    ("pump", "pump", "pump"),
    ("pump", "pump", "bag"),
    ("pump", "bag", "bag"),
    ("pump", "unbag"),
)
"""The four sorts of turn. Whatever has begun, pumps alone complete one, and a pump is always possible."""


@cache
def left(done: tuple[Part, ...]) -> tuple[Counter[Part], ...]:
    """What each sort of turn that ``done`` may still become has left, in the order of SORTS.

    Shared between callers: not to be changed.
    """
    so_far = Counter(done)
    return tuple(Counter(sort) - so_far for sort in SORTS if so_far <= Counter(sort))


@cache
def open_parts(done: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts that may come next."""
    return tuple(part for part in PARTS if any(rest[part] for rest in left(done)))


@cache
def complete(done: tuple[Part, ...]) -> bool:
    """Whether the turn is over: ``done`` is one of the four."""
    return any(not rest.total() for rest in left(done))


def left_in_words(done: tuple[Part, ...]) -> str:
    """What may still be done, such as ``2 pumps; or 1 pump and 1 sandbag placed``."""
    return "; or ".join(_words(rest) for rest in left(done))


def _words(rest: Counter[Part]) -> str:
    pieces = []
    if rest["pump"]:
        pieces.append(counted(rest["pump"], "pump"))
    if rest["bag"]:
        pieces.append(f"{counted(rest['bag'], 'sandbag')} placed")
    if rest["unbag"]:
        pieces.append("1 sandbag taken")
    return " and ".join(pieces)
