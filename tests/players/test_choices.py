"""What all computer players' choices have in common, in all games: what they say, and what they depend on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from bot import players
from bot.games.core import CHANCE, ChoiceOption, Placement
from bot.players.player import Choice
from tests.games.registry import GAMES
from tests.thorough import examples

from .matches import positions
from .registry import PLAYERS

BUDGET: Final = 100
"""The most that a search takes here, in what its level counts."""


def choices(key: str, given: Mapping[str, str], every: int) -> Iterator[tuple[Any, Any, Any, Choice[Any]]]:
    """State, seat and legal actions of every so-many-th position of a game, with the choice of each level."""
    player = PLAYERS[key]
    for number, (state, seat, view, legal, _) in enumerate(positions(key, 5, 9 if given else 24, **given)):
        if seat == CHANCE or (number % every and not isinstance(legal, Placement)):
            continue
        for settings in player.levels.values():
            if hasattr(settings, "budget"):
                settings = replace(settings, budget=min(settings.budget, BUDGET))
            yield state, seat, legal, player.choose(view, legal, Random(number), settings)


def options(key: str) -> Iterator[dict[str, str]]:
    """The usual options of a game, and each other choice of one of them."""
    yield {}
    for name, option in GAMES[key].options.items():
        if isinstance(option, ChoiceOption):
            yield from ({name: choice} for choice in option.choices if choice != option.default)


@pytest.mark.parametrize(
    ("key", "given"),
    examples([(key, given) for key in PLAYERS for given in options(key)], lambda each: not each[1]),
)
def test_a_choice_is_legal_and_so_is_the_line_and_it_says_what_else_there_was(
    key: str, given: dict[str, str]
) -> None:
    for state, seat, legal, choice in choices(key, given, every=8):
        if isinstance(legal, Placement):
            assert state.play(seat, choice.action)
            continue
        found = [each.action for each in choice.alternatives]
        assert {choice.action, *found} <= {*legal}
        assert len({*found}) == len(found)
        assert choice.action in found or not found
        if GAMES[key].scores is None:
            values = [each.value for each in choice.alternatives]
            assert values == sorted(values, reverse=True)
            assert all(0 <= value <= 1 for value in (choice.value, *values))
        assert choice.line[0] == choice.action
        for action in choice.line:
            if CHANCE in state.to_act or (GAMES[key].secrets and seat not in state.to_act):
                break
            state = state.play(min(state.to_act), action)


def told() -> str:
    """The first turns of each player as text."""
    return "\n".join(
        str([each[4] for each in positions(key, 5, 6, level)])
        for key in players.PLAYERS
        for level in ("cabin-boy", "deckhand")
    )


def test_the_same_view_and_seed_bring_the_same_choices_in_another_process() -> None:
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    program = [sys.executable, "-c", f"from {__name__} import told; print(told())"]
    environment = os.environ | {"PYTHONHASHSEED": other}
    done = subprocess.run(program, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == told().splitlines()
