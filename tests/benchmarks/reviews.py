"""How long the review of a game takes: ``python -m tests.benchmarks.reviews``.

Computer players of a middle level play some games of each kind; the one of median length and the longest are
reviewed, turn by turn, as the thinking process does it.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import Any, Final

from bot.games import GAMES
from bot.players import PLAYERS
from bot.players.judgement import Reviewer
from tests.players.matches import positions

LEVEL: Final = "deckhand"
LONGEST: Final = 1_000
"""Turns after which a game is given up."""
Turn = tuple[Any, Any, Any]
"""A view, its legal actions and the action that was chosen."""


def turns_of(key: str, seed: int) -> list[Turn]:
    """The turns of one game."""
    game = positions(key, seed, LONGEST, LEVEL)
    return [(view, legal, choice.action) for _, _, view, legal, choice in game]


def seconds(reviewer: Reviewer, turns: list[Turn]) -> tuple[float, float]:
    """How long it takes to judge ``turns``: on the clock, and of the processor."""
    wall, processor = time.perf_counter(), time.process_time()
    for place, (view, legal, action) in enumerate(turns):
        reviewer.judge(view, legal, action, Random(place))
    return time.perf_counter() - wall, time.process_time() - processor


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures how long reviews take.")
    parser.add_argument("--games", type=int, default=9, help="games of each kind")
    parser.add_argument("only", nargs="*", default=[*PLAYERS], help="these kinds alone")
    asked = parser.parse_args()
    print("| a review of | turns | s on the clock | s of the processor |\n|---|---|---|---|")
    for key in asked.only:
        reviewer = PLAYERS[key].reviewer
        if reviewer is None:
            continue
        games = sorted((turns_of(key, seed) for seed in range(asked.games)), key=len)
        for name, turns in (("usual", games[len(games) // 2]), ("long", games[-1])):
            wall, processor = seconds(reviewer, turns)
            print(f"| {GAMES[key].title}, {name} | {len(turns)} | {wall:.1f} | {processor:.1f} |", flush=True)


if __name__ == "__main__":
    main()
