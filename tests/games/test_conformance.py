"""What every game of the registry keeps, whatever its rules: tried on seeded random games."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from bot.games import GAMES
from bot.games.core import (
    CHANCE,
    Game,
    IllegalAction,
    NotationError,
    OptionError,
    Outcome,
    Placement,
    Seat,
    State,
    as_json,
)

from .playing import CASES, LONGEST, case_name, some_action, viewers, walks

Case = tuple[str, tuple[tuple[str, str], ...]]

each_case = pytest.mark.parametrize("case", CASES, ids=case_name)
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

HOSTILE = [
    "",
    " ",
    ".",
    "?",
    "-",
    "|",
    "a",
    "1",
    "a0",
    "a01",
    "a１",
    "а1",
    "a99999999999999999999",
    "a1\x00",
    "a1\na2",
    "\u202ea1",
    "a1-a2/1/1",
    "take",
    "take red",
    "roll 7 1",
    "roll ² ³",
    "chance",
    "resign",
    "draw",
    "None",
    "🦑",
    "\ud800",
    "a1 " * 100_000,
    "mines " + "a1 " * 100_000,
    "move " + "n" * 1_000_000,
    "9" * 1_000_000,
    "x" * 1_000_000,
]


def sampled(actions: list[Any], most: int, seed: int = 0) -> list[Any]:
    """At most ``most`` of ``actions``, the same ones each time."""
    return actions if len(actions) <= most else Random(seed).sample(actions, most)


def positions(case: Case, most: int) -> Iterator[tuple[Game[Any, Any], State[Any, Any]]]:
    """Up to ``most`` positions of each random game of ``case``."""
    for walk in walks(case):
        for state in walk.positions(most):
            yield walk.game, state


def listed(state: State[Any, Any], seat: Seat) -> list[Any]:
    """The legal actions of ``seat``; none for a placement, which is tested by itself."""
    legal = state.legal(seat)
    return [] if isinstance(legal, Placement) else list(legal)


def holds(legal: Sequence[Any] | Placement, action: Any) -> bool:
    """Whether what ``State.legal`` gave holds ``action``."""
    if not isinstance(legal, Placement):
        return action in legal
    verb, *squares = str(action).split()
    return (
        verb == legal.verb
        and len(squares) == len(set(squares)) == legal.count
        and set(squares) <= set(legal.squares)
    )


def assert_sentence(text: str) -> None:
    assert text.isprintable(), f"not fit to show: {text[:200]!r}"
    assert text.endswith((".", ".”", "!", "?")), f"no full stop: {text!r}"
    assert 10 <= len(text) <= 300, f"{len(text)} characters: {text[:400]!r}"


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
                assert texts[-1] == " ".join(texts[-1].lower().split()), f"{texts[-1]!r} is not tidy"
            assert len(set(texts)) == len(texts), "two legal actions have one text"


@each_case
def test_case_and_stray_blanks_are_forgiven(case: Case) -> None:
    for game, state in positions(case, 4):
        for seat in state.to_act:
            for action in sampled(listed(state, seat), 20):
                loose = f"  {str(action).upper().replace(' ', '   ')} "
                assert game.parse(loose) == action, f"{loose!r} was not read as {action}"


@each_game
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:20]))
def test_hostile_notation_is_refused_with_a_sentence_or_read_as_an_action(
    game: Game[Any, Any], text: str
) -> None:
    try:
        action = game.parse(text)
    except NotationError as error:
        assert_sentence(str(error))
    else:
        assert game.parse(str(action)) == action
        assert len(str(action)) < 200


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
def test_a_seat_that_is_not_to_act_has_no_legal_action(case: Case) -> None:
    for game, state in positions(case, 12):
        for seat in (*game.seats, *game.liveries, CHANCE):
            legal = state.legal(seat)
            assert bool(legal) == (seat in state.to_act), f"{seat}: {legal}"


@each_case
def test_a_list_of_legal_actions_is_the_same_each_time(case: Case) -> None:
    for _, state in positions(case, 6):
        copy = pickle.loads(pickle.dumps(state))
        for seat in state.to_act:
            assert copy.legal(seat) == state.legal(seat)


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
def test_positions_and_views_survive_pickling(case: Case) -> None:
    for game, state in positions(case, 6):
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
        assert state.to_act <= {CHANCE, *game.liveries}


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
            assert holds(state.legal(CHANCE), state.draw(Random(5)))


@each_case
def test_a_seat_is_played_from_a_chair_of_one_side(case: Case) -> None:
    game = GAMES[case[0]]
    options = game.read_options(dict(case[1]))
    chairs = [chair for side in game.sides(options) for chair in side]
    assert len(set(chairs)) == len(chairs)
    assert game.people[0] <= len(game.sides(options))
    for _, state in positions(case, 10):
        for seat in state.to_act - {CHANCE}:
            assert state.chair(seat) in chairs


# Views


@each_case
def test_a_view_says_whose_it_is_and_who_may_act(case: Case) -> None:
    for game, state in positions(case, 12):
        for viewer in viewers(game):
            view = state.view_for(viewer)
            assert view.viewer == viewer
            assert set(view.to_act) == state.to_act
            assert len(view.to_act) == len(state.to_act)
            assert view.outcome == state.outcome
            assert hash(view) == hash(state.view_for(viewer))
            assert view == state.view_for(viewer)
            assert hash(game.turn(view)) == hash(game.turn(state.view_for(viewer)))


@each_case
def test_a_view_is_json(case: Case) -> None:
    for game, state in positions(case, 6):
        for viewer in viewers(game):
            value = as_json(state.view_for(viewer))
            assert json.loads(json.dumps(value, allow_nan=False)) == value


@each_case
def test_seats_that_act_at_once_are_named_in_the_games_order(case: Case) -> None:
    for game, state in positions(case, 12):
        order = list(game.seats)
        named = [seat for seat in state.view_for(None).to_act if seat in order]
        assert named == sorted(named, key=order.index)


# What is drawn from nothing but the registry


@each_game
def test_a_game_introduces_itself_in_what_discord_takes(game: Game[Any, Any]) -> None:
    assert GAMES[game.key] is game
    assert game.key.isalpha()
    assert game.key.islower()
    assert len(game.pitch) <= 100
    assert_sentence(game.pitch)
    assert 1 <= len(game.options) <= 20, "a command has at most 25 options, some of them the table’s"
    for name, option in game.options.items():
        assert name.isascii()
        assert name.islower()
        assert len(name) <= 32
        assert 1 <= len(option.help) <= 100, f"{name}: {len(option.help)} characters of help"
    for seat in game.seats:
        assert seat in game.liveries, f"{seat} has no livery"


@each_game
def test_options_are_read_back_from_their_line(game: Game[Any, Any]) -> None:
    defaults = game.read_options({})
    line = game.write_options(defaults)
    assert game.read_options(dict(pair.split("=", 1) for pair in line.split())) == defaults


@each_game
def test_unknown_options_and_values_are_refused_with_a_sentence(game: Game[Any, Any]) -> None:
    bad: list[dict[str, str]] = [{"no such option": "1"}]
    for name in game.options:
        bad += [{name: text} for text in ("", "-1", "1.5", "²", "99999999999999999999999", "on " * 9, "\x00")]
    for given in bad:
        with pytest.raises(OptionError) as caught:
            game.read_options(given)
        assert str(caught.value).endswith(".")


# A game without secrets hides nothing


@each_case
def test_a_game_without_secrets_shows_everybody_the_same(case: Case) -> None:
    differ = 0
    for game, state in positions(case, 12):
        seen = []
        for viewer in viewers(game):
            value = as_json(state.view_for(viewer))
            value.pop("viewer")
            seen.append(json.dumps(value))
        differ += len(set(seen)) > 1
        if game.secrets and state.outcome is not None:
            assert len(set(seen)) == 1, "something stays hidden after the end"
    claim = GAMES[case[0]].secrets
    assert bool(differ) == claim, (
        f"the views {'differ' if differ else 'are alike'}, but Game.secrets is {claim}"
    )


@each_case
def test_a_game_without_secrets_shows_every_action(case: Case) -> None:
    for walk in walks(case):
        if walk.game.secrets:
            continue
        for moment in sampled(list(walk.moments), 20):
            for viewer in viewers(walk.game):
                shown = moment.before.shown(moment.seat, moment.action, viewer)
                assert shown == str(moment.action), "An action is hidden, but the game says secrets=False."


@each_case
def test_what_a_placement_hides_stays_hidden_from_everybody_else(case: Case) -> None:
    """Two games that differ in one hidden placement look alike to the others while they hear the same."""
    key, given = case
    game = GAMES[key]
    if not game.secrets:
        pytest.skip("this game has no secrets")
    hidden = compared = 0
    for seed in range(16):
        rng = Random(seed)
        one = two = game.start(game.read_options(dict(given)))
        owner = rng.choice(game.seats)
        others = [viewer for viewer in viewers(game) if viewer != owner]
        differing: list[tuple[Any, Any]] = []
        placements = 0
        for _ in range(60):
            if not one.to_act:
                break
            seat = rng.choice(sorted(one.to_act))
            first = second = some_action(game, one, seat, rng)
            if seat == owner and isinstance(one.legal(seat), Placement):
                if placements == seed % 2:
                    second = some_action(game, two, seat, rng)
                    differing.append((first, second))
                placements += 1
            elif not holds(two.legal(seat), first):
                break
            told = [(one.tell(seat, first, viewer), two.tell(seat, second, viewer)) for viewer in others]
            heard = one.announce(seat, first), two.announce(seat, second)
            one, two = one.play(seat, first), two.play(seat, second)
            if heard[0] != heard[1] or (one.outcome, two.outcome) != (None, None):
                break
            shown = [(one.shown(owner, a, None), two.shown(owner, b, None)) for a, b in differing if a != b]
            if any(a != b for a, b in shown):
                assert not any("?" in a + b for a, b in shown), f"the record tells two secrets apart: {shown}"
                break
            hidden += bool(shown)
            for (a, b), viewer in zip(told, others, strict=True):
                assert a == b, f"{viewer or 'the public'} is told of a secret: {a}"
                views = one.view_for(viewer), two.view_for(viewer)
                assert views[0] == views[1], f"the view of {viewer or 'the public'} tells two secrets apart"
                assert as_json(views[0]) == as_json(views[1])
                compared += 1
    assert hidden
    assert compared
