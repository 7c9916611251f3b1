"""What the computer player of Snorkels chooses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, NamedTuple

from bot.games.core import Place, Take
from bot.games.core.grid import bits, mask
from bot.games.snorkels.actions import BOARD, GREEN, PURPLE, SnorkelsAction
from bot.games.snorkels.view import SnorkelsView
from bot.players.player import Alternative, Choice, Legal, OutOfNodes, drawn, shown

from .board import SnorkelsBoard, name, tubes_after
from .net import net
from .search import TreeSearch, expected
from .solver import Solver
from .tree import WON, Tree, judged

OPENINGS: Final = 8
"""The most opening squares that are compared."""


@dataclass(frozen=True, slots=True)
class SnorkelsSettings:
    """How one level plays."""

    budget: int
    """Playouts for one choice."""
    positions: int = 0
    """Positions that it looks at with what it has learnt, instead of playouts; 0: it goes by these."""
    plies: int = 1
    """Turns ahead, both players' counted, in which it always finds a forced win."""
    nodes: int = 0
    """Nodes that the solver may search for one choice."""
    temperature: float = 0.0
    """How readily a worse square is chosen: one that is worth this much less, ``1/e`` as often. 0: never."""
    overlooked: float = 0.0
    """How likely it is that a group with few open tubes goes unnoticed in a turn."""
    miscounted: float = 0.0
    """How likely a square that would leave its group one open tube is to look as good as the best."""
    careless: bool = False
    """Whether even an immediate win or loss may go unnoticed."""


class SquareWorth(NamedTuple):
    """What a square is worth to the player whose turn it is."""

    square: int
    value: float
    """0 to 1."""


def choose(
    view: SnorkelsView, legal: Legal[SnorkelsAction], rng: Random, settings: SnorkelsSettings
) -> Choice[SnorkelsAction]:
    """The choice in any phase of the game."""
    actions = legal if isinstance(legal, Sequence) else ()
    squares = mask(BOARD.read(action.square) for action in actions if isinstance(action, Place))
    if view.phase == "choice":
        return choose_colour(SnorkelsBoard.read(view.cells, "green"), rng, settings)
    if view.phase == "opening":
        return choose_opening(SnorkelsBoard.read(view.cells, "purple"), squares, rng, settings)
    position = SnorkelsBoard.read(view.cells, "green" if view.viewer == GREEN else "purple")
    return choose_square(position, squares, rng, settings)


def choose_opening(
    position: SnorkelsBoard, legal: int, rng: Random, settings: SnorkelsSettings
) -> Choice[SnorkelsAction]:
    """The opening square, of a few, that gives both colours the most equal chances."""
    squares = [*bits(legal)]
    worths: list[SquareWorth] = []
    for square in rng.sample(squares, min(len(squares), OPENINGS)):
        green = chance(position.after(square), rng, settings, OPENINGS)
        worths.append(SquareWorth(square, min(green, 1 - green)))
    worths.sort(key=lambda worth: worth.value, reverse=True)
    return _choice(worths, worths[0], (worths[0].square,))


def choose_colour(position: SnorkelsBoard, rng: Random, settings: SnorkelsSettings) -> Choice[SnorkelsAction]:
    """The colour with the better chances; green is next to play."""
    green = chance(position, rng, settings)
    worths = sorted([(green, GREEN), (1 - green, PURPLE)], reverse=True)
    found: tuple[Alternative[SnorkelsAction], ...] = tuple(
        Alternative(Take(colour), value) for value, colour in worths
    )
    return Choice(found[0].action, found[0].value, found, (found[0].action,))


def chance(position: SnorkelsBoard, rng: Random, settings: SnorkelsSettings, share: int = 1) -> float:
    """What the player whose turn it is can expect, by one ``share``-th of what may be searched."""
    learnt = net() if settings.positions else None
    if learnt is None:
        return expected(position, rng, settings.budget // share)
    return judged(position, learnt, settings.positions // share)


def choose_square(
    position: SnorkelsBoard, legal: int, rng: Random, settings: SnorkelsSettings
) -> Choice[SnorkelsAction]:
    """The square for a snorkel of one's own colour."""
    noticed = _noticed(position, rng, settings)
    seen = noticed if settings.careless else position
    if seen.wins:
        square = seen.wins & -seen.wins
        return _sure(square, 1.0, (square,))
    if sensible := noticed.sensible & (legal if settings.careless else position.sensible):
        miscounted = legal & _miscounted(position, rng, settings)
        return _thought(noticed, sensible, rng, settings, sure=noticed is position, miscounted=miscounted)
    if position.wins:
        square = position.wins & -position.wins
        return _sure(square, 1.0, (square,))
    if position.sensible:
        return _thought(position, position.sensible, rng, settings, sure=True)
    return _resigned(position, legal)


def _noticed(position: SnorkelsBoard, rng: Random, settings: SnorkelsSettings) -> SnorkelsBoard:
    """The position without the groups that go unnoticed; the same object if there are none."""

    def kept(groups: Sequence[int]) -> tuple[int, ...]:
        return tuple(
            group
            for group in groups
            if (group & position.empty).bit_count() > 3 or rng.random() >= settings.overlooked
        )

    mine, theirs = kept(position.mine), kept(position.theirs)
    if len(mine) == len(position.mine) and len(theirs) == len(position.theirs):
        return position
    return replace(position, mine=mine, theirs=theirs)


def _miscounted(position: SnorkelsBoard, rng: Random, settings: SnorkelsSettings) -> int:
    """The squares that would leave a group one open tube, as far as that goes unnoticed."""
    if not settings.miscounted or position.threats:
        return 0
    found = 0
    for square in bits(position.empty & ~position.sensible):
        if tubes_after(position.mine, position.empty, square) and rng.random() < settings.miscounted:
            found |= square
    return found


def _thought(
    position: SnorkelsBoard,
    sensible: int,
    rng: Random,
    settings: SnorkelsSettings,
    *,
    sure: bool,
    miscounted: int = 0,
) -> Choice[SnorkelsAction]:
    """The choice among squares that don't lose at once, and those that were ``miscounted``.

    ``sure``: whether every group was noticed.
    """
    if settings.positions and (learnt := net()):
        return _guided(Tree(position, learnt), settings.positions)
    solver = Solver(settings.nodes)
    lost: dict[int, int] = {}
    """Squares that lose, and in how many turns after them."""
    try:
        for plies in range(3, settings.plies + 1, 2):
            square = solver.forced(position, plies)
            if square & sensible:
                return _sure(square, 1.0, solver.line(position, plies), proven=sure)
        for plies in range(3, settings.plies - 1, 2):
            for square in bits(sensible):
                after = position.after(square)
                if square not in lost and solver.forced(after, plies):
                    lost[square] = plies
    except OutOfNodes:
        pass
    open_squares = sensible & ~sum(lost)
    playouts = settings.budget if open_squares & (open_squares - 1) else settings.budget // 10
    search = TreeSearch(position, rng, open_squares)
    search.run(playouts)
    if search.root.winning:
        return _sure(search.root.winning, 1.0, search.line(), proven=sure)
    worths = [SquareWorth(*found) for found in search.found()]
    losing = [SquareWorth(square, 0.0) for square in lost]
    try:
        while worths and settings.plies > 3 and not settings.temperature:
            after = position.after(worths[0].square)
            if not solver.forced(after, settings.plies):
                break
            lost[worths[0].square] = settings.plies
            losing.append(SquareWorth(worths.pop(0).square, 0.0))
    except OutOfNodes:
        pass
    if not worths:
        # The later the loss, the more the opponent has to find; what the search refuted took it longest.
        square = max(bits(sensible), key=lambda each: (lost.get(each, 99), search.playouts(each)))
        return _sure(square, 0.0, search.line(square), proven=sure)
    if settings.temperature:
        worths.sort(key=lambda worth: worth.value, reverse=True)
        worths[:0] = [SquareWorth(square, worths[0].value) for square in bits(miscounted)]
        chosen = drawn(worths, lambda worth: worth.value, settings.temperature, rng)
    else:
        chosen = worths[0]
        worths = _no_better(worths)
    return _choice([*worths, *losing], chosen, search.line(chosen.square))


def _guided(tree: Tree, positions: int) -> Choice[SnorkelsAction]:
    """The choice by what was learnt."""
    tree.run(positions, choosing=True)
    line = tree.line()
    if proven := tree.root.proven:
        return _sure(line[0], float(proven == WON), line)
    worths = [SquareWorth(*found) for found in tree.found()]
    losing = [SquareWorth(square, 0.0) for square in tree.lost()]
    return _choice([*_no_better(worths), *losing], worths[0], line)


def _no_better(worths: Sequence[SquareWorth]) -> list[SquareWorth]:
    """The first and those worth no more; what looks better after it was tried less only looks so."""
    found = [worth for worth in worths if worth.value <= worths[0].value]
    return sorted(found, key=lambda worth: worth.value, reverse=True)


def _sure(square: int, value: float, line: Sequence[int], *, proven: bool = True) -> Choice[SnorkelsAction]:
    """The choice of a square that wins or loses, whatever the others are worth."""
    worth = SquareWorth(square, value)
    return _choice([worth], worth, line, proven=proven)


def _resigned(position: SnorkelsBoard, legal: int) -> Choice[SnorkelsAction]:
    """A square where all lose at once: one where the opponent still has to find how."""

    def order(square: int) -> tuple[bool, int]:
        after = position.after(square)
        return position.verdict(square) is None, -after.wins.bit_count()

    square = max(bits(legal), key=order)
    return _sure(square, 0.0, (square,))


def _choice(
    worths: Sequence[SquareWorth], chosen: SquareWorth, line: Sequence[int], *, proven: bool = False
) -> Choice[SnorkelsAction]:
    """The choice of ``chosen`` among ``worths``, the best of which come first."""
    return Choice(
        Place(name(chosen.square)),
        chosen.value,
        tuple(Alternative(Place(name(worth.square)), worth.value) for worth in shown(worths, chosen)),
        tuple(Place(name(square)) for square in line),
        proven,
    )
