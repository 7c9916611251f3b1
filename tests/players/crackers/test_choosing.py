"""What the computer player of Crackers chooses, and what it may not depend on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from bot.games.core import Seat
from bot.games.crackers import GAME
from bot.games.crackers.actions import BLUE, CAPTAIN, CREW, RED, YELLOW, CrackersAction, Walk
from bot.games.crackers.board import layout
from bot.games.crackers.book import drawn
from bot.games.crackers.rules import CrackersState
from bot.games.crackers.view import CrackersView
from bot.people.computers import ally
from bot.players.crackers import PLAYER
from bot.players.crackers.position import Position
from bot.players.crackers.review import REVIEWER, advised
from bot.players.judgement import WORTH_SAYING
from bot.players.player import Choice
from tests.games.crackers import NAMES
from tests.games.crackers.positions import DUNK
from tests.games.playing import played
from tests.players.matches import Chooser, at_random, level, play, positions
from tests.thorough import examples

from .beginner import beginner

LEVELS = tuple(PLAYER.levels)
by_all_but_the_lowest = pytest.mark.parametrize("key", LEVELS[1:])
GAMES_EACH = 2
"""First games of each kind."""
FLOODED = """
c   ~2  ~1  ~1
!~3 ~2  ~1  ~1
~2  ~2  2   p~1
"""
"""Water can run to the pod, where everybody is, in one pump."""
HOLE = """
3   3   3   c~1
!~3 ~2  3   p
3   3   3   3
"""
"""A sandbag of c2 taken and one pump flood the pod."""

LAST = """
~1  1   c~1 1   ~1  ~1
~2  ~1  1   ~1  ~1  ~1
~2  ~1  ~1  ~1  ~1  !~1
!~2 ~2  ~1  ~1  ~1  ~1
~2  ~2  3R  3   ~1  ~1
~2  ~1  2B  pY  3   3
"""
"""One gap in the crew's walls, before its last round."""
NEARLY = """
c   ~1  ~1  ~1
!~2 ~1  ~1  ~1
~1  ~1  2   p
"""
"""Water floods the pod with the captain's next turn, not with this one."""
WALLED = """
~1   .    c    .    ~1   .
~1   ~1   .    ~1   ~1   .
~1   ~1   ~1   ~1   ~1   !~1
!~1  ~1   ~1   ~1   ~1   .
~1   ~1   3    3B   ~1   ~1
~1   3R   3Y   p    3    3
"""
"""The crew can put back any sandbag that the captain takes from its wall."""
FAR = """
p   .   .   .   3   3   3   3
.   .   c   .   3   ~3  3   ~1R
.   .   .   .   3   3   3   3
!   .   .   .   .   .   .   .
"""
"""A sandbag of g3 taken, far from the pod, drowns red at once."""
PIT = """
pR  .   .   .   3   3   3   1
.   .   c   3   3   ~3  3   ~1BY
.   .   3   .   3   3   3   3
!   .   .   .   .   1   .   ~1
"""
"""The captain drowns yellow by taking the sandbag of g3, far from the pod, unless blue takes h4’s first."""
GAP = """
~1   3    c~1  1    ~1   ~1
~1   ~1   1    ~1   ~1   ~1
~1   ~1   ~1   ~1   ~1   !~2
!~2  ~1   ~1   3    ~2   ~2
~1   ~1   ~1   3R   ~1   ~1
~1   3    3Y   p~1B ~1   3
"""
"""Three pumps of f4 flood the pod, whatever blue does; none of the first two looks like much."""
DAMS = """
~1  3    c~1 ~1   1    ~1   2
~2  3    ~2  2    1    3    ~1
~2  3    1   ~2   3    1~1  ~1
!3  1    ~1  1~1  ~2   ~2   !2
3   1~1  1~1 ~1   1~1  ~2   ~1
3   ~2   ~2  2    1    ~2   3
3   2    ~1  ~2   p~1  1R   ~1YB
"""
"""Whatever yellow does, the captain could win next; but blue is before him, unless water has to settle."""


def chosen(state: CrackersState, key: str, seed: int = 1) -> Choice[CrackersAction]:
    (seat,) = state.to_act
    return PLAYER.at(key, state.view_for(seat), state.legal(seat), Random(seed))


# --- what a choice depends on ---


def test_a_choice_depends_on_nothing_but_the_position() -> None:
    """Nothing is secret here: what was played before and what is written beside the board changes nothing."""
    game = positions("crackers", 3, at="deckhand", board="bell", path="dry")
    met = [state for state, *_ in islice(game, 9, 20, 20)]
    for state in (*met, played(drawn(DUNK, BLUE), "b2-")):
        (seat,) = state.to_act
        view, legal = state.view_for(seat), state.legal(seat)
        other = replace(view, viewer=None, last=None, runs=(), earlier=(), dangers=())
        for key in LEVELS:
            first, second = (PLAYER.at(key, each, legal, Random(5)) for each in (view, other))
            assert first == second


# --- what it must see ---


@by_all_but_the_lowest
def test_the_captain_takes_no_sandbag_that_the_crew_only_puts_back(key: str) -> None:
    for seed in range(5):
        assert not str(chosen(drawn(WALLED, CAPTAIN), key, seed).action).startswith("unbag")


@by_all_but_the_lowest
@pytest.mark.parametrize(
    ("board", "action"), [(FLOODED, "pump a2 d1"), (HOLE, "unbag c2"), (FAR, "unbag g3")]
)
def test_the_captain_sees_a_win_of_one_turn(board: str, action: str, key: str) -> None:
    for seed in range(3):
        choice = chosen(drawn(board, CAPTAIN), key, seed)
        assert (str(choice.action), choice.value, choice.proven) == (action, 1, True)


@pytest.mark.parametrize("key", LEVELS)
def test_a_win_after_the_last_round_is_none(key: str) -> None:
    state = drawn(NEARLY, CAPTAIN, rounds=9, round=9)
    choice = chosen(state, key)
    assert not choice.proven
    assert choice.value < 1
    for action in choice.line:
        state = state.play(CAPTAIN, action)


def test_alternatives_are_ordered_by_what_they_are_worth() -> None:
    """The sandbag that the captain takes ends his last turn, which makes it worth nothing."""
    last = drawn("c . . .\n! 1 . 1\n. . . p", CAPTAIN, ("pump",), rounds=9, round=9)
    found = chosen(last, "cabin-boy")
    values = [each.value for each in found.alternatives]
    assert len(set(values)) > 1
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("key", LEVELS[2:])
def test_the_crew_finds_the_one_way_out_of_a_loss_far_from_the_pod(key: str) -> None:
    state = drawn(PIT, BLUE)
    for action in state.legal(BLUE):
        after = state.play(BLUE, action)
        lost = after.outcome or after.play(CAPTAIN, GAME.parse("unbag g3")).outcome
        assert (lost is None) == (str(action) == "h4-")
    for seed in range(3):
        assert str(chosen(state, key, seed).action) == "h4-"


@by_all_but_the_lowest
def test_a_crew_that_seems_lost_lets_no_water_run_before_its_last_move(key: str) -> None:
    state = drawn(DAMS, YELLOW, path="dry")
    assert state.play(YELLOW, GAME.parse("f1-")).to_act == {CAPTAIN}
    for seed in range(3):
        assert state.play(YELLOW, chosen(state, key, seed).action).to_act == {BLUE}


@by_all_but_the_lowest
def test_the_crew_drowns_the_captain_in_one(key: str) -> None:
    for seed in range(5):
        choice = chosen(drawn("c~1 2R . .\n!~3 2 . .\n3 . . pYB"), key, seed)
        assert str(choice.action) == "b3-" or choice.value < 1


@by_all_but_the_lowest
def test_nobody_stays_where_one_pump_drowns_them(key: str) -> None:
    drowning = "3 3 3 . c\n!~2 ~2 ~1B 2 pRY\n3 3 3 . ."
    for seed in range(5):
        action = chosen(drawn(drowning, BLUE), key, seed).action
        assert not str(action).startswith("c2")


def test_the_lowest_level_leaves_its_own_sides_sandbags_alone() -> None:
    state = drawn("c . . . . .\n!. . . . . !.\n. . 1R p 1 .\n. . . 1YB . .", YELLOW)
    assert any(str(each).endswith("-") for each in state.legal(YELLOW))
    for seed in range(60):
        assert not str(chosen(state, LEVELS[0], seed).action).endswith("-")


# --- how well it plays ---


@by_all_but_the_lowest
@pytest.mark.parametrize(
    "later",
    [
        pytest.param((), marks=pytest.mark.thorough),
        ("c2+",),
        pytest.param(("c2+", "c1+", "pump f4", "pump f4 e4", "pump a3", "d2+"), marks=pytest.mark.thorough),
    ],
)
def test_a_sandbag_that_one_of_the_crew_has_just_dropped_stays(key: str, later: tuple[str, ...]) -> None:
    unseen = []
    for square in ("d4", "b4"):
        state = played(GAME.start(GAME.read_options(GAME.first_options)), f"{square}+", *later)
        (seat,) = state.to_act
        view, legal = state.view_for(seat), state.legal(seat)
        first, second = (
            str(PLAYER.at(key, each, legal, Random(3)).action) for each in (view, replace(view, walks=()))
        )
        assert first != f"{square}-"
        unseen.append(second == f"{square}-")
    assert any(unseen), "it's in the way"


@by_all_but_the_lowest
def test_a_sandbag_just_dropped_is_taken_where_that_wins(key: str) -> None:
    state = drawn("3 3 3 3\n!~3 3R c~1 2\n3 3 3 pYB")
    view, legal = replace(state.view_for(RED), walks=("b2+",)), state.legal(RED)
    assert str(PLAYER.at(key, view, legal, Random(3)).action) == "b2-"


@pytest.mark.thorough
def test_the_crew_keeps_its_walls_from_a_captain_who_pumps_straight_at_the_pod() -> None:
    holders = dict.fromkeys(map(Seat, CREW), level("crackers", "first-mate")) | {CAPTAIN: beginner}
    last = play(GAME, holders, 1, {"board": "bell"})
    assert isinstance(last, CrackersState)
    # The first layer and a tongue to the pod take 14 rounds, and two layers 21.
    assert last.round > 18


def test_the_crew_keeps_its_walls_in_the_last_round() -> None:
    mate, lost = level("crackers", "captain"), 0
    for seed in range(2):
        rng, state = Random(seed), drawn(LAST, rounds=30, round=30)
        while state.to_act:
            (seat,) = state.to_act
            state = state.play(seat, mate(state.view_for(seat), state.legal(seat), rng))
        assert state.outcome is not None
        lost += CAPTAIN in state.outcome.winners
    assert lost == 0


def test_a_captain_beats_a_crew_that_plays_at_random() -> None:
    holders = dict.fromkeys(map(Seat, CREW), at_random(GAME)) | {CAPTAIN: level("crackers", "deckhand")}
    last = play(GAME, holders, 1, {"board": "bell", "rounds": "34"})
    assert last.outcome is not None
    assert CAPTAIN in last.outcome.winners


# --- what it says before and after a game ---


def test_a_lobby_is_told_the_even_number_of_rounds_for_its_levels() -> None:
    usual = GAME.read_options({"board": "outpost"})
    assert PLAYER.advice(usual, ["first-mate"]) == (
        "For an even game on this board: 38 rounds (First Mate). Set `rounds` when you open a table."
    )
    assert "33 rounds (Deckhand) and 38 rounds (First Mate)" in PLAYER.advice(
        usual, ["deckhand", "first-mate"]
    )
    assert not PLAYER.advice(GAME.read_options({"board": "outpost", "rounds": "38"}), ["first-mate"])


@pytest.mark.parametrize("board", NAMES)
def test_the_crews_chance_at_first_is_open_with_an_even_number_of_rounds(board: str) -> None:
    rounds = layout(board).even_between["wade"]["first-mate"]
    chances = []
    for number in (rounds // 2, rounds, 2 * rounds):
        state = GAME.start(GAME.read_options({"board": board, "rounds": str(number)}))
        found = REVIEWER.judge(state.view_for(RED), state.legal(RED), GAME.parse("d2+"), Random(1))
        assert found is not None
        chances.append(found.before)
    assert chances[0] > 0.9 > 0.7 > chances[1] > 0.3 > 0.1 > chances[2]


def test_a_review_knows_every_turn_of_the_captain_s_in_the_last_round() -> None:
    state = drawn(GAP, BLUE, rounds=14, round=14)
    found = REVIEWER.judge(state.view_for(BLUE), state.legal(BLUE), GAME.parse("d2"), Random(1))
    assert found is not None
    assert (found.before, found.after) == (0, 0)
    lost = played(state, "d2", "pump f4 e2", "pump f4 e1", "pump f4 d1")
    assert lost.outcome is not None
    assert CAPTAIN in lost.outcome.winners


def stay(view: CrackersView, legal: Sequence[CrackersAction], _rng: Random) -> CrackersAction:
    """Where one stands, without a sandbag."""
    here = view.pawns[CREW.index(view.mover)]
    return next(each for each in legal if isinstance(each, Walk) and (each.to, each.bag) == (here, ""))


@pytest.mark.parametrize(
    ("newcomer", "least", "most"), examples([(stay, 0, 1), (beginner, 1, GAMES_EACH)], {(stay, 0, 1)})
)
def test_a_first_game_is_held_out_by_walking_and_dropping_sandbags_not_by_staying(
    newcomer: Chooser, least: int, most: int
) -> None:
    mate, captain = level("crackers", ally(LEVELS[0])), level("crackers", LEVELS[0])
    choosers = {RED: newcomer, YELLOW: mate, BLUE: mate, CAPTAIN: captain}
    ends = [play(GAME, choosers, seed, GAME.first_options).view_for(None) for seed in range(GAMES_EACH)]
    held = sum(CREW[0] in each.outcome.winners for each in ends if each.outcome is not None)
    assert least <= held <= most


# --- what hints lead to ---


@pytest.mark.thorough
def test_a_hint_builds_the_walls_unless_a_review_would_mark_that_or_something_else_wins() -> None:
    judge, settings, built = REVIEWER.judge, PLAYER.levels["captain"], 0
    for _, _, view, legal, _ in islice(positions("crackers", 5, at="deckhand", board="bell"), 0, 90, 14):
        found = advised(view, legal, Random(1), settings).action
        if view.phase != "crew":
            assert found == PLAYER.choose(view, legal, Random(1), settings).action
            continue
        assert isinstance(found, Walk)
        judged = judge(view, legal, found, Random(1))
        assert judged is not None
        around = sum(Position.of(view).board.plan.around_pod[:2])
        near = found.bag == "+" and bool(around >> view.grid.read(found.to) & 1)
        assert judged.loss < WORTH_SAYING or not near
        built += near
    assert built > 1
    wins = drawn("3 3 3 3\n!~3 3R c~1 2\n3 3 3 pYB")
    assert str(advised(wins.view_for(RED), wins.legal(RED), Random(1), settings).action) == "b2-"
    # No wall can be raised any more: then it is what a Captain plays.
    full = drawn(WALLED)
    assert (
        advised(full.view_for(RED), full.legal(RED), Random(1), settings).action
        == chosen(full, "captain").action
    )
