"""The choices of computer players, for the engine's commands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias

from bot.games.core import Seat
from bot.players.player import LEVELS, Choice, ComputerPlayer

from . import text
from .table import GameLine, Refused

Players: TypeAlias = Mapping[str, ComputerPlayer[Any, Any, Any]]
STRONGEST: Final = LEVELS[-1].key
"""The level that chooses if none is named."""
DIGITS: Final = 4
"""Decimal places of the values that are shown."""


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """What a level of a computer player chose for a seat."""

    seat: Seat
    level: str
    choice: Choice[Any]
    solo: bool
    """Whether the game is solo, where values are points."""

    def as_json(self) -> dict[str, Any]:
        """The choice and its reasons as JSON values."""
        choice = self.choice
        return {
            "action": str(choice.action),
            "value": round(choice.value, DIGITS),
            "unit": "points" if self.solo else "win probability",
            "proven": choice.proven,
            "alternatives": [
                {"action": str(each.action), "value": round(each.value, DIGITS)}
                for each in choice.alternatives
            ],
            "line": [str(action) for action in choice.line],
            "level": self.level,
        }


def choose(players: Players, line: GameLine, seat: Seat, level: str | None, seed: int) -> EngineChoice:
    """What ``level`` (None: the strongest) of the game's computer player chooses for ``seat``.

    :raises Refused: when there is no such player or level.
    :raises IllegalAction: when it isn't the turn of ``seat``.
    """
    player = players.get(line.game.key)
    if player is None:
        raise Refused(text.no_player(line.game.title, players))
    level = STRONGEST if level is None else level
    if level not in player.levels:
        raise Refused(text.unknown_level(level, player.levels))
    state = line.state
    state.require_turn(seat)
    choice = player.at(level, line.view_for(seat), state.legal(seat), Random(seed))
    return EngineChoice(seat, level, choice, solo=len(line.game.seats) == 1)
