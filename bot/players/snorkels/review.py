"""Judges a turn of Snorkels: what the square was worth beside the best one, and why; hints at a good one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from bot.games.core import Place, Seat, Take
from bot.games.snorkels.actions import BOARD, GREEN, SnorkelsAction, name_of, said
from bot.games.snorkels.text import named as named_group
from bot.games.snorkels.text import open_tubes
from bot.games.snorkels.view import Cell, SnorkelsView, groups, placed
from bot.languages import gettext, ngettext
from bot.players.judgement import Judgement, Reviewer, calibrated, judged
from bot.players.player import Choice, Hint, OutOfNodes, near

from .board import SnorkelsBoard, name
from .net import net
from .search import OPEN, TreeSearch
from .solver import Solver
from .tree import Tree

POSITIONS: Final = 400
"""For each position that is searched."""
PLAYOUTS: Final = 1_000
"""The same where what was learnt can't be read."""
ENOUGH: Final = 100
"""A square that was tried so often needs no search of its own."""
NODES: Final = 4_000
PLIES: Final = 5
"""For the number of turns in which a win is forced, when that is told."""
HOPE: Final = -0.25
TRUST: Final = 1.35
"""How squares seemed between First Mates, see :func:`.calibrated`."""
SHORT: Final = 3
"""Fewer open tubes than these are told of a group."""
OPENINGS: Final = 4
"""Other opening squares that one is compared with."""


def judge(view: SnorkelsView, legal: Any, action: SnorkelsAction, rng: Random) -> Judgement[Any] | None:
    """The judgement of any turn; none of the stones, which fall for both."""
    match action:
        case Place(square) if view.phase == "opening":
            return _opening(view, legal, square, rng)
        case Place(square):
            return _placing(view, _colours(view)[0], square, rng)
        case Take(colour):
            first = BOARD.names[view.cells.index("purple")]
            green = _worth(SnorkelsBoard.read(view.cells, "green"), rng)
            chances = {"green": green, "purple": 1 - green}
            best = max(chances, key=chances.__getitem__)
            told = gettext(
                "The first snorkel, on {square}, favours {colour}.", square=first, colour=said(best)
            )
            return judged(chances[best], chances[colour], action, Take(Seat(best)), lambda: told)
        case _:
            return None


def _opening(view: SnorkelsView, legal: Any, square: str, rng: Random) -> Judgement[Any]:
    """An opening square is worth what the colour is that the opponent leaves."""
    position = SnorkelsBoard.read(view.cells, "purple")
    squares = [BOARD.read(each.square) for each in legal]
    tried = {BOARD.read(square), *rng.sample(squares, min(OPENINGS, len(squares)))}
    greens = {each: _worth(position.after(1 << each), rng) for each in sorted(tried)}
    worths = {each: min(green, 1 - green) for each, green in greens.items()}
    best = max(worths, key=worths.__getitem__)
    after = worths[BOARD.read(square)]
    rich = "purple" if greens[BOARD.read(square)] == after else "green"
    told = gettext(
        "A snorkel on {square} favours {colour}, and the other player gets to pick.",
        square=square,
        colour=said(rich),
    )
    return judged(worths[best], after, Place(square), Place(BOARD.names[best]), lambda: told)


def _worth(position: SnorkelsBoard, rng: Random) -> float:
    """What the player whose turn it is can expect."""
    return 1.0 if position.wins else _searched(position, rng).value()


def _searched(position: SnorkelsBoard, rng: Random) -> Tree | TreeSearch:
    """A search of a position in which nobody wins at once."""
    if learnt := net():
        tree = Tree(position, learnt)
        tree.run(POSITIONS)
        return tree
    search = TreeSearch(position, rng, position.sensible)
    search.run(PLAYOUTS)
    return search


class _Judge:
    """Weighs squares of one position."""

    def __init__(self, position: SnorkelsBoard, rng: Random) -> None:
        self.position = position
        self.rng = rng
        self.best = position.wins & -position.wins
        """The best square; 0 if all lose at once."""
        self.value = float(bool(position.wins))
        """What it's worth."""
        self.proven = True
        """Whether that is certain."""
        self._found: dict[int, float] = {}
        if not position.wins and position.sensible:
            search = _searched(position, rng)
            self.best, self.proven = search.line()[0], search.root.proven != OPEN
            self.value = self._calibrated(search.value())
            if isinstance(search, Tree):
                self._found = dict(search.found(ENOUGH)) | dict.fromkeys(search.lost(), 0.0)

    def worth(self, square: int) -> float:
        """What ``square`` is worth to the one who plays there."""
        if square == self.best:
            return self.value
        verdict = self.position.verdict(square)
        if verdict is not None:
            return float(verdict)
        after = self.position.after(square)
        if after.wins:
            return 0.0
        found = self._found.get(square)
        if found is None:
            found = 1.0 - _searched(after, self.rng).value() if after.sensible else 1.0
        return self._calibrated(found)

    @staticmethod
    def _calibrated(value: float) -> float:
        return calibrated(value, HOPE, TRUST)

    def turns(self, square: int) -> int:
        """Within how many turns ``square`` wins by force; 0 where that isn't known."""
        after, solver = self.position.after(square), Solver(NODES)
        try:
            return next(
                (
                    plies // 2 + 1
                    for plies in range(2, PLIES, 2)
                    if solver.lost(after.mine, after.theirs, after.empty, plies)
                ),
                0,
            )
        except OutOfNodes:
            return 0

    def forced(self, position: SnorkelsBoard) -> tuple[int, int]:
        """Within how many turns a win is forced, and its first square; 0 for none."""
        try:
            return Solver(NODES).shortest(position, PLIES)
        except OutOfNodes:
            return 0, 0


def _placing(view: SnorkelsView, colour: Cell, square: str, rng: Random) -> Judgement[Any]:
    judge_ = _Judge(SnorkelsBoard.read(view.cells, colour), rng)
    played = 1 << BOARD.read(square)
    found = judged(
        judge_.value,
        judge_.worth(played),
        Place(square),
        Place(name(judge_.best or played)),
        lambda: _reason(view, colour, square, judge_),
    )
    return replace(found, proven=judge_.proven and not judge_.value)


def _reason(view: SnorkelsView, colour: Cell, square: str, judge_: _Judge) -> str:
    """Why ``square`` was worse than the best."""
    played, best = BOARD.read(square), judge_.best
    if judge_.position.wins:
        return gettext("This misses the win on {square}.", square=name(best))
    if judge_.position.verdict(1 << played) is False:
        return gettext("This is self-capture: it cuts off its own group’s air.")
    cells = placed(view.cells, played, colour)
    thin, tubes = min(groups(cells, colour), key=lambda each: len(each[1]))
    group = named_group(BOARD.list(thin))
    if len(tubes) == 1:
        return gettext(
            "This leaves {squares} only {tube} to breathe through.", squares=group, tube=BOARD.list(tubes)[0]
        )
    turns = judge_.turns(best) if judge_.value == 1 else 0
    if turns:
        return ngettext(
            "This misses a forced win that starts on {square} and takes at most {number} turn.",
            "This misses a forced win that starts on {square} and takes at most {number} turns.",
            turns,
            square=name(best),
        )
    theirs: Cell = "green" if colour == "purple" else "purple"
    after = judge_.position.after(1 << played)
    lost = judge_.forced(after)
    if lost[0]:
        return ngettext(
            "This lets {colour} force a win within {number} turn, starting on {square}.",
            "This lets {colour} force a win within {number} turns, starting on {square}.",
            (lost[0] + 1) // 2,
            colour=said(theirs),
            square=name(lost[1]),
        )
    answering = _searched(after, judge_.rng)
    answer = answering.line()[0]
    if answering.root.winning:
        return gettext(
            "After this, {colour} can force a win, starting on {square}.",
            colour=said(theirs),
            square=name(answer),
        )
    instead = placed(view.cells, BOARD.read(name(best)), colour)
    if len(tubes) == 2 < min(len(each[1]) for each in groups(instead, colour)):
        return gettext("This leaves {squares} with only two open tubes.", squares=group)
    if answer == best:
        return gettext(
            "This leaves {square}, the best square, to {side}.", square=name(best), side=name_of(theirs)
        )
    return gettext(
        "The best reply for {side} is {turn}.",
        side=name_of(theirs),
        turn=_pressing(cells, theirs, name(answer)) or name(answer),
    )


def named(view: SnorkelsView, action: SnorkelsAction) -> str:
    """A turn inside a sentence, and what it does to whoever is short of air."""
    if isinstance(action, Take):
        return gettext("to play as {colour}", colour=said(action.colour))
    assert isinstance(action, Place)
    return _effect(view.cells, _colours(view)[0], action.square)


def _effect(cells: Sequence[Cell], own: Cell, name: str) -> str:
    """A square, and what a snorkel of ``own`` there does to the air around it."""
    square = BOARD.read(name)
    if pressing := _pressing(cells, own, name):
        return pressing
    air = next(each[1] for each in groups(placed(cells, square, own), own) if square in each[0])
    return gettext("{square}, whose group then has {tubes}", square=name, tubes=open_tubes(len(air)))


def _pressing(cells: Sequence[Cell], own: Cell, name: str) -> str:
    """A square, and the enemy's group that a snorkel of ``own`` there leaves short of air; empty for none."""
    square = BOARD.read(name)
    theirs: Cell = "green" if own == "purple" else "purple"
    after = placed(cells, square, own)
    beside = [each[0] for each in groups(cells, theirs) if square in each[1]]
    thin, tubes = min(
        (each for each in groups(after, theirs) if each[0] in beside),
        key=lambda each: len(each[1]),
        default=(frozenset(), range(SHORT)),
    )
    if len(tubes) >= SHORT:
        return ""
    return gettext(
        "{square}, which leaves {squares} with {tubes}",
        square=name,
        squares=named_group(BOARD.list(thin)),
        tubes=open_tubes(len(tubes)),
    )


def _colours(view: SnorkelsView) -> tuple[Cell, Cell]:
    """The colour of whoever is to move, and the other one."""
    return ("green", "purple") if view.viewer == GREEN else ("purple", "green")


def hint(view: SnorkelsView, choice: Choice[SnorkelsAction]) -> Hint:
    """What to look at, where, and what to do."""
    action = choice.action
    if isinstance(action, Take):
        first = BOARD.names[view.cells.index("purple")]
        return Hint(
            gettext(
                "Count the open tubes and the room around the snorkel on {square}. Green moves next.",
                square=first,
            ),
            gettext(
                "The computer puts the chance that {colour} wins at about {number} in 100.",
                colour=said(action.colour),
                number=round(100 * choice.value),
            ),
            gettext("Play as {colour}.", colour=said(action.colour)),
        )
    assert isinstance(action, Place)
    square = action.square
    empty = {BOARD.names[each] for each, cell in enumerate(view.cells) if not cell}
    (where, squares), told = (
        near(square, empty),
        gettext("Put your snorkel on {action}.", action=named(view, action)),
    )
    if view.phase == "opening":
        look = gettext(
            "Your opponent picks a colour next, so look for a square that suits both equally: the middle is "
            "too good for purple, and a corner too bad."
        )
        return Hint(look, where, told, squares)
    own, theirs = _colours(view)
    shortest = {
        colour: min(groups(view.cells, colour), key=lambda each: len(each[1]), default=None)
        for colour in (own, theirs)
    }
    tubes = {colour: len(group[1]) if group else 9 for colour, group in shortest.items()}
    about = theirs if tubes[theirs] <= tubes[own] else own
    if tubes[theirs] == 1:
        look = gettext("Look at your opponent’s snorkels: one group has a single open tube left.")
    elif choice.proven and choice.value == 1.0:
        look = gettext("Look at your opponent’s groups: you can force one of them to run out of air.")
        about = theirs
    elif choice.proven and choice.value == 0.0:
        look = gettext(
            "The computer has proved that you lose from here, whatever you do. Make it as hard as you can "
            "for your opponent."
        )
    elif tubes[own] == 1:
        look = gettext("Look at your own snorkels: one of your groups has a single open tube left.")
    elif min(tubes.values()) > 2:
        look = gettext("Nobody is short of air yet.")
    elif about == theirs:
        look = gettext("Look at your opponent’s groups: which one is shortest of air?")
    else:
        look = gettext("Look at your own groups: which one is shortest of air?")
    group = shortest[about]
    if group is not None and BOARD.read(square) in group[1]:
        where = gettext("Look at the squares around {squares}.", squares=named_group(BOARD.list(group[0])))
        squares = (*BOARD.list(group[1]),)
    return Hint(look, where, told, squares)


REVIEWER: Final = Reviewer(judge, named, milliseconds=60)
