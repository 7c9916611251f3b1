"""The player's private board is the rules' board, and finds its way back."""

from __future__ import annotations

from random import Random

from bot.games.checkers import GAME
from bot.games.checkers.actions import RED, CheckersAction
from bot.games.checkers.rules import CheckersState
from bot.players.checkers.board import CheckersBoard, decode, encode
from tests.fuzz import effort

LONGEST = 150


def test_legal_turns_are_the_same_in_the_same_order_and_lead_to_the_same_positions() -> None:
    rng, seen = effort.seed(1), 0
    while seen < 400 * effort.TIMES:
        state = _start(rng)
        for _ in range(LONGEST):
            if not state.to_act:
                break
            (seat,) = state.to_act
            side = 0 if seat == RED else 1
            board = _board(state)
            legal = list(state.legal(seat))
            assert [decode(turn) for turn in board.turns(side)] == legal
            assert [encode(action) for action in legal] == board.turns(side)
            # Captures are rare among random turns, and without them no stack grows.
            taking = [action for action in legal if board.gain(side, encode(action)) > 0]
            for action in rng.sample(legal, min(3, len(legal))) + taking[:1]:
                _compare(state, action, board, side)
            state = state.play(seat, rng.choice(taking if taking and rng.random() < 0.3 else legal))
            seen += 1


def _start(rng: Random) -> CheckersState:
    given = {"win": str(rng.randint(51, 100)), "split": rng.choice(["any", "halves"]), "quiet": "0"}
    state = GAME.start(GAME.read_options(given))
    assert isinstance(state, CheckersState)
    return state


def _board(state: CheckersState) -> CheckersBoard:
    return CheckersBoard(state.stacks, state.terms.goal, state.terms.split)


def _compare(state: CheckersState, action: CheckersAction, board: CheckersBoard, side: int) -> None:
    (seat,) = state.to_act
    after = state.play(seat, action)
    fresh, before = _board(after), _board(state)
    turn = encode(action)
    gain = board.gain(side, turn)
    undo = board.play(side, turn)
    assert undo[-1] == gain == (after.red - state.red) * (1 - 2 * side)
    for known in (fresh, board):
        assert tuple(known.stacks) == after.stacks
        assert known.layers == fresh.layers
        assert known.reach == fresh.reach
        assert known.placed == fresh.placed
        assert known.held == [after.red, 64 - after.red]
    assert (after.outcome is not None) == (max(board.held) >= board.goal)
    board.undo(side, turn, undo)
    assert vars(board) == vars(before)
