"""A beginner who knows only the rules and sees one action ahead."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.games.crackers.actions import Bag, CrackersAction, Flow, Pump, Walk
from bot.games.crackers.view import CrackersView
from bot.players.crackers.position import CAPTAIN_WINS, CREW_WINS, Position, read
from bot.players.crackers.search import loses_at_once


def beginner(view: CrackersView, legal: Sequence[CrackersAction], rng: Random) -> CrackersAction:
    """Wins if one action does it, avoids what one action punishes, and otherwise does what the rules suggest.

    The captain pumps towards the pod. The crew stays close to it and drops sandbags.
    """
    position = Position.of(view)
    me = CAPTAIN_WINS if position.captains else CREW_WINS
    after = [(action, position.play(move)) for action, move in zip(legal, read(legal, view), strict=True)]
    if winning := [action for action, then in after if then.winner == me]:
        return winning[0]
    safe = [action for action, then in after if not loses_at_once(then, me)] or list(legal)
    return min(safe, key=lambda action: (_plan(view, action), rng.random()))


def _plan(view: CrackersView, action: CrackersAction) -> float:
    match action:
        case Pump(leak, to):
            return _steps(view, to or leak)
        case Flow(_, to):
            return _steps(view, to)
        case Walk(to, bag):
            return 2 * (bag != "+") + _steps(view, to)
        case Bag(_):
            return 50.0
        case _:
            return 20.0


def _steps(view: CrackersView, square: str) -> float:
    """How far ``square`` is from the pod."""
    (column, row), (pod_column, pod_row) = (
        view.grid.place(view.grid.numbers[name]) for name in (square, view.pod)
    )
    return abs(column - pod_column) + abs(row - pod_row)
