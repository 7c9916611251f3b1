"""Judges a turn of Snorkels: what the square was worth beside the best one, and why; hints at a good one."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from bot.games.core import Place, Seat, Take
from bot.games.core.grid import bits
from bot.games.snorkels.actions import BOARD, GREEN, SnorkelsAction
from bot.games.snorkels.view import Cell, SnorkelsView, groups
from bot.players.player import WORTH_SAYING, Choice, Hint, Judgement, OutOfNodes, Reviewer, calibrated

from . import text
from .board import SnorkelsBoard, name
from .search import TreeSearch, expected
from .solver import Solver

PLAYOUTS: Final = 1_000
"""For each square that is compared."""
NODES: Final = 4_000
PLIES: Final = 5
HOPE: Final = -0.47
TRUST: Final = 1.9
"""How squares seemed between First Mates, see :func:`.calibrated`."""
OPENINGS: Final = 4
"""Other opening squares that one is compared with."""


def judge(view: SnorkelsView, legal: Any, action: SnorkelsAction, rng: Random) -> Judgement[Any] | None:
    """The judgement of any turn; none of the stones, which fall for both."""
    match action:
        case Place(square) if view.phase == "opening":
            return _opening(view, legal, square, rng)
        case Place(square):
            assert view.viewer is not None
            return _placing(view, "green" if view.viewer == GREEN else "purple", square, rng)
        case Take(colour):
            green = expected(SnorkelsBoard.read(view.cells, "green"), rng, 2 * PLAYOUTS)
            chances = {"green": green, "purple": 1 - green}
            best = max(chances, key=chances.__getitem__)
            loss = chances[best] - chances[colour]
            return Judgement(
                chances[best],
                chances[colour],
                Take(Seat(best)),
                text.WRONG_COLOUR if loss >= WORTH_SAYING else "",
            )
        case _:
            return None


def _opening(view: SnorkelsView, legal: Any, square: str, rng: Random) -> Judgement[Any]:
    """An opening square is worth what the colour is that the opponent leaves."""
    position = SnorkelsBoard.read(view.cells, "purple")
    squares = [BOARD.read(each.square) for each in legal]
    tried = {BOARD.read(square), *rng.sample(squares, min(OPENINGS, len(squares)))}
    worths = {}
    for each in sorted(tried):
        green = expected(position.after(1 << each), rng, PLAYOUTS)
        worths[each] = min(green, 1 - green)
    best = max(worths, key=worths.__getitem__)
    after = worths[BOARD.read(square)]
    reason = text.UNEVEN if worths[best] - after >= WORTH_SAYING else ""
    return Judgement(worths[best], after, Place(BOARD.names[best]), reason)


class _Judge:
    """Weighs squares of one position."""

    def __init__(self, position: SnorkelsBoard, rng: Random) -> None:
        self.position = position
        self.rng = rng
        self.solver = Solver(NODES)
        self.lost: dict[int, int] = {}
        """Squares that lose by force, and in how many turns after them."""

    def worth(self, square: int) -> float:
        """What ``square`` is worth to the one who plays there."""
        verdict = self.position.verdict(square)
        if verdict is not None:
            return float(verdict)
        after = self.position.after(square)
        if after.wins:
            return 0.0
        for plies in range(3, PLIES + 1, 2):
            try:
                if self.solver.forced(after, plies):
                    self.lost[square] = plies
                    return 0.0
            except OutOfNodes:
                break
        return calibrated(1 - expected(after, self.rng, PLAYOUTS), HOPE, TRUST)

    def forced_win(self) -> tuple[int, int]:
        """Within how many turns a win is forced, and its first square; 0 for none."""
        try:
            return self.solver.shortest(self.position, PLIES)
        except OutOfNodes:
            return 0, 0

    def best(self) -> int:
        """The square that a search prefers; 0 if all lose at once."""
        sensible = self.position.sensible
        if not sensible:
            return 0
        search = TreeSearch(self.position, self.rng, sensible)
        search.run(PLAYOUTS)
        found = search.found()
        return search.root.winning or (found[0][0] if found else next(bits(sensible)))


def _placing(view: SnorkelsView, colour: Cell, square: str, rng: Random) -> Judgement[Any]:
    judge_ = _Judge(SnorkelsBoard.read(view.cells, colour), rng)
    played = 1 << BOARD.read(square)
    plies, best = judge_.forced_win()
    after = 1.0 if best == played else judge_.worth(played)
    if best:
        before = 1.0
    else:
        best = judge_.best()
        before = judge_.worth(best) if best and best != played else after
    if before <= after:
        return Judgement(after, after, Place(square))
    reason = ""
    if before - after >= WORTH_SAYING:
        reason = _reason(view, colour, square, judge_, (best, plies), after)
    return Judgement(before, after, Place(name(best)), reason)


def _reason(
    view: SnorkelsView, colour: Cell, square: str, judge_: _Judge, win: tuple[int, int], after: float
) -> str:
    """Why ``square`` was worse than the best; ``win``: the best, and within how many turns it wins."""
    played, (best, plies) = BOARD.read(square), win
    if plies == 1:
        return text.misses_win(name(best))
    if judge_.position.verdict(1 << played) is False:
        return text.OWN_AIR
    cells = (*view.cells[:played], colour, *view.cells[played + 1 :])
    own = [(BOARD.list(members), BOARD.list(tubes)) for members, tubes in groups(cells, colour)]
    short = [each for each in own if len(each[1]) == 1]
    if short:
        members, tubes = short[0]
        return text.leaves_one_tube(members, tubes[0])
    if plies:
        return text.misses_force(name(best), (plies + 1) // 2)
    if (lost := judge_.lost.get(1 << played)) is not None:
        return text.loses_by_force((lost + 1) // 2)
    if not after:
        return text.FORCED
    thin = min(own, key=lambda each: len(each[1]))
    return text.leaves_two_tubes(thin[0]) if len(thin[1]) == 2 else text.LESS_ROOM


def hint(view: SnorkelsView, choice: Choice[SnorkelsAction]) -> Hint:
    """What to look at, where, and what to do."""
    action = choice.action
    if isinstance(action, Take):
        return Hint(text.LOOK_AT_COLOURS, text.chances(action.colour, choice.value), text.take(action.colour))
    assert isinstance(action, Place)
    square = action.square
    if view.phase == "opening":
        return Hint(text.LOOK_AT_OPENING, text.in_column(square), text.place(square))
    own, theirs = ("green", "purple") if view.viewer == GREEN else ("purple", "green")
    shortest = {
        colour: min(groups(view.cells, colour), key=lambda each: len(each[1]), default=None)
        for colour in (own, theirs)
    }
    tubes = {colour: len(group[1]) if group else 9 for colour, group in shortest.items()}
    about = theirs if tubes[theirs] <= tubes[own] else own
    if tubes[theirs] == 1:
        look = text.LOOK_AT_WIN
    elif choice.proven and choice.value == 1.0:
        look, about = text.LOOK_AT_ATTACK, theirs
    elif tubes[own] == 1:
        look = text.LOOK_AT_DANGER
    elif min(tubes.values()) > 2:
        look = text.LOOK_AT_ROOM
    else:
        look = text.LOOK_AT_THEIRS if about == theirs else text.LOOK_AT_OWN
    group = shortest[about]
    near = group is not None and BOARD.read(square) in group[1]
    where = text.look_by(BOARD.list(group[0])) if near and group else text.in_column(square)
    return Hint(look, where, text.place(square))


REVIEWER: Final = Reviewer(judge, milliseconds=200)
