"""What the computer player of Depth Charge knows, does and never does."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, count, islice
from random import Random

import pytest

from bot.games.core import Options, Placement
from bot.games.core.grid import bits, mask
from bot.games.depthcharge import GAME
from bot.games.depthcharge.actions import BOARD, NORTH, SOUTH, Charge, DepthChargeAction, Move, Sound
from bot.games.depthcharge.rules import DepthChargeState, start
from bot.games.depthcharge.sonar import report
from bot.games.depthcharge.waters import enemy, routes
from bot.players.depthcharge import PLAYER, posterior
from bot.players.depthcharge.board import AROUND, LAKE, clearing, divided, enemy_water, hear, turns_to_clear
from bot.players.depthcharge.choosing import evidence
from bot.players.depthcharge.posterior import Evidence, Heard, Posterior, infer
from bot.players.player import Choice
from tests.fuzz import effort
from tests.games.depthcharge.playing import game, opened, twin
from tests.players.matches import level, match, play, positions
from tests.thorough import examples

from . import beginner

SOUTHERN = "mines b2 d3 f4"
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"mines": "3"},
    {"mines": "7", "islands": "3"},
    {"islands": "6", "misses": "3"},
    {"misses": "1", "sonar": "on"},
)
"""What random games are played with, in turn."""


def games(first: int) -> Iterator[list[DepthChargeState]]:
    """Random games, each as its positions in which somebody has the turn."""
    for seed in count(first):
        yield [state for state in game(seed, 60, **OPTIONS[seed % len(OPTIONS)]) if state.to_act]


def position(north: str, turns: str, **given: str) -> DepthChargeState:
    """The position after north's mines and ``turns``, both sides' by turns, separated by commas."""
    options: Options = GAME.read_options(given)
    state = start(options)
    state = state.play(SOUTH, GAME.parse(SOUTHERN)).play(NORTH, GAME.parse(f"mines {north}"))
    for text in turns.split(", "):
        (seat,) = state.to_act
        state = state.play(seat, GAME.parse(text))
    return state


def chosen(state: DepthChargeState, key: str = "captain", seed: int = 1) -> Choice[DepthChargeAction]:
    (seat,) = state.to_act
    return PLAYER.at(key, state.view_for(seat), state.legal(seat), Random(seed))


def test_the_private_board_agrees_with_the_rules() -> None:
    for state in islice(chain.from_iterable(games(0)), 200 * effort.TIMES):
        same_board(state)


def same_board(state: DepthChargeState) -> None:
    """Compares what the mover's private board says with the rules."""
    (seat,) = state.to_act
    view, legal = state.view_for(seat), state.legal(seat)
    assert not isinstance(legal, Placement)
    known = evidence(view, seat, 1000)
    boat, rival = state.fleet(seat).boat, state.fleet(enemy(seat))
    free = LAKE & ~known.islands & ~(1 << rival.boat)
    aims = {square.bit_length() - 1 for square in bits(AROUND[boat] & free)}
    assert aims == {action.square for action in legal if isinstance(action, Sound)}
    barred = frozenset(square.bit_length() - 1 for square in bits(LAKE & ~free))
    stops = set(state.fleet(seat).live)
    ways = {way for way, path in routes(boat, barred).items() if path[-1] not in stops}
    assert ways == {action.steps for action in legal if isinstance(action, Move)}
    mines = sum(1 << mine for mine in rival.live)
    for square in aims:
        times = report(square, rival.live, state.islands)
        assert hear(square, mines, known.islands) == sum(1 << time for time in times)
    assert not mines & ~(known.open | known.known & ~known.wrecks), "the true layout is possible"
    assert known.left == (mines & ~known.known).bit_count()


def test_a_mine_that_is_certain_is_charged_before_anything_else_is_sounded_from_there() -> None:
    state = start(GAME.read_options({}))
    turns = (
        "mines a12 d7 e7 h12 l9, mines a6 e2 f3 l1 l6, move nnn, sound l11, sound a5, sound k12, sound b5, "
        "move ssw, move e, move sss, move enn"
    )
    for turn in turns.split(", "):
        state = state.play(min(state.to_act), GAME.parse(turn))
    # Seen alone, sounding l7 first is worth more: as if the charge didn't come afterwards anyway.
    assert str(chosen(state).action) == "charge l6"


def test_the_layouts_that_fit_are_those_that_fit() -> None:
    rng = Random(4)
    islands = mask(map(BOARD.read, ["c8", "f9", "i10"]))
    room = [bit for bit in bits(enemy_water(SOUTH, islands)) if rng.random() < 0.4]
    for _ in range(8):
        true = sum(rng.sample(room, 4))
        gone = rng.choice(list(bits(true)))
        charges = rng.sample(range(144), 3)
        before = Heard(charges[0], hear(charges[0], true, islands), LAKE)
        after = [Heard(each, hear(each, true ^ gone, islands), LAKE ^ gone) for each in charges[1:]]
        evidence = Evidence(gone, gone, sum(room) ^ gone, 3, islands, (before, *after))
        fitting = sorted(
            layout
            for layout in map(sum, combinations([bit for bit in room if bit != gone], 3))
            if hear(before.charge, layout | gone, islands) == before.times
            and all(hear(each.charge, layout, islands) == each.times for each in after)
        )
        found = infer(evidence, 1_000_000, rng)
        assert list(found.layouts) == fitting
        assert found.complete
        assert true ^ gone in found.layouts


def test_a_sample_of_the_layouts_is_fair_and_knows_how_many_there_are() -> None:
    rng = Random(2)
    true = mask(map(BOARD.read, ["b9", "e8", "h8", "k11"]))
    evidence = Evidence(0, 0, enemy_water(SOUTH, 0), 4, 0, (Heard(5, hear(5, true, 0), LAKE),))
    everything, sample = infer(evidence, 1_000_000, rng), infer(evidence, 200, rng)
    assert everything.complete
    assert not sample.complete
    assert set(sample.layouts) < set(everything.layouts)
    assert abs(sample.doubt - everything.doubt) < 0.5


def test_a_sounding_divides_layouts_as_if_each_was_listened_to() -> None:
    rng = effort.seed(5)
    for number in range(60 * effort.TIMES):
        islands = mask(rng.sample(range(144), number % 3 * 4))
        layouts = [
            mask(rng.sample(range(144), rng.choice([1, 3, 5, 9]))) & ~islands
            for _ in range(rng.choice([1, 2, 40, 200]))
        ]
        places = {
            1 << square: found
            for square in range(144)
            if (found := mask(order for order, each in enumerate(layouts) if each >> square & 1))
        }
        for charge in rng.sample(range(144), 4):
            answers = Counter(hear(charge, layout, islands) for layout in layouts)
            assert divided(charge, places, len(layouts), islands) == Counter(answers.values())


@pytest.mark.thorough
def test_turns_between_two_reports_share_their_layouts_and_each_knows_what_fits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a sample where there are many, and otherwise all of them."""
    found, complete, partly = list[Evidence](), 0, 0

    def counted(known: Evidence, limit: int, rng: Random) -> Posterior:
        found.append(known)
        return infer(known, limit, rng)

    monkeypatch.setattr(posterior, "infer", counted)
    turns = 0
    for seed in (1,):
        for _, seat, view, legal, _ in positions("depthcharge", seed, 40, "deckhand"):
            if isinstance(legal, Placement):
                continue
            turns += 1
            known = evidence(view, seat, 1_000)
            told = posterior.narrowed(known, enemy_water(seat, known.islands), 500)
            every = infer(known, 4_000, Random(0))
            if told.complete and every.complete:
                complete += 1
                assert sorted(told.layouts) == sorted(every.layouts)
                assert math.isclose(told.doubt, every.doubt, abs_tol=1e-9)
            elif every.complete:
                partly += 1
                assert {*told.layouts} <= {*every.layouts}
                assert abs(told.doubt - every.doubt) < 1
    assert complete > 25
    assert partly > 1
    assert len(found) < turns / 2


def test_clearing_takes_as_many_turns_as_a_search_of_boats_and_mines_finds() -> None:
    rng = Random(3)
    islands = mask(map(BOARD.read, ["c8", "f9"]))
    water = LAKE & ~islands
    for _ in range(5):
        mines = sum(rng.sample(list(bits(enemy_water(SOUTH, islands))), 3))
        edge = {(0, mines)}
        seen = set(edge)
        turns = 0
        while all(left for _, left in edge):
            edge = {after for each in edge for after in _after(*each, water)} - seen
            seen |= edge
            turns += 1
        assert turns_to_clear(0, mines, water) == turns
        assert clearing(mines, water)[-1] == water & ~mines


def _after(boat: int, mines: int, water: int) -> set[tuple[int, int]]:
    reach = {boat}
    for _ in range(3):
        near = {square for each in reach for square in BOARD.orthogonal[each]}
        reach |= {square for square in near if (water & ~mines) >> square & 1}
    hit = {(boat, mines ^ 1 << square) for square in BOARD.around[boat] if mines >> square & 1}
    return {(square, mines) for square in reach} | hit


@pytest.mark.parametrize(
    ("key", "most"), examples([("cabin-boy", 8), ("first-mate", 6), ("captain", 4)], {("captain", 4)})
)
def test_nobody_peeks(key: str, most: int) -> None:
    pairs = (twins(states, Random(number)) for number, states in enumerate(games(5)))
    for one, other in islice(filter(None, pairs), most * effort.TIMES):
        (seat,) = one.to_act
        first, second = (
            PLAYER.at(key, each.view_for(seat), each.legal(seat), Random(one.turn)) for each in (one, other)
        )
        assert first == second


def twins(states: list[DepthChargeState], rng: Random) -> tuple[DepthChargeState, DepthChargeState] | None:
    """A position of a game, and one that its mover can't tell from it, if it is found."""
    states = states[: rng.randint(1, len(states))]
    (seat,) = states[-1].to_act
    other = twin(states, enemy(seat), rng)
    return (states[-1], other[-1]) if other else None


@pytest.mark.parametrize("key", list(PLAYER.levels))
def test_the_last_mine_is_charged_at_once_where_it_is_known(key: str) -> None:
    state = position(
        "a8 a9 b8",
        "move nnn, move sss, move nnn, move nnn, sound a8, move sss, charge a8, move nnn, "
        "sound b8, move sss, charge b8, move nnn, move n, move sss, sound a9, move nnn",
        mines="3",
    )
    choice = chosen(state, key)
    assert choice.action == Charge(BOARD.read("a9"))
    assert choice.value == 1.0
    assert choice.proven


def test_a_known_mine_is_never_entered_and_the_last_miss_never_risked_without_need() -> None:
    for state in islice(chain.from_iterable(games(12)), 0, 240, 30):
        (seat,) = state.to_act
        view, rival = state.view_for(seat), state.fleet(enemy(seat))
        choice = chosen(state)
        if isinstance(choice.action, Move) and view.proof:
            boat = state.play(seat, choice.action).fleet(seat).boat
            assert BOARD.names[boat] not in view.proof.mines
        if isinstance(choice.action, Charge) and len(state.fleet(seat).missed) + 1 == state.terms.misses:
            assert choice.action.square in rival.live or choice.value < 0.2


def test_the_sonar_officers_marks_are_used() -> None:
    state = position(
        "a8 e8 i8", "move nnn, move sss, move nnn, move nnn, sound a8, move sss", mines="3", sonar="on"
    )
    proof = state.view_for(SOUTH).proof
    assert proof is not None
    assert proof.mines == ("a8",)
    assert chosen(state, "cabin-boy").action == Charge(BOARD.read("a8"))


@pytest.mark.parametrize(
    "given",
    [
        {"quiet": "3", "islands": "1"},
        *(pytest.param(each, marks=pytest.mark.thorough) for each in OPTIONS),
    ],
)
def test_games_with_all_options_are_played_to_their_end(given: dict[str, str]) -> None:
    choosers = {SOUTH: level("depthcharge", "cabin-boy"), NORTH: level("depthcharge", "deckhand")}
    assert play(GAME, choosers, 3, given).outcome is not None


def test_islands_and_mines_are_placed_and_not_always_alike() -> None:
    for options, verb in ((GAME.read_options({"islands": "4"}), "islands"), (GAME.read_options({}), "mines")):
        state = start(options)
        room = state.legal(NORTH)
        assert isinstance(room, Placement)
        for key in ("cabin-boy", "captain"):
            texts = {
                str(PLAYER.at(key, state.view_for(NORTH), room, Random(seed)).action) for seed in range(2)
            }
            assert len(texts) == 2
            assert all(text.startswith(verb) for text in texts)
            assert all(state.play(NORTH, GAME.parse(text)) for text in texts)


@pytest.mark.thorough
def test_the_captain_clears_the_lake_quickly() -> None:
    assert sum(turns_alone(seed) for seed in range(2)) / 2 < 19


def turns_alone(seed: int) -> int:
    """The turns in which a captain clears a lake whose enemy stays at home, its mines laid by lot."""
    rng = Random(seed)
    state, turns = opened(rng, quiet="0"), 0
    while state.outcome is None:
        turns += 1
        state = state.play(SOUTH, chosen(state, seed=rng.getrandbits(32)).action)
        legal = state.legal(NORTH)
        assert not isinstance(legal, Placement)
        if legal:
            state = state.play(NORTH, next(action for action in legal if isinstance(action, Sound)))
    assert state.outcome.reason == "cleared"
    return turns


@pytest.mark.thorough
def test_the_first_mate_beats_the_beginner_most_of_the_time() -> None:
    found = match(GAME, level("depthcharge", "first-mate"), beginner.beginner, 4)
    assert found.won >= 2
