"""Monte Carlo tree search with proofs: what each square is worth.

Playouts and tree keep to the squares that don't lose at once (``Position.sensible``), take every immediate
win and answer every threat. A square starts with a value from its open tubes (the prior), and a playout
counts for all squares that the player chose in it, whenever that was (rapid action value estimation, RAVE;
such counts are "all moves as first", AMAF).
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from bot.games.core.grid import bits

from .board import ALL, BESIDE, Groups, SnorkelsBoard, is_safe, joined, last_tubes, safe_squares
from .solver import win_in_three

ORDERS: Final = 96
"""Random orders of the squares that the playouts of a search share."""
BIAS: Final = 0.004
"""How fast a square's own results outweigh AMAF counts: four times the square of AMAF's assumed error."""
PRIOR: Final = 12.0
"""Playouts that the first value of a square is worth."""

LOST, OPEN, WON = -1, 0, 1


@dataclass(slots=True, eq=False)
class Edge:
    """A square that may be played in a position, and what is known of it, for the player who plays there."""

    square: int
    amaf_w: float
    amaf_n: float = PRIOR
    """Playouts in which the player played here at any time."""
    n: int = 0
    """Playouts that began here."""
    w: int = 0
    """Those of them that were won."""
    node: Node | None = None


class Node:
    """A position of the search tree."""

    __slots__ = ("edges", "empty", "forced", "index", "mine", "proven", "scores", "theirs", "winning")

    def __init__(self, mine: Groups, theirs: Groups, empty: int) -> None:
        """The position in which no enemy group has only one open tube."""
        self.mine = mine
        self.theirs = theirs
        self.empty = empty
        self.edges: list[Edge] = []
        self.scores: list[float] = []
        self.index: dict[int, int] = {}
        self.proven = OPEN
        self.winning = 0
        """The square that wins, if the position is won."""
        self.forced = last_tubes(mine, empty)
        if self.forced:
            if self.forced & (self.forced - 1) or not is_safe(mine, empty, self.forced):
                self.proven = LOST
        elif square := win_in_three(mine, theirs, empty):
            self.proven, self.winning = WON, square

    def expand(self, allowed: int = ALL) -> None:
        """Adds the squares to choose from."""
        squares = (self.forced or safe_squares(self.mine, self.empty)) & allowed
        if not squares:
            self.proven = LOST
        for square in bits(squares):
            self.index[square] = len(self.edges)
            value = prior(self.mine, self.theirs, self.empty, square)
            self.edges.append(Edge(square, PRIOR * value))
            self.scores.append(value)

    def disprove(self, at: int) -> None:
        """Takes out the edge ``at``, because it loses."""
        self.scores[at] = -1.0
        if max(self.scores) < 0:
            self.proven = LOST


def prior(mine: Groups, theirs: Groups, empty: int, square: int) -> float:
    """What a square seems worth at first sight."""
    left = empty ^ square
    tubes = BESIDE[square]
    weakest = 5
    for group in mine:
        if group & square:
            tubes |= group
            weakest = min(weakest, (group & empty).bit_count())
    value = 0.3 + 0.03 * min((tubes & left).bit_count(), 6)
    if weakest < 4:
        value += 0.05 * (4 - weakest)
    for group in theirs:
        if group & square:
            count = (group & left).bit_count()
            if count < 5:
                value += 0.05 * (5 - count)
    return min(value, 0.9)


class TreeSearch:
    """A search tree that grows by one playout at a time."""

    def __init__(self, position: SnorkelsBoard, rng: Random, allowed: int = ALL) -> None:
        """``allowed``: the squares to choose from."""
        self.root = Node(position.mine, position.theirs, position.empty)
        self.root.proven, self.root.winning = OPEN, 0
        self.root.expand(allowed)
        squares = [(square, BESIDE[square]) for square in bits(position.empty)]
        self._orders: list[list[tuple[int, int]]] = []
        for _ in range(ORDERS):
            rng.shuffle(squares)
            self._orders.append(squares[:])
        self._playouts = 0

    def run(self, playouts: int) -> None:
        """Grows the tree, until the root is proven at the latest."""
        for _ in range(playouts):
            if self.root.proven:
                break
            self._playout()

    def found(self) -> list[tuple[int, float]]:
        """The squares that aren't lost and their values, those with the most playouts first."""
        root = self.root
        found = [(edge, score) for edge, score in zip(root.edges, root.scores, strict=True) if score >= 0]
        found.sort(key=lambda each: (each[0].n, each[1]), reverse=True)
        return [(edge.square, score) for edge, score in found]

    def value(self) -> float:
        """What the player whose turn it is can expect."""
        if self.root.proven:
            return float(self.root.proven == WON)
        return self.found()[0][1]

    def playouts(self, square: int) -> int:
        """Playouts that began with ``square``."""
        at = self.root.index.get(square)
        return 0 if at is None else self.root.edges[at].n

    def line(self, first: int = 0) -> tuple[int, ...]:
        """The squares that both players are expected to play next, ``first`` to begin with."""
        line: list[int] = []
        node: Node | None = self.root
        while node is not None and (node.winning or node.edges):
            square = first or node.winning or max(node.edges, key=lambda edge: edge.n).square
            first = 0
            line.append(square)
            at = node.index.get(square)
            node = None if at is None else node.edges[at].node
        return tuple(line) or (first,)

    def _playout(self) -> None:
        path: list[tuple[Node, int]] = []
        node = self.root
        while True:
            if not node.edges and not node.proven:
                node.expand()
            if node.proven:
                self._prove(path)
                won, mine, theirs = node.proven == WON, 0, 0
                break
            scores = node.scores
            at = scores.index(max(scores))
            path.append((node, at))
            edge = node.edges[at]
            if edge.node is None:
                square = edge.square
                node = edge.node = Node(node.theirs, joined(node.mine, square), node.empty ^ square)
                if node.proven:
                    self._prove(path)
                    won, mine, theirs = node.proven == WON, 0, 0
                else:
                    won, mine, theirs = self._play_out(node)
                break
            node = edge.node
        self._learn(path, won, mine, theirs)

    def _prove(self, path: list[tuple[Node, int]]) -> None:
        """Carries what was proven at the end of a path towards the root."""
        for node, at in reversed(path):
            child = node.edges[at].node
            assert child is not None
            if child.proven == LOST:
                node.proven, node.winning = WON, node.edges[at].square
            elif child.proven == WON:
                node.disprove(at)
            if not node.proven:
                break

    @staticmethod
    def _learn(path: list[tuple[Node, int]], won: bool, mine: int, theirs: int) -> None:
        """Counts a result, as the player whose turn it is at the end of the path sees it.

        ``mine`` and ``theirs`` are the squares played since.
        """
        for node, at in reversed(path):
            won, mine, theirs = not won, theirs, mine
            edges, scores, index = node.edges, node.scores, node.index
            edge = edges[at]
            mine |= edge.square
            edge.n += 1
            edge.w += won
            played = mine & node.empty
            while played:
                square = played & -played
                played ^= square
                place = index.get(square)
                if place is None or scores[place] < 0:
                    continue
                edge = edges[place]
                edge.amaf_n += 1
                if won:
                    edge.amaf_w += 1
                n, amaf_n = edge.n, edge.amaf_n
                amaf = edge.amaf_w / amaf_n
                if n:
                    beta = amaf_n / (amaf_n + n + BIAS * n * amaf_n)
                    scores[place] = (1 - beta) * edge.w / n + beta * amaf
                else:
                    scores[place] = amaf

    def _play_out(self, node: Node) -> tuple[bool, int, int]:
        """Whether the mover wins a game of random sensible squares, and the squares of both."""
        self._playouts += 1
        orders = self._orders
        count = self._playouts
        mine, theirs, empty, forced = list(node.mine), list(node.theirs), node.empty, node.forced
        order = orders[count % ORDERS]
        other_order = orders[(count // ORDERS * 7 + count * 5 + 1) % ORDERS]
        own = others = 0
        mover = True
        walk, other_walk = iter(order), iter(other_order)
        while True:
            if forced:
                square, tubes = forced, BESIDE[forced]
                for group in mine:
                    if group & square:
                        tubes |= group
                free = tubes & (empty ^ square)
                if not free & (free - 1):
                    break
            else:
                for square, tubes in walk:
                    if square & empty:
                        free = tubes & empty
                        if free & (free - 1):
                            break
                        for group in mine:
                            if group & square:
                                free |= group
                        free &= empty ^ square
                        if free & (free - 1):
                            break
                else:
                    safe = safe_squares(mine, empty)
                    if not safe:
                        break
                    square = safe & -safe
                    tubes = BESIDE[square]
                    walk = iter(())
            rest = [group for group in mine if not group & square]
            if len(rest) != len(mine):
                for group in mine:
                    if group & square:
                        tubes |= group
            rest.append(tubes)
            empty ^= square
            own |= square
            forced = 0
            lost = False
            for group in theirs:
                if group & square:
                    free = group & empty
                    if not free & (free - 1):
                        if forced and forced != free:
                            lost = True
                        forced = free
            mine, theirs = theirs, rest
            own, others = others, own
            walk, other_walk = other_walk, walk
            mover = not mover
            if lost:
                break
        # The one to move has lost.
        return (False, own, others) if mover else (True, others, own)


def expected(position: SnorkelsBoard, rng: Random, playouts: int) -> float:
    """What the player whose turn it is can expect, by a search of its own."""
    if position.wins:
        return 1.0
    search = TreeSearch(position, rng, position.sensible)
    search.run(max(playouts, 1))
    return search.value()
