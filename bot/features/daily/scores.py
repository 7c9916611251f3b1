"""Scores of solo games: of a server, a day or a person, and rankings of them as lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from bot.components.cards.text import mention
from bot.components.interactions.card import Card
from bot.games.core import AnyGame, Games, SoloScores
from bot.languages import gettext, labelled, ngettext
from bot.tables.errors import TableError
from bot.tables.jobs import recovery
from bot.tables.model.table import Table
from bot.tables.service import Job, TableService
from data.store.queries import ratings, scores, tables
from data.store.queries.scores import PlayerScore, ScoreRow
from data.store.records import Event
from data.store.store import Store

LISTED: Final = 10_000
"""The most people in a ranking."""
MAX_PLACES: Final = 10
"""Places that a ranking shows, beside the reader's own."""
LOOKED_AT: Final = 5
"""Games that don't count that are looked at."""
MAX_OWN_SCORES: Final = 5
"""The most of the reader's own games that are listed."""
MEDALS: Final = ("🥇", "🥈", "🥉")


@dataclass(frozen=True, slots=True)
class Own:
    """One person's scores."""

    best: tuple[PlayerScore, ...]
    titles: tuple[tuple[int, int], ...]
    """The rank of each title and how often it was earned, highest first; games without a title come last."""

    @property
    def games(self) -> int:
        """The number of games that count."""
        return sum(number for _, number in self.titles)


def scores_of(game: AnyGame) -> SoloScores[Any]:
    """How ``game`` is scored.

    :raises TableError: when it isn't.
    """
    if game.scores is None:
        raise TableError("{game} has no high scores.", game=game.title)
    return game.scores


def title_of(game: AnyGame, rank: int) -> str:
    """The title of a rank, counted from 1 for the lowest; 0 for no title."""
    return gettext(scores_of(game).titles[-rank]) if rank else gettext("no title")


def titles_text(game: AnyGame, titles: Iterable[tuple[int, int]]) -> str:
    """How often each title was earned."""
    return " · ".join(f"{title_of(game, rank)} {number}×" for rank, number in titles)


def settle(before: Table, after: Table, _events: Sequence[Event]) -> Job | None:
    """Store the score of a game when it ends, if it counts."""
    ended = after.status == "over" != before.status and after.game.scores is not None
    row = score_of(after) if ended else None
    return partial(scores.insert, row=row) if row is not None else None


def score_of(table: Table) -> ScoreRow | None:
    """The score of a finished table; None if it was resigned or had a hint, and so doesn't count."""
    scoring = scores_of(table.game)
    if table.ending is not None or table.hints or not scoring.counts(table.options):
        return None
    score = scoring.score(table.view_for(None))
    rank = len(scoring.titles) - scoring.titles.index(score.title) if score.title else 0
    at = table.turns[-1].at
    return ScoreRow(table.id, score.points, rank, score.tiebreak, score.penalties, score.goals, at)


async def add_missing(store: Store, games: Games) -> int:
    """Store the scores that finished tables lack, from their logs. Returns how many there were.

    Tables from before scores were stored as a game ends may lack theirs.
    """
    rows = []
    for number in await tables.ended(store):
        if (stored := await store.load(number)) is None:
            continue
        game = games.get(stored.header.game)
        if game is None or game.scores is None or (game := game.under(stored.header.rules)) is None:
            continue
        with suppress(recovery.StillBroken):
            if (row := score_of(recovery.replayed(stored, game))) is not None:
                rows.append(row)
    return await store.write(scores.insert_missing, rows)


async def of_server(
    service: TableService, game: AnyGame, guild: int, day: str | None = None
) -> list[PlayerScore]:
    """Each person's best score in a server, best first; with ``day``, the results of that day's challenge."""
    return await scores.best_of_each(service.store, game.key, guild, LISTED, day=day)


async def of_person(service: TableService, game: AnyGame, person: int, most: int) -> Own:
    """One person's scores from all servers: the best ``most``, and their titles."""
    best = await scores.best_of(service.store, game.key, person, most)
    earned = await scores.count_titles(service.store, game.key, person)
    return Own(tuple(best), tuple((rank, earned[rank]) for rank in sorted(earned, reverse=True)))


async def uncounted(service: TableService, game: AnyGame, person: int) -> int | None:
    """The most points in the first few games that don’t count; None: none was finished."""
    found = list[int]()
    for number in await ratings.others_over(service.store, person, game.key, 0, LOOKED_AT):
        with suppress(TableError):
            table = await service.get(number, keep=False)
            if table.ending is None:
                found.append(scores_of(table.game).score(table.view_for(None)).points)
    return max(found, default=None)


def points_text(score: ScoreRow) -> str:
    return ngettext("{number} point", "{number} points", score.points)


def score_text(game: AnyGame, score: ScoreRow) -> str:
    """Score, title and tiebreak."""
    tiebreak = scores_of(game).tiebreak(score.tiebreak)
    return f"**{points_text(score)}** · {title_of(game, score.rank)} · {tiebreak}"


def places(standings: Sequence[PlayerScore]) -> list[int]:
    """Each standing's place, from 1; equals share one."""
    first: dict[object, int] = {}
    scores = (each.score for each in standings)
    values = ((each.rank, each.points, each.tiebreak) for each in scores)
    return [first.setdefault(value, place) for place, value in enumerate(values, 1)]


def lines(game: AnyGame, standings: Sequence[PlayerScore], person: int) -> list[str]:
    """The first places, and that of ``person``."""
    rows = []
    for order, (place, standing) in enumerate(zip(places(standings), standings, strict=True)):
        own = standing.person == person
        if order < MAX_PLACES or own:
            sign = MEDALS[place - 1] if place <= len(MEDALS) else f"{place}."
            name = mention(standing.person)
            name = gettext("{name} (you)", name=name) if own else name
            rows.append(labelled(f"{sign} {name}", score_text(game, standing.score)))
    if len(standings) <= MAX_PLACES:
        return rows
    told = ngettext("-# {number} person has played.", "-# {number} people have played.", len(standings))
    return [*rows, told]


def winners(standings: Sequence[PlayerScore]) -> list[PlayerScore]:
    """Those who share the first place."""
    return [each for place, each in zip(places(standings), standings, strict=True) if place == 1]


def place_of(standings: Sequence[PlayerScore], person: int) -> int | None:
    """The place of ``person``."""
    every = zip(places(standings), standings, strict=True)
    return next((place for place, standing in every if standing.person == person), None)


def scores_card(game: AnyGame, server: Sequence[PlayerScore] | None, own: Own, person: int) -> Card:
    """The best of a server (None in direct messages), and ``person``'s own games."""
    shown = []
    if server is not None:
        shown += [
            gettext("**This server’s best**"),
            *(
                lines(game, server, person)
                or [
                    gettext(
                        "Nobody has finished a game here yet. Be the first with `/{game} start`.",
                        game=game.key,
                    )
                ]
            ),
        ]
    shown.append(gettext("**Your own games**"))
    shown += [
        f"{order}. {score_text(game, standing.score)} · <t:{standing.score.at // 1000}:d>"
        for order, standing in enumerate(own.best, 1)
    ]
    if own.games:
        games = ngettext("{number} game", "{number} games", own.games)
        shown.append(labelled(games, titles_text(game, own.titles)))
    else:
        shown.append(gettext("You haven’t finished a game yet."))
    heading = gettext("### {game} · Best scores", game=game.title)
    return Card(heading, lines=(*shown, f"-# {gettext(scores_of(game).rule)}"))
