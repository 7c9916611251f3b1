"""Random play of any game, for tests: seeded, and the same whatever order a game lists its actions in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from bot.games import GAMES
from bot.games.core import CHANCE, ChoiceOption, Game, IntOption, Placement, Seat, State

LONGEST = 3_000
"""Actions after which a random game counts as endless."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One action of a random game, and the position it was played in."""

    before: State[Any, Any]
    seat: Seat
    action: Any


@dataclass(frozen=True, slots=True)
class Walk:
    """A random game: its moments in order and its last position, over unless it was cut short."""

    game: Game[Any, Any]
    moments: tuple[Moment, ...]
    last: State[Any, Any]

    def positions(self, most: int) -> list[State[Any, Any]]:
        """At most ``most`` positions: the first two, the last two and others evenly between."""
        every = [moment.before for moment in self.moments] + [self.last]
        if len(every) <= most:
            return every
        between = (2 + round(step * (len(every) - 5) / (most - 4)) for step in range(most - 4))
        return [every[index] for index in dict.fromkeys((0, 1, *between, len(every) - 2, len(every) - 1))]


def viewers(game: Game[Any, Any]) -> tuple[Seat | None, ...]:
    """The public, every seat, and every chair that is none."""
    return (None, *dict.fromkeys((*game.seats, *game.liveries)))


def some_action(game: Game[Any, Any], state: State[Any, Any], seat: Seat, rng: Random) -> Any:
    """One action of ``seat``, evenly over all; chance is drawn as the game draws it."""
    if seat == CHANCE:
        return state.draw(rng)
    legal = state.legal(seat)
    if isinstance(legal, Placement):
        return game.parse(legal.text(rng.sample(legal.squares, legal.count)))
    return rng.choice(sorted(legal, key=str))


def moments(game: Game[Any, Any], state: State[Any, Any], rng: Random) -> Iterator[Moment]:
    """A random game from ``state`` on, action by action."""
    while state.to_act:
        seat = rng.choice(sorted(state.to_act))
        moment = Moment(state, seat, some_action(game, state, seat, rng))
        yield moment
        state = state.play(seat, moment.action)


def walk(game: Game[Any, Any], given: Mapping[str, str], seed: int, longest: int = LONGEST) -> Walk:
    """A random game of at most ``longest`` actions."""
    start = game.start(game.read_options(given))
    played = tuple(
        moment for moment, _ in zip(moments(game, start, Random(seed)), range(longest), strict=False)
    )
    last = played[-1].before.play(played[-1].seat, played[-1].action) if played else start
    return Walk(game, played, last)


def settings(game: Game[Any, Any]) -> list[dict[str, str]]:
    """The option sets to test: the defaults, then each option at each end, or at each other choice."""
    found: list[dict[str, str]] = [{}]
    for name, option in game.options.items():
        values: tuple[object, ...]
        match option:
            case IntOption():
                values = (option.low, option.high)
            case ChoiceOption():
                values = option.choices
        found += [{name: str(value)} for value in values if value != option.default]
    return found


CASES = [(key, tuple(given.items())) for key, game in GAMES.items() for given in settings(game)]
"""(game, options) pairs for ``parametrize``."""


def case_name(case: tuple[str, tuple[tuple[str, str], ...]]) -> str:
    """What a test's report calls a case, such as ``snorkels-stones=3``."""
    key, given = case
    return "-".join((key, *(f"{name}={value}" for name, value in given)))


@cache
def walks(case: tuple[str, tuple[tuple[str, str], ...]]) -> tuple[Walk, ...]:
    """The random games that the tests of a case share."""
    key, given = case
    longest = 400 if endless(dict(given)) else LONGEST
    return tuple(walk(GAMES[key], dict(given), seed, longest) for seed in range(1 if given else 3))


def endless(given: Mapping[str, str]) -> bool:
    """Whether the rules let such a game go on for ever (``quiet=0`` turns quiet draws off)."""
    return given.get("quiet") == "0"
