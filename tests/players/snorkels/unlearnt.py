"""How much the Captain's learning is worth: it plays itself without what it has learnt, as version 4 did.

``python -m tests.players.snorkels.unlearnt [--games N] [--seed S] [--share F]`` plays games in pairs with the
same seed and the sides swapped, the first two actions random, and prints the result and the processor times.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from bot.players.player import LEVELS
from bot.players.snorkels import PLAYER
from bot.players.snorkels.choice import SnorkelsSettings, choose
from tests.games.registry import GAMES
from tests.players.ladder import TERMS
from tests.players.matches import Chooser, match

TERM: Final = TERMS["snorkels"]


def captain(share: float, *, learnt: bool) -> Chooser:
    """The Captain with a ``share`` of what it may search."""
    own = PLAYER.levels[LEVELS[-1].key]
    settings: SnorkelsSettings = replace(
        own,
        budget=int(own.budget * share),
        nodes=int(own.nodes * share),
        positions=int(own.positions * share) if learnt else 0,
    )

    def chosen(view: Any, legal: Any, rng: Random) -> Any:
        return choose(view, legal, rng, settings).action

    return chosen


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="of what both may search (default: all)")
    given = parser.parse_args(arguments)
    found = match(
        GAMES["snorkels"],
        captain(given.share, learnt=True),
        captain(given.share, learnt=False),
        given.games,
        given.seed,
        {**TERM.options},
        opening=TERM.opening,
    )
    learnt, unlearnt = (1000 * statistics.mean(times) for times in found.seconds)
    print(f"won {found.won} of {given.games}, {learnt:.0f} ms a turn against {unlearnt:.0f} ms")


if __name__ == "__main__":
    main()
