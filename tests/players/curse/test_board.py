"""The player's board of Captain's Curse follows the rules, and its table follows from the odds."""

from __future__ import annotations

import statistics
from itertools import count, pairwise
from random import Random

import pytest

from bot.games.curse.actions import PIRATE
from bot.games.curse.island import bits, island
from bot.games.curse.rules import seeded_roll
from bot.players.curse import PLAYER
from bot.players.curse.board import CurseBoard, read
from bot.players.curse.choosing import CurseCandidate, PirateSettings, sinking, turn
from bot.players.curse.policy import options
from bot.players.curse.prospects import (
    LATE_SINKING,
    MOST_CHARMS,
    MOST_SPARE,
    SHAPES,
    SINKING,
    UNIT,
    prospects,
)
from bot.players.curse.tides import GONE, tide
from bot.players.player import drawn
from tests.fuzz import effort

from .check import check, played, positions
from .tables import CHARMS, WHOLE, best_of, placements, worth


def test_board_and_rules_agree_on_random_positions_of_both_maps() -> None:
    for number in range(6 * effort.TIMES):
        for state in positions(number):
            check(state, Random(number))


def test_a_column_whose_treasure_is_gone_ends_as_if_it_were_complete_and_can_do_nothing_else() -> None:
    settled = 0
    for number in range(6 * effort.TIMES):
        for state in positions(number):
            board = read(state.view_for(PIRATE))
            after = board.copy()
            after.settle()
            settled += after != board
            assert after.final() == board.final()
            assert all(after.columns_for(value) == board.columns_for(value) for value in range(1, 7))
    assert settled


@pytest.mark.parametrize("edition", [1, 2])
def test_the_spare_sinkings_are_the_longest_way_that_leaves_fifteen_spaces(edition: int) -> None:
    assert 0 < tide(edition, 0).spare <= MOST_SPARE
    rng = Random(edition)
    for _ in range(20):
        now = tide(edition, 0)
        while now.falls:
            assert now.spare >= max(fall.after.spare for fall in now.falls)
            assert (now.spare == GONE) == (now.land < 15)
            now = rng.choice(now.falls).after
        assert now.land == 0


def test_the_spaces_that_the_sea_can_take_alone_are_looted_first() -> None:
    now = tide(2, 0)
    alone = {fall.takes for fall in now.falls if fall.count == 1}
    for column, spaces in enumerate(now.exposed):
        assert sum(spaces) == island(2).treasures[column] == bits(tuple(s.bit_length() for s in spaces))
        first = [space in alone for space in spaces]
        assert first == sorted(first, reverse=True)


def test_the_prospects_in_the_table_follow_from_those_after_each_placement() -> None:
    """One step of the table is worked out anew in many places, so a stale file is noticed."""
    table = prospects()
    rng = Random(3)
    for _ in range(300):
        level, charms, shape = rng.randrange(MOST_SPARE + 2), rng.randrange(MOST_CHARMS + 1), 0
        shape = rng.randrange(SHAPES - 1)
        ways = placements(shape)
        below = max(level - 1, 0)
        expected = worth(
            [best_of(ways, table[level][each]) for each in CHARMS],
            [best_of(ways, table[below][each]) for each in CHARMS],
            charms,
            [table[below][each][shape] if level or each > charms else None for each in CHARMS],
            SINKING if level else LATE_SINKING,
        )
        assert table[level][charms][shape] == pytest.approx(expected, abs=1.5 * UNIT)


def test_complete_columns_bring_no_more_points() -> None:
    assert {layer[WHOLE] for layers in prospects()[:1] for layer in layers} == {0.0}
    assert len({layer[WHOLE] for layers in prospects()[1:] for layer in layers}) == 1


def test_each_level_has_more_points_than_the_one_below() -> None:
    """By far more than chance can blur in few games."""
    means = [
        statistics.mean(glance(settings, seed) for seed in range(12)) for settings in PLAYER.levels.values()
    ]
    for below, above in pairwise(means):
        assert above > below + 2, means
    assert means[-1] > 95


def glance(settings: PirateSettings, seed: int) -> int:
    """The points of a game with these dice by the quick judgement alone, played on the player's board."""
    board, rng = CurseBoard(tide(2, 0)), Random(seed)

    def chosen(found: list[CurseCandidate]) -> CurseCandidate:
        found = sorted(found, key=lambda each: -each.seems)
        return drawn(found, lambda each: each.seems, settings.temperature, rng)

    for number in count():
        if board.over:
            break
        roll = seeded_roll(seed, number)
        dice = (roll.white, roll.black)
        fresh = board.roll(*dice)
        best = chosen([turn(board, each, rng, settings.foresight) for each in options(board, *dice, fresh)])
        board = played(board, best.action, dice, fresh)
        if best.follow:
            board = chosen([sinking(board, each, settings.foresight) for each in board.tide.falls]).after
    return board.final()[0]
