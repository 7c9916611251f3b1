"""The report of a sounding: which mines answer, and when (ruling 4)."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from .actions import BOARD


@cache
def track(charge: int, mine: int) -> tuple[int, tuple[int, ...]]:
    """The time that the sound takes from ``charge`` to ``mine``, and the squares strictly between.

    Straight where the two share a file, a rank or a diagonal; else all of the longer axis first, then the
    shorter (ruling 4). The squares are in the order of the path, so the track to each of them is its start.
    """
    file, rank = BOARD.place(charge)
    to_file, to_rank = BOARD.place(mine)
    files, ranks = to_file - file, to_rank - rank
    right, up = (files > 0) - (files < 0), (ranks > 0) - (ranks < 0)
    if files == 0 or ranks == 0 or abs(files) == abs(ranks):
        legs = [(right, up)] * max(abs(files), abs(ranks))
    elif abs(files) > abs(ranks):
        legs = [(right, 0)] * abs(files) + [(0, up)] * abs(ranks)
    else:
        legs = [(0, up)] * abs(ranks) + [(right, 0)] * abs(files)
    between = []
    for along, across in legs[:-1]:
        file, rank = file + along, rank + across
        square = BOARD.at(file, rank)
        assert square is not None, "both ends are on the lake, so the path is"
        between.append(square)
    return len(legs), tuple(between)


def report(charge: int, mines: Collection[int], islands: Collection[int]) -> tuple[int, ...]:
    """The ascending, distinct times at which live ``mines`` answer a sounding on ``charge`` (ruling 4)."""
    barriers, tracks = {*mines, *islands}, (track(charge, mine) for mine in mines)
    return tuple(sorted({time for time, between in tracks if barriers.isdisjoint(between)}))
