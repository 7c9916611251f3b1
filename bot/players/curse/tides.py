"""What the sea has taken of the island, and what it may take next, on either map.

Sets of spaces are the bits of an integer: space ``n`` is bit ``n - 1``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.games.core.grid import bits
from bot.games.curse.island import island
from bot.games.curse.view import LEAST_UNSUNK

GONE: Final = -1
"""The ``spare`` of an island too small for the goal of dry land."""


@dataclass(frozen=True, slots=True, eq=False)
class Fall:
    """An open line, and what sinking it does."""

    label: str
    takes: int
    """The spaces that sink, as bits."""
    count: int
    after: Tide


@dataclass(frozen=True, slots=True, eq=False)
class Tide:
    """The island after some of it has sunk; compared by identity."""

    sunk: int
    """As bits."""
    land: int
    """How many spaces are above water."""
    spare: int
    """How many lines can still be sunk without losing the goal of dry land; :data:`GONE` if it is lost."""
    falls: tuple[Fall, ...]
    """The open lines, by letter."""
    treasures: tuple[int, ...]
    """Each treasure's spaces, sunk or not, as bits, in the order of the columns."""
    exposed: tuple[tuple[int, ...], ...]
    """Each treasure's dry spaces as single bits: those first that can sink with the fewest others."""


@cache
def tide(edition: int, sunk: int) -> Tide:
    """What is left and what can sink next on this edition of the map when ``sunk`` (bits) is under water."""
    map_ = island(edition)
    falls = tuple(
        Fall(label, takes, takes.bit_count(), tide(edition, sunk | takes))
        for label, takes in map_.sinkings(sunk).items()
    )
    land = (map_.land & ~sunk).bit_count()
    further = (fall.after.spare + 1 for fall in falls if fall.after.spare != GONE)
    return Tide(
        sunk=sunk,
        land=land,
        spare=max(further, default=0) if land >= LEAST_UNSUNK else GONE,
        falls=falls,
        treasures=map_.treasures,
        exposed=tuple(_exposed(held & ~sunk, falls) for held in map_.treasures),
    )


def _exposed(dry: int, falls: tuple[Fall, ...]) -> tuple[int, ...]:
    safe = dry.bit_length() + 1

    def company(space: int) -> int:
        return min((fall.count for fall in falls if fall.takes & space), default=safe)

    return tuple(sorted(bits(dry), key=lambda space: (company(space), space)))
