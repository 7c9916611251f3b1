"""The island's measure: how often each player wins on it, over seeded games.

``python -m tests.games.curse.measure --games 2000`` prints the figures that the game's rulings quote.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from random import Random

from bot.games.curse.rules import CurseState
from bot.games.curse.score import TITLES

from .players import PLAYERS, finish


def ends(name: str, games: Iterable[int]) -> list[CurseState]:
    """The ends of the games with these seeds, played by the player of that name."""
    return [finish(CurseState(seed=seed), PLAYERS[name], Random(seed)) for seed in games]


def report(name: str, states: list[CurseState]) -> str:
    """A player's figures in one line."""
    games = len(states)
    finals = [state.score(final=True) for state in states]
    titles = Counter(final.title for final in finals)
    reasons = Counter(state.outcome.reason for state in states if state.outcome is not None)
    shares = ", ".join(f"{title} {titles[title] / games:.1%}" for title, _, _ in TITLES)
    return (
        f"{name}: wins {1 - titles[''] / games:.1%} ({shares}); "
        f"on average {mean(f.total for f in finals):.1f} points, "
        f"{mean(f.crossed for f in finals):.1f} crosses, {mean(f.unsunk for f in finals):.1f} spaces, "
        f"{mean(state.turn for state in states):.1f} turns; ends "
        + ", ".join(f"{reason} {count / games:.1%}" for reason, count in sorted(reasons.items()))
    )


def mean(values: Iterable[float]) -> float:
    """The average of ``values``."""
    listed = list(values)
    return sum(listed) / len(listed)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("players", nargs="*", default=list(PLAYERS))
    given = parser.parse_args()
    for name in given.players:
        print(report(name, ends(name, range(given.games))), flush=True)


if __name__ == "__main__":
    main()
