"""The station's layouts: size, places and rounds, as printed sheets in ``data/boards`` (ruling 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from bot.games.core.grid import Grid, grid
from data.boards import board

NAMES: Final = ("station", "outpost", "bell")
"""Every layout that can be played, the largest first."""


@dataclass(frozen=True, slots=True)
class Layout:
    """One drawing of the station. Squares are indices of ``grid``."""

    name: str
    files: int
    ranks: int
    pod: int
    """The escape pod, where the crew starts."""
    control: int
    """The control room, where the captain sits."""
    leaks: tuple[int, ...]
    rounds: int
    """The designer's number, by area: 60 on 8×8."""
    even_rounds: int
    """The number at which either side of scripted players, who see one action ahead, wins about as often."""
    even_between: Mapping[str, int] = field(default_factory=dict, compare=False)
    """The same between computers of a level, by its key."""

    @property
    def grid(self) -> Grid:
        return grid(self.files, self.ranks)


@cache
def layout(name: str) -> Layout:
    """The layout that ``data/boards`` calls ``name``."""
    sheet = board(name)
    squares = grid(sheet["files"], sheet["ranks"])
    pod, control, *leaks = map(squares.read, (sheet["pod"], sheet["control"], *sheet["leaks"]))
    rounds = (sheet["rounds"], sheet["even_rounds"], sheet["even_between"])
    return Layout(name, squares.columns, squares.rows, pod, control, tuple(leaks), *rounds)
