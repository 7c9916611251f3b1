"""How strong the levels are, measured on demand, for each side of each layout.

``python -m tests.players.crackers.strength --crew captain --captain balance --games 40 --board station``

Either side is a level, ``balance`` (the players of the balance tool), ``beginner`` or ``random``. Nobody
plays differently for the number of rounds, so one long batch shows the odds of every shorter game.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from statistics import median

from bot.games.core import Seat
from bot.games.crackers import GAME
from bot.games.crackers.actions import CAPTAIN, CREW, CrackersAction
from bot.games.crackers.layout import NAMES, layout
from bot.games.crackers.rules import CrackersState
from bot.games.crackers.station import Station
from bot.games.crackers.view import CrackersView
from bot.players import PLAYERS
from tests.games.crackers.balance import Finish, report
from tests.games.crackers.players import choose as balance_choose
from tests.players.matches import Chooser, at_random, level, play

from .beginner import beginner


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


def chooser(name: str) -> Chooser:
    """The player called ``name`` on the command line."""
    if name in PLAYERS["crackers"].levels:
        return level("crackers", name)
    return {"balance": balance, "beginner": beginner, "random": at_random(GAME)}[name]


def series(crew: str, captain: str, games: int, given: dict[str, str], seed: int) -> str:
    """Plays ``games`` games of the one against the other, and says who won when."""
    choosers = {seat: chooser(captain if seat == CAPTAIN else crew) for seat in (*CREW, CAPTAIN)}
    times: dict[bool, list[float]] = {False: [], True: []}
    ends: list[Finish] = []
    rounds = 0

    def timed(slot: Seat, seconds: float) -> None:
        times[slot == CAPTAIN].append(seconds)

    for number in range(games):
        last = play(GAME, choosers, seed * 100_003 + number, given, timed=timed)
        assert isinstance(last, CrackersState)
        assert last.outcome is not None
        ends.append(Finish(last.outcome.reason, last.round, CAPTAIN in last.outcome.winners))
        rounds = last.rounds
    won = sum(end.captain for end in ends)
    return (
        f"{report(given['board'], given['path'], ends, rounds)}\n"
        f"  captain {captain} wins {won} against crew {crew}; "
        f"ms crew {_milliseconds(times[False])}, captain {_milliseconds(times[True])}"
    )


def _milliseconds(times: list[float]) -> str:
    times.sort()
    return f"{1000 * median(times):.0f} (99 %: {1000 * times[int(len(times) * 0.99)]:.0f})"


def main() -> None:
    """Plays the series that the command line asks for."""
    names = [*PLAYERS["crackers"].levels, "balance", "beginner", "random"]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--crew", choices=names, default="captain")
    parser.add_argument("--captain", choices=names, default="captain")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--board", choices=NAMES, action="append", help="default: all")
    parser.add_argument("--path", choices=("wade", "dry"), default="wade")
    parser.add_argument("--rounds", type=int, default=None, help="default: the layout's own")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for board in given.board or NAMES:
        options = {"board": board, "path": given.path}
        if given.rounds:
            options["rounds"] = str(given.rounds)
        found = series(given.crew, given.captain, given.games, options, given.seed)
        sys.stdout.write(f"{found}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
