"""A few games, so that nobody weakens a level of Snorkels' player unawares; the ladder measures."""

from __future__ import annotations

from bot.games.snorkels import GAME
from tests.players.matches import level, match

from .beginner import beginner


def test_the_first_mate_beats_the_beginner() -> None:
    found = match(GAME, level("snorkels", "first-mate"), beginner, 4, 1, {"pie": "off"}, opening=2)
    assert found.won >= 3


def test_the_beginner_beats_the_cabin_boy() -> None:
    found = match(GAME, beginner, level("snorkels", "cabin-boy"), 24, 1, {"pie": "off"}, opening=2)
    assert found.won >= 14
