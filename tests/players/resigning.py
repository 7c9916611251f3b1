"""Whether computers resign only lost games: ``python -m tests.players.resigning [GAME …] [--games N]``.

Each level plays the scripted beginner, who may still throw a won game away, and itself. Nobody resigns: it is
only noted whether the level would have, and how the game ended.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from bot.features.computers.computer_turns import RESIGNING, is_lost
from tests.games.registry import GAMES

from .ladder import BEGINNER, TERMS, Terms, chooser
from .matches import Chooser, play
from .registry import PLAYERS

FOR_TWO: Final = ("snorkels", "checkers", "depthcharge")


def noting(game: str, level: str, expected: list[float], noted: set[str]) -> Chooser:
    """The player of a level, which notes when it would resign if its level does that."""

    def choose(view: Any, legal: Any, rng: Random) -> Any:
        choice = PLAYERS[game].at(level, view, legal, rng)
        expected.append(choice.value)
        if is_lost(expected, PLAYERS[game].lost):
            noted.add("resigns")
        return choice.action

    return choose


def endings(key: str, level: str, opponent: str, games: int, seed: int) -> Counter[tuple[str, str]]:
    """How many games ``level`` won, drew and lost, of all and of those in which it would have resigned."""
    game, terms = GAMES[key], TERMS.get(key, Terms())
    found = Counter[tuple[str, str]]()
    first, second = (side[0] for side in game.sides(game.read_options(terms.options)))
    for number in range(games):
        noted = set[str]()
        own, other = (first, second) if number % 2 else (second, first)
        players = {own: noting(key, level, [], noted), other: chooser(game, opponent)}
        last = play(game, players, seed * 100_003 + number, dict(terms.options), opening=terms.opening)
        winners = {last.slot(seat) for seat in last.outcome.winners} if last.outcome else set()
        ending = "won" if own in winners else "lost" if winners else "drawn"
        found.update((what, ending) for what in (*noted, "all"))
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print a line for each level and opponent."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", nargs="*", default=FOR_TWO)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", nargs="*", default=RESIGNING)
    given = parser.parse_args(arguments)
    for key in given.game:
        for level in given.levels:
            for opponent in (BEGINNER, level):
                found = endings(key, level, opponent, given.games, given.seed)
                told = (
                    f"{what} {', '.join(f'{found[what, end]} {end}' for end in ('won', 'drawn', 'lost'))}"
                    for what in ("all", "resigns")
                )
                print(f"{key}, {level} against {opponent}: {'; '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
