"""The player's private board against the rules, on random positions.

``python -m tests.players.crackers.check 100000``
"""

from __future__ import annotations

import sys
from random import Random

from bot.games.crackers import GAME
from bot.games.crackers.actions import CAPTAIN, Bag, CrackersAction, Pump, Walk
from bot.games.crackers.rules import CrackersState
from bot.players.crackers.position import CAPTAIN_WINS, CREW_WINS, UNDECIDED, Position, read
from tests.games.crackers import NAMES


def alike(state: CrackersState, position: Position) -> bool:
    """Whether ``position`` is what the rules' ``state`` is, with the same legal actions."""
    station, board = state.station, position.board
    if state.outcome is not None:
        winner = CAPTAIN_WINS if CAPTAIN in state.outcome.winners else CREW_WINS
        return position.winner == winner and (*board.sand, *board.water) == (*station.sand, *station.water)
    (seat,) = state.to_act
    again = Position.of(state.view_for(None)).board
    return (
        (*board.sand, *board.water) == (*station.sand, *station.water)
        and (board.wet, board.deep) == (again.wet, again.deep)
        and [mask for mask in board.above if mask] == [mask for mask in again.above if mask]
        and position.pawns == station.pawns
        and (position.turn, position.round, position.settling) == (state.turn, state.round, state.settling)
        and position.winner == UNDECIDED
        and sorted(position.moves()) == sorted(read(state.legal(seat), state.view_for(None)))
    )


def weight(action: CrackersAction, state: CrackersState) -> float:
    """How often random play takes an action: people stay near the pod, so games last."""
    match action:
        case Walk(to, bag):
            names = state.station.layout.grid.names
            home = to in (names[state.station.pawns[state.turn]], names[state.station.layout.pod])
            return (8.0 if home else 0.3) * (3.0 if bag == "+" else 1.0)
        case Pump():
            return 3.0
        case Bag():
            return 0.2
        case _:
            return 1.0


def check(positions: int, seed: int) -> int:
    """Plays random games through ``positions`` positions, compares each; how many asked for a choice of runs.

    :raises AssertionError: on a difference.
    """
    rng = Random(seed)
    seen = settling = 0
    while seen < positions:
        path = rng.choice(("wade", "wade", "dry"))
        state = GAME.start(GAME.read_options({"board": rng.choice(NAMES), "path": path, "rounds": "90"}))
        assert isinstance(state, CrackersState)
        position = Position.of(state.view_for(None))
        while state.to_act and seen < positions:
            (seat,) = state.to_act
            legal = state.legal(seat)
            moves = read(legal, state.view_for(None))
            # Actions that lose at once are looked at, but seldom played: most games get to high water.
            for _ in range(4):
                (number,) = rng.choices(range(len(legal)), [weight(action, state) for action in legal])
                after, then = state.play(seat, legal[number]), position.play(moves[number])
                assert alike(after, then), (state, legal[number])
                seen += 1
                if after.outcome is None:
                    break
            state, position = after, then
            settling += state.settling
    return settling


def main() -> None:
    """Checks as many positions as the command line says."""
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    chosen = check(positions, seed=1)
    sys.stdout.write(f"{positions} positions alike, {chosen} of them with a choice of runs\n")


if __name__ == "__main__":
    main()
