"""A First Mate resigns a game that it loses, and not one that it still wins."""

from __future__ import annotations

import pytest

from .resigning import endings


@pytest.mark.parametrize(
    ("game", "seed"),
    [
        pytest.param("checkers", 2, marks=pytest.mark.thorough),
        pytest.param("snorkels", 10, marks=pytest.mark.thorough),
        ("depthcharge", 2),
    ],
)
def test_a_lost_game_is_resigned(game: str, seed: int) -> None:
    assert endings(game, "first-mate", "first-mate", 1, seed) == {("all", "lost"): 1, ("resigns", "lost"): 1}


def test_a_game_that_looks_bad_but_is_won_is_not_resigned() -> None:
    # Once, it expects less than 15 % at three turns in a row.
    assert endings("depthcharge", "first-mate", "first-mate", 1, 25) == {("all", "won"): 1}
