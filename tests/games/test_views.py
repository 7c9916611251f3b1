"""What every game lets its people see, and what it hides from them."""

from __future__ import annotations

import json
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from bot.games.core import Placement
from tests.games.registry import GAMES

from .cases import Case, each_case, holds, positions, sampled
from .playing import some_action, viewers, walks


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
        assert hash(state.turn_key) == hash(state.turn_key)


@each_case
def test_a_view_is_json(case: Case) -> None:
    for game, state in positions(case, 6):
        for viewer in viewers(game):
            value = json.loads(json.dumps(asdict(state.view_for(viewer)), allow_nan=False))
            assert value["viewer"] == viewer


@each_case
def test_seats_that_act_at_once_are_named_in_the_games_order(case: Case) -> None:
    for game, state in positions(case, 12):
        order = list(game.seats)
        named = [seat for seat in state.view_for(None).to_act if seat in order]
        assert named == sorted(named, key=order.index)


# A game without secrets hides nothing


@each_case
def test_a_game_without_secrets_shows_everybody_the_same(case: Case) -> None:
    differ = 0
    for game, state in positions(case, 12):
        seen = []
        for viewer in viewers(game):
            value = asdict(state.view_for(viewer))
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
                shown = moment.before.redacted(moment.seat, moment.action, viewer)
                assert shown == str(moment.action), "An action is hidden, but the game says secrets=False."


@each_case
def test_what_a_placement_hides_stays_hidden_from_everybody_else(case: Case) -> None:
    """Two games that differ in one hidden placement look alike to the others while they hear the same."""
    key, given = case
    game = GAMES[key]
    if not game.secrets:
        pytest.skip("this game has no secrets")
    hidden = compared = 0
    for seed in range(10):
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
            told = [
                (one.narrate(seat, first, viewer), two.narrate(seat, second, viewer)) for viewer in others
            ]
            heard = one.announcement(seat, first), two.announcement(seat, second)
            one, two = one.play(seat, first), two.play(seat, second)
            if heard[0] != heard[1] or (one.outcome, two.outcome) != (None, None):
                break
            shown = [
                (one.redacted(owner, a, None), two.redacted(owner, b, None)) for a, b in differing if a != b
            ]
            if any(a != b for a, b in shown):
                assert not any("?" in a + b for a, b in shown), f"the record tells two secrets apart: {shown}"
                break
            hidden += bool(shown)
            for (a, b), viewer in zip(told, others, strict=True):
                assert a == b, f"{viewer or 'the public'} is told of a secret: {a}"
                views = one.view_for(viewer), two.view_for(viewer)
                assert views[0] == views[1], f"the view of {viewer or 'the public'} tells two secrets apart"
                compared += 1
    assert hidden
    assert compared
