"""Trains a computer player.

``python -m tests.players.train GAME [--games N | --seconds S] [--seed S]``

A player learns by playing itself, and what it has learnt is written to ``bot/players/GAME/learnt.bin``. The
number of games decides what it learns: the same seed and games give the same bytes. ``--seconds`` only
chooses the number of games that takes about so long on one core. The games are played by a helper in C,
compiled with the system's ``cc``; nothing but this tool needs it.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import bot.players
from bot.players.learnt import LearntFile

from .programs import compiled

FOLDER: Final = Path(bot.players.__file__).parent


@dataclass(frozen=True)
class Training:
    """How one game is learnt: ``TRAINING`` in ``tests.players.GAME.training``."""

    file: LearntFile
    source: Path
    """The helper. Its arguments are the number of games and the seed; it reads what ``given`` returns, and
    writes the numbers of all tables, as ``int`` of 32 bits."""
    given: Callable[[], str]
    """What the helper is told of the game."""
    games: int
    """So many are learnt from unless told otherwise."""
    games_a_second: int
    """About so many are played in a second."""

    def learn(self, games: int, seed: int) -> bytes:
        """The file after so many games.

        :raises subprocess.CalledProcessError: when the helper can't be compiled, or fails.
        """
        return self.file.pack(self.helped(games, seed, self.given())[0])

    def helped(self, games: int, seed: int, told: str) -> tuple[list[array[int]], str]:
        """The tables after so many games, and what else the helper says, which is ``told`` that.

        :raises subprocess.CalledProcessError: when the helper can't be compiled, or fails.
        """
        found = self.run(told, str(games), str(seed))
        numbers = array("i", found.stdout)
        ends = [sum(self.file.sizes[: place + 1]) for place in range(len(self.file.sizes))]
        if len(numbers) != ends[-1]:
            raise ValueError(f"the helper wrote {len(numbers)} numbers, not {ends[-1]}")
        tables = [numbers[end - size : end] for end, size in zip(ends, self.file.sizes, strict=True)]
        return tables, found.stderr.decode()

    def run(self, told: str, *arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
        """Run the helper with these arguments.

        :raises subprocess.CalledProcessError: when it can't be compiled, or fails.
        """
        command = [compiled(self.source), *arguments]
        return subprocess.run(command, input=told.encode(), capture_output=True, check=True)


def trainable() -> list[str]:
    """The keys of the games that can be learnt."""
    return [key for key in bot.players.PLAYERS if find_spec(f"tests.players.{key}.training")]


def main(arguments: Sequence[str] | None = None, folder: Path = FOLDER) -> None:
    """Train one player and write its file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", choices=trainable())
    parser.add_argument("--games", type=int, help="so many games (default: as many as the file in use)")
    parser.add_argument("--seconds", type=float, help="as many games as are likely to take so long")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    training: Training = import_module(f"tests.players.{given.game}.training").TRAINING
    games = given.games or training.games
    if given.seconds is not None:
        games = max(1, round(given.seconds * training.games_a_second))
    data = training.learn(games, given.seed)
    (folder / given.game / "learnt.bin").write_bytes(data)
    print(f"{given.game}: {games} games, {len(data)} bytes, SHA-256 {hashlib.sha256(data).hexdigest()}")


if __name__ == "__main__":
    main()
