"""Scores of Captain's Curse: who has done best, in a server, on a day, or among one's own games.

They are read from the logs of finished tables, each once, when somebody asks.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.games.curse.score import TITLES
from bot.games.curse.view import CurseView
from bot.tables.model.table import Table
from data.store.queries import scores
from data.store.queries.scores import ScoreRow, Standing

from .daily import GAME
from .errors import TableError

if TYPE_CHECKING:
    from .service import TableService

RANKS: Final = {title: rank for rank, (title, _, _) in enumerate(reversed(TITLES), 1)}
"""Each title's rank, from 1 for the lowest."""
TITLE_OF: Final = {rank: title for title, rank in RANKS.items()} | {0: "no title"}
AT_ONCE: Final = 200
"""Tables that are read before others get a turn."""
LISTED: Final = 10_000
"""People that a ranking knows at most."""


@dataclass(frozen=True, slots=True)
class Own:
    """One person's games."""

    best: tuple[Standing, ...]
    titles: tuple[tuple[str, int], ...]
    """How often which title was earned, the highest first; games without one are the last."""

    @property
    def games(self) -> int:
        """How many count."""
        return sum(number for _, number in self.titles)


def score_of(table: Table) -> ScoreRow:
    """What a finished table brought.

    One that was given up does not count, nor one with dice of a chosen seed, which can be rehearsed.
    """
    view: CurseView = table.view_for(None)
    end = view.end
    counts = table.agreed is None and table.options["seed"] is None
    return ScoreRow(
        table_id=table.id,
        points=end.total if counts else None,
        rank=RANKS.get(end.title, 0),
        land=end.unsunk,
        crossed=end.crossed,
        goals=sum(end.goals),
        at=table.turns[-1].at,
    )


async def _score(service: TableService, number: int) -> ScoreRow:
    with contextlib.suppress(TableError):
        table = await service.get(number)
        if table.status == "over":
            return score_of(table)
    # A table that this release can't read counts nothing, and is not asked for again.
    return ScoreRow(number, None, 0, 0, 0, 0, 0)


async def tally(service: TableService, *, guild: int | None = None, person: int | None = None) -> None:
    """Keep the scores of all finished tables, of a server or of a person, that are not kept yet."""
    store = service.store
    while found := await scores.unscored(store, GAME, AT_ONCE, guild=guild, person=person):
        await scores.keep_scores(store, [await _score(service, number) for number in found])


async def of_day(service: TableService, guild: int, day: str) -> list[Standing]:
    """The results of a day's curse in a server, the best first."""
    await tally(service, guild=guild)
    return await scores.best_of_each(service.store, GAME, guild, LISTED, day=day)


async def of_server(service: TableService, guild: int) -> list[Standing]:
    """The best score of each person in a server, the best first."""
    await tally(service, guild=guild)
    return await scores.best_of_each(service.store, GAME, guild, LISTED)


async def of_person(service: TableService, person: int, most: int) -> Own:
    """One person's own games, wherever they were played: the best ``most``, and the titles."""
    await tally(service, person=person)
    best = await scores.best_of(service.store, GAME, person, None, most)
    counted = await scores.count_titles(service.store, GAME, person, None)
    titles = tuple((TITLE_OF[rank], counted[rank]) for rank in sorted(counted, reverse=True))
    return Own(tuple(best), titles)
