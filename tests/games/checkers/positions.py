"""Drawn positions of the tests, and what is asked of them."""

from __future__ import annotations

import pytest

from bot.games.checkers import GAME
from bot.games.checkers.actions import BOARD, RED, parse
from bot.games.checkers.book import stacks
from bot.games.checkers.rules import CheckersState, CheckersTerms, begin
from bot.games.checkers.view import Stack
from bot.games.core import IllegalAction, Seat

START = """
bb bb bb bb bb bb bb bb
bb bb bb bb bb bb bb bb
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
rr rr rr rr rr rr rr rr
rr rr rr rr rr rr rr rr
"""

MIDDLE = """
.  .  .  .  .  .  .  bbbbbbbb
.  .  .  .  bb .  .  .
.  .  .  .  .  .  .  .
.  .  b  .  .  .  .  .
.  .  .  rrrbb .  .  .  .
.  rr b  .  .  .  .  .
.  .  rbbr .  .  .  .  .
rrrrrrrr .  .  .  .  .  .  r
"""

STILL = """
.  .  .  .  .  .  .  bb
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  b  .  .  .  .
.  .  .  r  .  .  .  .
rr .  .  .  .  .  .  .
"""


def at(diagram: str, mover: Seat = RED, terms: CheckersTerms | None = None) -> CheckersState:
    """The drawn position; by default nobody wins it by mere control."""
    return begin(stacks(diagram), mover, terms or CheckersTerms(win=100))


def after(state: CheckersState, *texts: str) -> CheckersState:
    for text in texts:
        (seat,) = state.to_act
        state = state.play(seat, parse(text))
    return state


def stack(state: CheckersState, name: str) -> Stack:
    return state.stacks[BOARD.read(name)]


def ways(state: CheckersState, source: str) -> set[str]:
    """The legal actions of one stack."""
    (seat,) = state.to_act
    return {str(action) for action in state.legal(seat) if BOARD.names[action.source] == source}


def still(quiet: int, *texts: str) -> CheckersState:
    """The position after ``texts`` from STILL, where nobody wins early and ``quiet`` turns draw."""
    return after(at(STILL, terms=CheckersTerms(win=100, quiet=quiet)), *texts)


def refusal(state: CheckersState, text: str) -> str:
    (seat,) = state.to_act
    with pytest.raises(IllegalAction) as caught:
        state.play(seat, parse(text))
    return str(caught.value)


def start(**options: str) -> CheckersState:
    state = GAME.start(GAME.read_options(options))
    assert isinstance(state, CheckersState)
    return state
