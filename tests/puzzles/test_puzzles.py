"""Every puzzle is sound, no two are alike, and a sample is proved again.

All are proved again with ``CAPTAINS_TABLE_PROVE=all``, which takes a few minutes.
"""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from structlog.testing import capture_logs

from bot.features.puzzles import library
from bot.features.puzzles.library import of_day
from bot.features.puzzles.puzzle import Puzzle, PuzzleStep, read, write
from bot.features.puzzles.puzzle_cards import verdict_on
from bot.games import GAMES
from bot.games.core.grid import bits
from bot.games.depthcharge.actions import BOARD
from bot.games.depthcharge.notebook import SonarEvidence, deduce
from bot.games.depthcharge.rules import DepthChargeState
from bot.games.depthcharge.waters import HALVES, HARBOURS, enemy
from bot.games.record import Entry
from bot.players.crackers.position import Move, Position
from bot.players.crackers.position import read as read_moves
from bot.players.snorkels.board import name
from bot.tables.practice import DONE
from tests.players.snorkels.exhaustive import loses, wins

from .checks import Wrong, played_through, proved_again
from .make import keys, position
from .makers import MAKERS, checkers, crackers, curse
from .makers.snorkels import read as read_snorkels

LEAST: Final = 60
"""Puzzles of each game."""
SAMPLE: Final = {"checkers": 1, "curse": 2}
"""Puzzles that are proved again, if not two of a game."""
FILES: Final = [key for key, game in GAMES.items() if library.puzzles_of(game)]
GIVEN: Final = {key: library.puzzles_of(GAMES[key]) for key in FILES}


def sample() -> list[Puzzle]:
    """Other puzzles each day, so that all get their turn."""
    if os.environ.get("CAPTAINS_TABLE_PROVE") == "all":
        return [each for found in GIVEN.values() for each in found]
    rng = Random(os.environ.get("CAPTAINS_TABLE_PROVE", "2"))
    return [each for key, found in GIVEN.items() for each in rng.sample(found, SAMPLE.get(key, 2))]


@pytest.mark.parametrize("key", FILES)
def test_there_are_enough_puzzles_in_order_of_difficulty(key: str) -> None:
    found = GIVEN[key]
    assert len(found) >= LEAST
    assert len({each.id for each in found}) == len(found)
    assert [each.difficulty for each in found] == sorted(each.difficulty for each in found)


@pytest.mark.parametrize("key", FILES)
def test_solutions_and_refutations_can_be_played_and_secrets_can_t_be_told_apart(key: str) -> None:
    for puzzle in GIVEN[key]:
        played_through(puzzle)


@pytest.mark.parametrize("key", FILES)
def test_no_two_are_alike(key: str) -> None:
    maker = MAKERS[key]
    known = keys(maker, GIVEN[key])
    assert all(maker.distance(one, other) >= maker.nearest for one, other in combinations(known, 2))


MARGINS: Final = {"checkers": checkers.MARGIN, "crackers": crackers.MARGIN, "curse": curse.MARGIN}
"""By how much, at least, an answer that is refused is worse, where that is measured."""


@pytest.mark.parametrize("key", MARGINS)
def test_only_answers_that_are_clearly_worse_are_refused(key: str) -> None:
    for puzzle in GIVEN[key]:
        step: PuzzleStep | None = puzzle.solution
        while step is not None:
            costs = [each.cost for each in step.wrong.values() if each.cost]
            assert min(costs, default=MARGINS[key]) >= MARGINS[key], puzzle.subject
            step = next(iter(step.best.values())).then


CAPTAINS: Final = [each for each in GIVEN["crackers"] if each.theme == "press"]


@pytest.mark.parametrize("puzzle", CAPTAINS, ids=lambda each: each.subject)
def test_a_captain_s_turn_is_right_in_whatever_order_it_is_taken(puzzle: Puzzle) -> None:
    """Judged as people are: what can end where a right answer's turn ends isn't refused."""
    here = position(puzzle)
    view = here.view_for(puzzle.seat)
    names = {str(action): move for action, move in _moves(puzzle)}
    right = {text: _end_of_turn(puzzle, text) for text in puzzle.solution.best}
    for end in crackers.ends(Position.of(view), [*names.values()]):
        if end.after.key() in right.values():
            for text, move in names.items():
                if move in end.ways:
                    assert verdict_on(puzzle, (), text).ended == DONE, text


def _moves(puzzle: Puzzle) -> list[tuple[Any, Move]]:
    view = position(puzzle).view_for(puzzle.seat)
    legal = position(puzzle).legal(puzzle.seat)
    assert isinstance(legal, tuple)
    return [*zip(legal, read_moves(legal, view), strict=True)]


def _end_of_turn(puzzle: Puzzle, action: str) -> tuple[object, ...]:
    """What tells apart where a right action's turn ends."""
    state = position(puzzle)
    for entry in (Entry(puzzle.seat, action), *puzzle.solution.best[action].replies):
        state = state.play(entry.seat, GAMES[puzzle.game].parse(entry.text))
    return Position.of(state.view_for(puzzle.seat)).key()


def test_few_puzzles_of_depth_charge_have_a_single_layout_left() -> None:
    few = [number for number, each in enumerate(GIVEN["depthcharge"]) if each.proof["size"] < 3]
    assert len(few) <= 12
    assert all(number < 15 for number in few), "for beginners"


@pytest.mark.parametrize("puzzle", sample(), ids=lambda each: each.subject)
def test_a_sample_is_proved_again(puzzle: Puzzle) -> None:
    proved_again(puzzle)


def test_a_wrong_solution_is_not_proved() -> None:
    puzzle = GIVEN["snorkels"][0]
    (branch,) = puzzle.solution.best.values()
    other = replace(puzzle.solution, best={min(puzzle.solution.wrong): branch})
    with pytest.raises(Wrong):
        proved_again(replace(puzzle, solution=other))


def test_a_slow_search_that_knows_only_the_rules_agrees_about_wins_in_two_and_three() -> None:
    short = [each for each in GIVEN["snorkels"] if each.theme == "win in 2"]
    for puzzle in sorted(short, key=lambda each: len(each.record))[-2:]:
        here = read_snorkels(position(puzzle), puzzle.seat)
        after = {
            name(square): here.after(square) for square in bits(here.empty) if here.verdict(square) is None
        }
        assert not wins(here, 1)
        assert {text for text, each in after.items() if loses(each, 2)} == set(puzzle.solution.best)
        later = {text for text, each in puzzle.solution.wrong.items() if each.cost == 1}
        assert later == {text for text, each in after.items() if loses(each, 4)} - set(puzzle.solution.best)


def test_the_sonar_officer_agrees_about_certain_mines() -> None:
    for puzzle in GIVEN["depthcharge"][::6]:
        state = position(puzzle)
        assert isinstance(state, DepthChargeState)
        best = max(puzzle.solution.best)
        if best.startswith("charge"):
            _, mines = deduce(evidence(state, puzzle))
            assert BOARD.read(best.split()[1]) in mines


def test_every_puzzle_is_read_back_as_it_was_written() -> None:
    for found in GIVEN.values():
        for puzzle in found:
            assert read(write(puzzle)) == puzzle


def test_puzzles_of_other_rules_and_broken_lines_are_left_out_with_a_line_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = GIVEN["snorkels"][0]
    lines = [write(good), write(replace(good, rules=99)), "{}"]
    (tmp_path / "snorkels.jsonl").write_text("\n".join(lines))
    monkeypatch.setattr(library, "FOLDER", tmp_path)
    library.kept.cache_clear()
    try:
        with capture_logs() as logs:
            assert library.puzzles_of(GAMES["snorkels"]) == (good,)
            assert library.puzzles_of(GAMES["snorkels"]) == (good,)
            assert library.puzzles_of(GAMES["checkers"]) == ()
        assert [each["event"] for each in logs] == [
            "a puzzle can't be read",
            "puzzles made under other rules are left out",
        ]
    finally:
        library.kept.cache_clear()


def test_every_day_has_another_puzzle_and_games_take_turns() -> None:
    days = [f"2026-01-{day:02}" for day in range(1, 31)]
    found = [of_day(GAMES, day) for day in days]
    assert len({each.subject for each in found}) == len(found)
    turns = [each.game for each in found]
    assert all(turns[order] != turns[order + 1] for order in range(len(turns) - 1))


def evidence(state: DepthChargeState, puzzle: Puzzle) -> SonarEvidence:
    """What the solver knows, for the Sonar Officer."""
    rival = enemy(puzzle.seat)
    fleet = state.fleet(rival)
    return SonarEvidence(
        water=HALVES[rival] - state.islands - {HARBOURS[rival]},
        islands=state.islands,
        mines=state.terms.mines,
        destroyed=fleet.destroyed,
        empty=(fleet.swept | set(state.fleet(puzzle.seat).missed)) - set(fleet.destroyed),
        reports=tuple(
            (BOARD.read(report.square), report.times, len(report.gone))
            for report in state.reports
            if report.seat == puzzle.seat
        ),
    )
