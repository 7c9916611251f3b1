"""Players that only count control, to measure the computer player against: one or two turns ahead.

They play on stacks of their own, so no change of the computer player changes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from bot.games.checkers.actions import CHECKERS, CheckersAction
from bot.games.checkers.moving import turns
from bot.games.checkers.view import CheckersView
from tests.players.matches import Chooser

WON: Final = 1_000
CAPTURES: Final = 4
"""How many captures in a row the quiescence follows."""
WIDTH: Final = 2
"""How many captures it considers each time: the greatest."""
OTHER: Final = {"r": "b", "b": "r"}


class Counter:
    """Alpha-beta on control alone; with ``quiescence``, captures are followed beyond its depth."""

    def __init__(self, view: CheckersView, *, quiescence: bool) -> None:
        self.board, self.split, self.goal = list(view.stacks), view.split, view.goal
        self.quiescence = quiescence

    def best(self, side: str, legal: Sequence[CheckersAction], depth: int) -> list[CheckersAction]:
        """The best turns at ``depth``, this one included."""
        mine = sum(len(stack) for stack in self.board if stack[:1] == side)
        top, found = -2 * WON, list[CheckersAction]()
        for gain, action in sorted(self._gains(side, legal), key=lambda pair: -pair[0]):
            value = self._after(side, action, gain, mine, depth, top - 1, 2 * WON)
            if value > top:
                top, found = value, [action]
            elif value == top:
                found.append(action)
        return found

    def _after(
        self, side: str, action: CheckersAction, gain: int, mine: int, depth: int, low: int, high: int
    ) -> int:
        if mine + gain >= self.goal:
            return WON + depth
        if CHECKERS - mine - gain >= self.goal:
            return -WON - depth
        board, source, target = self.board, action.source, action.target
        stack, covered = board[source], board[target]
        count = len(stack) if action.count is None else action.count
        board[source], board[target] = stack[count:], stack[:count] + covered
        value = gain - self._search(OTHER[side], CHECKERS - mine - gain, depth - 1, gain - high, gain - low)
        board[source], board[target] = stack, covered
        return value

    def _search(self, side: str, mine: int, depth: int, low: int, high: int) -> int:
        if depth <= 0:
            if not self.quiescence or depth <= -CAPTURES:
                return 0
            low, top = max(low, 0), 0
            if top >= high:
                return top
        else:
            top = -2 * WON
        ordered = sorted(self._gains(side, self._all(side)), key=lambda pair: -pair[0])
        for gain, action in ordered if depth > 0 else ordered[:WIDTH]:
            if depth <= 0 and gain <= 0:
                break
            top = max(top, self._after(side, action, gain, mine, depth, max(low, top), high))
            if top >= high:
                break
        return top

    def _all(self, side: str) -> Iterator[CheckersAction]:
        for square, stack in enumerate(self.board):
            if stack[:1] == side:
                yield from turns(square, len(stack), self.split)

    def _gains(
        self, side: str, actions: Sequence[CheckersAction] | Iterator[CheckersAction]
    ) -> Iterator[tuple[int, CheckersAction]]:
        for action in actions:
            stack, covered = self.board[action.source], self.board[action.target]
            left = "" if action.count is None else stack[action.count :]
            taken = len(covered) if covered[:1] == OTHER[side] else 0
            yield taken - (len(left) if left[:1] == OTHER[side] else 0), action


def counting(depth: int, *, quiescence: bool) -> Chooser:
    """A chooser that looks ``depth`` turns ahead and draws lots among equals."""

    def choose(view: CheckersView, legal: Sequence[CheckersAction], rng: Random) -> CheckersAction:
        assert view.viewer is not None
        return rng.choice(Counter(view, quiescence=quiescence).best(view.viewer[0], legal, depth))

    return choose


one_ply: Final[Chooser] = counting(1, quiescence=True)
two_plies: Final[Chooser] = counting(2, quiescence=False)
