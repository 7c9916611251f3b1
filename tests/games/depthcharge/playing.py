"""Random games of Depth Charge, seeded, and others that one side can't tell from them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from bot.games.core import Placement, Seat
from bot.games.depthcharge import GAME
from bot.games.depthcharge.actions import BOARD, SOUTH, Charge, DepthChargeAction
from bot.games.depthcharge.rules import DepthChargeState
from bot.games.depthcharge.sonar import report
from bot.games.depthcharge.waters import HALVES, HARBOURS, enemy
from tests.games.playing import begun, some_action


def opened(rng: Random, **given: str) -> Any:
    """A game in play, its islands and mines placed at random."""
    state = begun("depthcharge", **given)
    while state.phase != "play":
        seat = min(state.to_act)
        state = state.play(seat, some_action(GAME, state, seat, rng))
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


def game(seed: int, turns: int = 1_000, **given: str) -> list[Any]:
    """The positions of a random game of at most ``turns`` turns, from the first turn on."""
    rng = Random(seed)
    states = [opened(rng, **given)]
    while states[-1].to_act and len(states) <= turns:
        (seat,) = states[-1].to_act
        states.append(states[-1].play(seat, choose(states[-1], rng)))
    return states


def twin(states: list[Any], owner: Seat, rng: Random) -> list[Any] | None:
    """The same game with a mine of ``owner`` elsewhere, if everything public stays as it was; else None."""
    last = states[-1]
    fleet = last.fleet(owner)
    assert fleet.mines is not None
    moved = rng.choice(fleet.live)
    taken = fleet.swept | set(fleet.mines) | set(last.fleet(enemy(owner)).missed) | last.islands
    room = sorted(HALVES[owner] - taken - {HARBOURS[owner]})
    for square in rng.sample(room, min(25, len(room))):
        mines = tuple(sorted({*fleet.mines, square} - {moved}))
        heard = (sounding for sounding in last.reports if sounding.seat != owner)
        if all(
            report(BOARD.read(each.square), set(mines) - set(fleet.destroyed[: len(each.gone)]), last.islands)
            == each.times
            for each in heard
        ):
            return [_relaid(state, owner, mines) for state in states]
    return None


def _relaid(state: DepthChargeState, owner: Seat, mines: tuple[int, ...]) -> DepthChargeState:
    south, north = state.fleets
    if owner == SOUTH:
        return replace(state, fleets=(replace(south, mines=mines), north))
    return replace(state, fleets=(south, replace(north, mines=mines)))
