"""Every puzzle is sound, no two are alike, and a sample is proved again; all of them in thorough runs."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial, reduce
from itertools import combinations
from operator import and_, or_
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import pytest
from structlog.testing import capture_logs

from bot.features.puzzles import library
from bot.features.puzzles.library import of_day
from bot.features.puzzles.puzzle import Puzzle, read, write
from bot.features.puzzles.puzzle_cards import verdict_on
from bot.games import GAMES
from bot.games.checkers.actions import BOARD as CHECKERS_BOARD
from bot.games.checkers.actions import RED
from bot.games.core import Line, Seat
from bot.games.core.grid import bits
from bot.games.crackers.actions import CREW, Walk, name_of
from bot.games.crackers.board import Station
from bot.games.crackers.reasons import deeds
from bot.games.curse.actions import Loot
from bot.games.curse.text import value_of
from bot.games.depthcharge.actions import BOARD
from bot.games.depthcharge.sonar import report
from bot.games.depthcharge.view import DepthChargeView
from bot.games.depthcharge.waters import HALVES, enemy
from bot.games.record import Entry
from bot.games.snorkels.actions import BOARD as SNORKELS_BOARD
from bot.players.checkers.board import CheckersBoard
from bot.players.crackers.position import Move, Position
from bot.players.crackers.position import read as read_moves
from bot.players.depthcharge.choosing import evidence
from bot.players.depthcharge.posterior import infer
from bot.players.snorkels.board import name
from bot.tables.errors import TableError
from bot.tables.practice import DONE
from tests.players.compiled import COMPILED
from tests.players.snorkels.exhaustive import loses, wins

from .checks import Wrong, played_through, proved_again, tries
from .make import keys, position
from .makers import MAKERS, checkers, crackers, curse
from .makers.snorkels import read as read_snorkels

LEAST: Final = {"crackers": 24}
"""Puzzles of a game, if not 60."""
FILES: Final = [key for key, game in GAMES.items() if library.puzzles_of(game)]
of_each_game = pytest.mark.parametrize("key", FILES)
GIVEN: Final = {key: library.puzzles_of(GAMES[key]) for key in FILES}
SAMPLE: Final = [GIVEN[key][0] for key in FILES if key != "checkers"]
"""The easiest, which are proved again in each run; a wrong one of Checkers is noticed when it is played."""


@of_each_game
def test_there_are_enough_puzzles_in_order_of_difficulty(key: str) -> None:
    found = GIVEN[key]
    assert len(found) >= LEAST.get(key, 60)
    assert len({each.id for each in found}) == len(found)
    assert [each.difficulty for each in found] == sorted(each.difficulty for each in found)


@of_each_game
def test_solutions_and_refutations_can_be_played_and_secrets_can_t_be_told_apart(key: str) -> None:
    for puzzle in GIVEN[key]:
        played_through(puzzle)


@of_each_game
def test_no_two_are_alike(key: str) -> None:
    maker = MAKERS[key]
    known = keys(maker, GIVEN[key])
    assert all(maker.distance(one, other) >= maker.nearest for one, other in combinations(known, 2))


MARGINS: Final = {"checkers": checkers.MARGIN, "crackers": crackers.MARGIN, "curse": curse.MARGIN}
"""By how much, at least, an answer that is refused is worse, where that is measured."""


@pytest.mark.parametrize("key", MARGINS)
def test_only_answers_that_are_clearly_worse_are_refused(key: str) -> None:
    for puzzle in GIVEN[key]:
        steps = [puzzle.solution]
        for step in steps:
            costs = [each.cost for each in step.wrong.values() if each.cost]
            assert min(costs, default=MARGINS[key]) >= MARGINS[key], puzzle.subject
            steps += [branch.then for branch in step.best.values() if branch.then is not None]


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


NEEDED: Final = {"crackers": [COMPILED]}
"""What proofs need."""


@pytest.mark.parametrize(
    "puzzle",
    [
        pytest.param(
            each,
            marks=[*NEEDED.get(each.game, []), *[pytest.mark.thorough] * (each not in SAMPLE)],
            id=each.subject,
        )
        for found in GIVEN.values()
        for each in found
    ],
)
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
        first, second = [each["fault"] for each in logs]
        assert first.startswith("snorkels.jsonl, line 3: ")
        assert second == f"snorkels.jsonl: 1 were made under other rules than {good.rules}"
    finally:
        library.kept.cache_clear()


def test_a_file_that_cannot_be_read_costs_the_days_of_its_own_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = [f"2026-01-{day:02}" for day in range(1, 31)]
    before = {day: of_day(GAMES, day) for day in days}
    shutil.copytree(str(library.FOLDER), tmp_path, dirs_exist_ok=True)
    (tmp_path / "depthcharge.jsonl").write_bytes(b"\xff\xfe")
    monkeypatch.setattr(library, "FOLDER", tmp_path)
    library.kept.cache_clear()
    try:
        for day, puzzle in before.items():
            if puzzle.game == "depthcharge":
                with pytest.raises(TableError, match=r"That day’s puzzle is from Depth Charge, whose"):
                    of_day(GAMES, day)
            else:
                assert of_day(GAMES, day) == puzzle
    finally:
        library.kept.cache_clear()


def test_every_day_has_another_puzzle_and_games_take_turns() -> None:
    days = [f"2026-01-{day:02}" for day in range(1, 31)]
    found = [of_day(GAMES, day) for day in days]
    assert len({each.subject for each in found}) == len(found)
    turns = [each.game for each in found]
    assert all(turns[order] != turns[order + 1] for order in range(len(turns) - 1))


Whys: TypeAlias = Callable[[str], list[tuple[Puzzle, Line[Any, Any], list[Any], str]]]


@cache
def explained(every: int, key: str) -> list[tuple[Puzzle, Line[Any, Any], list[Any], str]]:
    """Each solution and wrong try of every so-many-th puzzle, where it leads through, and its reason."""
    found = GIVEN[key][every - 1 :: every]
    return [(puzzle, *each, GAMES[key].explain(each[0])) for puzzle in found for each in tries(puzzle)]


@pytest.fixture(params=[5, pytest.param(1, marks=pytest.mark.thorough)])
def whys(request: pytest.FixtureRequest) -> Whys:
    """What there is of a game."""
    return partial(explained, request.param)


UNITS: Final = re.compile(
    r"\(\d+\)|\d+ \([A-Z][^)]+\)|pings? at [\d, and]+|heard it at \d+|the (white |black )?\d( as a \d)?|"
    r"(spaces?|skips) \d[\d\u2011, and]*|"
    r"instead of \d|\(48 needed\)|round \d+ of \d+|[\d.]+ (of (the )?)?(all )?(\d+ )?(open )?"
    r"(tube|snorkel|checker|square|point|space|line|sandbag|round|turn|more)"
)
"""Numbers that say what they count, besides squares."""
SQUARES: Final[dict[str, Callable[[Any], set[str]]]] = {
    "snorkels": lambda _: {*SNORKELS_BOARD.names},
    "checkers": lambda _: {*CHECKERS_BOARD.names},
    "depthcharge": lambda _: {*BOARD.names},
    "curse": lambda _: set(),
    "crackers": lambda state: {*state.view_for(None).grid.names},
}


@of_each_game
def test_each_solution_and_wrong_try_has_a_reason_in_whole_sentences(key: str, whys: Whys) -> None:
    for puzzle, _line, states, why in whys(key):
        assert puzzle.theme == "drown" or re.fullmatch(r"[A-Za-z][^ ]*( [^ ]+)+\.", why), (
            puzzle.subject,
            why,
        )
        assert "None" not in why
        squares = set(re.findall(r"\b[a-z]\d+\b", why))
        assert squares <= SQUARES[key](states[0]), why
        assert not re.search(r"\d", UNITS.sub("", re.sub(r"\b[a-z]\d+\b", "", why))), why


def test_a_reason_of_snorkels_names_the_only_answer_or_none(whys: Whys) -> None:
    """Any other answer loses at once, as the rules play it."""
    for puzzle, line, states, why in whys("snorkels"):
        if why.startswith("You could have"):
            here, own = states[0], puzzle.seat
            ends = (here.play(own, each).view_for(None) for each in here.legal(own))
            taken = {*re.findall(r"\w\d", why)}
            assert any(each.outcome and taken & {*each.blocked} for each in ends), why
        if not line.right or "leaves little air" not in why:
            continue
        forced = re.findall(r"only (\w\d) for", why)
        after = states[1]
        assert "has to go there" not in why or str(line.actions[1]) in forced
        (rival,) = after.to_act
        for answer in after.legal(rival):
            then = after.play(rival, answer)
            if str(answer) in forced and len({*forced}) == 1:
                continue
            wins = (then.play(puzzle.seat, each).outcome for each in then.legal(puzzle.seat))
            assert then.outcome or any(each and puzzle.seat in each.winners for each in wins), why
            assert not then.outcome or puzzle.seat in then.outcome.winners, why


def test_a_reason_of_snorkels_tells_of_each_own_group_that_the_right_square_saves(whys: Whys) -> None:
    saved = 0
    for puzzle, line, states, why in whys("snorkels"):
        if not line.right or states[1].outcome is not None:
            continue
        (rival,) = states[1].to_act
        lost, later = (
            _capturable(state, puzzle.seat) for state in (replace(states[0], mover=rival), states[1])
        )
        told = re.findall(r"Your group on ([^.]*?) could only breathe through \w\d", why)
        assert {*re.findall(r"\w\d", " ".join(told))} == lost - later, why
        saved += len(told)
    assert saved


def _capturable(state: Any, own: Seat) -> set[str]:
    """The squares of ``own`` that the other colour, which is to move, could capture at once."""
    (rival,) = state.to_act
    ends = [state.play(rival, each).view_for(None) for each in state.legal(rival)]
    lost = {
        square for each in ends if each.outcome and rival in each.outcome.winners for square in each.blocked
    }
    return {square for square in lost if state.cells[SNORKELS_BOARD.read(square)] == own}


def test_what_a_reason_of_checkers_counts_is_what_the_rules_count(whys: Whys) -> None:
    for puzzle, line, states, why in whys("checkers")[::2]:
        before, last, own = states[0], states[-1], puzzle.seat
        left = _controlled(last, own) if line.right or len(states) > 2 else _least(last, own)
        if balance := re.search(r"[Yy]ou (gain|lose) (\d+) checker", why):
            gain = (_controlled(states[1], own) if line.right else left) - _controlled(before, own)
            assert gain == int(balance[2]) * (1 if balance[1] == "gain" else -1), why
        if most := re.search(r"gain at most (\d+) checkers?, on \w\d\.", why):
            assert _controlled(states[1], own) - _least(states[1], own) == int(most[1]), why
        if better := re.search(r"at least (\d+) checkers? better", why):
            assert line.other is not None
            best = before.play(own, line.other.actions[0])
            assert _least(best, own) - left == int(better[1]), why
        if taken := re.match(r"\w+ captures (\d+) checkers? on (\w\d)\.", why):
            stack = states[-2].stacks[CHECKERS_BOARD.read(taken[2])]
            assert (len(stack), stack[0]) == (int(taken[1]), own[0]), why


def _controlled(state: Any, own: Seat) -> int:
    return int(state.red if own == "red" else 64 - state.red)


def _least(state: Any, own: Seat) -> int:
    """What ``own`` controls after the answer that takes most."""
    if state.outcome is not None:
        return _controlled(state, own)
    (rival,) = state.to_act
    return _controlled(state, own) - CheckersBoard.of(state.view_for(rival)).greatest_gain(int(rival != RED))


@cache
def mines(view: DepthChargeView) -> tuple[int, int]:
    """The squares that hold a mine in every layout that explains the reports, and in some."""
    assert view.viewer is not None
    found = infer(evidence(view, view.viewer, 1000), 6000, Random(0))
    assert found.complete
    return reduce(and_, found.layouts), reduce(or_, found.layouts)


def test_a_reason_of_depth_charge_is_true_of_every_layout_that_explains_the_reports(whys: Whys) -> None:
    for puzzle, line, states, why in whys("depthcharge"):
        must, may = mines(line.views[0])
        if told := re.search(r"only (\w\d+) fits|from (\w\d+)\.|(?:be|Only) a mine on (\w\d+)", why):
            assert must >> BOARD.read(told[told.lastindex or 0]) & 1, why
        if told := re.match(r"(?:There’s no mine|Your enemy can’t have a mine) on (\w\d+)", why):
            assert not may >> BOARD.read(told[1]) & 1, why
        if told := re.match(
            r"That isn’t certain: your reports would also fit without a mine on (\w\d+)", why
        ):
            assert may >> BOARD.read(told[1]) & ~must >> BOARD.read(told[1]) & 1, why
            assert BOARD.read(told[1]) in HALVES[enemy(puzzle.seat)]
        if told := re.match(r"The mine on (\w\d+) has been destroyed", why):
            assert BOARD.read(told[1]) in states[0].fleet(enemy(puzzle.seat)).destroyed, why
        if told := re.search(r" on (\w\d+): when you sounded (\w\d+), you’d have heard a ping at (\d+)", why):
            live = (*states[0].fleet(enemy(puzzle.seat)).live, BOARD.read(told[1]))
            assert int(told[3]) in report(BOARD.read(told[2]), live, states[0].islands), why
        if told := re.match(r"Nothing you’ve heard rules out a mine on (\w\d+)", why):
            assert may >> BOARD.read(told[1]) & 1, why
        shown = GAMES["depthcharge"].worked_out(line).proof
        assert shown is not None
        assert not any(may >> BOARD.read(name) & 1 for name in shown.empty)
        assert line.right or not shown.mines


def test_a_reason_of_the_curse_tells_the_points_that_the_sheet_gains(whys: Whys) -> None:
    for _puzzle, line, states, why in whys("curse"):
        gain = states[1].score(final=False).total - states[0].score(final=False).total
        told = re.match(r"It scores (\d) points?\.(?: But it skips (.*?)\.)?", why)
        assert not told or gain == int(told[1]) - len(re.findall(r"\d", told[2] or "")), why
        assert told or why.startswith(("Line ", "It sinks land")), why
        if kept := re.search(r"You can still circle (.*), which", why):
            assert line.other is not None
            other = line.other.actions[0]
            used = str(value_of(line.views[0], other.taken)) if isinstance(other, Loot) else ""
            for values, treasure in re.findall(r"([the \d,and]+) in the (\w+) column", kept[1]):
                assert not used or treasure != other.treasure or used not in values, why
        if line.cost:
            amount = re.search(r"about ([\d.]+) points?", why)
            assert amount
            assert abs(float(amount[1]) - line.cost) <= 0.051, why


def test_a_reason_of_crackers_tells_the_measured_rounds_or_the_end(whys: Whys) -> None:
    for _puzzle, line, states, why in whys("crackers"):
        if flooded := re.search(r"(\w\d) is under water now", why):
            after = states[-1].view_for(None)
            assert after.water[after.grid.read(flooded[1])]
        told = line if not line.right else line.other
        if told is None or len(told.actions) < 2 or (line.right and line.views[-1].outcome):
            continue
        if told.views[-1].outcome is not None:
            assert GAMES["crackers"].ending(told.views[-1]) in why
        elif line.cost < 20:
            rounds = round(line.cost)
            assert re.search(rf"about {rounds} (more )?round{'s' * (rounds > 1)}\b", why)


def test_a_reason_of_crackers_tells_what_the_right_move_changes(whys: Whys) -> None:
    """A sandbag, or a square that is better after the same answer of the captain's."""
    held = [each for each in whys("crackers") if each[0].theme == "hold" and each[1].right]
    assert held
    for puzzle, line, states, why in held:
        assert line.other is not None
        if wall := re.match(r"That leaves (\d) sandbags? on (\w\d)", why):
            square = line.views[1].grid.read(wall[2])
            assert line.views[1].sand[square] == int(wall[1]) != line.other.views[1].sand[square], why
            assert "captain can" not in why
            continue
        if ", but that loses." in why:
            continue
        told = re.search(r"After that, (\w\d) is (.*?), but (\w\d) is (.*?)\.", why)
        assert told, why
        ends = []
        for first in (line.actions[0], line.other.actions[0]):
            state = states[0].play(puzzle.seat, first)
            for action in line.other.actions[1:]:
                (seat,) = state.to_act
                state = state.play(seat, action)
            ends.append(state.station)
        assert (ends[0].sand, ends[0].water) == (ends[1].sand, ends[1].water)
        who = CREW.index(puzzle.seat)
        for end, square, place in zip(ends, told.group(1, 3), told.group(2, 4), strict=True):
            assert end.layout.grid.names[end.pawns[who]] == square
            turns = _turns_home(end, who)
            number = re.match(r"\d+", place)
            depth = end.water[end.pawns[who]]
            assert (
                (number and int(number[0]) == turns)
                or (place == "where the pod is" and not turns)
                or (place == "cut off from the pod" and turns is None)
                or (place == "dry" and not depth)
                or (place == "under water" and depth)
            ), why


def _turns_home(station: Station, who: int) -> int | None:
    """How many turns a crew member needs to the pod, walking as the rules say."""
    at, met, turns = {station.pawns[who]}, set[int](), 0
    while station.layout.pod not in at:
        if at <= met:
            return None
        met |= at
        at = {goal for square in at for goal in station.walked(who, square).reach(who)}
        turns += 1
    return turns


STOPPED: Final = Path(__file__).with_name("stopped.json")
"""A turn of the captain's that stops two answers to the next one; no game has proved it a puzzle."""


def test_why_a_solution_of_crackers_is_right_says_which_move_a_loss_follows(whys: Whys) -> None:
    told = 0
    for _, line, _, why in whys("crackers"):
        decided = line.views[-1].outcome is not None
        if line.right and not decided and line.other is not None and line.other.views[-1].outcome is not None:
            told += 1
            before, _, after = why.partition(", but that loses.")
            assert "wins in round" not in before
            assert "wins in round" in after
    assert told


def test_a_reason_of_crackers_for_the_captain_names_only_answers_that_his_turn_stops(whys: Whys) -> None:
    named = 0
    other = read(STOPPED.read_text("utf-8"))
    lines = [(other, *each, GAMES["crackers"].explain(each[0])) for each in tries(other)]
    for puzzle, line, states, why in (*whys("crackers"), *lines):
        if puzzle.theme != "press" or not line.right or line.views[-1].outcome is not None:
            continue
        assert line.other is not None
        for who, action in _walks(line.other):
            state = states[-1]
            while state.mover != who:
                state = state.play(state.mover, Walk(state.view_for(None).pawns[CREW.index(state.mover)]))
            stopped = action not in state.legal(who)
            assert (f"{name_of(who)} can {deeds(state.view_for(None), [action])}" in why) == stopped, why
            named += stopped
    assert named


def _walks(line: Line[Any, Any]) -> list[tuple[Seat, Walk]]:
    """What the crew answers."""
    acted = zip(line.views, line.actions, strict=False)
    return [(view.mover, action) for view, action in acted if isinstance(action, Walk)]
