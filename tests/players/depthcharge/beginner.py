"""Somebody who knows the rules of Depth Charge and thinks one turn ahead, with pencil marks on a chart.

It counts for each square the reports that named it, less those that should have and did not. It sounds the
squares with the highest count when it is next to them, charges where that answered 0, and otherwise sails to
the nearest of them.
"""

from __future__ import annotations

from random import Random
from typing import Final

from bot.games.core import Placement
from bot.games.depthcharge.actions import BOARD, Charge, DepthChargeAction, Move, Sound, parse
from bot.games.depthcharge.sonar import track
from bot.games.depthcharge.view import DepthChargeView
from bot.games.depthcharge.waters import HALVES, HARBOURS, enemy, squares_of
from bot.players.player import Legal

NEAR: Final = 2
"""The time up to which silence speaks loudly against a square."""
FAR: Final = 6
"""Steps within which it wants to have sounded before it sails on."""


class Chart:
    """The pencil marks of the viewer of ``view``."""

    def __init__(self, view: DepthChargeView) -> None:
        assert view.viewer is not None
        mine, rival = view.side(view.viewer), view.side(enemy(view.viewer))
        names = {*mine.islands, *rival.islands}
        self.islands = {BOARD.read(name) for name in names}
        wrecks = {BOARD.read(name) for name in rival.destroyed}
        self.boat = BOARD.read(mine.boat)
        self.reports = [
            (BOARD.read(each.square), each.times) for each in view.reports if each.seat == view.viewer
        ]
        crossed = {BOARD.read(name) for name in (mine.boat, rival.boat, *mine.missed, *rival.swept)} | wrecks
        room = HALVES[enemy(view.viewer)] - self.islands - {HARBOURS[enemy(view.viewer)]} - crossed
        scores = {square: self.score(square) for square in sorted(room)}
        best = max(scores.values(), default=0)
        self.marks = {square for square, score in scores.items() if score == best}
        self.safe = {square for square, score in scores.items() if score <= min(0, best - 2)} | crossed
        self.mines = {square for square, times in self.reports if 0 in times} - wrecks
        self.sounded = {square for square, _ in self.reports}
        self.room = room

    def score(self, square: int) -> int:
        """How many reports named ``square``, less those that should have."""
        count = 0
        for charge, times in self.reports:
            time, between = track(charge, square)
            if time in times:
                count += 1
            elif not self.islands & set(between):
                count -= 3 if time <= NEAR else 1
        return count


def beginner(view: DepthChargeView, legal: Legal[DepthChargeAction], rng: Random) -> DepthChargeAction:
    """A charge on what answered 0, a sounding of a mark, or a move to the nearest mark."""
    if isinstance(legal, Placement):
        return parse(legal.text(rng.sample(legal.squares, legal.count)))
    chart = Chart(view)
    for action in legal:
        if isinstance(action, Charge) and action.square in chart.mines:
            return action
    fresh = [action for action in legal if isinstance(action, Sound) and action.square not in chart.sounded]
    marked = [action for action in fresh if action.square in chart.marks]
    goals = chart.mines or chart.marks
    if marked and not chart.mines:
        return rng.choice(marked)
    heard = any(_steps(chart.boat, square) <= FAR for square in chart.sounded)
    if fresh and not heard and min(_steps(chart.boat, goal) for goal in goals) <= FAR:
        return rng.choice(fresh)

    def way(action: Move) -> int:
        goal = squares_of(chart.boat, action.steps)[-1]
        return min(_steps(goal, each) for each in goals)

    moves = [action for action in legal if isinstance(action, Move)]
    feared = chart.room - chart.safe
    safe = [action for action in moves if not feared & set(squares_of(chart.boat, action.steps))]
    shortest = min(map(way, safe), default=99)
    if not safe or (fresh and shortest >= min(_steps(chart.boat, each) for each in goals)):
        return rng.choice(fresh or legal)
    return rng.choice([action for action in safe if way(action) == shortest])


def _steps(start: int, goal: int) -> int:
    (column, row), (to_column, to_row) = BOARD.place(start), BOARD.place(goal)
    return abs(column - to_column) + abs(row - to_row)
