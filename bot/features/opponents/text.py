"""The sentences of opponents."""

from __future__ import annotations

from typing import Final

PLAY_IN_SERVER: Final = "Nobody can join you here. Use `/play` in a server channel."
OPENED_INSTEAD: Final = "No open table was a good fit, so here’s a new one. Anyone can join you."


def waiting_already(table: str) -> str:
    return f"You’re already waiting at {table}. Anyone can join you there."


def joined(table: str, begun: bool) -> str:
    if begun:
        return f"You’ve joined {table}, and the game begins."
    return f"You’ve joined {table}. The game starts once everyone has joined."
