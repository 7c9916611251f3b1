"""Groups of snorkels and their open tubes (ruling 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .actions import BOARD, COLOURS
from .view import Cell


def group(cells: Sequence[Cell], square: int) -> tuple[frozenset[int], frozenset[int]]:
    """The group that ``square`` belongs to, and its open tubes: the empty squares next to it (ruling 3)."""
    colour = cells[square]
    members = {square}
    tubes = set()
    border = [square]
    while border:
        for near in BOARD.orthogonal[border.pop()]:
            if not cells[near]:
                tubes.add(near)
            elif cells[near] == colour and near not in members:
                members.add(near)
                border.append(near)
    return frozenset(members), frozenset(tubes)


def groups(cells: Sequence[Cell], colour: str) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """Every group of ``colour`` with its open tubes, by its first square."""
    assert colour in COLOURS
    seen: set[int] = set()
    for square, cell in enumerate(cells):
        if cell == colour and square not in seen:
            members, tubes = group(cells, square)
            seen |= members
            yield members, tubes
