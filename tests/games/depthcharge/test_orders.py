"""A boat that sails on until something happens."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.core import Seat
from bot.games.depthcharge.actions import BOARD, SEATS, SOUTH, parse
from bot.games.depthcharge.orders import ended, follow, offered
from bot.games.depthcharge.rules import DepthChargeState
from bot.games.depthcharge.waters import enemy
from tests.games.playing import played

from .drawing import lake
from .playing import game, twin

BAY = """8: . . . . . . . . . . . .
. . . . * . . . . . . .
. . # . . . . . . . . .
. . # . . . . . . . . .
. . # . . . . . . . . .
. . . * . . . . . . . .
. . . . . . . . . . . .
S . . . . . . . . . . ."""


def sail(since: DepthChargeState, now: DepthChargeState, goal: str, seat: Seat = SOUTH) -> str:
    return follow(since.view_for(seat), now.view_for(seat), goal)


def test_a_boat_sails_as_far_as_it_can_on_a_shortest_way_and_stops_there() -> None:
    first = state = lake(BAY)
    way = []
    for _ in range(9):
        if not (move := sail(first, state, "d6")):
            break
        state = played(state, move)
        way.append(state.view_for(None).sides[0].boat)
        state = played(state, "move w" if state.turn % 4 == 1 else "move e")
    assert way[-1] == "d6"
    assert len(way) == 3, "eight steps, and it can't stop on its own mine on d3"
    assert ended(first.view_for(SOUTH), state.view_for(SOUTH), "d6") == "Your boat has reached d6."


@pytest.mark.parametrize("deed", ["sound l11", "charge l11"])
def test_a_boat_sails_on_whatever_the_enemy_does_elsewhere(deed: str) -> None:
    first = lake(BAY)
    state = played(first, sail(first, first, "f6"))
    assert sail(first, played(state, deed), "f6")


def test_a_boat_stops_when_the_enemy_has_destroyed_a_mine() -> None:
    first = lake(BAY)
    south, north = first.fleets
    found = replace(first, fleets=(replace(south, destroyed=south.live[:1]), north))
    assert not sail(first, found, "f6")
    why = ended(first.view_for(SOUTH), found.view_for(SOUTH), "f6")
    assert why == "Your boat has stopped on its way to f6. A mine has been found."


def test_a_boat_sails_where_a_sounding_has_ruled_a_mine_out() -> None:
    silent = lake("7: . . . . . . * . . . . .\n. . . . . S . . . . . .")
    assert sail(silent, silent, "g10") == "move enn"
    heard = played(silent, "sound e7", "sound k12")
    assert heard.reports[0].times == (2,)
    assert sail(heard, heard, "g10") == "move nne"


def test_a_boat_never_sails_onto_a_mine_that_a_sounding_has_found() -> None:
    first = lake("7: . . . . . . * . . . . .\n. . . . . S . . . . . .")
    heard = played(first, "sound g7", "sound k12")
    assert heard.reports[0].times == (0,)
    assert not sail(first, heard, "g10"), "it has just been found"
    assert sail(heard, heard, "g8") == "move nne"
    assert not sail(heard, heard, "g7")
    row = ". . . . . . . . . . . ."
    straight = lake(f"9: {row}\n{row}\n. . . . . * . . . . . .\n. . . . . S . . . . . .")
    found = played(straight, "sound f7", "sound k12")
    move = sail(found, found, "f9")
    assert move in ("move enn", "move wnn"), "the shortest way that isn't over f7"


def test_a_boat_sails_round_what_is_in_its_way_and_stops_where_there_is_no_way() -> None:
    state = lake(
        """3: # # . . . . . . . . . .
        S . . N . . . . . . . .
        . . . . . . . . . . . ."""
    )
    assert sail(state, state, "f2") == "move een"
    closed = lake("2: # . . . . . . . . . . .\nS # . . . . . . . . . .")
    assert not sail(closed, closed, "f2")
    assert ended(closed.view_for(SOUTH), closed.view_for(SOUTH), "f2").endswith("The way is blocked.")
    assert not any(offered(closed.view_for(SOUTH)))


def test_a_proven_mine_is_avoided_and_a_new_one_stops_the_boat() -> None:
    first = lake(BAY, sonar=True)
    view = first.view_for(SOUTH)
    assert view.proof is not None
    known = replace(view, proof=replace(view.proof, mines=("b1",)))
    assert not follow(view, known, "f1")
    assert ended(view, known, "f1") == "Your boat has stopped on its way to f1. A mine has been found."
    assert follow(known, known, "f1").startswith("move n")


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 40), st.sampled_from(("on", "off")))
def test_every_order_is_legal_and_depends_on_nothing_hidden(seed: int, length: int, sonar: str) -> None:
    states = [state for state in game(seed, length, islands="2", sonar=sonar) if state.outcome is None]
    state = states[-1]
    (seat,) = state.to_act
    view = state.view_for(seat)
    goals = [*offered(view)]
    moves = {goal: follow(view, view, goal) for goal in goals}
    legal = {str(action) for action in state.legal(seat)}
    own = set(BOARD.list(state.fleet(seat).live))
    assert {move for move in moves.values() if move} <= legal
    assert not own & set(goals)
    assert not any(any(offered(state.view_for(other))) for other in (enemy(seat), None))
    other = twin(states, enemy(seat), Random(seed))
    if other is not None:
        hidden = other[-1].view_for(seat)
        assert [*offered(hidden)] == goals
        assert {goal: follow(hidden, hidden, goal) for goal in goals} == moves


def test_an_order_leads_to_its_square_when_the_enemy_only_sails() -> None:
    for seat in SEATS:
        state = lake("2: . . . . . . . . . . . .\n. . . . . . . . . . . .", mover=seat)
        since, goal = state, "h7" if seat == SOUTH else "c4"
        for _ in range(8):
            if not (move := sail(since, state, goal, seat)):
                break
            state = state.play(seat, parse(move))
            state = state.play(enemy(seat), state.legal(enemy(seat))[0])
        assert state.view_for(None).side(seat).boat == goal
