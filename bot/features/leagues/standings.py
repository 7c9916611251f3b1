"""The standings of a season, and what follows from them for the next. Pure functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from data.store.queries.leagues import LeagueGame

from .schedule import BYE

WON: Final = 1
DRAWN: Final = 0
LOST: Final = -1
NEITHER: Final = 2
"""The result of a game for which neither side gets a point."""
MOVED: Final = 2
"""How many people change places between two neighbouring divisions after a season."""
MISSED: Final = 2
"""After so many games in a row in which somebody made no move, they are out of the season."""


def half_points(game: LeagueGame) -> dict[int, int]:
    """Half points of each person in a game, or in a round without one; nothing before it is decided."""
    if game.result is None:
        return {}
    mine = {WON: 2, DRAWN: 1}.get(game.result, 0)
    if game.second == BYE:
        return {game.first: mine}
    return {game.first: mine, game.second: 0 if game.result == NEITHER else 2 - mine}


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """One person in the standings."""

    person: int
    halves: int
    """Half points: two for a win or a round without an opponent, one for a draw."""
    won: int
    drawn: int
    lost: int
    tiebreak: int
    """Sonneborn–Berger, times four: the points of those beaten, and half those of the people drawn with."""
    out: bool
    """Whether they have left the season."""


def standings(
    people: Sequence[int], games: Iterable[LeagueGame], out: Collection[int] = ()
) -> list[StandingsLine]:
    """``people``, given in the order in which they began, by points, then tiebreak, then wins.

    Those who are ``out`` come last.
    """
    own: dict[int, list[LeagueGame]] = {person: [] for person in people}
    halves = dict.fromkeys(people, 0)
    for each in games:
        for person, mine in half_points(each).items():
            if person in own:
                own[person].append(each)
                halves[person] += mine
    lines = [_line(person, own[person], halves, person in out) for person in people]
    return sorted(lines, key=_rank)


def _rank(line: StandingsLine) -> tuple[bool, int, int, int]:
    return line.out, -line.halves, -line.tiebreak, -line.won


def _line(person: int, games: Sequence[LeagueGame], halves: Mapping[int, int], out: bool) -> StandingsLine:
    played = [(half_points(each)[person], each) for each in games if each.second != BYE]
    times = Counter(mine for mine, _ in played)
    # Of the two people, the other one.
    tiebreak = sum(mine * halves.get(each.first + each.second - person, 0) for mine, each in played)
    return StandingsLine(person, halves[person], times[2], times[1], times[0], tiebreak, out)


def winners(lines: Sequence[StandingsLine]) -> list[int]:
    """Who has won by these standings: several if nothing decides between them.

    Nobody, if all have left or nobody has a point.
    """
    level = [line for line in lines if _rank(line) == _rank(lines[0])]
    return [line.person for line in level if line.halves and not line.out]


def absent(person: int, games: Sequence[LeagueGame]) -> bool:
    """Whether ``person`` has missed so many games in a row, up to the last one, that they are out."""
    points = [(each, half_points(each)) for each in games if each.second != BYE]
    last = [(each.forfeit, own[person]) for each, own in points if person in own][-MISSED:]
    return last == [(True, 0)] * MISSED


def next_order(finished: Sequence[Sequence[int]], joined: Sequence[int]) -> list[int]:
    """Who begins the next season, strongest first.

    ``finished`` has the divisions of the last season, each from the winner to the last; the last two of a
    division change places with the first two of the next one. Newcomers come after all others, in the order
    in which they ``joined``.
    """
    moved = [list(division) for division in finished]
    for upper, lower, before, after in zip(finished, finished[1:], moved, moved[1:], strict=False):
        count = min(MOVED, len(upper) // 2, len(lower) // 2)
        if count:
            before[-count:] = lower[:count]
            after[:count] = upper[-count:]
    order = [person for division in moved for person in division if person in joined]
    return [*order, *(person for person in joined if person not in order)]
