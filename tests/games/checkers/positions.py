"""Drawn positions of the tests, and what is asked of them."""

from __future__ import annotations

from typing import Any

from bot.games.checkers.actions import BOARD, RED
from bot.games.checkers.book import stacks
from bot.games.checkers.rules import CheckersState, CheckersTerms, begin
from bot.games.checkers.view import Stack
from bot.games.core import Seat
from tests.games.playing import played

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


def stack(state: CheckersState, name: str) -> Stack:
    return state.stacks[BOARD.read(name)]


def ways(state: CheckersState, source: str) -> set[str]:
    """The legal actions of one stack."""
    (seat,) = state.to_act
    return {str(action) for action in state.legal(seat) if BOARD.names[action.source] == source}


def still(quiet: int, *texts: str) -> Any:
    """The position after ``texts`` from STILL, where nobody wins early and ``quiet`` turns draw."""
    return played(at(STILL, terms=CheckersTerms(win=100, quiet=quiet)), *texts)
