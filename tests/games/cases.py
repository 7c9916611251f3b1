"""The cases that every game is tried on, and what the tests of all games share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import pytest

from bot.games.core import Game, Placement, Seat
from tests.games.registry import GAMES, AnyState

from .playing import CASES, case_name, walks

Case = tuple[str, tuple[tuple[str, str], ...]]

NUMBERS: Final = ("mines", "rounds", "win")
"""Options that change how long a game lasts, and little of what it says."""
each_case = pytest.mark.parametrize(
    "case",
    [
        pytest.param(each, marks=[pytest.mark.thorough] * any(name in NUMBERS for name, _ in each[1]))
        for each in CASES
    ],
    ids=case_name,
)
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def sampled(actions: list[Any], most: int, seed: int = 0) -> list[Any]:
    """At most ``most`` of ``actions``, the same ones each time."""
    return actions if len(actions) <= most else Random(seed).sample(actions, most)


def positions(case: Case, most: int) -> Iterator[tuple[Game[Any, Any], AnyState]]:
    """Up to ``most`` positions of each random game of ``case``; with other options fewer."""
    for walk in walks(case):
        for state in walk.positions(fewer(case, max(most, 5))):
            yield walk.game, state


def fewer(case: Case, most: int) -> int:
    """``most`` of the usual game; with other options a quarter, as what is shown is hardly another."""
    return max(most // 4, 4) if case[1] else most


def listed(state: AnyState, seat: Seat) -> list[Any]:
    """The legal actions of ``seat``; none for a placement, which is tested by itself."""
    legal = state.legal(seat)
    return [] if isinstance(legal, Placement) else list(legal)


def holds(legal: Sequence[Any] | Placement, action: Any) -> bool:
    """Whether what ``State.legal`` gave holds ``action``."""
    if not isinstance(legal, Placement):
        return action in legal
    verb, *squares = str(action).split()
    return (
        verb == legal.verb
        and len(squares) == len(set(squares)) == legal.count
        and set(squares) <= set(legal.squares)
    )


def assert_sentence(text: str) -> None:
    assert text.isprintable(), f"not fit to show: {text[:200]!r}"
    assert text.endswith((".", ".”", "!", "?")), f"no full stop: {text!r}"
    assert 10 <= len(text) <= 300, f"{len(text)} characters: {text[:400]!r}"
