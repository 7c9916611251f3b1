"""The captain's turn: one of four, played part by part in any order (ruling 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final, Literal, TypeAlias

from bot.languages import gettext, ngettext

from .actions import Bag, Pump, Unbag

Part: TypeAlias = Literal["pump", "bag", "unbag"]

PART_OF: Final[Mapping[type, Part]] = {Pump: "pump", Bag: "bag", Unbag: "unbag"}
PARTS: Final = tuple(PART_OF.values())
SORTS: Final[tuple[tuple[Part, ...], ...]] = (
    ("pump", "pump", "pump"),
    ("pump", "pump", "bag"),
    ("pump", "bag", "bag"),
    ("pump", "unbag"),
)
"""The four turns. Whatever has begun can be completed by pumps alone, and a pump is always possible."""


@cache
def left(done: tuple[Part, ...]) -> tuple[Counter[Part], ...]:
    """The rest of each turn that has begun with ``done``, in the order of SORTS; cached: don't change it."""
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


def left_in_words(rests: Iterable[Counter[Part]]) -> str:
    """What may still be done, such as “2 pumps · 1 pump + 1 bag · 1 pump − 1 bag” (− is a bag taken)."""
    return " · ".join(_words(rest) for rest in rests)


def captains_choice(rests: Sequence[Counter[Part]], *, begun: bool) -> str:
    """What the captain is asked, by the rests of the turns that are possible."""
    if len(rests) == 1:
        return gettext("Captain, finish your turn: {left}.", left=left_in_words(rests))
    if begun:
        return gettext("You still have one of these left: {left}.", left=left_in_words(rests))
    return gettext("Captain, pick one: {left}.", left=left_in_words(rests))


def _words(rest: Counter[Part]) -> str:
    pumps = ngettext("{number} pump", "{number} pumps", rest["pump"]) if rest["pump"] else ""
    if rest["unbag"]:
        return gettext("{pumps} − 1 bag", pumps=pumps) if pumps else gettext("remove 1 bag")
    bags = ngettext("{number} bag", "{number} bags", rest["bag"]) if rest["bag"] else ""
    return " + ".join(part for part in (pumps, bags) if part)
