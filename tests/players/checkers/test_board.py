"""The private board agrees with the rules."""

from __future__ import annotations

from .check import check


def test_the_board_agrees_with_the_rules_on_random_positions() -> None:
    assert check(400) >= 400
