"""The games that the tests of every game try: all that can be played, and those that only tests play."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import pytest

from bot import games
from bot.games.core import Game, State

from . import hex  # noqa: A004

AnyGame: TypeAlias = Game[Any, Any]
AnyState: TypeAlias = State[Any, Any]
GAMES: Final[dict[str, AnyGame]] = games.GAMES | {game.key: game for game in (hex.GAME,)}
of_each_game = pytest.mark.parametrize("key", GAMES)
