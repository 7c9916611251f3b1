"""Random positions of Depth Charge, and others that one seat can't tell from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from bot.games.core import IllegalAction, Seat
from bot.games.core.grid import bits
from bot.games.depthcharge.actions import DepthChargeAction
from bot.games.depthcharge.rules import DepthChargeState, Fleet
from bot.games.depthcharge.waters import HARBOURS, enemy
from bot.players.depthcharge.choosing import evidence
from bot.players.depthcharge.posterior import infer
from tests.games.depthcharge.playing import choose, opened

OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"mines": "3"},
    {"mines": "7", "islands": "3"},
    {"islands": "6", "misses": "3"},
    {"misses": "1", "sonar": "on"},
)
"""What the games are played with, in turn."""
TOGETHER = 500
"""Layouts that are kept to find a twin among."""


def games(rng: Random) -> Iterator[tuple[DepthChargeState, list[tuple[Seat, DepthChargeAction]]]]:
    """Positions of random games in which somebody has the turn, each with the turns since the first."""
    number = 0
    while True:
        state = opened(rng, **OPTIONS[number % len(OPTIONS)])
        number += 1
        taken: list[tuple[Seat, DepthChargeAction]] = []
        while state.to_act and len(taken) < 60:
            yield state, list(taken)
            (seat,) = state.to_act
            action = choose(state, rng)
            taken.append((seat, action))
            state = state.play(seat, action)


def twin(
    state: DepthChargeState, taken: list[tuple[Seat, DepthChargeAction]], rng: Random
) -> DepthChargeState | None:
    """``state`` with other enemy mines that its mover can't tell from the true ones, if some are found."""
    (seat,) = state.to_act
    rival = enemy(seat)
    view, fleet = state.view_for(seat), state.fleet(rival)
    true = sum(1 << mine for mine in fleet.live)
    layouts = infer(evidence(view, seat, 1000), TOGETHER, rng).layouts
    others = [layout for layout in layouts if layout != true]
    for layout in rng.sample(others, min(len(others), 20)):
        mines = tuple(sorted((*fleet.destroyed, *(mine.bit_length() - 1 for mine in bits(layout)))))
        again = _replayed(state, rival, mines, taken)
        if again is not None and again.view_for(seat) == view:
            return again
    return None


def _replayed(
    state: DepthChargeState,
    rival: Seat,
    mines: tuple[int, ...],
    taken: list[tuple[Seat, DepthChargeAction]],
) -> DepthChargeState | None:
    """The position after the same turns if ``rival`` had laid ``mines``; None if they were impossible."""
    south, north = (
        Fleet(
            boat=HARBOURS[seat],
            facing=facing,
            islands=state.fleet(seat).islands,
            mines=mines if seat == rival else state.fleet(seat).mines,
        )
        for seat, facing in zip(HARBOURS, "ns", strict=True)
    )
    again = DepthChargeState(terms=state.terms, phase="play", fleets=(south, north))
    try:
        for seat, action in taken:
            again = again.play(seat, action)
    except IllegalAction:
        return None
    return replace(again)
