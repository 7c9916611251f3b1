"""The tool that asks whether reviews judge rightly: what its tables say, and that they can be repeated."""

from __future__ import annotations

from dataclasses import replace

from bot.players.judgement import CHANCE_TO_WIN

from .calibration import SETTINGS, Column, Forecast, Series
from .ladder import README
from .registry import PLAYERS


def column(*said: tuple[float, float]) -> Column:
    return Column("", CHANCE_TO_WIN, [Forecast(number, *each) for number, each in enumerate(said)])


def test_the_brier_score_is_the_mean_square_of_what_was_said_minus_what_came() -> None:
    found = column((1.0, 1.0), (0.5, 0.0))
    assert found.error == 0.125
    assert found.uninformed == 0.25


def test_a_band_is_off_by_what_it_says_minus_what_it_wins() -> None:
    right, wrong = [(0.25, 1.0), *[(0.25, 0.0)] * 3], [(0.75, 0.0)] * 4
    assert column(*right).off == 0
    assert column(*right, *wrong).off == 0.375


def test_every_game_that_is_reviewed_is_measured_and_has_a_place_for_its_table() -> None:
    assert set(SETTINGS) == {key for key, player in PLAYERS.items() if player.reviewer is not None}
    document = README.read_text("utf-8")
    assert all(f"<!-- calibration {key} -->" in document for key in SETTINGS)


def test_the_same_seed_gives_the_same_judgements() -> None:
    series = Series("snorkels", replace(SETTINGS["snorkels"][0], rate=0.3), "cabin-boy", 4)
    found = series.one_game(1)
    assert found
    assert found == series.one_game(1)
