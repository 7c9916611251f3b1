"""How strong the computer player of Depth Charge is: ``python -m tests.players.depthcharge.strength WHAT N``.

- ``alone LEVEL``: the turns in which a level clears a lake whose enemy stays at home, mines laid uniformly.
- ``laid LEVEL``: the same, when the enemy's mines are those of the level.
"""

from __future__ import annotations

import statistics
import sys
from collections import Counter
from dataclasses import dataclass
from random import Random

from bot.games.core import Placement
from bot.games.depthcharge import GAME
from bot.games.depthcharge.actions import NORTH, SOUTH, DepthChargeAction, Sound
from bot.games.depthcharge.rules import DepthChargeState, start
from bot.players.depthcharge import PLAYER
from bot.players.depthcharge.choosing import SeekerSettings, choose
from tests.players.matches import at_random

LONGEST = 120


@dataclass(frozen=True, slots=True)
class Cleared:
    """How one lake was searched."""

    turns: int
    how: str
    """The reason why the game ended; ``long`` if it took too many turns."""
    misses: int


def alone(settings: SeekerSettings, seed: int, hider: SeekerSettings | None = None, **given: str) -> Cleared:
    """South with ``settings`` against an enemy that stays at home; ``hider`` lays its mines, or chance."""
    rng = Random(seed)
    state = start(GAME.read_options({"quiet": "0", **given}))
    while state.phase != "play":
        seat = min(state.to_act)
        state = state.play(seat, _place(state, hider if seat == NORTH else None, rng))
    for turns in range(LONGEST):
        choice = choose(state.view_for(SOUTH), state.legal(SOUTH), Random(rng.random()), settings)
        state = state.play(SOUTH, choice.action)
        if state.outcome is not None:
            return Cleared(turns + 1, state.outcome.reason, len(state.fleet(SOUTH).missed))
        state = state.play(NORTH, _idle(state))
    return Cleared(LONGEST, "long", len(state.fleet(SOUTH).missed))


def _place(state: DepthChargeState, hider: SeekerSettings | None, rng: Random) -> DepthChargeAction:
    seat = min(state.to_act)
    room = state.legal(seat)
    if hider is None:
        action: DepthChargeAction = at_random(GAME)(None, room, rng)
        return action
    return choose(state.view_for(seat), room, rng, hider).action


def _idle(state: DepthChargeState) -> DepthChargeAction:
    legal = state.legal(NORTH)
    assert not isinstance(legal, Placement)
    return next(action for action in legal if isinstance(action, Sound))


def report(settings: SeekerSettings, count: int, seed: int = 1, hider: SeekerSettings | None = None) -> None:
    """Prints the figures of ``count`` lakes."""
    found = [alone(settings, seed * 100_003 + number, hider) for number in range(count)]
    turns = [each.turns for each in found if each.how == "cleared"]
    print(f"{count} lakes, seed {seed}: {dict(Counter(each.how for each in found))}")
    error = statistics.pstdev(turns) / len(turns) ** 0.5
    print(f"turns {statistics.mean(turns):.2f} ± {error:.2f}; misses {sum(each.misses for each in found)}")


def main() -> None:
    match sys.argv[1:]:
        case ["alone", key, count]:
            report(PLAYER.levels[key], int(count))
        case ["laid", key, count]:
            report(PLAYER.levels["captain"], int(count), hider=PLAYER.levels[key])
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
