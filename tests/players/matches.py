"""Games between choosers of actions: computer players, random ones, scripted ones."""

from __future__ import annotations

import statistics
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Any, TypeAlias

from bot.games.core import CHANCE, Game, Placement, Seat, State
from bot.players.player import Choice
from tests.games.registry import GAMES

from .registry import PLAYERS

Chooser: TypeAlias = Callable[[Any, Any, Random], Any]
"""From a view, the legal actions and a source of random numbers to an action."""


def level(game: str, key: str) -> Chooser:
    """The computer player of ``game`` at a level."""
    player = PLAYERS[game]

    def choose(view: Any, legal: Any, rng: Random) -> Any:
        choice: Choice[Any] = player.at(key, view, legal, rng)
        return choice.action

    return choose


def at_random(game: Game[Any, Any]) -> Chooser:
    """Somebody who knows only what is legal."""

    def choose(_view: Any, legal: Any, rng: Random) -> Any:
        if isinstance(legal, Placement):
            return game.parse(legal.text(rng.sample(legal.squares, legal.count)))
        return rng.choice(legal)

    return choose


@dataclass(slots=True)
class Match:
    """The games of one chooser against another, seen from the first."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    sides: list[int] = field(default_factory=lambda: [0, 0])
    """How many of its wins were those of each side."""
    actions: int = 0
    seconds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    """Processor time of each action of the first and of the second."""

    @property
    def share(self) -> float:
        """The first one's share of the decided games."""
        return self.won / max(self.won + self.lost, 1)

    def milliseconds(self, who: int) -> tuple[float, float]:
        """Median and 99th percentile of an action of the first (0) or second (1), in milliseconds."""
        times = sorted(self.seconds[who]) or [0.0]
        return 1000 * statistics.median(times), 1000 * times[min(int(len(times) * 0.99), len(times) - 1)]


def turns(
    game: Game[Any, Any],
    choosers: Mapping[Seat, Chooser],
    rng: Random,
    given: Mapping[str, str],
    *,
    opening: int = 0,
    longest: int = 2_000,
) -> Iterator[tuple[State[Any, Any], Seat, Any]]:
    """State, seat and action of each turn of a game, the first ``opening`` of them at random."""
    state = game.start(game.read_options(dict(given)))
    for count in range(longest):
        if not state.to_act:
            return
        seat = CHANCE if CHANCE in state.to_act else min(state.to_act)
        if seat == CHANCE:
            action = state.sample_chance(rng)
        elif count < opening:
            action = at_random(game)(None, state.legal(seat), rng)
        else:
            view, legal = state.view_for(seat), state.legal(seat)
            action = choosers[state.slot(seat)](view, legal, Random(rng.random()))
        yield state, seat, action
        state = state.play(seat, action)


def play(
    game: Game[Any, Any],
    choosers: Mapping[Seat, Chooser],
    seed: int,
    given: Mapping[str, str] | None = None,
    *,
    opening: int = 0,
) -> State[Any, Any]:
    """The last position of a game between the holders of the slots, after ``opening`` random actions."""
    every = turns(game, choosers, Random(seed), given or {}, opening=opening)
    ((state, seat, action),) = deque(every, maxlen=1)
    last: State[Any, Any] = state.play(seat, action)
    return last


def match(
    game: Game[Any, Any],
    first: Chooser,
    second: Chooser,
    games: int,
    seed: int = 1,
    given: dict[str, str] | None = None,
    *,
    opening: int = 0,
) -> Match:
    """``games`` games with sides swapped after each; two of a pair have the same seed."""
    found = Match()
    timed = [_timed(each, found.seconds[who]) for who, each in enumerate((first, second))]
    sides = game.sides(game.read_options(given or {}))
    for number in range(games):
        mine = sides[number % 2]
        choosers = {slot: timed[slot not in mine] for side in sides for slot in side}
        last = play(game, choosers, seed * 100_003 + number // 2, given, opening=opening)
        winners = {last.slot(seat) for seat in last.outcome.winners} if last.outcome else set()
        if not winners:
            found.drawn += 1
        elif winners & set(mine):
            found.won += 1
            found.sides[number % 2] += 1
        else:
            found.lost += 1
    found.actions = sum(len(times) for times in found.seconds)
    return found


def _timed(chooser: Chooser, seconds: list[float]) -> Chooser:
    """``chooser``, whose processor time goes into ``seconds``."""

    def choose(view: Any, legal: Any, rng: Random) -> Any:
        before = process_time()
        action = chooser(view, legal, rng)
        seconds.append(process_time() - before)
        return action

    return choose


def positions(
    key: str, seed: int, most: int = 2_000, at: str = "cabin-boy", **given: str
) -> Iterator[tuple[Any, Any, Any, Any, Choice[Any]]]:
    """State, seat, view, legal actions and choice of the first turns of a game of one level with itself."""
    game, rng = GAMES[key], Random(seed)
    state = game.start(game.read_options(given))
    legal: Any
    for _ in range(most):
        if not state.to_act:
            return
        seat = min(state.to_act)
        if seat == CHANCE:
            view, legal, choice = state.view_for(None), (), Choice(state.sample_chance(rng), 0.0)
        else:
            view, legal = state.view_for(seat), state.legal(seat)
            choice = PLAYERS[key].at(at, view, legal, Random(rng.random()))
        yield state, seat, view, legal, choice
        state = state.play(seat, choice.action)
