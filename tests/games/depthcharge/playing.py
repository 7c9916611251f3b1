"""Random games of Depth Charge, seeded, for tests and benchmarks."""

from __future__ import annotations

from random import Random

from bot.games.core import Placement
from bot.games.depthcharge import GAME
from bot.games.depthcharge.actions import Charge, DepthChargeAction, parse
from bot.games.depthcharge.rules import DepthChargeState, start
from bot.games.depthcharge.waters import enemy


def opened(rng: Random, **given: str) -> DepthChargeState:
    """A game in play, its islands and mines placed at random."""
    state = start(GAME.read_options(given))
    while state.phase != "play":
        seat = min(state.to_act)
        room = state.legal(seat)
        assert isinstance(room, Placement)
        state = state.play(seat, parse(room.text(rng.sample(room.squares, room.count))))
    return state


def choose(state: DepthChargeState, rng: Random) -> DepthChargeAction:
    """An action of whoever is to act; most depth charges go where a mine is, so that games last."""
    (seat,) = state.to_act
    legal = state.legal(seat)
    assert not isinstance(legal, Placement)
    live = state.fleet(enemy(seat)).live
    sensible = [
        action
        for action in legal
        if not isinstance(action, Charge) or action.square in live or rng.random() < 0.03
    ]
    return rng.choice(sensible)


def game(seed: int, turns: int = 1_000, **given: str) -> list[DepthChargeState]:
    """The positions of a random game of at most ``turns`` turns, from the first turn on."""
    rng = Random(seed)
    states = [opened(rng, **given)]
    while states[-1].to_act and len(states) <= turns:
        (seat,) = states[-1].to_act
        states.append(states[-1].play(seat, choose(states[-1], rng)))
    return states
