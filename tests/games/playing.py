"""Random play of any game, for tests: seeded, and the same whatever order a game lists its actions in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from bot.games.core import CHANCE, ChoiceOption, IllegalAction, IntOption, Placement, Seat
from bot.games.record import Entry, Record
from tests.games.registry import GAMES, AnyGame, AnyState

LONGEST = 3_000
"""Actions after which a random game counts as endless."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One action of a random game, and the position it was played in."""

    before: AnyState
    seat: Seat
    action: Any


@dataclass(frozen=True, slots=True)
class Walk:
    """A random game: its moments in order and its last position, over unless it was cut short."""

    game: AnyGame
    moments: tuple[Moment, ...]
    last: AnyState
    bounded: bool = False
    """Whether it was to be cut short."""

    def positions(self, most: int) -> list[AnyState]:
        """At most ``most`` positions: the first two, the last two and others evenly between."""
        every = [moment.before for moment in self.moments] + [self.last]
        if len(every) <= most:
            return every
        between = (2 + round(step * (len(every) - 5) / (most - 4)) for step in range(most - 4))
        return [every[index] for index in dict.fromkeys((0, 1, *between, len(every) - 2, len(every) - 1))]


def viewers(game: AnyGame) -> tuple[Seat | None, ...]:
    """The public, every seat, and every slot that is none."""
    return (None, *dict.fromkeys((*game.seats, *game.seat_styles)))


def watchers(game: AnyGame) -> tuple[Seat | None, ...]:
    """Viewers who see different things: all of them, or the public alone where nothing is hidden."""
    return viewers(game) if game.secrets else (None,)


def some_action(game: AnyGame, state: AnyState, seat: Seat, rng: Random) -> Any:
    """One action of ``seat``, evenly over all; chance is drawn as the game draws it."""
    if seat == CHANCE:
        return state.sample_chance(rng)
    legal = state.legal(seat)
    if isinstance(legal, Placement):
        return game.parse(legal.text(rng.sample(legal.squares, legal.count)))
    return rng.choice(sorted(legal, key=str))


def moments(game: AnyGame, state: AnyState, rng: Random, *, cautious: bool = False) -> Iterator[Moment]:
    """A random game from ``state`` on, action by action; a cautious one tries not to end."""
    while state.to_act:
        seat = rng.choice(sorted(state.to_act))
        action = some_action(game, state, seat, rng)
        for _ in range(10 if cautious else 0):
            if state.play(seat, action).outcome is None:
                break
            action = some_action(game, state, seat, rng)
        yield Moment(state, seat, action)
        state = state.play(seat, action)


def walk(
    game: AnyGame,
    given: Mapping[str, str],
    seed: int,
    longest: int = LONGEST,
    *,
    cautious: bool = False,
) -> Walk:
    """A random game of at most ``longest`` actions."""
    start = game.start(game.read_options(given))
    played = tuple(islice(moments(game, start, Random(seed), cautious=cautious), longest))
    last = played[-1].before.play(played[-1].seat, played[-1].action) if played else start
    return Walk(game, played, last, longest < LONGEST)


def recorded(played: Walk, given: Mapping[str, str] = MappingProxyType({})) -> Record:
    """The record of a random game that was begun with these options."""
    game = played.game
    options = game.write_options(game.read_options(given)).split()
    return Record(
        game.key,
        game.rules,
        tuple(pair.partition("=")[::2] for pair in options),
        tuple(Entry(moment.seat, str(moment.action)) for moment in played.moments),
    )


def begun(key: str, **given: str) -> Any:
    """The start of a game with these options."""
    return GAMES[key].start(GAMES[key].read_options(given))


def played(state: Any, *lines: str) -> Any:
    """``state`` after these actions: of whoever is to act, or of the seat that a line begins with."""
    game = GAMES[type(state).__module__.split(".")[2]]
    for line in lines:
        seat, _, text = line.partition(" ")
        if seat not in (*game.seats, *game.seat_styles, CHANCE):
            (seat,), text = state.to_act, line
        state = state.play(Seat(seat), game.parse(text))
    return state


def refusal(state: Any, *lines: str) -> str:
    """Why the last of these actions can't be played."""
    before = played(state, *lines[:-1])
    with pytest.raises(IllegalAction) as caught:
        played(before, lines[-1])
    return str(caught.value)


def legal(state: Any, verb: str = "") -> list[str]:
    """The actions that can be played, in notation and in the game's order, those that begin with ``verb``."""
    return [
        text for seat in sorted(state.to_act) for text in map(str, state.legal(seat)) if text.startswith(verb)
    ]


def verdict(state: Any) -> str:
    """Who won, and why; empty while nobody has."""
    return " ".join((*state.outcome.winners, state.outcome.reason)) if state.outcome else ""


def settings(game: AnyGame) -> list[dict[str, str]]:
    """The option sets to test: the defaults, then each option at each end, or at each other choice."""
    found: list[dict[str, str]] = [{}]
    for name, option in game.options.items():
        values: Sequence[object]
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


ENDLESS = {"checkers-quiet=0", "checkers-win=100"}
"""Cases that random play need not end, by name: no quiet draw, or a goal that only skill reaches."""


@cache
def walks(case: tuple[str, tuple[tuple[str, str], ...]]) -> tuple[Walk, ...]:
    """The random games that the tests of a case share: some to the end, and a cautious one."""
    game, given = GAMES[case[0]], dict(case[1])
    played = [walk(game, given, 0, 150, cautious=True)]
    if case_name(case) in ENDLESS:
        return (*played, walk(game, given, 1, 400))
    for seed in range(1, 6):
        played.append(walk(game, given, seed))
        if sum(len(each.moments) for each in played[1:]) > (60 if given else 300):
            break
    return tuple(played)
