"""Where to hide: islands and mines that cost the enemy the most turns, and never the same ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from bot.games.core import Seat
from bot.games.depthcharge.actions import BOARD, SEATS
from bot.games.depthcharge.sonar import mask
from bot.games.depthcharge.waters import HALVES, HARBOURS, enemy

from .board import LAKE, hear, turns_to_clear

SILENCE: Final = 0.5
"""What a mine that an average sounding doesn't hear is worth, in turns."""
EARS: Final = {
    seat: tuple(square for square in sorted(HALVES[seat]) if sum(BOARD.place(square)) % 3 == 0)
    for seat in SEATS
}
"""Squares in each seat's half from which layouts are listened to."""
TRIED: Final = 6
"""Layouts that a set of islands is judged by."""


def shelter(seat: Seat, mines: int, islands: int) -> float:
    """How many turns ``mines`` cost the enemy of ``seat``: to sail to them all, and to hear them."""
    heard = sum(hear(square, mines, islands).bit_count() for square in EARS[seat])
    silent = mines.bit_count() - heard / len(EARS[seat])
    return turns_to_clear(HARBOURS[enemy(seat)], mines, LAKE & ~islands) + SILENCE * silent


def mines(
    seat: Seat, room: Sequence[str], count: int, islands: int, tries: int, rng: Random
) -> tuple[str, ...]:
    """The best of ``tries`` random layouts of ``count`` mines on ``room``."""
    layouts = [rng.sample(room, count) for _ in range(tries)]
    return tuple(
        max(layouts, key=lambda names: round(shelter(seat, mask(map(BOARD.read, names)), islands), 9))
    )


def islands(
    seat: Seat, room: Sequence[str], count: int, left: int, tries: int, rng: Random
) -> tuple[str, ...]:
    """The best of ``tries`` random sets of ``count`` islands on ``room``, for ``left`` mines."""
    water = sorted(HALVES[seat] - {HARBOURS[seat]})

    def worth(names: Iterable[str]) -> float:
        chosen = list(map(BOARD.read, names))
        free = [square for square in water if square not in chosen]
        layouts = [mask(rng.sample(free, left)) for _ in range(TRIED)]
        return round(sum(shelter(seat, layout, mask(chosen)) for layout in layouts), 9)

    sets = [rng.sample(room, count) for _ in range(tries)]
    return tuple(max(sets, key=worth))
