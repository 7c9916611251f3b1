"""The player's private board is the rules' board, and finds its way back."""

from __future__ import annotations

from random import Random

from bot.games.checkers import GAME
from bot.games.checkers.actions import RED, CheckersAction
from bot.games.checkers.rules import CheckersState
from bot.games.core.grid import mask
from bot.players.checkers.board import CheckersBoard, decode, encode, side_of
from bot.players.checkers.search import AlphaBetaSearch
from tests.fuzz import effort
from tests.players.matches import positions

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


def test_the_squares_from_where_a_side_can_land_on_another_are_known() -> None:
    rng, state = effort.seed(2), _start(effort.seed(2))
    while state.to_act and state.turn < LONGEST:
        (seat,) = state.to_act
        board = _board(state)
        for side in (0, 1):
            turns = board.turns(side)
            for square in range(64):
                assert board.hunters(side, square) == mask(
                    turn >> 12 for turn in turns if turn >> 6 & 63 == square
                )
            for height in range(14):
                assert board.taller(side, height) == mask(
                    square
                    for square, stack in enumerate(state.stacks)
                    if stack[:1] == "rb"[side] and len(stack) > height
                )
        legal = list(state.legal(seat))
        taking = [action for action in legal if board.gain(0 if seat == RED else 1, encode(action)) > 0]
        state = state.play(seat, rng.choice(taking or legal))


class Checked(AlphaBetaSearch):
    """Compares what captures hand on with the stacks."""

    seen = 0

    def _captures(self, mine: int, enemy: int, alpha: int, beta: int, ply: int, more: int) -> int:
        self.seen += 1
        board = self.board
        assert {mine, enemy} == {*CheckersBoard(board.stacks, board.goal, "any").sides}
        return super()._captures(mine, enemy, alpha, beta, ply, more)


def test_a_search_of_captures_knows_what_each_side_controls() -> None:
    for seed in range(4):
        state = list(positions("checkers", seed, 30))[-1][0]
        (seat,) = state.to_act
        view, legal = state.view_for(seat), state.legal(seat)
        search = Checked(view, 2_000, 20)
        search.iterate(side_of(view), 3, [encode(action) for action in legal], 1)
        assert search.seen > 500


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
        assert known.sides == fresh.sides
        assert [known.held(0), known.held(1)] == [after.red, 64 - after.red]
    assert (after.outcome is not None) == (max(board.held(0), board.held(1)) >= board.goal)
    board.undo(turn, undo)
    assert vars(board) == vars(before)
