"""What every game of the registry keeps, whatever its rules: tried on seeded random games."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from bot.games.core import CHANCE, IllegalAction, NotationError, Outcome, Placement
from tests.games.registry import GAMES

from .cases import Case, assert_sentence, each_case, holds, listed, positions, sampled
from .playing import LONGEST, viewers, walks

# Actions and their notation


@each_case
def test_every_legal_action_is_read_back_from_its_text(case: Case) -> None:
    for game, state in positions(case, 12):
        for seat in state.to_act:
            texts = []
            for action in sampled(listed(state, seat), 400):
                texts.append(str(action))
                assert game.parse(str(action)) == action
                assert hash(game.parse(str(action))) == hash(action)
                assert texts[-1] == " ".join(texts[-1].split()), f"{texts[-1]!r} is not tidy"
            assert len(set(texts)) == len(texts), "two legal actions have one text"


@each_case
def test_case_and_stray_blanks_are_forgiven(case: Case) -> None:
    for game, state in positions(case, 4):
        for seat in state.to_act:
            for action in sampled(listed(state, seat), 20):
                loose = f"  {str(action).upper().replace(' ', '   ')} "
                assert game.parse(loose) == action, f"{loose!r} was not read as {action}"


# What is legal can be played, and nothing else


@each_case
def test_every_legal_action_can_be_played(case: Case) -> None:
    for _, state in positions(case, 12):
        for seat in state.to_act:
            for action in sampled(listed(state, seat), 25):
                state.play(seat, action)


@each_case
def test_whatever_is_not_legal_is_refused_with_a_sentence_and_changes_nothing(case: Case) -> None:
    strangers: dict[str, Any] = {}
    for walk in walks(case):
        for moment in sampled(list(walk.moments), 60):
            strangers[str(moment.action)] = moment.action
            for action in sampled(listed(moment.before, moment.seat), 3):
                strangers[str(action)] = action
    pool = [strangers[text] for text in sorted(strangers)]
    refused = 0
    for index, (game, state) in enumerate(positions(case, 10)):
        before = pickle.dumps(state)
        for seat in (*viewers(game)[1:], CHANCE):
            assert seat is not None
            legal = state.legal(seat)
            for action in sampled(pool, 12, seed=index):
                if holds(legal, action):
                    continue
                with pytest.raises(IllegalAction) as caught:
                    state.play(seat, action)
                assert_sentence(str(caught.value))
                refused += 1
        assert pickle.loads(before) == state
    assert refused


@each_case
def test_in_a_game_that_can_be_planned_moves_alone_decide_what_follows(case: Case) -> None:
    for walk in walks(case):
        if not walk.game.plannable:
            continue
        assert walk.game.people == (2, 2)
        assert not walk.game.secrets
        begun = False
        for moment in walk.moments:
            assert len(moment.before.to_act) == 1
            assert not isinstance(moment.before.legal(moment.seat), Placement)
            assert moment.seat != CHANCE or not begun
            begun = begun or moment.seat != CHANCE
            assert not set(".,") & set(str(moment.action)), "buttons of plans separate moves with these"


@each_case
def test_a_seat_that_is_not_to_act_has_no_legal_action(case: Case) -> None:
    for game, state in positions(case, 12):
        for seat in (*game.seats, *game.seat_styles, CHANCE):
            legal = state.legal(seat)
            assert bool(legal) == (seat in state.to_act), f"{seat}: {legal}"


@each_case
def test_a_placement_takes_exactly_its_number_of_its_squares(case: Case) -> None:
    rng = Random(1)
    for game, state in positions(case, 6):
        for seat in state.to_act:
            legal = state.legal(seat)
            if not isinstance(legal, Placement):
                continue
            assert len(set(legal.squares)) == len(legal.squares) > legal.count
            assert list(legal.squares) == sorted(legal.squares, key=lambda name: (name[0], int(name[1:])))
            for _ in range(20):
                chosen = rng.sample(legal.squares, legal.count)
                action = game.parse(legal.text(chosen))
                assert str(action) == legal.text(chosen)
                assert game.parse(" ".join((legal.verb, *chosen))) == action, "the squares’ order counts"
                state.play(seat, action)
            for wrong in (legal.squares[: legal.count - 1], legal.squares[: legal.count + 1]):
                if wrong:
                    with pytest.raises(IllegalAction) as caught:
                        state.play(seat, game.parse(" ".join((legal.verb, *wrong))))
                    assert_sentence(str(caught.value))
            for name in sorted({f"{file}{rank}" for file in "aceg" for rank in (1, 3, 5, 7)}):
                if name in legal.squares:
                    continue
                bad = (*legal.squares[: legal.count - 1], name)
                with pytest.raises((IllegalAction, NotationError)) as refused:
                    state.play(seat, game.parse(" ".join((legal.verb, *bad))))
                assert_sentence(str(refused.value))


# States are values


@each_case
def test_play_is_a_pure_function_and_leaves_the_old_position_as_it_was(case: Case) -> None:
    for walk in walks(case):
        for moment in sampled(list(walk.moments), 25):
            state = moment.before
            copy, mark = pickle.loads(pickle.dumps(state)), hash(state)
            first, second = (state.play(moment.seat, moment.action) for _ in range(2))
            assert first == second
            assert hash(first) == hash(second)
            assert state == copy
            assert hash(state) == hash(copy) == mark


@each_case
def test_positions_and_views_survive_pickling_and_so_does_the_order_of_legal_actions(case: Case) -> None:
    for game, state in positions(case, 6):
        copy = pickle.loads(pickle.dumps(state))
        for seat in state.to_act:
            assert copy.legal(seat) == state.legal(seat)
        for value in (state, *(state.view_for(viewer) for viewer in viewers(game))):
            assert pickle.loads(pickle.dumps(value)) == value


# The course of a game


@each_case
def test_a_random_game_ends(case: Case) -> None:
    for walk in walks(case):
        assert walk.bounded or walk.last.outcome is not None, f"not over after {LONGEST:,} actions"


@each_case
def test_nobody_acts_exactly_when_there_is_an_outcome(case: Case) -> None:
    for game, state in positions(case, 40):
        assert (not state.to_act) == (state.outcome is not None)
        if CHANCE in state.to_act:
            assert state.to_act == {CHANCE}
        assert state.to_act <= {CHANCE, *game.seat_styles}


@each_case
def test_an_outcome_has_one_result_a_seat(case: Case) -> None:
    for walk in walks(case):
        outcome = walk.last.outcome
        if outcome is None:
            continue
        assert isinstance(outcome, Outcome)
        assert tuple(result.seat for result in outcome.results) == walk.game.seats
        assert outcome.reason == outcome.reason.lower().strip() != ""
        verdicts = {result.verdict for result in outcome.results}
        assert verdicts in ({"draw"}, {"win", "loss"}) or len(walk.game.seats) == 1
        for result in outcome.results:
            with pytest.raises(IllegalAction):
                walk.last.play(result.seat, walk.moments[0].action)


@each_case
def test_drawn_chance_is_a_legal_outcome(case: Case) -> None:
    for _, state in positions(case, 20):
        if CHANCE in state.to_act:
            assert holds(state.legal(CHANCE), state.sample_chance(Random(5)))


@each_case
def test_a_seat_is_played_from_a_chair_of_one_side(case: Case) -> None:
    game = GAMES[case[0]]
    options = game.read_options(dict(case[1]))
    slots = [slot for side in game.sides(options) for slot in side]
    assert len(set(slots)) == len(slots)
    assert game.people[0] <= len(game.sides(options))
    for _, state in positions(case, 10):
        for seat in state.to_act - {CHANCE}:
            assert state.slot(seat) in slots
