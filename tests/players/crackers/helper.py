"""The computer player in C (``learning.c``): it chooses the same, many times as fast.

Only tools that play many games use it; ``test_helper.py`` compares it with the player.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

from bot.games.crackers.board import USUAL
from bot.players.crackers import PLAYER
from bot.players.crackers.outlook import FEATURES, LAYOUTS
from bot.players.crackers.position import Move, Position, read
from tests.players.matches import Chooser
from tests.players.programs import Program, compiled

from .training import TRAINING, stations

DRAWS: Final = 8
"""The random numbers that a choice is made by."""
LEVELS: Final = tuple(PLAYER.levels)
ENDLESS: Final = 30_000
"""The round in which the captain wins where he doesn't."""


class Answer(NamedTuple):
    """What the helper says of a position."""

    chosen: Move
    outlook: float
    features: tuple[int, ...]
    outlooks: dict[Move, float]
    """After each legal move."""


class Helper(Program):
    """A running helper: it answers, or plays on."""

    def __init__(self, command: str = "answer") -> None:
        """:raises subprocess.CalledProcessError: when it can't be compiled."""
        super().__init__([compiled(TRAINING.source), command])
        self.write(stations())

    def _asked(self, board: str, position: Position, at: str, *more: float) -> list[str]:
        station = position.board
        done = position.settling, position.pumps, position.bags, position.unbags
        numbers = (
            LAYOUTS.index(board),
            *map(int, (position.wade, position.turn, *done)),
            *position.pawns,
            *station.sand,
            *station.water,
            LEVELS.index(at),
            *more,
        )
        self.write(" ".join(map(repr, numbers)))
        return self.read().split()

    def answer(self, board: str, position: Position, at: str, draws: Sequence[float]) -> Answer:
        """What it says of a ``position`` on ``board``, and what a level chooses by these random numbers."""
        kind, square, other, outlook, *rest = self._asked(board, position, at, *draws)
        moves = rest[FEATURES:]
        return Answer(
            (int(kind), int(square), int(other)),
            float(outlook),
            tuple(map(int, rest[:FEATURES])),
            {
                (int(moves[at]), int(moves[at + 1]), int(moves[at + 2])): float(moves[at + 3])
                for at in range(0, len(moves), 4)
            },
        )

    def play_on(
        self, board: str, position: Position, games: int, longest: int, seed: int, at: str = USUAL
    ) -> tuple[float, list[int]]:
        """The outlook at the end of the captain's next turn, and how long the crew holds out in each game.

        In rounds, this one included, if it isn't over; ``longest`` if the crew holds out as long or wins.
        """
        outlook, *found = self._asked(board, position, at, games, longest - 1, seed)
        return float(outlook), [min(int(each), longest) for each in found]


helper: Final = cache(Helper)
"""The one of this process."""


def level(at: str) -> Chooser:
    """What the computer player chooses at a level."""

    def choose(view: Any, legal: Any, rng: Random) -> Any:
        draws = [rng.random() for _ in range(DRAWS)]
        found = helper().answer(view.board, Position.of(view), at, draws)
        return dict(zip(read(legal, view), legal, strict=True))[found.chosen]

    return choose


def ends(board: str, path: str, at: str, games: int, longest: int, seed: int) -> list[tuple[int, str]]:
    """How games of a level with itself end: the round in which the captain wins, or ENDLESS, and the reason.

    After ``longest`` rounds the crew has held out.
    """
    numbers = LAYOUTS.index(board), int(path == "wade"), LEVELS.index(at), games, longest, seed
    found = TRAINING.run(stations(), "ends", *map(str, numbers)).stdout.decode()
    parts = (line.split(maxsplit=1) for line in found.splitlines())
    return [(int(number), reason) for number, reason in parts]
