"""Which finished games are rated, and the facts about them. Pure functions of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.games.core import Seat
from bot.people import computers
from bot.tables.model.seating import Person
from bot.tables.model.table import Table

COMPUTERS: Final = "computers"
"""The part of a pool's name that says that a computer plays."""
LONE, CREW = "captain", "crew"
"""The two ratings of a game of one against several."""
LEAST_TURNS: Final = 2
"""Turns that each side has had in a rated game."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A finished game that is rated: the facts from its log."""

    table_id: int
    pool: str
    ladders: tuple[str, str]
    """The rating that counts for each side. If they differ, the first side is one against several."""
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    result: int
    """1 if the first side won, 0 for a draw, -1 if the second won."""
    guild: int | None
    at: int

    @property
    def players(self) -> dict[int, tuple[str, int]]:
        """Ladder and side of each person, and of the first side's advantage if there is one."""
        found = {
            person: (self.ladders[number], number)
            for number, side in enumerate(self.sides)
            for person in side
        }
        if self.ladders[0] != self.ladders[1]:
            found[len(self.sides[1])] = (self.pool, 0)
        return found


def ladder_of(game: str, part: str = "", *, computers: bool = False) -> str:
    """The name of a rating of ``game``: of ``LONE``, of ``CREW``, or of everybody alike."""
    return "/".join(filter(None, (game, COMPUTERS if computers else "", part)))


def facts(table: Table) -> RatedGame | None:
    """The facts about a finished game; None if it isn't rated."""
    if table.status != "over" or table.outcome is None or not table.may_be_rated:
        return None
    # One against several: the lone side comes first.
    first, second = sorted(table.seating.sides, key=len)
    sides = _people(table, first), _people(table, second)
    if set(sides[0]) & set(sides[1]) or not has_played(table, first) or not has_played(table, second):
        return None
    key, against = table.game.key, bool(table.seating.computers)
    names = ("", "") if len(first) == len(second) else (LONE, CREW)
    pool, one, other = (ladder_of(key, name, computers=against) for name in ("", *names))
    at = table.ending.at if table.ending is not None else table.turns[-1].at
    return RatedGame(
        table.id,
        pool,
        (one, other),
        sides,
        has_won(table, first) - has_won(table, second),
        table.address.guild,
        at,
    )


def has_won(table: Table, side: tuple[Seat, ...]) -> bool:
    """Whether somebody on a side has won."""
    return any(person.id in table.winners for person in table.seating.side_people(side))


def person_has_won(table: Table, person: Person) -> bool:
    """Whether somebody has won."""
    side = table.seating.side_of(person.id)
    return side is not None and has_won(table, side)


def _people(table: Table, side: tuple[Seat, ...]) -> tuple[int, ...]:
    """The people on a side; computers of a level share a rating."""
    people = (person.id for person in table.seating.side_people(side))
    rated = (computers.first_of_level(each) if computers.is_computer(each) else each for each in people)
    return tuple(dict.fromkeys(rated))


def has_played(table: Table, side: tuple[Seat, ...]) -> bool:
    """Whether a side has had its turns."""
    return sum(table.played.get(slot, 0) for slot in side) >= LEAST_TURNS
