"""A crew member who stays until something changes."""

from __future__ import annotations

from random import Random

import pytest

from bot.games.core import IllegalAction
from bot.games.crackers import GAME
from bot.games.crackers.actions import RED, parse
from bot.games.crackers.book import drawn
from bot.games.crackers.orders import ORDERS, follow, offered
from bot.games.crackers.rules import CrackersState
from tests.games.playing import begun

QUIET = """
c   .   .   .   .   .   .
!   .   .   .   .   .   .
.   .   .   .   .   .   .
.   .   .   .   .   .   .
.   .   .   .   .   .   !
.   R   .   .   .   .   .
.   .   .   .   .   .   pYB
"""
"""Red is far from any water; each case changes one line."""


def stays(was: str, now: str) -> bool:
    """Whether Red goes on staying on b2."""
    one, two = (drawn(each).view_for(RED) for each in (was, now))
    return follow(one, two, "b2") == "b2"


@pytest.mark.parametrize(
    ("line", "becomes", "goes_on"),
    [
        (".   R   .   .   .   .   .", ".   R   .   .   .   .   .", True),
        ("!   .   .   .   .   .   .", "!~1 .   .   2   .   .   .", True),
        (".   R   .   .   .   .   .", ".   R   .   .   ~1  .   .", True),
        (".   R   .   .   .   .   .", ".   R   .   ~1  .   .   .", False),
        (".   R   .   .   .   .   .", ".   R   .   1   .   .   .", False),
        (".   R   .   .   .   .   .", ".   R   .   .   .   .   ~1", False),
        (".   R   .   .   .   .   .", ".   .   R   .   .   .   .", False),
    ],
    ids=["nothing", "far away", "three steps", "water", "sandbag", "water at the pod", "moved"],
)
def test_one_stays_while_nothing_changes_nearby(line: str, becomes: str, *, goes_on: bool) -> None:
    assert stays(QUIET, QUIET.replace(line, becomes)) == goes_on


def test_one_goes_when_the_way_to_the_pod_gets_longer_or_narrow() -> None:
    wall = "\n".join(
        " ".join("~2" if column == 4 and row > 0 else cell for column, cell in enumerate(line.split()))
        for row, line in enumerate(QUIET.strip().splitlines())
    )
    assert not stays(QUIET, wall), "the way leads over the far end"
    assert not offered(drawn(wall).view_for(RED)), "there is one square to cross on"
    ended = ORDERS.ended(drawn(QUIET).view_for(RED), drawn(wall).view_for(RED), "b2")
    for sentence in (ORDERS.ends, ended):
        assert "their way to the pod" in sentence


def test_what_is_offered_and_carried_on_is_always_legal() -> None:
    rng, carried = Random(4), 0
    for _ in range(6):
        state: CrackersState = begun("crackers", board="bell", rounds="20")
        given: dict[str, tuple[CrackersState, str]] = {}
        while state.to_act:
            seat = min(state.to_act)
            view = state.view_for(seat)
            for square in offered(view):
                given.setdefault(seat, (state, square))
            legal = [str(action) for action in state.legal(seat)]
            action = rng.choice(legal)
            if seat in given:
                before, square = given[seat]
                if order := follow(before.view_for(seat), view, square):
                    assert order in legal
                    action, carried = order, carried + 1
                else:
                    del given[seat]
            state = state.play(seat, parse(action))
    assert carried > 30


def test_nothing_is_offered_out_of_turn() -> None:
    state = begun("crackers")
    assert offered(state.view_for(min(state.to_act))) == ("e1",)
    for seat in {*GAME.seats} - state.to_act:
        assert not offered(state.view_for(seat))
        with pytest.raises(IllegalAction):
            state.play(seat, parse("e1"))
