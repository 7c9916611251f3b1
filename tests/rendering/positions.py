"""Positions to paint: random games of every registered game, and their rule books' diagrams."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, TypeAlias

from bot.games import GAMES
from bot.games.core import CHANCE, Placement
from rendering.scene import Scene
from tests.games.playing import Walk, viewers, walk
from tests.games.registry import AnyState

AnyScene: TypeAlias = Scene[Any, Any]


@cache
def walks(key: str) -> tuple[Walk, ...]:
    """A long random game of the defaults, cut short after 150 actions, and a random game to the end."""
    return (walk(GAMES[key], {}, 4, 150, cautious=True), walk(GAMES[key], {}, 1, 600))


def positions(key: str, count: int = 4) -> list[AnyState]:
    """About ``count`` positions of each of the two games, among them their starts and ends."""
    return [state for played in walks(key) for state in played.positions(count)]


def scenes(key: str) -> Iterator[AnyScene]:
    """The rule book's diagrams and a game's positions, as every viewer sees them and with its choices."""
    for page in GAMES[key].book:
        for diagram in page.diagrams:
            yield Scene(diagram.view, marks=diagram.marks)
    for state in positions(key):
        for viewer in viewers(GAMES[key]):
            yield Scene(state.view_for(viewer), bottom=viewer)
        yield from choosing(state)


def choosing(state: AnyState) -> Iterator[AnyScene]:
    """What the seats to act see in a menu: all choices, one step taken, all steps taken."""
    for seat in sorted(state.to_act - {CHANCE}):
        view, legal = state.view_for(seat), state.legal(seat)
        if isinstance(legal, Placement):
            yield Scene(view, bottom=seat, marks=legal.squares[: legal.count])
            continue
        middle = legal[len(legal) // 2]
        path = state.path(middle)
        yield Scene(view, bottom=seat, choices=tuple(legal))
        begun = tuple(action for action in legal if state.path(action)[0] == path[0])
        yield Scene(view, bottom=seat, chosen=path[:1], choices=begun)
        yield Scene(state.preview(seat, middle), bottom=seat, chosen=path)
