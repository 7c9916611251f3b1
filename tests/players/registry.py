"""The computer players that the tests of every player try: those that can be played with, and Hex's."""

from __future__ import annotations

from typing import Any, Final

from bot import players
from bot.players.player import ComputerPlayer

from . import hex  # noqa: A004

PLAYERS: Final[dict[str, ComputerPlayer[Any, Any, Any]]] = {**players.PLAYERS, "hex": hex.PLAYER}
