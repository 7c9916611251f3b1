"""How much a player has gained: a level of this checkout plays the same level of another one.

``python -m tests.players.older FOLDER GAME [--games N] [--seed S] [--level KEY]`` plays games in pairs with
the same seed and the sides swapped, the first actions random, and prints the result and the processor times.
The other checkout's player answers through its own engine (``python -m bot engine``), under its own rules.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from bot.players.player import LEVELS
from tests.games.registry import GAMES
from tests.players.ladder import TERMS
from tests.players.matches import level, turns
from tests.players.programs import Program


class Engine(Program):
    """The engine of a checkout, at a game."""

    def __init__(self, folder: Path, game: str) -> None:
        super().__init__([sys.executable, "-m", "bot", "engine"], folder)
        self.game = game

    def ask(self, command: str) -> str:
        """The answer to a command.

        :raises ValueError: when it can't be carried out.
        """
        self.write(command)
        answer = ""
        while (line := self.read()) not in ("\n", ""):
            answer += line
        if not answer.startswith("="):
            raise ValueError(f"{command}: {answer or 'the engine has ended'}")
        return answer[1:].strip()


def played(engine: Engine, key: str, mine: int, seed: int, times: list[float]) -> float:
    """What a game brings to this checkout, which has side ``mine``: 1, 0, or a half.

    ``times``: what its choices take is added.
    """
    game, term = GAMES[engine.game], TERMS[engine.game]
    options = {**term.options}
    engine.ask(" ".join(["new", game.key, *(f"{name}={value}" for name, value in options.items())]))
    own = level(game.key, key)

    def here(view: Any, legal: Any, rng: Random) -> Any:
        began = process_time()
        action = own(view, legal, rng)
        times.append(process_time() - began)
        return action

    def there(view: Any, _legal: Any, rng: Random) -> Any:
        told = f"reg_genmove {view.viewer} level={key} seed={rng.getrandbits(31)}"
        return game.parse(engine.ask(told))

    sides = game.sides(game.read_options(options))
    choosers = {slot: here if side == mine else there for side, slots in enumerate(sides) for slot in slots}
    for state, seat, action in turns(game, choosers, Random(seed), options, opening=term.opening):
        engine.ask(f"play {seat} {action}")
        last = state.play(seat, action)
    winners = {last.slot(seat) for seat in last.outcome.winners} if last.outcome else set()
    return float(bool(winners & {*sides[mine]})) if winners else 0.5


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, help="the other checkout")
    parser.add_argument("game", choices=[key for key, game in GAMES.items() if game.people[1] == 2])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", choices=[each.key for each in LEVELS], default=LEVELS[-1].key)
    given = parser.parse_args(arguments)
    times: list[float] = []
    with Engine(given.folder, given.game) as engine:
        results = [
            played(engine, given.level, number % 2, given.seed * 100_003 + number // 2, times)
            for number in range(given.games)
        ]
    there = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"won {results.count(1)}, lost {results.count(0)}, drawn {results.count(0.5)}; {sum(times):.0f} s of "
        f"the processor, and {there.ru_utime + there.ru_stime:.0f} s in the other checkout"
    )


if __name__ == "__main__":
    main()
