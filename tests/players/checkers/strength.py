"""How strong the levels are, by hand: ``python -m tests.players.checkers.strength captain two-plies``.

Players: the levels; ``beginner``; ``one-ply``, which sees one turn and the captures after it; ``two-plies``,
which sees two turns and nothing after them; ``at-random``. Sides are swapped after each game; a pair of games
begins with four random turns.
"""

from __future__ import annotations

import argparse

from bot.games.checkers import GAME
from bot.players.checkers import LEVELS
from tests.players.matches import Chooser, Match, at_random, level, match

from .beginner import beginner
from .yardsticks import counting

OPENING = 4
"""Random turns at the start of each game."""


def chooser(name: str) -> Chooser:
    """The player called ``name``."""
    if name in LEVELS:
        return level("checkers", name)
    scripted = {
        "beginner": beginner,
        "one-ply": counting(1, quiescence=True),
        "two-plies": counting(2, quiescence=False),
        "at-random": at_random(GAME),
    }
    return scripted[name]


def told(found: Match, first: str, second: str) -> str:
    """What a match has shown, in a line."""
    games = found.won + found.drawn + found.lost
    times = [f"{middle:.0f} ms (99%: {most:.0f})" for middle, most in map(found.milliseconds, (0, 1))]
    return (
        f"{first} – {second}: {found.won} won, {found.lost} lost, {found.drawn} drawn;"
        f" {found.share:.1%} of the decided games; {found.actions / games:.0f} turns a game;"
        f" {times[0]} and {times[1]} a turn"
    )


def main() -> None:
    """Play a match and print what it has shown."""
    reader = argparse.ArgumentParser(prog="strength")
    reader.add_argument("first")
    reader.add_argument("second")
    reader.add_argument("--games", type=int, default=40)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--option", action="append", default=[], help="such as split=halves")
    asked = reader.parse_args()
    given = dict(option.split("=", 1) for option in asked.option)
    found = match(
        GAME, chooser(asked.first), chooser(asked.second), asked.games, asked.seed, given, opening=OPENING
    )
    print(told(found, asked.first, asked.second))


if __name__ == "__main__":
    main()
