"""The lake as numbers with one bit a square: what a sounding hears, and how many turns clearing takes.

Times, too, are kept as bits: a report is a number whose bit ``t`` is set when a mine answered at time ``t``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Final, TypeAlias

from bot.games.core import Seat
from bot.games.core.grid import bits, mask
from bot.games.depthcharge.actions import BOARD
from bot.games.depthcharge.sonar import track
from bot.games.depthcharge.waters import HALVES, HARBOURS, enemy

LAKE: Final = (1 << 144) - 1
_OFF_LOWEST: Final = LAKE & ~mask(range(0, 144, 12))
_OFF_HIGHEST: Final = LAKE & ~mask(range(11, 144, 12))

AROUND: Final = tuple(mask(near) for near in BOARD.around)
"""The squares around each square."""

Ray: TypeAlias = tuple[int, int]
"""The time from a charge to a mine as a bit, and the squares strictly between them."""


def read(names: Iterable[str]) -> int:
    """The squares with these names."""
    return mask(map(BOARD.read, names))


@cache
def rays(charge: int) -> dict[int, Ray]:
    """The way of the sound from ``charge`` to each square, by the square's bit."""
    found = {}
    for square in range(144):
        time, between = track(charge, square)
        found[1 << square] = (1 << time, mask(between))
    return found


def hear(charge: int, mines: int, islands: int) -> int:
    """The times, as bits, at which ``mines`` answer a sounding on ``charge``."""
    ways = rays(charge)
    barrier = mines | islands
    heard = 0
    rest = mines
    while rest:
        low = rest & -rest
        rest ^= low
        time, way = ways[low]
        if not way & barrier:
            heard |= time
    return heard


def divided(charge: int, places: Mapping[int, int], count: int, islands: int) -> Counter[int]:
    """In how many parts of each size a sounding on ``charge`` divides ``count`` layouts, by its answer.

    ``places``: by a square's bit, the layouts with a mine there, as a mask.
    """
    ways, answers = rays(charge), dict[int, int]()
    may = sum(places)
    for square, mined in places.items():
        time, way = ways[square]
        if not way & islands:
            for between in bits(way & may):
                mined &= ~places[between]
            answers[time] = answers.get(time, 0) | mined
    parts, alone = [(1 << count) - 1], 0
    for answer in answers.values():
        split = []
        for part in parts:
            there = part & answer
            for piece in (there, part ^ there):
                if piece & piece - 1:
                    split.append(piece)
                elif piece:
                    alone += 1
        parts = split
    return Counter({1: alone}) + Counter(part.bit_count() for part in parts)


def _beside(squares: int) -> int:
    return (
        squares
        | (squares & _OFF_HIGHEST) << 1
        | (squares & _OFF_LOWEST) >> 1
        | (squares << 12 & LAKE)
        | squares >> 12
    )


def sail(squares: int, water: int) -> int:
    """The squares within three steps of ``squares`` through ``water``."""
    squares = _beside(squares) & water
    squares = _beside(squares) & water
    return _beside(squares) & water


@lru_cache(maxsize=1 << 14)
def clearing(mines: int, water: int) -> tuple[int, ...]:
    """From where a boat that sees ``mines`` can clear them: the squares from which 0, 1, 2 … turns do.

    ``water`` is where boats can go, mines included. The last squares are all from which it is possible.
    """
    if not mines:
        return (water,)
    after = [(AROUND[mine.bit_length() - 1], clearing(mines ^ mine, water)) for mine in bits(mines)]
    free = water & ~mines
    levels = [0]
    while True:
        turn = len(levels) - 1
        here = sail(levels[-1], free)
        for near, rest in after:
            here |= near & free & rest[min(turn, len(rest) - 1)]
        if here == levels[-1] and turn >= max(len(rest) for _, rest in after):
            return tuple(levels)
        levels.append(here)


def turns_to_clear(boat: int, mines: int, water: int) -> int:
    """The fewest turns in which a boat on ``boat`` that sees ``mines`` destroys them; 40 if it can't."""
    for turns, squares in enumerate(clearing(mines, water)):
        if squares >> boat & 1:
            return turns
    return 40


def enemy_water(seat: Seat, islands: int) -> int:
    """Where the enemy of ``seat`` may have laid mines."""
    rival = enemy(seat)
    return mask(HALVES[rival] - {HARBOURS[rival]}) & ~islands
