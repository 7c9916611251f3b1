"""A player of Crackers to measure strength against: the one that the layouts' numbers of rounds are from."""

from __future__ import annotations

from random import Random

from bot.games.crackers.actions import CAPTAIN, CREW, CrackersAction
from bot.games.crackers.rules import CrackersState
from bot.games.crackers.station import Station, layout
from bot.games.crackers.view import CrackersView
from tests.games.crackers.players import choose as balance_choose


def balance(view: CrackersView, _legal: object, rng: Random) -> CrackersAction:
    """The balance tool's player, which plays from a state: everything of it is in the view."""
    red, yellow, blue = (view.grid.numbers[pawn] for pawn in view.pawns)
    state = CrackersState(
        station=Station(layout(view.board), view.wade, view.sand, view.water, (red, yellow, blue)),
        rounds=view.rounds,
        round=view.round,
        turn=[*CREW, CAPTAIN].index(view.mover),
        done=view.done,
        settling=view.phase == "settle",
    )
    return balance_choose(state, rng)
