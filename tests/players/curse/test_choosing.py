"""What the computer player of Captain's Curse chooses, and what it may know."""

from __future__ import annotations

from dataclasses import fields, replace
from operator import attrgetter
from random import Random
from typing import Final

import pytest

from bot.games.core import CHANCE
from bot.games.curse.actions import PIRATE, CurseAction, Loot, Pass, Sink
from bot.games.curse.rules import CurseState
from bot.games.curse.view import CurseView
from bot.players.curse import PLAYER
from bot.players.curse.board import read
from bot.players.curse.choosing import PirateSettings, by_outlook, choose
from bot.players.curse.review import REVIEWER
from bot.players.curse.tides import tide
from bot.players.player import Choice
from tests.games.curse.playing import bits, columns, space
from tests.games.playing import played

from .check import positions

by_each_level = pytest.mark.parametrize("level", PLAYER.levels)


def chosen(state: CurseState, level: str = "captain", seed: int = 1) -> Choice[CurseAction]:
    """What a level chooses in ``state``."""
    return choose(state.view_for(PIRATE), state.legal(PIRATE), Random(seed), PLAYER.levels[level])


def text(state: CurseState, level: str = "captain", seed: int = 1) -> str:
    """What a level chooses in ``state``, in notation."""
    return str(chosen(state, level, seed).action)


# What it may know


def test_the_same_dice_so_far_bring_the_same_choice_whatever_is_rolled_next() -> None:
    assert "seed" not in {each.name for each in fields(CurseView)}
    for seed in range(6):
        rng = Random(seed)
        for state in positions(seed)[::8]:
            one, other = replace(state, seed=rng.getrandbits(50)), replace(state, seed=rng.getrandbits(50))
            for level in PLAYER.levels:
                found = chosen(one, level, seed)
                assert found == chosen(other, level, seed)
                assert len(found.alternatives) <= 5


OPENING: Final = played(CurseState(), "roll 6 3")


# What it chooses


@pytest.mark.parametrize("level", ["first-mate", "captain"])
def test_a_white_die_that_crosses_nothing_out_is_better_than_one_that_costs_land(level: str) -> None:
    for seed in range(5):
        action = chosen(played(CurseState(), "roll 6 1"), level, seed).action
        assert isinstance(action, Loot)
        assert action.die == "white"
        assert action.treasure in ("coin", "barrel", "gem")


@by_each_level
def test_first_doubles_take_the_black_die(level: str) -> None:
    action = chosen(played(CurseState(), "roll 1 1"), level).action
    assert isinstance(action, Loot)
    assert action.die == "black"


def at_the_last_cell() -> CurseState:
    """The gem lacks a 1, a charm is left, and one more sinking loses dry land."""
    last, now = bits(space("gem", 5)), tide(2, 0)
    while now.spare:
        now = max((fall.after for fall in now.falls if not fall.takes & last), key=attrgetter("spare"))
    state = columns("654321", "123456", "654321", "123456", "65432.", "123456")
    state = replace(state, doubles=1, turn=30, sunk=now.sunk, looted=state.sheet.land & ~last)
    found: CurseState = played(state, "roll 2 4")
    return found


def test_a_charm_is_spent_on_the_last_cells_that_it_can_fill_before_dry_land_is_lost() -> None:
    assert text(at_the_last_cell()).startswith("white-1 gem")
    assert chosen(at_the_last_cell()).proven


@by_each_level
def test_it_passes_when_nothing_fits(level: str) -> None:
    state = replace(columns("654321", "123456", "654321", "123456", "65432.", "123456"), turn=30)
    state = replace(state, looted=state.sheet.land & ~bits(space("gem", 5)))
    choice = chosen(played(state, "roll 3 4"), level)
    assert choice.action == Pass()
    assert isinstance(choice.line[1], Sink)


@pytest.mark.parametrize("level", ["deckhand", "first-mate", "captain"])
def test_the_black_die_is_not_taken_if_it_drowns_the_pirate(level: str) -> None:
    now = tide(2, 0)
    while now.falls[0].after.land:
        now = now.falls[0].after
    state = replace(CurseState(), sunk=now.sunk, turn=25)
    for seed in range(5):
        action = chosen(played(state, "roll 3 6"), level, seed).action
        assert isinstance(action, Loot)
        assert action.die == "white"


def test_a_captain_sinks_what_is_looted_already() -> None:
    lines = {line.label: line.takes for line in played(CurseState(), "roll 1 1").view_for(PIRATE).lines}
    single = sorted(takes[0] for takes in lines.values() if len(takes) == 1)
    treasure = {each.number: each.treasure for each in CurseState().sheet.spaces}
    number = next(number for number in single if treasure[number] in ("coin", "barrel", "gem"))
    state = played(CurseState(), "roll 6 5", f"white {treasure[number]} {number}", "roll 1 1")
    other = next(number for number in reversed(single) if treasure[number] in ("chest", "bottle", "skull"))
    state = played(state, f"black {treasure[other]} {space(treasure[other], 5)}")
    action = chosen(state, "first-mate").action
    assert isinstance(action, Sink)
    assert lines[action.line] == (number,)


def test_the_last_cell_of_a_perfect_column_is_worth_more_than_the_same_value_elsewhere() -> None:
    state = replace(columns("65432.", "......", "X5432.", "......", "......", "......"), turn=12)
    state = replace(
        state, looted=bits(*(space("coin", n) for n in range(5)), *(space("barrel", n) for n in range(4)))
    )
    rolled = played(state, "roll 1 4")
    best = [str(each.candidate.action) for each in by_outlook(rolled.view_for(PIRATE))]
    coin, barrel = (next(n for n, each in enumerate(best) if name in each) for name in ("coin", "barrel"))
    assert coin < barrel


def test_what_it_expects_at_first_is_near_what_it_reaches() -> None:
    settings = PirateSettings(learnt=True)
    value = choose(OPENING.view_for(PIRATE), OPENING.legal(PIRATE), Random(1), settings).value
    assert 90 < value < 110


def test_only_a_charm_could_have_saved_a_turn_that_was_passed_without_need() -> None:
    """Whoever may pass has no column for either die as rolled, so a review blames nothing else."""
    reasons = set()
    for seed in range(12):
        for state in (at_the_last_cell(), *positions(seed)):
            legal = state.legal(PIRATE)
            if Pass() in legal and len(legal) > 1:
                assert all(each == Pass() or (isinstance(each, Loot) and each.change) for each in legal)
                found = REVIEWER.judge(state.view_for(PIRATE), legal, Pass(), Random(1))
                assert found is not None
                reasons.add(found.reason)
    assert reasons == {"", "There was no need to pass: a charm would have kept the turn alive."}


# What a review says


def last_two(*free: int) -> CurseState:
    """86 points as things stand, 100 if both of the last columns are completed with a 6; land enough."""
    state = columns("654321", "12345.", "654321", "X2X456", "XX4XX1", "12345.")
    return replace(state, looted=((1 << 36) - 1) & ~bits(*free))


def test_expected_points_are_never_more_than_can_be_had_and_a_lost_title_counts_beside_them() -> None:
    state = played(last_two(7, 13, 6), "roll 5 6", "black chest 7")
    view = state.view_for(PIRATE)
    assert (last_two(7, 6).view_for(PIRATE).end.total, read(view).reach()) == (86, 100)
    found = REVIEWER.judge(view, state.legal(PIRATE), Sink("C"), Random(1))
    assert found is not None
    assert found.before <= 100
    assert found.after == 93, "what line C takes can't be looted any more"
    assert found.beside > 3
    assert found.loss == pytest.approx(found.before - found.after + found.beside)


def test_no_judgement_expects_more_points_than_can_be_had() -> None:
    for seed in range(3):
        rng = Random(seed)
        for state in positions(seed):
            view, legal = state.view_for(PIRATE), state.legal(PIRATE)
            found = REVIEWER.judge(view, legal, rng.choice(legal), rng)
            assert found is not None
            assert max(found.before, found.after) <= read(view).reach()


def test_a_review_says_which_column_needed_a_value_more_and_what_a_choice_does_to_the_title() -> None:
    reasons = set()
    for seed in (0, 6, 15):
        rng, state = Random(seed), CurseState()
        while state.outcome is None:
            (seat,) = state.to_act
            legal = list(state.legal(seat))
            view = state.view_for(seat)
            if seat == CHANCE or rng.random() >= 0.85:
                action = rng.choice(legal)
            else:
                action = PLAYER.at("cabin-boy", view, legal, rng).action
            if seat == PIRATE:
                found = REVIEWER.judge(view, legal, action, rng)
                assert found is not None
                reasons.add(found.reason)
            state = state.play(seat, action)
    told = [
        "This makes you Captain in about ",
        "The chest column needs a 3 more than the barrel column does.",
        "needs a 3 more urgently: it has only ",
    ]
    assert [any(each in reason for reason in reasons) for each in told] == [True] * len(told)
    assert not any("Another column" in each for each in reasons)


@pytest.mark.parametrize(("space", "line"), [(7, ""), (30, "N")])
def test_a_hint_names_a_line_that_could_sink_a_space_next_if_it_is_the_smallest(
    space: int, line: str
) -> None:
    """Chests stand beyond two lines of the same size."""
    view = played(CurseState(), "roll 1 2").view_for(PIRATE)
    treasure = view.sheet.spaces[space - 1].treasure
    assert PLAYER.hint is not None
    told = PLAYER.hint(view, Choice(Loot("white", 0, treasure, space), 0.0)).action
    assert (f"because line {line} could sink it next" in told) == bool(line)
    assert ("could sink it next" in told) == bool(line)
