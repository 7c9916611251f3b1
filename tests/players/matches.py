"""Games between choosers of actions: computer players, random ones, scripted ones."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
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


def play(
    game: Game[Any, Any],
    choosers: dict[Seat, Chooser],
    seed: int,
    given: dict[str, str] | None = None,
    *,
    opening: int = 0,
    longest: int = 2_000,
    timed: Callable[[Seat, float], None] = lambda _slot, _seconds: None,
) -> State[Any, Any]:
    """The last position of a game between the holders of the slots, after ``opening`` random actions."""
    rng = Random(seed)
    state = game.start(game.read_options(given or {}))
    for count in range(longest):
        if not state.to_act:
            break
        if CHANCE in state.to_act:
            state = state.play(CHANCE, state.sample_chance(rng))
            continue
        seat = min(state.to_act)
        slot, legal = state.slot(seat), state.legal(seat)
        if count < opening:
            action = at_random(game)(None, legal, rng)
        else:
            before = process_time()
            action = choosers[slot](state.view_for(seat), legal, Random(rng.random()))
            timed(slot, process_time() - before)
        state = state.play(seat, action)
    return state


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
    sides = game.sides(game.read_options(given or {}))
    for number in range(games):
        mine = sides[number % 2]
        choosers = {slot: first if slot in mine else second for side in sides for slot in side}

        def timed(slot: Seat, seconds: float, mine: Sequence[Seat] = mine) -> None:
            found.seconds[slot not in mine].append(seconds)

        last = play(game, choosers, seed * 100_003 + number // 2, given, opening=opening, timed=timed)
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
