"""What was learnt of Captain's Curse: every way to add it up is the same, and without it formulas go on."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from bot.games.core import CHANCE
from bot.games.curse.actions import PIRATE, Roll
from bot.games.curse.island import NEWEST
from bot.games.curse.rules import CurseState
from bot.players.curse import PLAYER, outlook
from bot.players.curse.board import CurseBoard, Way, read
from bot.players.curse.choosing import NEAR, by_outlook, known
from bot.players.curse.outlook import ROLLS, Outlook, Play, numbers, placed
from bot.players.curse.review import REVIEWER
from bot.players.curse.tides import tide
from bot.players.learnt import UNIT, tables
from tests.fuzz import effort
from tests.players import train
from tests.players.compiled import COMPILED

from .check import positions
from .training import TRAINING, played


@pytest.fixture
def nothing_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the file couldn't be read."""
    for module in ("choosing", "outlook"):
        monkeypatch.setattr(f"bot.players.curse.{module}.learnt", lambda: None)


def states() -> Iterator[CurseState]:
    """The pirate's turns in a few games on the newest map."""
    for seed in range(1, 2 + 6 * effort.TIMES, 2):
        yield from positions(seed)


def after(board: CurseBoard, way: Way, play: Play) -> CurseBoard:
    """The board after a play."""
    there = board.copy()
    there.loot(way, play.column, play.space)
    if play.fall is not None:
        there.sink(play.fall)
    return there


def test_a_play_is_worth_what_the_position_after_it_is() -> None:
    for number, state in enumerate(states()):
        if state.phase == "sink":
            continue
        board = read(state.view_for(PIRATE))
        found = Outlook(board).turns(state.white, state.black, state.fresh)
        for worth, points, way, play in Random(number).sample(found, min(len(found), 3)):
            there = after(board, way, play)
            assert Outlook(there).value() == (worth, points), (state, way, play)
            if there.over:
                assert there.final()[0] * UNIT == points or not there.tide.land


def test_it_tries_every_legal_turn() -> None:
    for state in states():
        legal = {str(action) for action in state.legal(PIRATE)}
        found = {str(each.candidate.action) for each in by_outlook(state.view_for(PIRATE))}
        whole = {column for column, depth in enumerate(state.depths) if depth < 6}
        assert found <= legal
        if state.phase == "sink":
            assert found == legal
        # A die that completes a column needs only one of its spaces.
        assert {text.rsplit(" ", 1)[0] for text in found} == {text.rsplit(" ", 1)[0] for text in legal}, whole


def test_a_roll_is_worth_what_its_best_turn_is_though_what_seems_hopeless_is_not_tried() -> None:
    missed = tried = 0
    for state in [*states()][::20]:
        if state.phase == "sink":
            continue
        board = read(state.view_for(PIRATE))
        here = Outlook(board)
        for white, black in ROLLS:
            rolled = board.copy()
            fresh = rolled.roll(white, black)
            found = Outlook(rolled).turns(white, black, fresh)
            best = [found[0][0]] if found else []
            if rolled.must_pass(white, black):
                for fall in rolled.tide.falls or (None,):
                    sunk = rolled.copy()
                    if fall is not None:
                        sunk.sink(fall)
                    best.append(Outlook(sunk).value()[0])
            short = here.rolled(white, black)[0]
            assert max(best) - 2 * UNIT < short <= max(best)
            missed += short != max(best)
            tried += 1
    assert missed < tried / 50


def test_luck_averages_to_nothing() -> None:
    state = next(state for state in states() if state.turn == 9 and state.phase == "loot")
    view = replace(state, phase="roll").view_for(None)
    found = [REVIEWER.judge(view, (), Roll(*dice), Random(1)) for dice in ROLLS]
    assert abs(sum(each.after - each.before for each in found if each)) < 1e-6
    assert len({each.before for each in found if each}) == 1


@pytest.mark.usefixtures("nothing_learnt")
def test_without_what_was_learnt_every_level_and_the_reviewer_go_by_formulas() -> None:
    for state in [*states()][::12]:
        view, legal = state.view_for(PIRATE), state.legal(PIRATE)
        assert not known(view)
        for level in PLAYER.levels:
            choice = PLAYER.at(level, view, legal, Random(1))
            assert choice.action in legal
            judgement = REVIEWER.judge(view, legal, choice.action, Random(1))
            assert judgement is not None
            assert judgement.loss >= 0


def test_every_action_of_a_game_is_judged_and_the_best_loses_nothing() -> None:
    for state in [*states()][::12]:
        view = state.view_for(PIRATE)
        best = PLAYER.at("captain", view, state.legal(PIRATE), Random(1)).action
        for action in [best, *Random(2).sample([*state.legal(PIRATE)], 1)]:
            judgement = REVIEWER.judge(view, state.legal(PIRATE), action, Random(1))
            assert judgement is not None
            assert judgement.loss < 0.3 or action != best
            assert judgement.best is None or judgement.best in state.legal(PIRATE)


@pytest.mark.thorough
@COMPILED
def test_the_same_seed_and_games_learn_the_same_bytes() -> None:
    one, same, other = (TRAINING.learn(30, seed) for seed in (5, 5, 6))
    assert one == same != other
    assert len(TRAINING.file.unpack(one)) == len(TRAINING.file.sizes)


@pytest.mark.thorough
@COMPILED
def test_the_helper_that_learns_plays_as_the_player_does(tmp_path: Path) -> None:
    """By the same file: every turn of a few games is worth the same to both, and is played the same."""
    board, turns = CurseBoard(tide(NEWEST, 0)), 0
    for line in played(4, 99, tmp_path, carefully=False):
        if line.startswith("end"):
            assert board.over
            assert line == f"end {board.final()[0]} {int(board.final()[1] == 4)}"
            board = CurseBoard(tide(NEWEST, 0))
            continue
        white, black, worth, *sheet = line.split()
        dice = int(white), int(black)
        best = Outlook(board).rolled(*dice)[0] / UNIT
        assert abs(best - float(worth)) < 0.1, line
        fresh, ways = board.roll(*dice), list[CurseBoard]()
        for _, _, way, play in Outlook(board).turns(*dice, fresh):
            ways.append(after(board, way, play))
        if board.must_pass(*dice):
            for fall in board.tide.falls:
                ways.append(board.copy())
                ways[-1].sink(fall)
        for each in ways:
            each.settle()
        sheets = ((*each.depths, placed(each.free), numbers()[each.tide.sunk], each.charms) for each in ways)
        named = [[*map(str, each)] for each in sheets]
        board = ways[named.index(sheet)]
        assert Outlook(board).value()[0] / UNIT > best - 0.1, line
        turns += 1
    assert turns > 100


@pytest.mark.thorough
@COMPILED
def test_the_helper_plays_as_carefully_as_the_captain(tmp_path: Path) -> None:
    """It reckons with fractions, so of two turns that are worth the same it may choose the other."""
    state, same, other = CurseState(edition=NEWEST), 0, 0
    for line in played(1 + 2 * effort.TIMES, 5, tmp_path, carefully=True):
        if line.startswith("end"):
            state = CurseState(edition=NEWEST)
            continue
        white, black, _, *sheet = line.split()
        state = state.play(CHANCE, Roll(int(white), int(black)))
        while PIRATE in state.to_act:
            action = PLAYER.at("captain", state.view_for(PIRATE), state.legal(PIRATE), Random(1)).action
            state = state.play(PIRATE, action)
        board = read(state.view_for(PIRATE))
        board.settle()
        numbers_ = (*board.depths, placed(board.free), numbers()[board.tide.sunk], board.charms)
        if [*map(str, numbers_)] != sheet:
            other += 1
            break
        same += 1
    assert other <= same / 20
    assert same > 20


def test_all_rolls_are_tried_of_turns_that_are_nearly_as_good_as_the_best() -> None:
    """Those that are looked at closely are worth the mean of what each roll comes to; no other beats them."""
    changed = 0
    for state in [*states()][::5]:
        view = state.view_for(PIRATE)
        quick, close = by_outlook(view), by_outlook(view, 3)
        assert {each.candidate.action for each in quick} == {each.candidate.action for each in close}
        assert [each.rank for each in close] == sorted((each.rank for each in close), reverse=True)
        best = close[0]
        near = [each for each in quick[:2] if each.rank > quick[0].rank - NEAR]
        if len(near) > 1 and not best.candidate.after.over:
            outlook = Outlook(best.candidate.after)
            worth = sum(outlook.rolled(*dice)[0] for dice in ROLLS) / len(ROLLS) / UNIT
            assert best.rank == pytest.approx(worth)
            assert best.candidate.action in {each.candidate.action for each in near}
            changed += best.candidate.action != quick[0].candidate.action
        else:
            assert best.candidate.action == quick[0].candidate.action
    assert changed


def test_no_position_can_make_a_hidden_unit_spill_into_the_next() -> None:
    learnt = tables(TRAINING.file)
    assert learnt is not None
    *_, weights, bias, _, _, _ = learnt
    bits = slice(outlook.FREE, outlook.SPARE)
    kinds = [outlook.SPARE, outlook.DRY, outlook.CROSS, outlook.CHARM, outlook.DOUBLE, outlook.CELL]
    kinds += [outlook.PAR, outlook.TWO, outlook.OPEN, outlook.PRICE, outlook.GIFT, outlook.HOPE]
    kinds += range(outlook.LINE, outlook.END + 1, 15)
    for unit in range(outlook.UNITS):
        rows = [abs(each) for each in weights[unit :: outlook.UNITS]]
        most = abs(bias[unit]) + 6 * max(rows[: outlook.FREE]) + sum(rows[bits])
        most += sum(max(rows[start:end]) for start, end in pairwise(kinds))
        assert most < 1 << outlook.LANE - 1


@pytest.mark.thorough
@COMPILED
def test_a_helper_that_fails_is_told() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        replace(TRAINING, given=lambda: "0").learn(1, 1)
    assert "curse" in train.trainable()
