"""Scores, goals and titles (rulings, Score), and the marks in the columns.

A column has a ``depth``, the number of its cells down to the lowest marked one, and a bit for each circled
cell; the other cells above that one are crossed out (ruling 5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from bot.games.core import SoloScore, SoloScores
from bot.languages import gettext, gettext_noop, ngettext

from .actions import SPACES, TREASURES
from .view import LEAST_UNSUNK, MOST_CROSSED, Column, CurseView, Mark, Score

ROWS: Final = 6
KEPT: Final = 64
"""Scores that are kept."""
DOWN: Final = (6, 5, 4, 3, 2, 1)
UP: Final = (1, 2, 3, 4, 5, 6)
VALUES: Final = tuple(UP if column % 2 else DOWN for column in range(len(TREASURES)))
"""Each column's values from the top (ruling, Columns)."""
TITLES: Final = (
    (gettext_noop("Captain"), 100, 3),
    (gettext_noop("First Mate"), 90, 2),
    (gettext_noop("Quartermaster"), 80, 1),
    (gettext_noop("Cabin Boy"), 70, 0),
)
"""Each title with the score and the number of goals that it takes; the highest first."""


def row_of(column: int, value: int) -> int:
    """The row, from 0 at the top, in which ``column`` holds ``value``."""
    return value - 1 if column % 2 else ROWS - value


def title_for(total: int, goals: int, unsunk: int) -> str:
    """The highest title earned; empty for a loss."""
    if unsunk:
        for title, least, needed in TITLES:
            if total >= least and goals >= needed:
                return title
    return ""


@lru_cache(maxsize=KEPT)
def score(columns: tuple[Column, ...], unsunk: int) -> Score:
    """What a sheet with these columns is worth; kept, since each card asks."""
    sums = tuple(
        sum(value for value, mark in zip(column.values, column.marks, strict=True) if mark == "circled")
        for column in columns
    )
    crossed = sum(column.marks.count("crossed") for column in columns)
    perfect = any(column.marks.count("circled") == ROWS for column in columns)
    worth = Score(sums, crossed, sum(sums) - crossed, perfect, unsunk, title="")
    return replace(worth, title=title_for(worth.total, sum(worth.goals), unsunk))


def columns(depths: Sequence[int], circled: int, *, final: bool) -> tuple[Column, ...]:
    """The six columns as they are seen; ``final`` crosses out every unmarked cell."""

    return tuple(
        _column(place, depth, circled >> place * ROWS & (1 << ROWS) - 1, final=final)
        for place, depth in enumerate(depths)
    )


@cache
def _column(place: int, depth: int, circled: int, *, final: bool) -> Column:
    def mark(row: int) -> Mark:
        if circled >> row & 1:
            return "circled"
        return "crossed" if final or row < depth else ""

    return Column(TREASURES[place], VALUES[place], tuple(map(mark, range(ROWS))), depth == ROWS)


def goals_named() -> tuple[str, str, str]:
    """The three goals in words, in the order of :attr:`Score.goals`."""
    return (
        gettext("At most {number} crosses", number=MOST_CROSSED),
        gettext("A column without crosses"),
        gettext("At least {number} spaces above water", number=LEAST_UNSUNK),
    )


def solo_score(view: CurseView) -> SoloScore:
    """What a finished game was worth; the land above water breaks ties."""
    end = view.end
    return SoloScore(end.total, end.title, end.unsunk, goals=sum(end.goals), penalties=end.crossed)


SCORES: Final[SoloScores[CurseView]] = SoloScores(
    titles=tuple(title for title, _, _ in TITLES),
    goals=lambda view: tuple(zip(goals_named(), view.end.goals, strict=True)),
    score=solo_score,
    tiebreak=lambda land: ngettext("{number} space saved", "{number} spaces saved", land),
    full_tiebreak=lambda land: gettext("{land} of {spaces} spaces saved", land=land, spaces=SPACES),
    # The dice of a chosen seed can be rehearsed.
    counts=lambda options: options["seed"] is None and not options["filled"],
    rule=gettext_noop("Abandoned games don’t count, nor do games with a `seed`, `filled` columns or a hint."),
)
