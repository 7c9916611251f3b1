"""Which finished games are rated, and the facts about them. Pure functions of a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.features.ratings.method import METHOD
from bot.games.core import CHANCE, Seat
from bot.people import computers
from bot.tables.model.rated import may_be_rated
from bot.tables.model.table import Table
from bot.tables.service import Job
from data.store.queries import ratings
from data.store.queries.ratings import RatedGame
from data.store.records import Event

COMPUTERS: Final = "computers"
"""The part of a pool's name that says that a computer plays."""
LONE, CREW = "captain", "crew"
"""The two ratings of a game of one against several."""
LEAST_TURNS: Final = 2
"""Turns that each side has had in a rated game."""


def ladder_of(game: str, part: str = "", *, computers: bool = False) -> str:
    """The name of a rating of ``game``: of ``LONE``, of ``CREW``, or of everybody alike."""
    return "/".join(filter(None, (game, COMPUTERS if computers else "", part)))


def settle(before: Table, after: Table, _events: Sequence[Event]) -> Job | None:
    """Rate a game when it ends, if it counts."""
    ended = after.status != before.status and after.status in ("over", "closed")
    game = facts(after) if ended else None
    return partial(ratings.settle, game=game, method=METHOD) if game is not None else None


def facts(table: Table) -> RatedGame | None:
    """The facts about a finished game; None if it isn't rated."""
    outcome = table.outcome
    if table.status != "over" or outcome is None or not may_be_rated(table):
        return None
    # One against several: the lone side comes first.
    first, second = sorted(table.sides, key=len)
    people = tuple(tuple(dict.fromkeys(map(_rated_as, _people(table, side)))) for side in (first, second))
    if set(people[0]) & set(people[1]) or not _played(table, first) or not _played(table, second):
        return None
    key, against = table.game.key, table.has_computer
    pool = ladder_of(key, computers=against)
    names = ("", "") if len(first) == len(second) else (LONE, CREW)
    ladders = (ladder_of(key, names[0], computers=against), ladder_of(key, names[1], computers=against))
    winners = {person.id for seat in outcome.winners if (person := table.holder(seat)) is not None}
    won = [any(person.id in winners for person in table.side_people(side)) for side in (first, second)]
    at = table.agreed_at if table.agreed is not None else table.turns[-1].at
    return RatedGame(
        table.id, pool, ladders, (people[0], people[1]), won[0] - won[1], table.address.guild, at
    )


def _people(table: Table, side: tuple[Seat, ...]) -> list[int]:
    return [person.id for person in table.side_people(side)]


def _rated_as(person: int) -> int:
    """Computers of a level share a rating."""
    return computers.first_of_level(person) if computers.is_computer(person) else person


def _played(table: Table, side: tuple[Seat, ...]) -> bool:
    """Whether a side has had its turns."""
    own = sum(turn.seat != CHANCE and turn.before.slot(turn.seat) in side for turn in table.turns)
    return own >= LEAST_TURNS
