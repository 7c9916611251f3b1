"""A few games, so that nobody weakens a level of Snorkels' player unawares; ``strength`` measures."""

from __future__ import annotations

from bot.games.snorkels import GAME
from tests.players.matches import match

from .strength import chooser


def test_the_first_mate_beats_the_beginner() -> None:
    found = match(GAME, chooser("first-mate"), chooser("beginner"), 4, 1, {"pie": "off"}, opening=2)
    assert found.won >= 3


def test_the_beginner_beats_the_cabin_boy() -> None:
    found = match(GAME, chooser("beginner"), chooser("cabin-boy"), 24, 1, {"pie": "off"}, opening=2)
    assert found.won >= 14
