"""Which number of rounds is even: ``python -m tests.players.crackers.even [--path dry] [--level captain]``.

Equal players play on until somebody wins, or nearly for ever: they don't look at the number of rounds, so one
game tells who would have won with any number. The even one is the number by which the captain's share of the
games is nearest to a half.
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Final

from bot.games.crackers.actions import CAPTAIN
from tests.games.crackers import NAMES
from tests.players.matches import positions

LONGEST: Final = 200
"""Rounds after which a game that nobody has won ends."""


def end(board: str, path: str, at: str, seed: int) -> tuple[int, str]:
    """The round in which the captain wins a game, LONGEST if he doesn't, and how it ends."""
    given = {"board": board, "path": path, "rounds": str(LONGEST)}
    *_, (state, seat, view, _, choice) = positions("crackers", seed, 20 * LONGEST, at=at, **given)
    outcome = state.play(seat, choice.action).outcome
    return view.round if CAPTAIN in outcome.winners else LONGEST, outcome.reason


def main() -> None:
    """Plays, and prints how the games ended and what is even."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=50, help="on each layout")
    parser.add_argument("--level", default="first-mate")
    parser.add_argument("--path", default="wade")
    parser.add_argument("--first", type=int, default=5000, help="the seed of the first game")
    given = parser.parse_args()
    for board in NAMES:
        seeds = range(given.first, given.first + given.games)
        ends = [end(board, given.path, given.level, seed) for seed in seeds]
        won = [sum(last <= rounds for last, _ in ends) / len(ends) for rounds in range(LONGEST)]
        even = min(range(LONGEST), key=lambda rounds: abs(won[rounds] - 0.5))
        ways = ", ".join(f"{reason} {number}" for reason, number in Counter(each for _, each in ends).items())
        print(f"{board}: the captain has won {won[even]:.0%} by round {even} ({ways})", flush=True)


if __name__ == "__main__":
    main()
