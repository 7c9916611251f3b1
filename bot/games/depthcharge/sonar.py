"""The report of a sounding: which mines answer, and when (ruling 4)."""

from __future__ import annotations

from collections.abc import Collection

from .actions import BOARD


def track(charge: int, mine: int) -> tuple[int, tuple[int, ...]]:
    """The time that the sound takes from ``charge`` to ``mine``, and the squares strictly between.

    Straight where the two share a file, a rank or a diagonal; else all of the longer axis first, then the
    shorter (ruling 4). The squares are in the order of the path, so the track to each of them is its start.
    """
    file, rank = BOARD.place(charge)
    to_file, to_rank = BOARD.place(mine)
    files, ranks = abs(to_file - file), abs(to_rank - rank)
    right = BOARD.rows if to_file > file else -BOARD.rows
    up = 1 if to_rank > rank else -1
    legs = ((right, files), (up, ranks)) if files > ranks else ((up, ranks), (right, files))
    if files == ranks:
        legs = (right + up, files), (0, 0)
    square, path = charge, []
    for step, count in legs:
        for _ in range(count):
            square += step
            path.append(square)
    return len(path), tuple(path[:-1])


def report(charge: int, mines: Collection[int], islands: Collection[int]) -> tuple[int, ...]:
    """The ascending, distinct times at which live ``mines`` answer a sounding on ``charge`` (ruling 4)."""
    barriers, tracks = {*mines, *islands}, (track(charge, mine) for mine in mines)
    return tuple(sorted({time for time, between in tracks if barriers.isdisjoint(between)}))
