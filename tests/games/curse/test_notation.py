"""Notation, seeded dice, and properties of whole games of Captain's Curse."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.core import CHANCE, IllegalAction, NotationError, OptionError
from bot.games.curse import GAME
from bot.games.curse.actions import PIRATE, Loot, Pass, Roll, Sink, parse
from bot.games.curse.rules import ROLLS, CurseState, seeded_roll
from tests.games.playing import played, walk


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("white barrel 14", Loot("white", 0, "barrel", 14)),
        ("black chest 7", Loot("black", 0, "chest", 7)),
        ("white+1 barrel 14", Loot("white", 1, "barrel", 14)),
        ("black-1 gem 30", Loot("black", -1, "gem", 30)),
        ("pass", Pass()),
        ("sink K", Sink("K")),
        ("sink aa", Sink("AA")),
        ("k", Sink("K")),
        ("white−1 coin 5", Loot("white", -1, "coin", 5)),
        ("white + 1 coin 5", Loot("white", 1, "coin", 5)),
        ("14 barrel white", Loot("white", 0, "barrel", 14)),
        ("barrel 14 white + 1", Loot("white", 1, "barrel", 14)),
        ("black 7 chest", Loot("black", 0, "chest", 7)),
        ("roll 5 2", Roll(5, 2)),
    ],
)
def test_the_rulings_examples_are_read(text: str, action: object) -> None:
    assert parse(text) == action


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("roll 7 1", "Dice show 1 to 6"),
        ("roll 5", "Type a die"),
        ("roll ² 3", "Type a die"),
        ("white barrel 37", "numbered from 1 to 36"),
        ("white barrel 014", "numbered from 1 to 36"),
        ("white barrel 0", "numbered from 1 to 36"),
        ("white rum 3", "isn’t a treasure. Choose coin"),
        ("white+2 coin 3", "Type a die"),
        ("red coin 3", "Type a die"),
        ("sink 7", "Lines have letters"),
        ("sink \u212a", "Type a die"),
        ("sink", "Type a die"),
        ("pass now", "Type a die"),
        ("pass" + " " * 100_000 + "x", "Type a die"),
        ("", "Type a die"),
    ],
)
def test_other_texts_are_refused_with_a_hint(text: str, told: str) -> None:
    with pytest.raises(NotationError, match=told):
        parse(text)


def test_a_seed_fixes_every_roll_whoever_draws() -> None:
    state = GAME.start(GAME.read_options({"seed": "77"}))
    assert state.sample_chance(Random(1)) == state.sample_chance(Random(2)) == seeded_roll(77, 0)
    played = walk(GAME, {"seed": "77"}, 77)
    rolls = [moment.action for moment in played.moments if moment.seat == CHANCE]
    assert rolls == [seeded_roll(77, number) for number in range(len(rolls))]


def test_a_seed_leaves_all_outcomes_possible_and_any_may_be_forced() -> None:
    state = CurseState(seed=5)
    assert state.legal(CHANCE) == ROLLS
    for roll in ROLLS:
        assert played(state, str(roll)).white == roll.white


def test_seeded_rolls_stay_as_they_are_for_all_time() -> None:
    assert [str(seeded_roll(1, number)) for number in range(6)] == ROLLED_FROM_ONE
    assert str(seeded_roll(2**53 - 1, 40)) == ROLLED_FROM_THE_LAST


ROLLED_FROM_ONE = ["roll 4 2", "roll 4 2", "roll 3 2", "roll 6 2", "roll 4 4", "roll 2 1"]
ROLLED_FROM_THE_LAST = "roll 5 2"


def test_seeded_rolls_are_even() -> None:
    seen = Counter(seeded_roll(seed, number) for seed in range(120) for number in range(60))
    assert len(seen) == 36
    assert 140 < min(seen.values()) <= max(seen.values()) < 265


def test_without_a_seed_the_rolls_are_the_drawer_s() -> None:
    state = CurseState()
    assert len({state.sample_chance(Random(seed)) for seed in range(60)}) > 20


@pytest.mark.parametrize("text", ["-1", "9007199254740992", "x", "1.5", "007"])
def test_a_seed_out_of_bounds_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="seed"):
        GAME.read_options({"seed": text})


def test_the_seed_is_shown_to_nobody() -> None:
    seed = 8_912_345_678_901
    for viewer in (None, PIRATE):
        assert str(seed) not in repr(CurseState(seed=seed).view_for(viewer))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_whole_games_keep_the_books(seed: int) -> None:
    states: list[Any] = walk(GAME, {}, seed).positions(10_000)
    for before, state in pairwise(states):
        assert state.sunk & before.sunk == before.sunk
        assert state.looted & before.looted == before.looted
        assert state.circled & before.circled == before.circled
        assert 0 <= state.charms <= 6
        assert state.abandoned & ~state.looted == 0
        looted = (state.looted & ~state.abandoned).bit_count()
        assert looted == state.circled.bit_count(), "a space is looted for each circled cell"
        if state.outcome is None:
            seat = next(iter(state.to_act))
            assert state.legal(seat)
            with pytest.raises(IllegalAction):
                state.play(PIRATE if seat == CHANCE else CHANCE, state.legal(seat)[0])
    last = states[-1]
    assert last.outcome is not None
    assert last.outcome.results[0].score == last.score(final=True).total
    with pytest.raises(IllegalAction, match="over"):
        last.play(PIRATE, Pass())
