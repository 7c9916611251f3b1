"""The computer player is much stronger than a beginner; how strong its levels are is measured by hand."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from bot.games.checkers import GAME
from bot.players.checkers import LEVELS, PLAYER
from tests.players.matches import match

from .beginner import beginner

SMALL = replace(LEVELS["captain"], budget=600)


def test_a_small_search_beats_a_beginner() -> None:
    def small(view: Any, legal: Any, rng: Random) -> Any:
        return PLAYER.choose(view, legal, rng, SMALL).action

    found = match(GAME, small, beginner, 6, seed=3, opening=4)
    assert found.won >= 4
