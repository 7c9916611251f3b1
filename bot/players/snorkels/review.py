"""Judges a turn of Snorkels: what the square was worth beside the best one, and why; hints at a good one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from bot.games.core import Place, Seat, Take
from bot.games.core.grid import bits
from bot.games.snorkels.actions import BOARD, GREEN, SnorkelsAction, name_of, said
from bot.games.snorkels.text import named as named_group
from bot.games.snorkels.text import open_tubes
from bot.games.snorkels.view import Cell, SnorkelsView, groups, placed
from bot.languages import gettext, ngettext
from bot.players.judgement import Judgement, Reviewer, calibrated, judged
from bot.players.player import Choice, Hint, OutOfNodes, near

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
            green = expected(SnorkelsBoard.read(view.cells, "green"), rng, 2 * PLAYOUTS)
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
    greens = {each: expected(position.after(1 << each), rng, PLAYOUTS) for each in sorted(tried)}
    worths = {each: min(green, 1 - green) for each, green in greens.items()}
    best = max(worths, key=worths.__getitem__)
    after = worths[BOARD.read(square)]
    rich = "purple" if greens[BOARD.read(square)] == after else "green"
    told = gettext(
        "A snorkel on {square} favours {colour}, and the guest gets to pick.",
        square=square,
        colour=said(rich),
    )
    return judged(worths[best], after, Place(square), Place(BOARD.names[best]), lambda: told)


class _Judge:
    """Weighs squares of one position."""

    def __init__(self, position: SnorkelsBoard, rng: Random) -> None:
        self.position = position
        self.rng = rng
        self.solver = Solver(NODES)
        self.lost: dict[int, tuple[int, int]] = {}
        """Squares that lose by force, in how many turns after them, and the first of those."""

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
                if answer := self.solver.forced(after, plies):
                    self.lost[square] = plies, answer
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

    def best(self, position: SnorkelsBoard) -> tuple[int, bool]:
        """The square that a search prefers, and whether it's proven to win; 0 if all lose at once."""
        sensible = position.sensible
        if not sensible:
            return 0, False
        search = TreeSearch(position, self.rng, sensible)
        search.run(PLAYOUTS)
        found = search.found()
        proven = search.root.winning
        return proven or (found[0][0] if found else next(bits(sensible))), bool(proven)


def _placing(view: SnorkelsView, colour: Cell, square: str, rng: Random) -> Judgement[Any]:
    judge_ = _Judge(SnorkelsBoard.read(view.cells, colour), rng)
    played = 1 << BOARD.read(square)
    plies, best = judge_.forced_win()
    after = 1.0 if best == played else judge_.worth(played)
    if best:
        before = 1.0
    else:
        best, _ = judge_.best(judge_.position)
        before = judge_.worth(best) if best and best != played else after
    return judged(
        before,
        after,
        Place(square),
        Place(name(best)),
        lambda: _reason(view, colour, square, judge_, (best, plies)),
    )


def _reason(view: SnorkelsView, colour: Cell, square: str, judge_: _Judge, win: tuple[int, int]) -> str:
    """Why ``square`` was worse than the best; ``win``: the best, and within how many turns it wins."""
    played, (best, plies) = BOARD.read(square), win
    if plies == 1:
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
    if plies:
        return ngettext(
            "This misses a forced win that starts on {square} and takes at most {number} turn.",
            "This misses a forced win that starts on {square} and takes at most {number} turns.",
            (plies + 1) // 2,
            square=name(best),
        )
    theirs: Cell = "green" if colour == "purple" else "purple"
    if (lost := judge_.lost.get(1 << played)) is not None:
        return ngettext(
            "This lets {colour} force a win within {number} turn, starting on {square}.",
            "This lets {colour} force a win within {number} turns, starting on {square}.",
            (lost[0] + 1) // 2,
            colour=said(theirs),
            square=name(lost[1]),
        )
    answer, wins = judge_.best(judge_.position.after(1 << played))
    if wins:
        return gettext(
            "After this, {colour} can force a win, starting on {square}.",
            colour=said(theirs),
            square=name(answer),
        )
    instead = placed(view.cells, BOARD.read(name(best)), colour)
    if len(tubes) == 2 < min(len(each[1]) for each in groups(instead, colour)):
        return gettext("This leaves {squares} with only two open tubes.", squares=group)
    return gettext(
        "{side} answers best with {turn}.", side=name_of(theirs), turn=_effect(cells, theirs, name(answer))
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
    theirs: Cell = "green" if own == "purple" else "purple"
    after = placed(cells, square, own)
    beside = [each[0] for each in groups(cells, theirs) if square in each[1]]
    thin, tubes = min(
        (each for each in groups(after, theirs) if each[0] in beside),
        key=lambda each: len(each[1]),
        default=(frozenset(), range(SHORT)),
    )
    if len(tubes) < SHORT:
        squares = named_group(BOARD.list(thin))
        return gettext(
            "{square}, which leaves {squares} with {tubes}",
            square=name,
            squares=squares,
            tubes=open_tubes(len(tubes)),
        )
    air = next(each[1] for each in groups(after, own) if square in each[0])
    return gettext("{square}, whose group then has {tubes}", square=name, tubes=open_tubes(len(air)))


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
                "The computer gives {colour} a chance of about {number} in 100.",
                colour=said(action.colour),
                number=round(100 * choice.value),
            ),
            gettext("Play as {colour}.", colour=said(action.colour)),
        )
    assert isinstance(action, Place)
    square = action.square
    empty = {BOARD.names[each] for each, cell in enumerate(view.cells) if not cell}
    where, told = near(square, empty), gettext("Put your snorkel on {action}.", action=named(view, action))
    if view.phase == "opening":
        look = gettext(
            "Your opponent picks a colour next, so look for a square that suits both equally: the middle is "
            "too good for purple, and a corner too bad."
        )
        return Hint(look, where, told)
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
    return Hint(look, where, told)


REVIEWER: Final = Reviewer(judge, named, milliseconds=200)
