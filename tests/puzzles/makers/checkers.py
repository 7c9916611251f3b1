"""Captain's Checkers: turns that are better than all others by a margin, however deep one looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.features.puzzles.puzzle import Branch, PuzzleStep, Refutation
from bot.games.checkers.actions import CHECKERS, RED
from bot.games.checkers.view import CheckersView
from bot.games.core import Seat, State
from bot.games.record import Entry
from bot.players.checkers import PLAYER
from bot.players.checkers.board import CheckersBoard, decode
from bot.players.checkers.search import HALF, SURE, WON, AlphaBetaSearch

from .maker import Maker, Proved

MARGIN: Final = 3
"""By how many checkers the best turn is better than any other."""
GLANCE: Final = 3_000
"""Nodes after which a position is left in which the best turn isn't better by ``PROMISING``."""
PROMISING: Final = 3
BUDGET: Final = 2 * PLAYER.levels["captain"].budget
"""Nodes for the proof of one decision."""
DEEPER: Final = 4 * BUDGET
"""Nodes for a second look, which has to see the same margin."""
REPLY: Final = 3_000
"""Nodes for the answer to one wrong turn, and for what is expected after the best."""
REFUTED: Final = 10
"""Wrong turns whose answer is kept: those that gain the most at first sight."""
LONGEST: Final = 3
"""Decisions of the longest puzzle."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """The best turn and the next best of a position, at the greatest depth that was finished."""

    best: int
    score: int
    second: int
    """The score of the second best."""
    depth: int
    nodes: int

    @property
    def margin(self) -> int:
        """How much better the best is; a certain win or loss counts as control of everything."""
        return _counted(self.score) - _counted(self.second)


def _counted(score: int) -> int:
    return HALF if score >= SURE else -HALF if score <= -SURE else max(-HALF, min(HALF, score))


def ranked(view: CheckersView, side: int, budget: int) -> Ranked | None:
    """The two best turns of ``side`` by a search of so many nodes; None if there is only one turn."""
    search = AlphaBetaSearch(view, budget, captures=20, placing=False)
    order = sorted(search.board.turns(side), key=lambda turn: -search.board.gain(side, turn))
    if len(order) < 2:
        return None
    found: Ranked | None = None
    for depth, done in enumerate(search.deepened(side, order, 2, most=39), 1):
        if len(done) < len(order):
            break
        found = Ranked(done[0].turn, done[0].score, done[1].score, depth, search.nodes)
        if done[0].score >= SURE and done[1].score < SURE and depth > WON - done[0].score + 2:
            break
    return found


class Checkers(Maker):
    """Finds them by search."""

    game = "checkers"
    options = ({}, {}, {"split": "halves"})
    levels = (("first-mate", "deckhand"), ("deckhand", "deckhand"), ("deckhand", "first-mate"))
    opening = (4, 5, 6, 7)
    most_in_a_game = 6
    nearest = 5

    def prove(self, state: State[Any, Any], seat: Seat, entries: Sequence[Entry]) -> Proved | None:
        if len(entries) < 10:
            return None
        found = self._step(state, seat, LONGEST)
        if found is None:
            return None
        step, nodes, first, depth = found
        view: CheckersView = state.view_for(seat)
        board = CheckersBoard.of(view)
        side = 0 if seat == RED else 1
        gain = board.gain(side, first.best)
        others = max(board.gain(side, turn) for turn in board.turns(side) if turn != first.best)
        if gain >= others + PROMISING and first.score < SURE and step.length < 2:
            # By far the greatest capture is too easy to be a puzzle.
            return None
        theme = "win" if first.score >= SURE else "gain"
        kind = f"{min(first.margin, CHECKERS)} checkers better, {depth} turns ahead"
        return Proved(theme, step, kind, nodes, 3.0 * (board.greatest_gain(side) - gain))

    def _step(
        self, state: State[Any, Any], seat: Seat, most: int
    ) -> tuple[PuzzleStep, int, Ranked, int] | None:
        view: CheckersView = state.view_for(seat)
        side = 0 if seat == RED else 1
        glance = ranked(view, side, GLANCE)
        if glance is None or glance.margin < PROMISING or glance.score <= 2 - HALF:
            return None
        first = ranked(view, side, BUDGET)
        if first is None or first.margin < MARGIN or first.best != glance.best or first.score <= -SURE:
            return None
        deeper = ranked(view, side, DEEPER)
        if deeper is None or deeper.margin < MARGIN or deeper.best != first.best:
            return None
        action = decode(first.best)
        after = state.play(seat, action)
        branch = Branch()
        nodes, depth = first.nodes, first.depth
        if after.outcome is None and most > 1:
            (rival,) = after.to_act
            reply = ranked(after.view_for(rival), 1 - side, REPLY)
            if reply is not None:
                answer = decode(reply.best)
                then = after.play(rival, answer)
                if then.outcome is None and (more := self._step(then, seat, most - 1)):
                    branch = Branch((Entry(rival, str(answer)),), more[0])
                    nodes, depth = nodes + more[1], min(depth, more[3])
        wrong: dict[str, Refutation] = {}
        board = CheckersBoard.of(view)
        turns = sorted(board.turns(side), key=lambda turn: -board.gain(side, turn))
        for turn in [turn for turn in turns if turn != first.best][:REFUTED]:
            try_ = state.play(seat, decode(turn))
            if try_.outcome is not None:
                continue
            (rival,) = try_.to_act
            reply = ranked(try_.view_for(rival), 1 - side, REPLY)
            if reply is not None:
                cost = _counted(first.score) + _counted(reply.score)
                wrong[str(decode(turn))] = Refutation(
                    (Entry(rival, str(decode(reply.best))),), cost=float(max(cost, first.margin))
                )
        return PuzzleStep({str(action): branch}, wrong), nodes, first, depth

    def key(self, state: State[Any, Any], seat: Seat, proved: PuzzleStep) -> tuple[tuple[str, ...], ...]:
        """The board and its mirror image, seen by the solver."""
        view: CheckersView = state.view_for(seat)
        own = seat[0]
        cells = ["".join("x" if sign == own else "o" for sign in stack) for stack in view.stacks]
        if seat != RED:
            cells = [cells[column * 8 + 7 - row] for column in range(8) for row in range(8)]
        mirrored = [cells[(7 - column) * 8 + row] for column in range(8) for row in range(8)]
        return tuple(cells), tuple(mirrored)

    def distance(self, one: tuple[tuple[str, ...], ...], other: tuple[tuple[str, ...], ...]) -> int:
        return min(sum(a != b for a, b in zip(one[0], each, strict=True)) for each in other)
