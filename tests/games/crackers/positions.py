"""Positions of Crackers played on in notation, and read back as diagrams."""

from __future__ import annotations

import pytest

from bot.games.core import IllegalAction, Seat
from bot.games.crackers import GAME
from bot.games.crackers.actions import parse
from bot.games.crackers.rules import CrackersState
from bot.games.crackers.text import text


def start(**given: str) -> CrackersState:
    state = GAME.start(GAME.read_options(given))
    assert isinstance(state, CrackersState)
    return state


def mover(state: CrackersState) -> Seat:
    (seat,) = state.to_act
    return seat


def legal(state: CrackersState, verb: str = "") -> list[str]:
    """The legal actions of whoever is to act, in notation, those that begin with ``verb``."""
    return [str(action) for action in state.legal(mover(state)) if str(action).startswith(verb)]


def played(state: CrackersState, *actions: str) -> CrackersState:
    for action in actions:
        state = state.play(mover(state), parse(action))
    return state


def refused(why: str, state: CrackersState, *actions: str) -> None:
    """The last of ``actions`` is refused with this sentence, or one that begins with it."""
    with pytest.raises(IllegalAction, match=why):
        played(state, *actions)


def board(state: CrackersState) -> str:
    """The cells that ``text`` shows, without coordinates."""
    rows = text(state.view_for(None)).splitlines()[1 : state.station.layout.grid.rows + 1]
    return "\n".join(" ".join(row.split()[1:-1]) for row in rows)


def cells(diagram: str) -> str:
    return "\n".join(" ".join(line.split()) for line in diagram.strip().splitlines())


def reason(state: CrackersState) -> str:
    return state.outcome.reason if state.outcome else ""


CALM = """
c   .   .   .
!   .   2   .
.   .   .   .
.   .   !   p
"""
"""A small dry station with two leaks and one stack of sandbags."""
DUNK = """
c   .   .   .   .
2   Y   .   .   .
!~2 2B  .   .   .
2   .   .   .   pR
"""
"""Blue can take the sandbag that holds the water back."""
