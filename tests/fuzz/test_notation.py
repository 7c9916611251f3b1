"""Any text is an action that says the same again, or is refused with a sentence; never slowly."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.core import (
    CHANCE,
    Game,
    IllegalAction,
    NotationError,
    OptionError,
    Placement,
    RulesError,
    Seat,
    State,
)
from bot.tables.events import moves
from tests.games.cases import assert_sentence
from tests.games.playing import some_action, walks
from tests.games.registry import GAMES

from .effort import effort
from .texts import HOSTILE, bent, require_short

KEYS = st.sampled_from(list(GAMES))
LENGTH = 4_000


def some_state(key: str, number: int) -> State[Any, Any]:
    """A position of a random game."""
    played = walks((key, ()))
    walk = played[number % len(played)]
    states = [moment.before for moment in walk.moments] + [walk.last]
    return states[number % len(states)]


def require_read(game: Game[Any, Any], text: str) -> Any:
    """The action that ``text`` writes, which says the same again; None where it is refused."""
    try:
        action = game.parse(text)
    except NotationError as refusal:
        assert_sentence(str(refusal))
        return None
    again = str(action)
    assert game.parse(again) == action
    assert str(game.parse(again)) == again
    assert len(again) <= 200
    assert again.isascii()
    return action


@effort(120)
@given(KEYS, HOSTILE)
def test_any_text_is_read_as_an_action_that_says_the_same_or_refused(key: str, text: str) -> None:
    require_read(GAMES[key], text)


@pytest.mark.parametrize("text", ["", "a1-a2/1/1", "take red", "a１", "9" * 10**6, f"mines {'a1 ' * 10**5}"])
@pytest.mark.parametrize("key", GAMES)
def test_so_is_what_nearly_is_an_action_or_never_ends(key: str, text: str) -> None:
    require_read(GAMES[key], text)


@effort(160)
@given(KEYS, st.integers(0, 10**6), st.data())
def test_a_bent_action_is_read_refused_or_illegal_and_nothing_else(
    key: str, number: int, data: st.DataObject
) -> None:
    game, state = GAMES[key], some_state(key, number)
    seats = sorted({*game.seats, *game.seat_styles, CHANCE})
    seat = seats[number % len(seats)] if number % 3 == 0 or not state.to_act else min(state.to_act)
    other = some_state(key, data.draw(st.integers(0, 10**6)))
    acting = sorted(other.to_act) or [CHANCE]
    text = str(some_action(game, other, acting[0], Random(number))) if other.to_act else "a1"
    action = require_read(game, data.draw(bent(text)))
    if action is None:
        return
    before = state.view_for(None)
    try:
        state.play(Seat(seat), action)
    except IllegalAction as refusal:
        assert_sentence(str(refusal))
    assert state.view_for(None) == before


@effort(200)
@given(KEYS, st.integers(0, 10**6), HOSTILE)
def test_what_is_typed_for_a_placement_is_refused_with_a_sentence(key: str, number: int, text: str) -> None:
    state = GAMES[key].start(GAMES[key].read_options({})) if number % 2 else some_state(key, number)
    for seat in state.to_act:
        legal = state.legal(seat)
        if isinstance(legal, Placement):
            with pytest.raises(RulesError) as refused:
                state.play(seat, GAMES[key].parse(moves.placement_text(legal, text)))
            assert len(str(refused.value)) < 300


@effort(120)
@given(KEYS, HOSTILE, HOSTILE)
def test_any_option_is_read_or_refused_with_a_sentence(key: str, name: str, value: str) -> None:
    game = GAMES[key]
    for given_ in ({name: value}, *({known: value} for known in game.options)):
        try:
            options = game.read_options(given_)
        except OptionError as refusal:
            require_short(refusal)
        else:
            written = game.write_options(options)
            assert written.isascii()
            pairs = (word.partition("=") for word in written.split())
            assert game.read_options({known: told for known, _, told in pairs}) == options


@effort(200)
@given(KEYS, st.integers(0, 10**6), HOSTILE)
def test_a_look_at_anything_is_a_few_words_or_a_refusal(key: str, number: int, text: str) -> None:
    game, state = GAMES[key], some_state(key, number)
    try:
        told = game.describe_square(state.view_for(None), text)
    except NotationError as refusal:
        assert_sentence(str(refusal))
    else:
        assert 0 < len(told) <= 1500
