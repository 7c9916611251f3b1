"""How strong each level is: it plays the one below, and the lowest plays a beginner and chance.

``python -m tests.players.ladder [GAME …] [--games N] [--top N] [--seed S] [--processes P]`` plays, prints
every row, and writes each game's table between its marks in ``bot/players/README.md``. The same arguments
give the same games.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

import bot.players
from bot.games.core import CHANCE, Game
from bot.players.player import LEVELS
from tests.games.registry import GAMES

from .matches import Chooser, Match, at_random, level, match
from .registry import PLAYERS

README: Final = Path(bot.players.__file__).parent / "README.md"
BEGINNER: Final = "beginner"
RANDOM: Final = "random"
GAMES_A_PAIR: Final = 400
SURE: Final = 1.96
"""Standard errors on either side of a share within which the true one lies in 95 of 100 cases."""
HEADINGS: Final = ("stronger", "weaker", "won", "lost", "drawn", "share", "ms median", "ms 99 %", "memory")
POINTS: Final = ("points", "against")
SIDES: Final = "as either side"


@dataclass(frozen=True, slots=True)
class Terms:
    """How the games of a ladder are played."""

    options: Mapping[str, str] = field(default_factory=dict)
    opening: int = 2
    """The first so many actions are random, so that games differ."""


TERMS: Final = {
    "snorkels": Terms({"pie": "off"}),
    "checkers": Terms(opening=4),
    # A crew can't afford two random moves, and every game takes another course anyway. Each level plays
    # either side as often, so the rounds needn't be even.
    "crackers": Terms({"board": "bell", "rounds": "27"}, opening=0),
    # Both lay their mines themselves, each time differently.
    "depthcharge": Terms(opening=0),
}


@dataclass(frozen=True, slots=True)
class Pair:
    """Who plays whom, and how often."""

    game: str
    stronger: str
    weaker: str
    games: int
    seed: int

    def measured(self) -> Row:
        """The result of all games; run in a process of its own, for the sake of ``memory``."""
        game = GAMES[self.game]
        first, second = (chooser(game, name) for name in (self.stronger, self.weaker))
        terms = TERMS.get(self.game, Terms())
        if solo(game):
            found, points = by_points(game, first, second, self.games, self.seed, terms)
        else:
            given = dict(terms.options)
            found = match(game, first, second, self.games, self.seed, given, opening=terms.opening)
            points = None
        return Row(self, found, points, _peak())


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a ladder's table."""

    pair: Pair
    found: Match
    points: tuple[float, float] | None
    """Solo games: the mean points of both."""
    memory: float
    """The most memory that the process had, in megabytes."""

    @property
    def cells(self) -> tuple[str, ...]:
        """The texts under the headings."""
        found = self.found
        # Two games more won and two more lost: few games without a loss don't make a share certain.
        decided = found.won + found.lost + 4
        likely = (found.won + 2) / decided
        error = SURE * sqrt(likely * (1 - likely) / decided)
        scripted = self.pair.stronger == BEGINNER
        median, highest = found.milliseconds(0)
        return (
            title(self.pair.stronger),
            title(self.pair.weaker),
            *(f"{mean:.1f}" for mean in self.points or ()),
            *(str(number) for number in (found.won, found.lost, found.drawn)),
            f"{found.share:.0%} ± {error:.0%}".replace("%", " %"),
            *((f"{found.sides[0]} + {found.sides[1]}",) if uneven(self.pair.game) else ()),
            *(("–",) * 3 if scripted else (f"{median:.1f}", f"{highest:.1f}", f"{self.memory:.0f} MB")),
        )


def _peak() -> float:
    import resource  # not on Windows

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # Linux counts kilobytes.


def solo(game: Game[Any, Any]) -> bool:
    """Whether the game is played alone."""
    return len(game.seats) == 1


def uneven(game: str) -> bool:
    """Whether one side has more seats than the other, so that the wins of both are told apart."""
    return len({len(side) for side in sides(game)}) > 1


def sides(game: str) -> Sequence[Sequence[str]]:
    """The seats of each side under the ladder's terms."""
    terms = TERMS.get(game, Terms())
    return GAMES[game].sides(GAMES[game].read_options(terms.options))


def chooser(game: Game[Any, Any], name: str) -> Chooser:
    """A level, somebody who plays at random, or the scripted beginner."""
    if name in PLAYERS[game.key].levels:
        return level(game.key, name)
    if name == RANDOM:
        return at_random(game)
    script: Chooser = getattr(import_module(f"tests.players.{game.key}.{BEGINNER}"), name)
    return script


def title(name: str) -> str:
    """A player's name as the table shows it."""
    return {each.key: each.title for each in LEVELS}.get(name, name.capitalize())


def by_points(
    game: Game[Any, Any], first: Chooser, second: Chooser, games: int, seed: int, terms: Terms
) -> tuple[Match, tuple[float, float]]:
    """Both play ``games`` games with the same chance, more points win; their mean points, too."""
    found = Match()
    scores: list[tuple[int, int]] = []
    for number in range(games):
        ours, theirs = (
            _score(game, each, seed * 100_003 + number, terms, found.seconds[who])
            for who, each in enumerate((first, second))
        )
        scores.append((ours, theirs))
        found.won += ours > theirs
        found.lost += ours < theirs
        found.drawn += ours == theirs
    found.actions = sum(len(times) for times in found.seconds)
    return found, (statistics.mean(one for one, _ in scores), statistics.mean(one for _, one in scores))


def _score(game: Game[Any, Any], plays: Chooser, seed: int, terms: Terms, seconds: list[float]) -> int:
    # What chance brings doesn't depend on how often the player draws.
    chance, own = Random(f"{seed} chance"), Random(f"{seed} player")
    state = game.start(game.read_options(terms.options))
    while state.to_act:
        if CHANCE in state.to_act:
            state = state.play(CHANCE, state.sample_chance(chance))
            continue
        (seat,) = state.to_act
        before = process_time()
        action = plays(state.view_for(seat), state.legal(seat), Random(own.random()))
        seconds.append(process_time() - before)
        state = state.play(seat, action)
    assert state.outcome is not None
    return state.outcome.results[0].score or 0


def pairs(game: str, games: int, seed: int, top: int = 0) -> Iterator[Pair]:
    """The rows of a game's table, from the top of the ladder down; the Captain may play fewer games."""
    keys = [each.key for each in reversed(LEVELS)]
    for stronger, weaker in pairwise(keys):
        yield Pair(game, stronger, weaker, top if top and stronger == keys[0] else games, seed)
    if find_spec(f"tests.players.{game}") and find_spec(f"tests.players.{game}.beginner"):
        yield Pair(game, BEGINNER, keys[-1], games, seed)
    yield Pair(game, keys[-1], RANDOM, games, seed)


def table(rows: Sequence[Row]) -> str:
    """The rows of one game as Markdown, with how they came about."""
    pair = rows[0].pair
    terms = TERMS.get(pair.game, Terms())
    headings = [*HEADINGS[:2], *(POINTS if rows[0].points else ()), *HEADINGS[2:]]
    if uneven(pair.game):
        headings.insert(headings.index("share") + 1, SIDES)
    lines = [headings, ("---",) * len(headings), *(row.cells for row in rows)]
    written = "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
    games = rows[-1].pair.games
    how = [f"Version {PLAYERS[pair.game].version}", f"{games} games a row", f"`--seed {pair.seed}`"]
    if pair.games != games:
        how.insert(2, f"{pair.games} in the first")
    if terms.opening and not rows[0].points:
        how.append(f"the first {terms.opening} actions random")
    how += [f"`{name}={value}`" for name, value in terms.options.items()]
    if uneven(pair.game):
        how.append(f"wins as {' + as '.join('/'.join(side) for side in sides(pair.game))}")
    return f"{written}\n{', '.join(how)}.\n"


def update(document: str, kind: str, game: str, written: str) -> str:
    """``document`` with ``written`` between the game's marks for a ``kind`` of table.

    :raises ValueError: when it has no such marks.
    """
    between = re.compile(rf"(<!-- {kind} {game} -->\n).*?(<!-- end -->)", re.DOTALL)
    if not between.search(document):
        raise ValueError(f"There are no marks for {game}: <!-- {kind} {game} --> and <!-- end -->.")
    return between.sub(lambda marks: f"{marks[1]}{written}{marks[2]}", document)


def main(arguments: Sequence[str] | None = None, readme: Path = README) -> None:
    """Measure the games and write their tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", nargs="*", help="the games' keys (default: all that have a player)")
    parser.add_argument("--games", type=int, default=GAMES_A_PAIR, help="games a pair (default: %(default)s)")
    parser.add_argument("--top", type=int, default=0, help="games of the Captain, who takes longest")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1, help="pairs that play at once (default: 1)")
    given = parser.parse_args(arguments)
    keys = given.game or list(bot.players.PLAYERS)
    if unknown := [key for key in keys if key not in PLAYERS]:
        parser.error(f"There’s no computer player of {', '.join(unknown)}.")
    for key in keys:
        update(readme.read_text("utf-8"), "ladder", key, "")  # Nothing is measured that can't be written.
    spawn = multiprocessing.get_context("spawn")
    with spawn.Pool(given.processes, maxtasksperchild=1) as processes:
        for key in keys:
            rows = []
            for row in processes.imap(Pair.measured, pairs(key, given.games, given.seed, given.top)):
                print(f"{key}, seed {given.seed}: {' | '.join(row.cells)}", flush=True)
                rows.append(row)
            readme.write_text(update(readme.read_text("utf-8"), "ladder", key, table(rows)), "utf-8")


if __name__ == "__main__":
    main()
