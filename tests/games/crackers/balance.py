"""Who wins, how and when: scripted players on every layout.

``python -m tests.games.crackers.balance --games 100 --board station --path wade --seed 1``

The players do not look at the number of rounds, so one long batch shows the odds of every shorter game.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from random import Random

from bot.games.crackers.actions import CAPTAIN
from bot.games.crackers.rules import CrackersState, start
from bot.games.crackers.station import layout

from . import NAMES
from .players import choose


@dataclass(frozen=True, slots=True)
class Finish:
    """How one game ended."""

    reason: str
    round: int
    captain: bool
    """Whether the captain won."""


def play(board: str, path: str, rounds: int | None, rng: Random) -> Finish:
    """One game between the scripted players."""
    state: CrackersState = start({"board": board, "rounds": rounds, "path": path})
    while state.to_act:
        (seat,) = state.to_act
        state = state.play(seat, choose(state, rng))
    assert state.outcome is not None
    return Finish(state.outcome.reason, state.round, CAPTAIN in state.outcome.winners)


def share(games: list[Finish], rounds: int) -> float:
    """The share of ``games`` that the captain would have won in ``rounds`` rounds."""
    return sum(game.captain and game.round <= rounds for game in games) / len(games)


def report(board: str, path: str, games: list[Finish], rounds: int) -> str:
    """What the batch shows, in a few lines."""
    reasons = Counter(game.reason for game in games)
    lines = [f"{board}, path {path}, {rounds} rounds, {len(games)} games:"]
    lines.append("  " + ", ".join(f"{reason} {count}" for reason, count in reasons.most_common()))
    wins = sorted(game.round for game in games if game.captain)
    if wins:
        lines.append(
            f"  captain’s wins: rounds {wins[0]} to {wins[-1]}, the middle one {wins[len(wins) // 2]}"
        )
    shares = {number: share(games, number) for number in range(1, rounds + 1)}
    even = [number for number, part in shares.items() if 0.35 <= part <= 0.65]
    if even:
        best = min(even, key=lambda number: abs(shares[number] - 0.5))
        lines.append(
            f"  even: {best} rounds, captain {shares[best]:.0%} (35–65 % from {even[0]} to {even[-1]} rounds)"
        )
    return "\n".join(lines)


def main() -> None:
    """Plays the batches that the command line asks for, and prints what they show."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--board", choices=NAMES, action="append", help="a layout; default: all")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--path", choices=("wade", "dry"), default="wade")
    parser.add_argument("--rounds", type=int, default=None, help="default: the layout's own")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for board in given.board or NAMES:
        rounds = given.rounds or layout(board).rounds
        rng = Random(given.seed)
        games = [play(board, given.path, rounds, rng) for _ in range(given.games)]
        sys.stdout.write(report(board, given.path, games, rounds) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
