"""Measures the levels of Snorkels' player: ``python -m tests.players.snorkels.strength captain greedy 100``.

Two names and a number of games: levels, or ``beginner``, ``greedy`` and ``smart-1000`` (a plain search with
that many playouts). A fourth argument is the seed. No pie rule, two random turns first, sides swapped.
"""

from __future__ import annotations

import sys

from bot.games.snorkels import GAME
from bot.players.player import LEVELS
from tests.players.matches import Chooser, level, match

from .beginner import beginner
from .yardsticks import greedy, plain_search, with_openings


def chooser(named: str) -> Chooser:
    """The player of that name."""
    if named in {each.key for each in LEVELS}:
        return level("snorkels", named)
    if named.startswith("smart-"):
        return with_openings(plain_search(int(named.removeprefix("smart-"))))
    return {"beginner": beginner, "greedy": with_openings(greedy)}[named]


def measure(first: str, second: str, games: int, seed: int = 1) -> str:
    """The first one's results against the second, in a line."""
    found = match(GAME, chooser(first), chooser(second), games, seed, {"pie": "off"}, opening=2)
    times = "; ".join(
        f"{name} {median:.1f} ms a turn, 99 % under {most:.0f} ms"
        for name, (median, most) in zip((first, second), map(found.milliseconds, (0, 1)), strict=True)
    )
    return f"{first} {found.won} : {found.lost} {second} ({found.share:.1%}, seed {seed}); {times}"


if __name__ == "__main__":
    print(measure(sys.argv[1], sys.argv[2], int(sys.argv[3]), *map(int, sys.argv[4:5])))
