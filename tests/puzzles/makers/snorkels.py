"""Forced captures in Snorkels: one square wins within so many turns, and every other one doesn't."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bot.features.puzzles.puzzle import Branch, PuzzleStep, Refutation
from bot.games.core import Seat, State
from bot.games.core.grid import bits
from bot.games.record import Entry
from bot.games.snorkels.actions import BOARD, GREEN, PURPLE
from bot.games.snorkels.view import SnorkelsView
from bot.players.player import OutOfNodes
from bot.players.snorkels.board import SnorkelsBoard, name
from bot.players.snorkels.solver import Solver

from .maker import Maker, Proved

LONGEST: Final = 7
"""Plies of the longest win that is looked for."""
NODES: Final = 250_000
"""Nodes for one position."""
GLANCE: Final = 15_000
"""Nodes after which a position without a win is left."""
SLOWER: Final = 2
"""Turns by which a slower win is looked for after a wrong square."""
SLOWER_NODES: Final = 3_000
"""Nodes for that."""
THEMES: Final = {3: "win in 2", 5: "win in 3", 7: "win in 4"}


def read(state: State[Any, Any], seat: Seat) -> SnorkelsBoard:
    """The position, seen by ``seat``."""
    view = state.view_for(seat)
    assert isinstance(view, SnorkelsView)
    return SnorkelsBoard.read(view.cells, "green" if seat == GREEN else "purple")


class Snorkels(Maker):
    """Finds them, by exhaustive search."""

    game = "snorkels"
    options = tuple({"stones": each} for each in "00123")
    levels = (("captain", "first-mate"), ("first-mate", "deckhand"), ("captain", "captain"))
    opening = (4, 5, 6, 7)
    most_in_a_game = 2
    nearest = 5

    def prove(self, state: State[Any, Any], seat: Seat, entries: Sequence[Entry]) -> Proved | None:
        if state.view_for(seat).phase != "play":
            return None
        position = read(state, seat)
        if position.wins or not position.sensible or len(entries) < 8:
            return None
        solver = Solver(GLANCE)
        try:
            plies, _ = solver.shortest(position, LONGEST)
        except OutOfNodes:
            return None
        if not plies:
            return None
        solver = Solver(NODES)
        try:
            solution = self._step(position, plies, solver, seat)
        except OutOfNodes:
            return None
        if solution is None:
            return None
        return Proved(THEMES[plies], solution, "every reply to every square", NODES - solver.nodes)

    def _step(self, position: SnorkelsBoard, plies: int, solver: Solver, seat: Seat) -> PuzzleStep | None:
        """The decision of ``seat``, who wins within ``plies`` and no sooner; None if two squares do."""
        other = PURPLE if seat == GREEN else GREEN
        if position.wins:
            return PuzzleStep({name(square): Branch() for square in bits(position.wins)})
        winning = [square for square in bits(position.sensible) if _wins(position, square, plies, solver)]
        if len(winning) != 1:
            return None
        after = position.after(winning[0])
        branch: Branch | None = None
        replies = [each for each in bits(after.empty) if after.verdict(each) is None]
        if not replies:
            branch = Branch()
        for reply in sorted(replies, key=lambda each: _natural(after, each)):
            then = after.after(reply)
            if plies > 3 and solver.shortest(then, plies - 4)[0]:
                continue
            step = self._step(then, plies - 2, solver, seat)
            if step is not None and (branch is None or _rank(step) < _rank(branch.then)):
                branch = Branch((Entry(other, name(reply)),), step)
                if len(step.best) == 1:
                    break
        if branch is None:
            return None
        wrong = {
            name(square): Refutation(
                tuple(Entry(other, name(reply)) for reply in _defence(position, square, plies, solver)),
                cost=_longer(position, square, plies),
            )
            for square in bits(position.empty & ~winning[0])
        }
        return PuzzleStep({name(winning[0]): branch}, wrong)

    def key(self, state: State[Any, Any], seat: Seat, proved: PuzzleStep) -> tuple[tuple[str, ...], ...]:
        signs = {"": ".", "stone": "#", seat: "x"}
        cells = [signs.get(cell, "o") for cell in state.view_for(seat).cells]
        return tuple(sorted(tuple(cells[square] for square in turned) for turned in TURNED))

    def distance(self, one: tuple[tuple[str, ...], ...], other: tuple[tuple[str, ...], ...]) -> int:
        return min(sum(a != b for a, b in zip(one[0], turned, strict=True)) for turned in other)


def _turned(swap: bool, across: bool, up: bool) -> tuple[int, ...]:
    found = []
    for square in range(49):
        column, row = BOARD.place(square)
        column, row = (row, column) if swap else (column, row)
        found.append((6 - column if across else column) * 7 + (6 - row if up else row))
    return tuple(found)


TURNED: Final = tuple(
    _turned(swap, across, up) for swap in (False, True) for across in (False, True) for up in (False, True)
)
"""Where each square of the board comes from, in its eight symmetries."""


def _rank(step: PuzzleStep | None) -> int:
    return len(step.best) if step else 0


def _natural(position: SnorkelsBoard, square: int) -> tuple[bool, int, int]:
    """Sorts the replies first that somebody would think of: those that help the weakest group."""
    tubes = [group & position.empty for group in position.mine if group & square]
    weakest = min((each.bit_count() for each in tubes), default=9)
    return bool(position.sensible) and not square & position.sensible, weakest, square


def _wins(position: SnorkelsBoard, square: int, plies: int, solver: Solver) -> bool:
    """Whether a sensible ``square`` wins within ``plies``."""
    after = position.after(square)
    return solver.lost(after.mine, after.theirs, after.empty, plies - 1)


def _longer(position: SnorkelsBoard, square: int, plies: int) -> float:
    """How many turns more than ``plies`` a wrong ``square`` takes to win; 0 if no win is found."""
    if not square & position.sensible:
        return 0.0
    solver = Solver(SLOWER_NODES)
    try:
        return next(
            (
                float(more)
                for more in range(1, SLOWER + 1)
                if _wins(position, square, plies + 2 * more, solver)
            ),
            0.0,
        )
    except OutOfNodes:
        return 0.0


def _defence(position: SnorkelsBoard, square: int, plies: int, solver: Solver) -> tuple[int, ...]:
    """The reply that spoils a wrong ``square``; none if that ends the game at once."""
    if position.verdict(square) is not None:
        return ()
    after = position.after(square)
    if after.wins:
        return (after.wins & -after.wins,)
    for reply in sorted(bits(after.sensible), key=lambda each: _natural(after, each)):
        then = after.after(reply)
        if not solver.forced(then, plies - 2):
            return (reply,)
    raise AssertionError(f"{name(square)} wins, too")
