"""A First Mate resigns a game that it loses, and none that it wins."""

from __future__ import annotations

import pytest

from .resigning import endings


@pytest.mark.parametrize(("game", "seed"), [("checkers", 14), ("snorkels", 5), ("depthcharge", 2)])
def test_a_lost_game_is_resigned(game: str, seed: int) -> None:
    assert endings(game, "first-mate", "first-mate", 1, seed) == {("all", "lost"): 1, ("resigns", "lost"): 1}


@pytest.mark.parametrize("game", ["checkers", "snorkels", "depthcharge"])
def test_no_game_is_resigned_that_is_won(game: str) -> None:
    found = endings(game, "first-mate", "beginner", 3, 1)
    assert found["all", "won"]
    assert not found["resigns", "won"]
