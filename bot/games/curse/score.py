"""Scores, goals and titles (rulings, Score), and the columns' cells that they count.

A column's marks are its ``depth``, the number of its cells down to the lowest marked one, and one bit a
circled cell; what lies above that and is not circled is crossed out (ruling 5).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.core import SoloScore, SoloScores
from bot.games.plurals import counted

from .actions import SPACES, TREASURES
from .view import Column, CurseView, Mark, Score

ROWS: Final = 6
CELLS: Final = len(TREASURES) * ROWS
DOWN: Final = (6, 5, 4, 3, 2, 1)
UP: Final = (1, 2, 3, 4, 5, 6)
VALUES: Final = tuple(UP if column % 2 else DOWN for column in range(len(TREASURES)))
"""Each column's values from the top (ruling, Columns)."""
COLUMN_BITS: Final = (1 << ROWS) - 1
SUMS: Final = tuple(
    tuple(sum(value for row, value in enumerate(values) if bits >> row & 1) for bits in range(1 << ROWS))
    for values in VALUES
)
"""Each column's sum, by its circled cells' bits."""

MOST_CROSSED: Final = 8
LEAST_UNSUNK: Final = 15
TITLES: Final = (("Captain", 100, 3), ("First Mate", 90, 2), ("Quartermaster", 80, 1), ("Cabin Boy", 70, 0))
"""Each title, the score and the number of goals that it demands; the highest first."""


def row_of(column: int, value: int) -> int:
    """The row, from 0 at the top, in which ``column`` holds ``value``."""
    return value - 1 if column % 2 else ROWS - value


def title_for(total: int, goals: int, unsunk: int) -> str:
    """The highest title whose demands are met in full; empty for a loss, as when the island is gone."""
    if unsunk:
        for title, least, needed in TITLES:
            if total >= least and goals >= needed:
                return title
    return ""


def score(depths: Sequence[int], circled: int, unsunk: int, *, final: bool) -> Score:
    """The sheet's score; ``final`` crosses out every unmarked cell first."""
    cut = [circled >> column * ROWS & COLUMN_BITS for column in range(len(depths))]
    sums = tuple(SUMS[column][bits] for column, bits in enumerate(cut))
    marked = CELLS if final else sum(depths)
    crossed = marked - circled.bit_count()
    total = sum(sums) - crossed
    perfect = COLUMN_BITS in cut
    goals = (crossed <= MOST_CROSSED) + perfect + (unsunk >= LEAST_UNSUNK)
    return Score(sums, crossed, total, perfect, unsunk, title_for(total, goals, unsunk))


def columns(depths: Sequence[int], circled: int, *, final: bool) -> tuple[Column, ...]:
    """The six columns as they are seen; ``final`` crosses out every unmarked cell."""

    def mark(column: int, row: int) -> Mark:
        if circled >> column * ROWS + row & 1:
            return "circled"
        return "crossed" if final or row < depths[column] else ""

    return tuple(
        Column(
            treasure,
            VALUES[column],
            tuple(mark(column, row) for row in range(ROWS)),
            depths[column] == ROWS,
        )
        for column, treasure in enumerate(TREASURES)
    )


def solo_score(view: CurseView) -> SoloScore:
    """What a finished game was worth: equal points are decided by the land above water."""
    end = view.end
    return SoloScore(end.total, end.title, end.unsunk, goals=sum(end.goals), penalties=end.crossed)


SCORES: Final[SoloScores[CurseView]] = SoloScores(
    titles=tuple(title for title, _, _ in TITLES),
    goals=3,
    score=solo_score,
    tiebreak=lambda land: f"{counted(land, 'space')} saved",
    full_tiebreak=lambda land: f"{land} of {SPACES} spaces saved",
    # Dice of a chosen seed can be rehearsed.
    counts=lambda options: options["seed"] is None,
    rule="Games that were given up, or had a `seed`, do not count.",
)
