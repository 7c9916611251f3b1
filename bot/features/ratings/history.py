"""What a finished game does to ratings, in the transaction that ends it; and everything afresh.

The games of a pool count in the order in which they ended (then of their numbers), whatever the order in
which they are stored: a game that comes late is put in its place, and those after it are computed again. So
the rows are the same to the last digit as if everything were computed afresh.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from bot.games.core import Games
from bot.people.kinds import Kind, kind_of
from bot.tables.jobs import recovery
from bot.tables.model.table import Table
from bot.tables.service import Job
from data.store.queries import ratings, tables
from data.store.queries.ratings import ADVANTAGES, EVERYWHERE, RatedRow, Strength
from data.store.records import Event
from data.store.store import Store

from . import method
from .method import Kept
from .rated_games import RatedGame, facts


@dataclass(slots=True)
class History:
    """A pool at a point in its history."""

    strengths: dict[tuple[int, str], Strength] = field(default_factory=dict)
    """By person and ladder."""
    meetings: defaultdict[tuple[int, int], list[int]] = field(default_factory=lambda: defaultdict(list))
    """The ends of the latest games between two opponents, ascending."""

    def play(self, game: RatedGame, kept: Kept | None = None) -> list[RatedRow]:
        """Add a game. Returns its rows."""
        pairs = _opponents(game)
        for pair in pairs:
            self.meetings[pair] = [at for at in self.meetings[pair] if at > game.at - method.WINDOW]
        met = [len(self.meetings[pair]) for pair in pairs]
        known = {
            person: self.strengths[person, ladder]
            for person, (ladder, _) in game.players.items()
            if (person, ladder) in self.strengths
        }
        played = method.play(game, known, met, kept)
        for pair in pairs:
            self.meetings[pair].append(game.at)
        rows = []
        for person, (ladder, side) in game.players.items():
            before, after = played.before[person], played.after[person]
            self.strengths[person, ladder] = after
            rows.append(
                RatedRow(
                    game.table_id,
                    person,
                    game.pool,
                    ladder,
                    side,
                    game.result if side == 0 else -game.result,
                    game.guild,
                    game.at,
                    after.games,
                    played.weight,
                    before.mu,
                    before.sigma,
                    after.mu,
                    after.sigma,
                )
            )
        return rows

    def play_all(self, games: Iterable[RatedGame], kept: Mapping[int, Kept]) -> list[RatedRow]:
        """Add games in their order, of which some have ``kept`` something (by table); their rows."""
        in_order = sorted(games, key=lambda game: (game.at, game.table_id))
        return [row for game in in_order for row in self.play(game, kept.get(game.table_id))]


def _opponents(game: RatedGame) -> list[tuple[int, int]]:
    return [(min(a, b), max(a, b)) for a in game.sides[0] for b in game.sides[1]]


def settle(before: Table, after: Table, _events: Sequence[Event]) -> Job | None:
    """Rate a game when it ends, if it counts."""
    ended = after.status != before.status and after.status in ("over", "closed")
    game = facts(after) if ended else None
    return partial(rate, game=game) if game is not None else None


def rate(connection: sa.Connection, game: RatedGame) -> None:
    """Rate a game in the transaction that ends it; not if somebody has ratings off, which is noted."""
    ratings.lock(connection, game.pool)
    chosen = ratings.settings(connection, [person for side in game.sides for person in side])
    if not all(map(method.takes_part, chosen.values())):
        ratings.set_choice(connection, game.table_id, "out")
        return
    late, kept = _games(ratings.rows_of(connection, game.pool, after=(game.at, game.table_id)))
    if late:
        ratings.remove_rows(connection, game.pool, [each.table_id for each in late])
    games = [game, *late]
    rows = _history_before(connection, games).play_all(games, kept)
    ratings.add_rows(connection, rows)
    _set_present(connection, rows, chosen if not late else None)


async def recompute(store: Store, games: Collection[RatedGame], read: Collection[int]) -> tuple[int, int]:
    """Compute all ratings afresh from ``games``, the facts found in the logs of the tables ``read``.

    Games of other tables (removed with their server, or ended since) stay as they are stored. Returns the
    number of games and of rows that are different now.
    """
    found: defaultdict[str, list[RatedGame]] = defaultdict(list)
    for game in games:
        found[game.pool].append(game)
    counts = [
        await store.write(_recompute, pool, found[pool], frozenset(read))
        for pool in sorted({*found, *await ratings.pools(store)})
    ]
    return sum(number for number, _ in counts), sum(changed for _, changed in counts)


@dataclass(slots=True)
class Recomputation:
    """What a computation of all ratings found."""

    games: int = 0
    """The number of rated games."""
    changed: int = 0
    """The number of entries that are different now, of a person in a game."""
    unreadable: list[int] = field(default_factory=list)
    """Tables that this release can't replay, whose games count as they are stored."""


async def recompute_all(store: Store, games: Games) -> Recomputation:
    """Compute all ratings afresh from the logs; the bot may be running meanwhile."""
    report, games_found = Recomputation(), []
    ended = await tables.ended(store)
    for number, rated in ended.items():
        if rated not in ("people", "yes") or (stored := await store.load(number)) is None:
            continue
        newest = games.get(stored.header.game)
        game = newest.under(stored.header.rules) if newest is not None else None
        try:
            found = facts(recovery.replayed(stored, game)) if game is not None else None
        except recovery.StillBroken:
            game = None
        if game is None:
            report.unreadable.append(number)
        elif found is not None:
            games_found.append(found)
    read = ended.keys() - set(report.unreadable)
    report.games, report.changed = await recompute(store, games_found, read)
    return report


def _recompute(
    connection: sa.Connection, pool: str, games: Sequence[RatedGame], read: Collection[int]
) -> tuple[int, int]:
    ratings.lock(connection, pool)
    before = ratings.rows_of(connection, pool)
    stored, kept = _games(before)
    games = [*games, *(game for game in stored if game.table_id not in read)]
    rows = History().play_all(games, kept)
    ratings.remove_rows(connection, pool)
    ratings.remove_present(connection, {row.ladder for row in (*rows, *before)})
    ratings.add_rows(connection, rows)
    _set_present(connection, rows, None)
    old, new = ({(row.table_id, row.person): row for row in each} for each in (before, rows))
    return len(games), sum(old.get(key) != new.get(key) for key in {*old, *new})


def _games(rows: Iterable[RatedRow]) -> tuple[list[RatedGame], dict[int, Kept]]:
    """The stored games in ``rows``, and what they keep of the erased, by table."""
    games, kept = [], {}
    for number, group in groupby(rows, lambda row: row.table_id):
        people = [row for row in group if row.person not in ADVANTAGES]
        first, second = ([row for row in people if row.side == side] for side in (0, 1))
        erased = {
            row.person: Strength(row.mu_before, row.sigma_before, row.games - 1)
            for row in people
            if kind_of(row.person) is Kind.ERASED
        }
        if erased:
            kept[number] = Kept(people[0].weight, erased)
        games.append(
            RatedGame(
                number,
                people[0].pool,
                (first[0].ladder, second[0].ladder),
                (tuple(row.person for row in first), tuple(row.person for row in second)),
                first[0].result,
                people[0].guild,
                people[0].at,
            )
        )
    return games, kept


def _history_before(connection: sa.Connection, games: Sequence[RatedGame]) -> History:
    """What the rows before ``games``, the earliest of which comes first, say about the people in them."""
    history, first = History(), games[0]
    for person, ladder in {(person, part[0]) for game in games for person, part in game.players.items()}:
        if (strength := ratings.latest(connection, person, first.pool, ladder)) is not None:
            history.strengths[person, ladder] = strength
    for pair in {pair for game in games for pair in _opponents(game)}:
        since = first.at - method.WINDOW
        history.meetings[pair] = ratings.meetings(connection, first.pool, *pair, since)
    return history


def _set_present(
    connection: sa.Connection, rows: Iterable[RatedRow], chosen: Mapping[int, Mapping[str, Any]] | None
) -> None:
    """Bring the present ratings of the people in ``rows`` up to date; ``chosen``: their settings, if read."""
    latest: dict[tuple[int, str], Strength] = {}
    places: dict[tuple[int, str, int], None] = {}
    for row in rows:
        if kind_of(row.person) is not Kind.ERASED and row.person not in ADVANTAGES:
            who = (row.person, row.ladder)
            latest[who] = row.after
            places |= {(*who, EVERYWHERE): None, (*who, row.guild or EVERYWHERE): None}
    if not latest:
        return
    if chosen is None:
        chosen = ratings.settings(connection, {person for person, _ in latest})
    ratings.add_places(connection, places)
    new = {who: (strength, method.lists(chosen[who[0]], strength)) for who, strength in latest.items()}
    ratings.set_present(connection, new)


def relist(connection: sa.Connection, person: int) -> None:
    """Name ``person`` in rankings, or don't, after their settings have changed in this transaction."""
    ratings.lock_pools_of(connection, person)
    chosen = ratings.settings(connection, [person])[person]
    for ladder, strength in ratings.present_of(connection, person).items():
        ratings.set_listed(connection, person, ladder, listed=method.lists(chosen, strength))
