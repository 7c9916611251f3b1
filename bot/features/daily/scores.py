"""Scores of solo games: of a server, a day or a person.

They are computed from the logs of finished tables when somebody asks for them, and then stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from bot.games.core import Game, SoloScores
from bot.tables.errors import TableError, TryAgainError
from bot.tables.model.table import Table
from bot.tables.service import TableService
from data.store.queries import scores
from data.store.queries.scores import PlayerScore, ScoreRow

from . import text

AT_ONCE: Final = 200
"""Tables scored in one transaction."""
LISTED: Final = 10_000
"""The most people in a ranking."""


@dataclass(frozen=True, slots=True)
class Own:
    """One person's scores."""

    best: tuple[PlayerScore, ...]
    titles: tuple[tuple[str, int], ...]
    """How often each title was earned, highest first; games without a title come last."""

    @property
    def games(self) -> int:
        """The number of games that count."""
        return sum(number for _, number in self.titles)


def scores_of(game: Game[Any, Any]) -> SoloScores[Any]:
    """How ``game`` is scored.

    :raises TableError: when it isn't.
    """
    if game.scores is None:
        raise TableError(text.no_scores(game.title))
    return game.scores


def title_of(game: Game[Any, Any], rank: int) -> str:
    """The title of a rank, counted from 1 for the lowest; 0 for no title."""
    return scores_of(game).titles[-rank] if rank else text.NO_TITLE


def score_of(table: Table) -> ScoreRow:
    """The score of a finished table. A resigned game doesn't count."""
    scoring = scores_of(table.game)
    score = scoring.score(table.view_for(None))
    counts = table.ending is None and scoring.counts(table.options)
    rank = len(scoring.titles) - scoring.titles.index(score.title) if score.title else 0
    return ScoreRow(
        table.id,
        points=score.points if counts else None,
        rank=rank,
        tiebreak=score.tiebreak,
        penalties=score.penalties,
        goals=score.goals,
        at=table.turns[-1].at,
    )


async def _score(service: TableService, number: int) -> ScoreRow | None:
    """The score of a finished table; None if it can't be read now."""
    try:
        table = await service.get(number, keep=False)
        if table.status == "over":
            return score_of(table)
    except TryAgainError:
        return None
    except TableError:
        pass
    # A table that this release can't read doesn't count, and isn't tried again.
    return ScoreRow(number, None, 0, 0, 0, 0, 0)


async def tally(
    service: TableService, game: Game[Any, Any], *, guild: int | None = None, person: int | None = None
) -> None:
    """Store the missing scores of a server's or a person's finished tables."""
    store = service.store
    while found := await scores.unscored(store, game.key, AT_ONCE, guild=guild, person=person):
        rows = [row for number in found if (row := await _score(service, number)) is not None]
        if not rows:
            return
        await scores.keep_scores(store, rows)


async def of_day(service: TableService, game: Game[Any, Any], guild: int, day: str) -> list[PlayerScore]:
    """The results of a day's challenge in a server, best first."""
    await tally(service, game, guild=guild)
    return await scores.best_of_each(service.store, game.key, guild, LISTED, day=day)


async def of_server(service: TableService, game: Game[Any, Any], guild: int) -> list[PlayerScore]:
    """Each person's best score in a server, best first."""
    await tally(service, game, guild=guild)
    return await scores.best_of_each(service.store, game.key, guild, LISTED)


async def of_person(service: TableService, game: Game[Any, Any], person: int, most: int) -> Own:
    """One person's scores from all servers: the best ``most``, and their titles."""
    await tally(service, game, person=person)
    best = await scores.best_of(service.store, game.key, person, most)
    counted = await scores.count_titles(service.store, game.key, person)
    titles = tuple((title_of(game, rank), counted[rank]) for rank in sorted(counted, reverse=True))
    return Own(tuple(best), titles)
