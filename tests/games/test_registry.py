"""What a game says about itself fits Discord, and its options are read as they are written."""

from __future__ import annotations

import pytest

from bot.games.core import IntOption, OptionError
from bot.languages import listed
from tests.games.registry import GAMES, AnyGame

from .cases import assert_sentence, each_game


@each_game
def test_a_game_introduces_itself_in_what_discord_takes(game: AnyGame) -> None:
    assert GAMES[game.key] is game
    assert game.key.isalpha()
    assert game.key.islower()
    assert len(game.tagline) <= 100
    assert_sentence(game.tagline)
    assert 1 <= len(game.options) <= 20, "a command has at most 25 options, some of them the table’s"
    for name, option in game.options.items():
        assert name.isascii()
        assert name.islower()
        assert len(name) <= 32
        assert 1 <= len(option.help) <= 100, f"{name}: {len(option.help)} characters of help"
    for seat in game.seats:
        assert seat in game.seat_styles, f"{seat} has no livery"


@each_game
def test_every_seat_and_value_of_an_option_has_a_name(game: AnyGame) -> None:
    choices = [each for option in game.options.values() for each in getattr(option, "choices", ())]
    for key in (*game.seats, *game.seat_styles, *choices):
        assert game.name_of(key)[:1].isupper(), key


@each_game
def test_options_are_read_back_from_their_line(game: AnyGame) -> None:
    defaults = game.read_options({})
    line = game.write_options(defaults)
    assert game.read_options(dict(pair.split("=", 1) for pair in line.split())) == defaults


@each_game
def test_unknown_options_and_values_are_refused_with_a_sentence(game: AnyGame) -> None:
    bad: list[dict[str, str]] = [{"no such option": "1"}]
    for name in game.options:
        bad += [{name: text} for text in ("", "-1", "1.5", "²", "99999999999999999999999", "on " * 9, "\x00")]
    for given in bad:
        with pytest.raises(OptionError) as caught:
            game.read_options(given)
        assert str(caught.value).endswith(".")


@each_game
def test_a_refused_value_is_told_with_what_the_option_takes(game: AnyGame) -> None:
    for name, option in game.options.items():
        texts = ["many"]
        if isinstance(option, IntOption):
            texts += [str(option.high + 1), "-1"]
            taken = f"{name} must be {option.low}–{option.high},"
        else:
            taken = f"{name} must be {listed(option.choices, 'or')},"
        for text in texts:
            with pytest.raises(OptionError) as caught:
                game.read_options({name: text})
            assert str(caught.value) == f"{taken} not “{text}”."
