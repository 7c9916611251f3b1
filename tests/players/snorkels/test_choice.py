"""What the levels of Snorkels' player choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from bot.games.core import CHANCE, GUEST, HOST, Place, State
from bot.games.core.grid import bits
from bot.games.snorkels import GAME
from bot.games.snorkels.actions import GREEN, PURPLE, SnorkelsAction
from bot.games.snorkels.rules import SnorkelsState
from bot.games.snorkels.view import SnorkelsView
from bot.players.player import LEVELS, Choice
from bot.players.snorkels import PLAYER
from bot.players.snorkels.board import SnorkelsBoard, name
from bot.players.snorkels.choice import SnorkelsSettings, choose_square
from tests.games.playing import begun
from tests.games.snorkels.drawing import drawn
from tests.players import ladder
from tests.players.matches import match
from tests.thorough import examples

from .check import colour

LEVEL_KEYS = [each.key for each in LEVELS]
CAREFUL = LEVEL_KEYS[1:]
"""The levels that see what happens at once."""

WIN_IN_ONE = """
    . . . . . . .
    . . . . . . .
    . . P P . . .
    . P G G . . .
    . . P P . . .
    . . . . G . .
    . . . . G . .
"""
"""Whoever gets e4: purple wins there, and green has to save itself there."""

FORK = """
    . . . . . . .
    . . . . . . .
    . P . . . P .
    . . G . G . .
    . P . . . P .
    . . P . P . .
    G . . . . . G
"""


CORNERS = """
    . G . . . G .
    . . . . . . .
    . . . P . . .
    . . P . P . .
    . . . . . . .
    . . . . . . .
    . G . . . G .
"""
"""A purple snorkel in a corner has one open tube."""


def position(state: SnorkelsState) -> SnorkelsBoard:
    return SnorkelsBoard.read(state.cells, colour(state))


def choice(state: State[SnorkelsAction, SnorkelsView], key: str, seed: int = 1) -> Choice[SnorkelsAction]:
    seat = min(state.to_act)
    return PLAYER.at(key, state.view_for(seat), state.legal(seat), Random(seed))


@pytest.mark.parametrize("key", CAREFUL)
def test_a_win_is_taken_and_proven(key: str) -> None:
    for seed in range(5):
        found = choice(drawn(WIN_IN_ONE), key, seed)
        assert (str(found.action), found.value, found.proven) == ("e4", 1, True)
        assert [str(action) for action in found.line] == ["e4"]


@pytest.mark.parametrize("key", examples(CAREFUL, CAREFUL[:1]))
def test_a_group_with_one_tube_is_saved(key: str) -> None:
    for seed in range(2):
        assert str(choice(drawn(WIN_IN_ONE, GREEN), key, seed).action) == "e4"


def test_the_first_mate_chooses_no_square_that_loses_at_once() -> None:
    for seed in range(1):
        rng = Random(seed)
        state = begun("snorkels", pie="off")
        while not state.outcome:
            legal: Sequence[SnorkelsAction] = state.legal(state.mover)
            if state.view_for(None).turn >= 8:
                found = position(state)
                squares = found.wins or found.sensible or found.empty
                legal = [Place(name(square)) for square in bits(squares)]
                action = choice(state, "first-mate", seed).action
                assert action in legal
            state = state.play(state.mover, rng.choice(legal))


def walked_into_atari(key: str, times: int = 20) -> int:
    """How often a level leaves its own group one open tube, although nothing forces it to."""
    state = drawn(CORNERS)
    safe = position(state).sensible
    chosen = [choice(state, key, seed) for seed in range(times)]
    return sum(str(each.action) not in {name(square) for square in bits(safe)} for each in chosen)


@pytest.mark.parametrize("key", examples(("cabin-boy", "deckhand"), {"deckhand"}))
def test_the_lower_levels_walk_into_atari_now_and_then(key: str) -> None:
    assert 0 < walked_into_atari(key) < 15


def test_the_first_mate_never_walks_into_atari() -> None:
    assert walked_into_atari("first-mate", 3) == 0


def test_the_cabin_boy_sometimes_overlooks_a_win() -> None:
    chosen = {str(choice(drawn(WIN_IN_ONE), "cabin-boy", seed).action) for seed in range(30)}
    assert "e4" in chosen
    assert len(chosen) > 1


def test_who_overlooks_a_group_does_not_think_that_all_is_lost() -> None:
    state = drawn(
        """
        . . . . . . .
        . . . . . . .
        . . P P . . .
        . P G . G P .
        . . P P . . .
        . . . . . . .
        . . . . . . .
        """,
        GREEN,
    )
    here, settings = position(state), SnorkelsSettings(50, overlooked=1)
    found = choose_square(here, here.empty, Random(1), settings)
    assert (str(found.action), found.proven) == ("d4", False)


def test_a_lost_position_is_known_to_be_and_still_played() -> None:
    lost = drawn(
        """
        . . . . . . .
        . . . . . . .
        . P P . . . .
        P G G . . . .
        . P P . G P .
        . . . P G P .
        . . . . P . .
        """,
        GREEN,
    )
    won = lost.play(GREEN, choice(lost, "captain").action)
    assert choice(lost, "captain").value < 0.5
    assert won.outcome is None


@pytest.mark.thorough
def test_the_captain_opens_fairly_and_takes_the_better_colour() -> None:
    opening = GAME.start(GAME.read_options({}))
    seat = min(opening.to_act)
    for seed in range(3):
        found = PLAYER.at("first-mate", opening.view_for(seat), opening.legal(seat), Random(seed))
        assert str(found.action) not in {"a1", "a7", "g1", "g7"}
    corner = opening.play(seat, Place("a1"))
    assert str(choice(corner, "captain").action) == "take green"


def test_only_stones_leave_a_square_on_which_purple_is_lost_at_once() -> None:
    state = GAME.start(GAME.read_options({"stones": "3"}))
    state = state.play(CHANCE, GAME.parse("stones b1 c2 g7"))
    state = state.play(HOST, GAME.parse("c1"))
    found = PLAYER.at("captain", state.view_for(GUEST), state.legal(GUEST), Random(1))
    assert (str(found.action), found.value) == ("take green", 1)


def test_the_same_seed_gives_the_same_choice_whatever_else_is_in_the_view() -> None:
    for key in ("cabin-boy", "deckhand", "first-mate"):
        state = drawn(FORK)
        legal = state.legal(PURPLE)
        view = state.view_for(PURPLE)
        other = replace(view, last="c4", turn=3, seating=())
        assert PLAYER.at(key, view, legal, Random(7)) == PLAYER.at(key, other, legal, Random(7))


@pytest.mark.thorough
def test_the_first_mate_beats_the_beginner_who_beats_the_cabin_boy() -> None:
    for better, worse, games in (("first-mate", "beginner", 2), ("beginner", "cabin-boy", 12)):
        first, second = (ladder.chooser(GAME, name) for name in (better, worse))
        assert match(GAME, first, second, games, 4, {"pie": "off"}, opening=2).share > 0.58
