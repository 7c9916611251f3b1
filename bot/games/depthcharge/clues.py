"""What is known of one side's mines, and one report as bit masks, for the notebook."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .sonar import mask, track


@dataclass(frozen=True, slots=True)
class Evidence:
    """What everybody knows about one side's mines; squares are the board's indices."""

    water: frozenset[int]
    """Where mines could be laid."""
    islands: frozenset[int]
    """Both sides'."""
    mines: int
    """How many were laid."""
    destroyed: tuple[int, ...]
    """In order."""
    empty: frozenset[int]
    """Squares that never held a mine, as boats and depth charges showed."""
    reports: tuple[tuple[int, tuple[int, ...], int], ...]
    """Of each sounding the square, the times, and how many mines had been destroyed before it."""


@dataclass(frozen=True, slots=True)
class Clue:
    """One report, cut into masks."""

    alive: int
    """All squares but those of mines destroyed before."""
    good: int
    """Squares whose time is in the report."""
    echoes: tuple[tuple[tuple[int, int], ...], ...]
    """For each time, the (square, track) pairs that could have answered."""
    silent: tuple[tuple[int, int], ...]
    """The (square, blockers on the track) pairs at times that are not in the report."""


@lru_cache(maxsize=4096)
def cut(
    square: int, times: tuple[int, ...], gone: frozenset[int], water: frozenset[int], islands: frozenset[int]
) -> Clue:
    """The report of a sounding on ``square``, after the mines of ``gone`` were destroyed."""
    shore = mask(islands)
    echoes: dict[int, list[tuple[int, int]]] = {time: [] for time in times}
    silent = []
    good = 0
    for place in water - gone:
        time, between = track(square, place)
        way = mask(between)
        if way & shore:
            continue
        if time in echoes:
            echoes[time].append((1 << place, way))
            good |= 1 << place
        else:
            silent.append((1 << place, way))
    return Clue(
        ~mask(gone),
        good,
        tuple(tuple(pairs) for pairs in echoes.values()),
        tuple((place, way & good) for place, way in silent),
    )
