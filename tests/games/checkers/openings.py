"""A tool that looks for opening plans by playing: ``python -m tests.games.checkers.openings --help``.

Its player looks a few turns ahead, counts control and nothing else, and draws lots among equals; so the
games of one plan differ. A plan is a few turns that red takes as long as they cost it nothing it can see.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from random import Random
from typing import Final

from bot.games.checkers.actions import BLACK, BOARD, CHECKERS, RED, CheckersAction, parse
from bot.games.checkers.moving import turns
from bot.games.checkers.rules import SETUP, CheckersState, begin
from bot.games.checkers.state import CheckersTerms
from bot.games.checkers.view import Stack
from bot.games.core import Seat

WON: Final = 1000
WORST: Final = -2 * WON
OTHER: Final = {"r": "b", "b": "r"}


@cache
def targets(square: int, height: int) -> tuple[int, ...]:
    """Where a stack of that height may move."""
    return tuple(action.target for action in turns(square, height, "any") if action.count is None)


class Player:
    """Looks ``depth`` turns ahead (alpha-beta on control), for games with ``split=any``."""

    def __init__(self, depth: int, goal: int, rng: Random) -> None:
        self.depth, self.goal, self.rng = depth, goal, rng

    def choose(self, state: CheckersState) -> CheckersAction:
        """One of the best turns of whoever is to act, by lot."""
        (seat,) = state.to_act
        return self.rng.choice(self.best(state, seat)[1])

    def best(self, state: CheckersState, seat: Seat) -> tuple[int, list[CheckersAction]]:
        """What the best turns are worth, in checkers won or lost, and all that are worth it."""
        board, side = list(state.stacks), seat[0]
        mine = state.red if seat == RED else CHECKERS - state.red
        top, found = WORST, list[CheckersAction]()
        for gain, action in self._ordered(board, side):
            value = self._after(board, side, action, gain, mine, self.depth, top - 1, -WORST)
            if value > top:
                top, found = value, [action]
            elif value == top:
                found.append(action)
        return top, found

    def _after(
        self,
        board: list[Stack],
        side: str,
        action: CheckersAction,
        gain: int,
        mine: int,
        depth: int,
        low: int,
        high: int,
    ) -> int:
        """What ``action`` is worth to ``side``, which controls ``mine`` before it."""
        if mine + gain >= self.goal:
            return WON + depth
        if CHECKERS - mine - gain >= self.goal:
            return -WON - depth
        source, target = action.source, action.target
        stack, covered = board[source], board[target]
        count = len(stack) if action.count is None else action.count
        board[source], board[target] = stack[count:], stack[:count] + covered
        value = gain - self._search(
            board, OTHER[side], CHECKERS - mine - gain, depth - 1, gain - high, gain - low
        )
        board[source], board[target] = stack, covered
        return value

    def _search(self, board: list[Stack], side: str, mine: int, depth: int, low: int, high: int) -> int:
        if depth == 0:
            return 0
        if depth == 1:
            return self._quick(board, side, mine)
        top = WORST
        for gain, action in self._ordered(board, side):
            top = max(top, self._after(board, side, action, gain, mine, depth, max(low, top), high))
            if top >= high:
                break
        return top

    def _quick(self, board: list[Stack], side: str, mine: int) -> int:
        """The most that ``side`` can win with one turn."""
        top = -CHECKERS
        for square, stack in enumerate(board):
            if stack and stack[0] == side:
                height = len(stack)
                for target in targets(square, height):
                    covered = board[target]
                    top = max(top, len(covered) if covered and covered[0] != side else 0)
                if height > 1:
                    near = max(
                        len(board[by]) if board[by] and board[by][0] != side else 0
                        for by in BOARD.orthogonal[square]
                    )
                    # Roughly: a stack that it owns by its top alone is split below that top.
                    last = stack.rfind(side)
                    top = max(top, near - (0 if last else height - 1))
        return WON + 1 if mine + top >= self.goal else top

    def _ordered(self, board: list[Stack], side: str) -> list[tuple[int, CheckersAction]]:
        """All turns with what they win at once, the greatest first."""
        found = list(self._gains(board, side))
        self.rng.shuffle(found)
        found.sort(key=lambda pair: -pair[0])
        return found

    def _gains(self, board: list[Stack], side: str) -> Iterator[tuple[int, CheckersAction]]:
        for square, stack in enumerate(board):
            if stack and stack[0] == side:
                for action in turns(square, len(stack), "any"):
                    covered = board[action.target]
                    left = "" if action.count is None else stack[action.count :]
                    taken = len(covered) if covered and covered[0] != side else 0
                    yield taken - (len(left) if left and left[0] != side else 0), action


def play(plan: Sequence[str], seed: int, depth: int, reply: int) -> tuple[str, int, int]:
    """One game in which red begins with ``plan``: who won (or ``draw``), turns, steps of the plan."""
    rng = Random(seed)
    players = {RED: Player(depth, CheckersTerms().goal, rng), BLACK: Player(reply, CheckersTerms().goal, rng)}
    state, wanted = begin(SETUP, RED, CheckersTerms()), [parse(text) for text in plan]
    while state.to_act:
        (seat,) = state.to_act
        _, good = players[seat].best(state, seat)
        planned = seat == RED and wanted and wanted[0] in good
        action = wanted.pop(0) if planned else rng.choice(good)
        state = state.play(seat, action)
    assert state.outcome is not None
    winners = state.outcome.winners
    return (winners[0] if winners else "draw", state.turn, len(plan) - len(wanted))


def main() -> None:
    """Play games for each plan and print red's wins, Black's wins and draws."""
    reader = argparse.ArgumentParser(prog="openings")
    reader.add_argument("plans", nargs="+", help="turns joined by commas, such as b2-b3/1,c2-c4; - for none")
    reader.add_argument("--games", type=int, default=20)
    reader.add_argument("--depth", type=int, default=3, help="turns that red looks ahead")
    reader.add_argument("--reply", type=int, default=3, help="turns that Black looks ahead")
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    with ProcessPoolExecutor(2) as pool:
        for text in asked.plans:
            plan = [] if text == "-" else text.split(",")
            games = [
                pool.submit(play, plan, asked.seed + game, asked.depth, asked.reply)
                for game in range(asked.games)
            ]
            ends = [game.result() for game in games]
            tally = {word: sum(end[0] == word for end in ends) for word in ("red", "black", "draw")}
            turns_taken = sum(end[1] for end in ends) / len(ends)
            taken = sum(end[2] for end in ends) / len(ends)
            print(f"{text}: {tally}, {turns_taken:.0f} turns a game, {taken:.1f} steps taken", flush=True)


if __name__ == "__main__":
    main()
