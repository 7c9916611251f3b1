"""The player's private board is the rules' board."""

from __future__ import annotations

import pytest

from bot.games.crackers import GAME
from bot.games.crackers.actions import BLUE, CAPTAIN, Bag, CrackersAction, Pump, Walk
from bot.games.crackers.book import drawn
from bot.games.crackers.rules import CrackersState
from bot.players.crackers.position import CAPTAIN_WINS, CREW_WINS, UNDECIDED, Position, read, written
from tests.fuzz import effort
from tests.games.crackers import NAMES
from tests.games.crackers.positions import CALM, DUNK
from tests.games.playing import played

RUNNING = "c3 3 3 3 3\n!~3 ~2 2R . 3\n3 3 3 3 pYB"
"""A run that frees another."""


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


def test_random_games_are_the_same_in_both() -> None:
    rng, seen, settling = effort.seed(7), 0, 0
    while seen < 1_000 * effort.TIMES:
        path = rng.choice(("wade", "wade", "dry"))
        state = GAME.start(GAME.read_options({"board": rng.choice(NAMES), "path": path, "rounds": "90"}))
        assert isinstance(state, CrackersState)
        position = Position.of(state.view_for(None))
        while state.to_act and seen < 1_000 * effort.TIMES:
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
    assert settling, "some asked for a choice of runs"


@pytest.mark.parametrize(
    ("state", "actions"),
    [
        (drawn(DUNK, BLUE), ["b2-", "flow a2 b3"]),
        (drawn(RUNNING), ["c2-"]),
        (drawn(CALM, CAPTAIN), ["pump a3", "unbag c3"]),
        (drawn(CALM, CAPTAIN), ["bag a1", "pump c1", "bag b1"]),
        (drawn(CALM, CAPTAIN, round=60), ["pump a3", "pump a3 a2", "pump c1"]),
        (drawn(CALM, path="dry"), ["a1"]),
    ],
)
def test_drawn_positions_are_the_same_in_both(state: CrackersState, actions: list[str]) -> None:
    position = Position.of(state.view_for(None))
    for text in actions:
        (seat,) = state.to_act
        view, legal = state.view_for(None), state.legal(seat)
        moves = read(legal, view)
        assert tuple(written(move, view.grid.names) for move in moves) == tuple(legal)
        number = [str(action) for action in legal].index(text)
        state, position = played(state, text), position.play(moves[number])
        assert alike(state, position)


def test_a_game_that_is_over_is_read_as_that() -> None:
    state = played(drawn(CALM, CAPTAIN, round=60), "pump a3", "pump c1", "bag b2")
    assert state.outcome is not None
    assert Position.of(state.view_for(None)).winner == 1
