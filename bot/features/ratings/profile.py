"""All about one person: ratings and the way there, results, opponents, streaks."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from bot.games.core import Game
from bot.tables.errors import TableError
from bot.tables.service import TableService
from data.store.queries import ratings
from data.store.queries.ratings import RatedResult, Rival, Strength

from . import text
from .method import ZERO, points, shows, takes_part
from .rated_games import COMPUTERS
from .standings import Viewer, may_be_known, parts

MAX_GAMES: Final = 2000
"""The latest rated games that count for results and streaks."""
MAX_TREND: Final = 40
"""The latest games whose ratings are drawn."""
MAX_RIVALS: Final = 5


@dataclass(frozen=True, slots=True)
class ProfileLine:
    """One rating."""

    game: Game[Any, Any]
    part: str
    computers: bool
    """Whether it is the one against computers."""
    strength: Strength
    trend: tuple[int, ...]
    """The points before and after the latest games, oldest first."""
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class Profile:
    """One person, as the one who asks may see them."""

    person: int
    own: bool
    """Whether the person asks for themselves."""
    private: bool
    """Whether nobody else may see it."""
    lines: tuple[ProfileLine, ...]
    rivals: tuple[Rival, ...]
    """Opponents of whom the one who asks may know."""
    favourite: tuple[Game[Any, Any], int] | None
    """The game they finished most often, and how often."""
    finished: int
    streak: int
    """Rated games won in a row, up to now."""
    best_streak: int


async def profile(service: TableService, person: int, viewer: Viewer) -> Profile:
    """The profile of ``person``.

    :raises TableError: when ``viewer`` may not see it, or there is nothing to see; nobody learns which.
    """
    store, own = service.store, person == viewer.person
    if not await may_be_known(store, [person], viewer):
        raise TableError(text.NO_PROFILE)
    chosen = (await ratings.settings_of(store, [person]))[person]
    present = (await ratings.present(store, [person])).get(person, [])
    results = await ratings.results(store, person, MAX_GAMES)
    rivals = await ratings.rivals(store, person, 4 * MAX_RIVALS)
    if not takes_part(chosen):
        present, results, rivals = [], [], []
    strengths = {each.ladder: each.strength for each in present}
    finished = await ratings.finished(store, person)
    if not own and not finished and not results:
        raise TableError(text.NO_PROFILE)
    known = [(service.games[key], number) for key, number in finished.items() if key in service.games]
    known_rivals = await may_be_known(store, [each.person for each in rivals], viewer)
    streak, best = _streaks([each for each in results if COMPUTERS not in each.pool.split("/")])
    return Profile(
        person,
        own,
        not shows(chosen),
        _lines(service, strengths, results),
        tuple(each for each in rivals if each.person in known_rivals)[:MAX_RIVALS],
        known[0] if known else None,
        sum(finished.values()),
        streak,
        best,
    )


def _lines(
    service: TableService, strengths: dict[str, Strength], results: list[RatedResult]
) -> tuple[ProfileLine, ...]:
    by_ladder: defaultdict[str, list[RatedResult]] = defaultdict(list)
    for each in results:
        by_ladder[each.ladder].append(each)
    lines = []
    for ladder, strength in strengths.items():
        key, *rest = ladder.split("/")
        game, played = service.games.get(key), by_ladder[ladder]
        part = next((word for word in rest if word != COMPUTERS), "")
        if game is None or part not in parts(game) or not played:
            continue
        won, drawn, lost = (sum(each.result == result for each in played) for result in (1, 0, -1))
        trend = tuple(points(Strength(each.mu, 0.0)) for each in played[-MAX_TREND:])
        if len(played) <= MAX_TREND:
            trend = (ZERO, *trend)
        lines.append(ProfileLine(game, part, COMPUTERS in rest, strength, trend, won, drawn, lost))
    return tuple(sorted(lines, key=lambda line: (line.computers, -line.strength.games)))


def _streaks(results: list[RatedResult]) -> tuple[int, int]:
    """Wins in a row: up to now, and at best."""
    runs = [(won, len(list(run))) for won, run in groupby(results, lambda each: each.result == 1)]
    wins = [length for won, length in runs if won]
    return (runs[-1][1] if runs and runs[-1][0] else 0), max(wins, default=0)
