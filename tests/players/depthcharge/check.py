"""Checks on many random positions: ``python -m tests.players.depthcharge.check 100000 1000``.

The first number is how many positions the private board is compared with the rules on, the second how many
pairs of twins the captain has to treat alike.
"""

from __future__ import annotations

import sys
from itertools import islice
from random import Random

from bot.games.core import Placement
from bot.games.core.grid import bits
from bot.games.depthcharge.actions import Move, Sound
from bot.games.depthcharge.rules import DepthChargeState
from bot.games.depthcharge.sonar import report
from bot.games.depthcharge.waters import enemy, routes
from bot.players.depthcharge import PLAYER
from bot.players.depthcharge.board import AROUND, LAKE, hear
from bot.players.depthcharge.choosing import evidence

from .positions import games, twin


def same_board(state: DepthChargeState) -> None:
    """Compares what the mover's private board says with the rules."""
    (seat,) = state.to_act
    view, legal = state.view_for(seat), state.legal(seat)
    assert not isinstance(legal, Placement)
    known = evidence(view, seat, 1000)
    boat, rival = state.fleet(seat).boat, state.fleet(enemy(seat))
    free = LAKE & ~known.islands & ~(1 << rival.boat)
    aims = {square.bit_length() - 1 for square in bits(AROUND[boat] & free)}
    assert aims == {action.square for action in legal if isinstance(action, Sound)}
    barred = frozenset(square.bit_length() - 1 for square in bits(LAKE & ~free))
    stops = set(state.fleet(seat).live)
    ways = {way for way, path in routes(boat, barred).items() if path[-1] not in stops}
    assert ways == {action.steps for action in legal if isinstance(action, Move)}
    mines = sum(1 << mine for mine in rival.live)
    for square in aims:
        times = report(square, rival.live, state.islands)
        assert hear(square, mines, known.islands) == sum(1 << time for time in times)
    assert not mines & ~(known.open | known.known & ~known.wrecks), "the true layout is possible"
    assert known.left == (mines & ~known.known).bit_count()


def same_choice(state: DepthChargeState, other: DepthChargeState, level: str) -> None:
    """Lets a level choose in two positions that look alike."""
    (seat,) = state.to_act
    choices = [
        PLAYER.at(level, each.view_for(seat), each.legal(seat), Random(state.turn)) for each in (state, other)
    ]
    assert choices[0] == choices[1]


def twins(seed: int, count: int, level: str) -> None:
    """Checks ``level`` on ``count`` pairs of twins."""
    rng = Random(seed)
    pairs = ((state, twin(state, taken, rng)) for state, taken in games(seed))
    for state, other in islice(((one, two) for one, two in pairs if two is not None), count):
        same_choice(state, other, level)


def main() -> None:
    positions, pairs = map(int, sys.argv[1:])
    for state, _ in islice(games(1), positions):
        same_board(state)
    print(f"{positions} positions: the private board agrees with the rules.")
    twins(2, pairs, "captain")
    print(f"{pairs} pairs of twins: the captain can’t tell them apart.")


if __name__ == "__main__":
    main()
