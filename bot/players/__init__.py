"""Computer players: pure search, one folder a game, each named in ``KEYS``.

- ``player``: the protocol: a player chooses an action from a seat's view, and leads to it; the four levels.
- ``learnt``: the files of what players have learnt by playing themselves.
- ``judgement``: how it judges turns of a finished game, and which are marked.

A player sees the view of its own seat, never a state, so it can't know what a person in its seat couldn't.
It has fast boards of its own; of ``bot.games`` it uses actions, views and what games share, never the rules.
A game without a player simply offers none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final

from .player import ComputerPlayer

KEYS: Final = ("snorkels", "checkers", "depthcharge", "curse", "crackers")


class _Players(Mapping[str, ComputerPlayer[Any, Any, Any]]):
    """Each is imported when it is first asked for: together they take 2 MB."""

    def __getitem__(self, key: str) -> ComputerPlayer[Any, Any, Any]:
        if key not in KEYS:
            raise KeyError(key)
        player: ComputerPlayer[Any, Any, Any] = import_module(f"{__name__}.{key}").PLAYER
        return player

    def __iter__(self) -> Iterator[str]:
        return iter(KEYS)

    def __len__(self) -> int:
        return len(KEYS)


PLAYERS: Final[Mapping[str, ComputerPlayer[Any, Any, Any]]] = _Players()
"""The computer player of each game that has one, by the game's key."""
