"""The captain's turn: four sorts of it, done in parts, in any order (ruling 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from bot.games.phrases import counted

Part: TypeAlias = Literal["pump", "bag", "unbag"]

PARTS: Final[tuple[Part, ...]] = ("pump", "bag", "unbag")
SORTS: Final[tuple[tuple[Part, ...], ...]] = (
    ("pump", "pump", "pump"),
    ("pump", "pump", "bag"),
    ("pump", "bag", "bag"),
    ("pump", "unbag"),
)
"""The four sorts of turn. Whatever has begun, pumps alone complete one, and a pump is always possible."""


def left(done: Sequence[Part]) -> tuple[Counter[Part], ...]:
    """What each sort of turn that ``done`` may still become has left, in the order of SORTS."""
    so_far = Counter(done)
    return tuple(Counter(sort) - so_far for sort in SORTS if so_far <= Counter(sort))


def open_parts(done: Sequence[Part]) -> tuple[Part, ...]:
    """The parts that may come next."""
    return tuple(part for part in PARTS if any(rest[part] for rest in left(done)))


def complete(done: Sequence[Part]) -> bool:
    """Whether the turn is over: ``done`` is one of the four."""
    return any(not rest.total() for rest in left(done))


def left_in_words(done: Sequence[Part]) -> str:
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
