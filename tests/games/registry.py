"""The games that the tests of every game try: all that can be played, and those that only tests play."""

from __future__ import annotations

from typing import Any, Final

from bot import games
from bot.games.core import Game

from . import hex  # noqa: A004

GAMES: Final[dict[str, Game[Any, Any]]] = games.GAMES | {game.key: game for game in (hex.GAME,)}
