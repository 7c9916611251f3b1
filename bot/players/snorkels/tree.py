"""Best-first search with proofs that the net guides: how good each square is.

A square is tried the more often, the better it seems to the net and the better it did (PUCT). A position that
is won or lost for certain counts as such on the whole way up, as far as that follows; squares that lose for
certain aren't tried any more.
"""

from __future__ import annotations

from itertools import accumulate
from math import sqrt
from operator import mul
from typing import Final, NamedTuple

from bot.games.core.grid import bits

from .board import ALL, SQUARES, Groups, SnorkelsBoard, joined, last_tubes, safe_squares
from .net import UNIT, Eye, Net
from .solver import win_in_three

REACH: Final = 1.5
"""How much the net's view of a square counts beside what was found there."""
UNSURE: Final = 0.1
"""The share of that view that is the same for all squares."""
UNTRIED: Final = 0.1
"""By how much less than its position a square is worth before it is tried."""
STEPS: Final = 64
"""Log-odds are told apart in so many steps for each 1."""
MOST: Final = 12 * STEPS
"""The most of them that are."""
STEP: Final = UNIT // STEPS
ONE: Final = 1 << 30
POWERS: Final = [round(ONE * power) for power in accumulate([1.0] + [0.984496437005408] * MOST, mul)]
"""e to -n / STEPS, of ``ONE``; multiplied and whole, because libraries round and Pythons add floats each in
their own way."""
CHANCES: Final = [
    *(each / (ONE + each) for each in reversed(POWERS[1:])),
    *(ONE / (ONE + each) for each in POWERS),
]
"""The chance at log-odds of n - MOST steps."""

LOST, OPEN, WON = -1, 0, 1


class Node:
    """A position of the tree, in which no enemy group has only one open tube."""

    __slots__ = ("edges", "empty", "mine", "proven", "safe", "seen", "theirs", "total", "visits", "winning")

    def __init__(self, eye: Eye, mine: Groups, theirs: Groups, empty: int) -> None:
        self.mine = mine
        self.theirs = theirs
        self.empty = empty
        self.proven = OPEN
        self.winning = 0
        """The square that wins, if the position is won."""
        self.edges: Edges | None = None
        """What can be played; None until something is tried."""
        self.visits = 1
        self.total = 0.0
        """The sum of the chances that were found here and below, one for each visit."""
        forced = last_tubes(mine, empty)
        safe = safe_squares(mine, empty)
        if not safe or (forced and (forced & (forced - 1) or not forced & safe)):
            self.proven = LOST
        elif forced:
            # What the only square leads to says more than the net does here.
            self.edges, self.visits = Edges((0,) * len(SQUARES), forced), 0
        elif square := win_in_three(mine, theirs, empty):
            self.proven, self.winning, self.total = WON, square, 1.0
        else:
            self.safe = safe
            self.seen = eye.look(mine, theirs, empty, safe)
            self.total = CHANCES[min(max(self.seen.chance // STEP + MOST, 0), 2 * MOST)]

    def expand(self, eye: Eye) -> Edges:
        """Sorts the squares to choose from."""
        self.edges = found = Edges(eye.squares(self.seen), self.safe)
        del self.seen
        return found

    def disprove(self, edges: Edges, at: int) -> None:
        """Takes out the square ``at``, because it loses."""
        self.visits -= edges.tried[at]
        self.total -= edges.won[at]
        edges.lose(at)
        if not edges.squares:
            self.proven, self.total = LOST, 0.0

    def favourite(self) -> Tried | None:
        """The square that wins, or was tried most, or took longest to refute; None: none was tried."""
        edges = self.edges
        tried = [] if edges is None else [*map(Tried, edges.tried, edges.squares, edges.nodes)]
        if square := self.winning:
            return next((each for each in tried if each.square == square), Tried(0, square, None))
        return max(tried or (edges.lost if edges else []), default=None)


class Tried(NamedTuple):
    """A square that was tried."""

    tried: int
    """How often."""
    square: int
    node: Node | None
    """What it leads to."""


class Edges:
    """The squares of a position, as far as they aren't lost; those that were tried come first."""

    __slots__ = ("lost", "nodes", "priors", "squares", "tried", "won")

    def __init__(self, seem: tuple[int, ...], safe: int) -> None:
        found = sorted([(seem[square.bit_length() - 1], square) for square in bits(safe)], reverse=True)
        best = found[0][0]
        powers = [POWERS[min((best - each) // STEP, MOST)] for each, _ in found]
        share, unsure = (1 - UNSURE) / sum(powers), UNSURE / len(found)
        self.squares = [square for _, square in found]
        self.priors = [share * each + unsure for each in powers]
        self.tried: list[int] = []
        """How often each was tried."""
        self.won: list[float] = []
        """The sum of the chances that were found there."""
        self.nodes: list[Node] = []
        """What each leads to."""
        self.lost: list[Tried] = []

    def lose(self, at: int) -> None:
        """Takes out a square."""
        self.lost.append(Tried(self.tried[at], self.squares[at], self.nodes[at]))
        for each in (self.squares, self.priors, self.tried, self.won, self.nodes):
            del each[at]


def judged(position: SnorkelsBoard, net: Net, positions: int) -> float:
    """What the player whose turn it is can expect, by a search of its own."""
    if position.wins:
        return 1.0
    tree = Tree(position, net)
    tree.run(positions)
    return tree.value()


class Tree:
    """A tree that grows by one position at a time."""

    def __init__(self, position: SnorkelsBoard, net: Net) -> None:
        """The position is one in which nobody wins at once."""
        snorkels = 0
        for group in (*position.mine, *position.theirs):
            snorkels |= group >> len(SQUARES)
        self._eye = Eye(net, ALL & ~position.empty & ~snorkels)
        self.root = Node(self._eye, position.mine, position.theirs, position.empty)

    def run(self, positions: int, *, choosing: bool = False) -> None:
        """Grows the tree by so many positions, or until the root is proven.

        ``choosing``: or until no other square can be tried more often than the one that was tried most.
        """
        for left in range(positions, 0, -1):
            if self.root.proven or (choosing and not left % 64 and self._chosen(left)):
                break
            self._grow()

    def _chosen(self, left: int) -> bool:
        edges = self.root.edges
        tried = sorted((*edges.tried, 0, 0) if edges else (0, 0), reverse=True)
        return tried[0] - tried[1] > left

    def found(self, least: int = 1) -> list[tuple[int, float]]:
        """The squares tried ``least`` times that aren't lost, and their chances, those tried most first."""
        edges = self.root.edges
        if edges is None or self.root.proven:
            return []
        found = sorted(zip(edges.tried, edges.won, edges.squares, strict=False), reverse=True)
        return [(square, won / tried) for tried, won, square in found if tried >= least]

    def lost(self) -> list[int]:
        """The squares that were tried and lose for certain."""
        return [each.square for each in self.root.edges.lost] if self.root.edges else []

    def value(self) -> float:
        """What the player whose turn it is can expect."""
        if self.root.proven:
            return float(self.root.proven == WON)
        return next((value for _, value in self.found()), self.root.total)

    def line(self) -> tuple[int, ...]:
        """The squares that both players are expected to play next."""
        line: list[int] = []
        node: Node | None = self.root
        while node is not None and (best := node.favourite()) is not None:
            line.append(best.square)
            node = best.node
        return tuple(line)

    def _grow(self) -> None:
        path: list[tuple[Node, Edges, int]] = []
        node = self.root
        while True:
            edges = node.edges or node.expand(self._eye)
            tried, priors = edges.tried, edges.priors
            reach = REACH * sqrt(node.visits)
            scores = [
                won / n + reach * prior / (1 + n)
                for won, n, prior in zip(edges.won, tried, priors, strict=False)
            ]
            new = len(tried)
            if new < len(priors):
                scores.append(node.total / (node.visits or 1) - UNTRIED + reach * priors[new])
            at = scores.index(max(scores))
            path.append((node, edges, at))
            if at == new:
                square = edges.squares[at]
                node = Node(self._eye, node.theirs, joined(node.mine, square), node.empty ^ square)
                edges.nodes.append(node)
                tried.append(0)
                edges.won.append(0.0)
            else:
                node = edges.nodes[at]
            if node.proven or (at == new and not node.edges):
                break
        value, proven = node.total, node.proven
        for node, edges, at in reversed(path):
            value = 1 - value
            node.visits += 1
            node.total += value
            edges.tried[at] += 1
            edges.won[at] += value
            if proven == LOST:
                node.proven, node.winning, value = WON, edges.squares[at], 1.0
            elif proven == WON:
                node.disprove(edges, at)
                value = 0.0 if node.proven else node.total / node.visits
            proven = node.proven
