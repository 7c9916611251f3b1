"""Which number of rounds is even: ``python -m tests.players.crackers.even [--path dry] [--level captain]``.

Equal players play on until somebody wins, or nearly for ever: they don't look at the number of rounds, so one
game tells who would have won with any number. The even one is the number by which the captain's share of the
games is nearest to a half. The games are played by a helper in C that chooses as the player does.
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Final

from tests.games.crackers import NAMES

from .helper import LEVELS, ends

LONGEST: Final = 200
"""Rounds after which a game that nobody has won ends."""
NEARLY: Final = 0.4, 0.6
"""The captain's shares that are told besides."""


def main() -> None:
    """Plays, and prints how the games ended and what is even."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000, help="on each layout")
    parser.add_argument("--level", choices=LEVELS, default="first-mate")
    parser.add_argument("--path", default="wade")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for board in NAMES:
        found = ends(board, given.path, given.level, given.games, LONGEST, given.seed)
        won = [sum(last <= rounds for last, _ in found) / len(found) for rounds in range(LONGEST)]
        even = min(range(LONGEST), key=lambda rounds: abs(won[rounds] - 0.5))
        ways = ", ".join(f"{way} {number}" for way, number in Counter(way for _, way in found).items())
        low, high = NEARLY
        near = " ".join(f"{rounds}: {share:.0%}" for rounds, share in enumerate(won) if low <= share <= high)
        print(f"{board}: the captain has won {won[even]:.1%} by round {even} ({ways}; {near})", flush=True)


if __name__ == "__main__":
    main()
