"""Players of Snorkels to measure strength against: ``greedy`` counts tubes; plain tree searches."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any, Final

from bot.games.core import Place, Take
from bot.games.core.grid import bits
from bot.games.snorkels.actions import GREEN
from bot.games.snorkels.view import SnorkelsView
from bot.players.snorkels.board import (
    Groups,
    SnorkelsBoard,
    is_safe,
    joined,
    last_tubes,
    name,
)
from tests.players.matches import Chooser

PURPLE_WINS: Final = {"a1": 0.12, "a2": 0.40, "a3": 0.45}
"""Roughly how often purple wins after an opening; 0.5 after others."""


def with_openings(square: Callable[[SnorkelsBoard, Random], int]) -> Chooser:
    """A chooser of actions from a chooser of squares: it opens in the middle and never takes a bad corner."""

    def choose(view: SnorkelsView, legal: Any, rng: Random) -> Any:
        if view.phase == "opening":
            return rng.choice([action for action in legal if action.square[0] in "bcdef"] or legal)
        if view.phase == "choice":
            return Take(GREEN)
        return Place(
            name(square(SnorkelsBoard.read(view.cells, "green" if view.viewer == GREEN else "purple"), rng))
        )

    return choose


def _greedy(position: SnorkelsBoard, rng: Random) -> int:
    """Sees one turn ahead: wins, else counts the weakest groups' tubes after its turn."""
    if position.wins:
        return next(bits(position.wins))
    best = -99.0
    found: list[int] = []
    for square in bits(position.empty):
        after = position.after(square)
        ours = sorted((group & after.empty).bit_count() for group in after.theirs)
        enemies = sorted((group & after.empty).bit_count() for group in after.mine)
        value = -50.0 if ours[0] < 2 else 0.0
        value += 2 * min(ours[0], 4) - 2 * min([4, *enemies]) + 0.1 * ours[-1]
        value += 0.3 * sum(min(tubes, 4) for tubes in ours) / len(ours)
        if value > best:
            best, found = value, []
        if value == best:
            found.append(square)
    return rng.choice(found)


class PlainNode:
    """A position in the plain search's tree."""

    def __init__(self, mine: Groups, theirs: Groups, empty: int) -> None:
        self.mine, self.theirs, self.empty = mine, theirs, empty
        self.n, self.w = 0, 0.0
        """Visits, and those that the player who moved here won."""
        self.children: dict[int, PlainNode] = {}
        self.untried: list[int] | None = None

    def sensible(self) -> int:
        return SnorkelsBoard(self.mine, self.theirs, self.empty).sensible


def smart_playout(mine: Groups, theirs: Groups, empty: int, rng: Random) -> bool:
    """Whether the mover wins a random game in which both win at once, answer threats and keep two tubes."""
    mover = True
    squares = [*bits(empty)]
    while True:
        if last_tubes(theirs, empty):
            return mover
        threats = last_tubes(mine, empty)
        if threats & (threats - 1):
            return not mover
        square = 0
        if threats:
            if is_safe(mine, empty, threats):
                square = threats
        else:
            rng.shuffle(squares)
            square = next((each for each in squares if is_safe(mine, empty, each)), 0)
        if not square:
            return not mover
        squares.remove(square)
        mine, theirs, empty, mover = theirs, joined(mine, square), empty ^ square, not mover


def plain_search(playouts: int, exploration: float = 0.7) -> Callable[[SnorkelsBoard, Random], int]:
    """UCT with smart playouts and nothing else."""

    def choose(position: SnorkelsBoard, rng: Random) -> int:
        if position.wins:
            return next(bits(position.wins))
        if not position.sensible:
            return next(bits(position.empty))
        root = PlainNode(position.mine, position.theirs, position.empty)
        for _ in range(playouts):
            node, path = root, [root]
            while True:
                if node.untried is None:
                    node.untried = [*bits(node.sensible())]
                    rng.shuffle(node.untried)
                if node.untried:
                    square = node.untried.pop()
                    child = PlainNode(node.theirs, joined(node.mine, square), node.empty ^ square)
                    node.children[square] = child
                    path.append(child)
                    won = not smart_playout(child.mine, child.theirs, child.empty, rng)
                    break
                if not node.children:
                    won = True
                    break
                log = math.log(node.n)
                node = max(
                    node.children.values(),
                    key=lambda each: each.w / each.n + exploration * math.sqrt(log / each.n),
                )
                path.append(node)
            for node in reversed(path):
                node.n += 1
                node.w += won
                won = not won
        return max(root.children, key=lambda each: root.children[each].n)

    return choose


greedy: Final[Chooser] = with_openings(_greedy)
smart_1000: Final[Chooser] = with_openings(plain_search(1_000))
