"""Scripted players for both sides: each looks one action ahead and surveys where the water goes next."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from random import Random
from typing import Final

from bot.games.crackers.actions import CAPTAIN, Bag, CrackersAction, Unbag, Walk
from bot.games.crackers.rules import CrackersState
from bot.games.crackers.station import Station
from bot.games.crackers.walking import way_to_pod

WON: Final = 100_000.0
PUMPS: Final = 3
"""The most water that one turn of the captain's brings."""
PRICES: Final[dict[type, float]] = {Bag: 2.0, Unbag: 20.0}
"""Found by trial: without them the captain shifts sandbags and forgets to pump, and needs 15 rounds more."""


def survey(station: Station) -> list[int]:
    """For each square, about how many units must be pumped in before water can run onto it.

    The lowest square on the water's rim is flooded first, as when a valley fills up.
    """
    near, leaks = station.layout.grid.orthogonal, station.layout.leaks
    surface = [sand + water for sand, water in zip(station.sand, station.water, strict=True)]
    needed = [0] * len(surface)
    rim = [(surface[leak], leak) for leak in leaks]
    heapq.heapify(rim)
    seen = set(leaks)
    level = flooded = filled = 0
    while rim:
        height, square = heapq.heappop(rim)
        # To get here the water stands as high as the highest square it has had to cross.
        needed[square] = flooded * level - filled
        level = max(level, height)
        flooded += 1
        filled += surface[square]
        for there in near[square]:
            if there not in seen:
                seen.add(there)
                heapq.heappush(rim, (surface[there], there))
    return needed


def crew_score(station: Station) -> float:
    """How well the crew stands, its water being settled."""
    if reason := station.verdict():
        return WON if reason == "captain drowned" else -WON
    water, layout = station.water, station.layout
    needed = survey(station)
    pod = needed[layout.pod] + 2 - water[layout.pod]
    control = needed[layout.control] + 2 - water[layout.control]
    shut = 2 if station.wade else 1  # The depth that bars a way.
    score = pod + 2.0 * max(0, 6 + pod - control) - 0.3 * control
    for pawn in set(station.pawns):
        walkers = station.pawns.count(pawn)
        spare = needed[pawn] + 2 - water[pawn] - PUMPS
        if spare <= 0:
            score -= walkers * 25 * (1 - spare)
        score -= walkers * 6 * water[pawn]
        if pawn != layout.pod:
            way = way_to_pod(layout.grid.orthogonal, station.water, pawn, layout.pod, wade=station.wade)
            shaky = sum(needed[square] + shut - water[square] <= PUMPS for square in way[1:-1])
            score -= walkers * (0.4 * len(way) + 12 * min(shaky, 2))
    return score


def choose(state: CrackersState, rng: Random, share: float = 0.5) -> CrackersAction:
    """The best action of whoever is to act, of a random ``share`` of those that there are."""
    (seat,) = state.to_act
    sign = -1 if seat == CAPTAIN else 1
    actions = _sample(state.legal(seat), rng, share)
    return max(actions, key=lambda action: sign * _after(state, action) + rng.random() - _price(action))


def _price(action: CrackersAction) -> float:
    """What the pumps that ``action`` costs the captain are worth to him; taking a sandbag costs two."""
    return PRICES.get(type(action), 0.0)


def _sample(actions: Sequence[CrackersAction], rng: Random, share: float) -> list[CrackersAction]:
    """Every stay, pump and run, and ``share`` of the many walks and sandbags."""
    return [
        action
        for order, action in enumerate(actions)
        if order == 0 or not isinstance(action, Walk | Bag) or rng.random() < share
    ]


def _after(state: CrackersState, action: CrackersAction) -> float:
    (seat,) = state.to_act
    return crew_score(state.play(seat, action).station)
