"""The view of a game of Snorkels, which has no secrets, and its groups of snorkels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.games.core import Seat, View

from .actions import BOARD

Cell: TypeAlias = Literal["", "purple", "green", "stone"]
Phase: TypeAlias = Literal["stones", "opening", "choice", "play", "over"]


@dataclass(frozen=True, slots=True)
class SnorkelsView(View):
    """A position of Snorkels as ``viewer`` sees it."""

    phase: Phase
    cells: tuple[Cell, ...]
    """49 cells, in the order of the board's squares (a1, a2, …)."""
    last: str | None
    """The square of the last snorkel placed."""
    blocked: tuple[str, ...]
    """At the end, the squares of all groups without an open tube, of either colour."""
    seating: tuple[tuple[Seat, Seat], ...]
    """(colour, slot) pairs, once the pie choice is made."""
    turn: int
    """Snorkels on the board."""


def placed(cells: Sequence[Cell], square: int, cell: Cell) -> tuple[Cell, ...]:
    """``cells`` with one more snorkel."""
    return (*cells[:square], cell, *cells[square + 1 :])


def group(cells: Sequence[Cell], square: int) -> tuple[frozenset[int], frozenset[int]]:
    """The group on ``square``, and its open tubes: the empty squares beside it (ruling 3)."""
    colour = cells[square]
    members, tubes, border = {square}, set(), [square]
    while border:
        for near in BOARD.orthogonal[border.pop()]:
            if not cells[near]:
                tubes.add(near)
            elif cells[near] == colour and near not in members:
                members.add(near)
                border.append(near)
    return frozenset(members), frozenset(tubes)


def groups(cells: Sequence[Cell], colour: str) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """Every group of ``colour`` with its open tubes."""
    seen: set[int] = set()
    for square, cell in enumerate(cells):
        if cell == colour and square not in seen:
            members, tubes = group(cells, square)
            seen |= members
            yield members, tubes
