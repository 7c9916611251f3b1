"""Which layouts of mines explain everything that a seat has heard and seen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Final, NamedTuple, TypeVar

from bot.games.core.grid import bits

from .board import rays

T = TypeVar("T")
FEWEST: Final = 40
"""A smaller sample is drawn again from more."""


ENOUGH: Final = 150
"""With so many layouts of a sample, no new one is drawn."""


class Heard(NamedTuple):
    """One report."""

    charge: int
    times: int
    """As bits."""
    alive: int
    """All squares but those whose mines were destroyed before."""


class Evidence(NamedTuple):
    """What a seat knows about the enemy's mines; squares are bits."""

    known: int
    """Squares that hold or held a mine."""
    wrecks: int
    """Those of them whose mine is destroyed."""
    open: int
    """Squares that may hold another."""
    left: int
    """How many mines are to be found among ``open``."""
    islands: int
    reports: tuple[Heard, ...]


class Posterior(NamedTuple):
    """Equally likely layouts of the live mines: all that fit, or a fair sample of them."""

    layouts: tuple[int, ...]
    doubt: float
    """The binary logarithm of the number of layouts that fit (an estimate for a sample)."""
    complete: bool
    """Whether these are all."""


class _Clue:
    """A report with the ways of the sound looked up."""

    def __init__(self, heard: Heard, may: int, islands: int) -> None:
        self.alive = heard.alive
        self.times = heard.times
        ways = rays(heard.charge)
        self.rays: dict[int, tuple[int, int]] = {}
        self.at: dict[int, list[tuple[int, int]]] = {time: [] for time in bits(heard.times)}
        for square in bits(may & heard.alive):
            time, way = ways[square]
            if way & islands:
                time = 0
            elif time in self.at:
                self.at[time].append((square, way))
            self.rays[square] = (time, way)


@dataclass(slots=True)
class _Node:
    """Layouts that hold ``mines`` and otherwise only mines of ``open``."""

    mines: int
    open: int
    left: int
    claims: tuple[tuple[int, int, int], ...]
    """(report, time, square): the lowest square that answers that report at that time."""


def _fits(node: _Node, clues: list[_Clue]) -> bool:
    """Whether exactly ``node.mines`` explain all reports, in the way that the node claims."""
    for order, clue in enumerate(clues):
        live = node.mines & clue.alive
        heard = 0
        first = {}
        for mine in bits(live):
            time, way = clue.rays[mine]
            if time and not way & live:
                if not time & clue.times:
                    return False
                if not time & heard:
                    heard |= time
                    first[time] = mine
        if heard != clue.times:
            return False
        for report, time, square in node.claims:
            if report == order and first[time] != square:
                return False
    return True


def _possible(node: _Node, clues: list[_Clue]) -> bool:
    """A quick look whether mines of ``node.open`` can complete ``node``: false is certain."""
    for clue in clues:
        live = node.mines & clue.alive
        may = live | node.open
        heard = 0
        for mine in bits(live):
            time, way = clue.rays[mine]
            if not time & clue.times:
                if time and not way & may:
                    return False
            elif not way & live:
                heard |= time
        if (clue.times & ~heard).bit_count() > node.left:
            return False
    return True


def _explain(node: _Node, order: int, time: int, clues: list[_Clue]) -> list[_Node]:
    """``node`` split by the lowest square that answers report ``order`` at ``time``."""
    if not node.left:
        return [node]
    clue = clues[order]
    live = node.mines & clue.alive
    children = []
    excluded = 0
    for square, way in clue.at[time]:
        if way & live:
            continue
        held = square & live
        if not held and (not node.left or not square & node.open):
            continue
        child = _Node(
            node.mines | square,
            node.open & ~(square | way | excluded),
            node.left if held else node.left - 1,
            (*node.claims, (order, time, square)),
        )
        if not child.left:
            child.open = 0
        if held or _possible(child, clues):
            children.append(child)
        if not way & node.open & ~excluded:
            # Nothing can come between, so a mine here would be the lowest that answers.
            if held:
                break
            excluded |= square
    return children


def _fill(nodes: list[_Node], clues: list[_Clue], limit: int, rng: Random) -> tuple[list[_Node], float]:
    """``nodes`` with one more mine of those that explain nothing, in ascending order.

    If too many come up, a sample; then also how many each stands for.
    """
    ways = [(node, square) for node in nodes for square in (bits(node.open) if node.left else (0,))]
    ways, scale = _at_most(4 * limit, ways, rng)
    children = []
    for node, square in ways:
        if not square:
            children.append(node)
            continue
        child = _Node(node.mines | square, node.open & -(square << 1), node.left - 1, node.claims)
        if child.open.bit_count() >= child.left and _possible(child, clues):
            children.append(child)
    return children, scale


def _sound(evidence: Evidence, clues: list[_Clue]) -> int:
    """The open squares at which a mine contradicts no report by itself."""
    open_ = evidence.open
    before = None
    while open_ != before:
        before = open_
        for clue in clues:
            may = (evidence.known & clue.alive) | open_
            for square in bits(open_):
                time, way = clue.rays[square]
                if time and not time & clue.times and not way & may:
                    open_ ^= square
                    may ^= square
    return open_


def infer(evidence: Evidence, limit: int, rng: Random) -> Posterior:
    """The layouts that explain ``evidence``: all, or a fair sample if over ``limit`` come up on the way."""
    if not evidence.reports:
        return _unheard(evidence, limit, rng)
    may = evidence.known | evidence.open
    clues = [_Clue(heard, may, evidence.islands) for heard in evidence.reports]
    root = _Node(evidence.known, _sound(evidence, clues), evidence.left, ())
    pairs = sorted(
        (sum(1 for square, _ in clue.at[time] if square & (root.open | root.mines)), order, time)
        for order, clue in enumerate(clues)
        for time in bits(clue.times)
    )
    nodes = [root]
    scale = 1.0
    for step in range(len(pairs) + evidence.left):
        if all(not node.left for node in nodes):
            break
        nodes, factor = _at_most(limit, nodes, rng)
        scale *= factor
        if step < len(pairs):
            _, order, time = pairs[step]
            nodes = [child for node in nodes for child in _explain(node, order, time, clues)]
        else:
            nodes, factor = _fill(nodes, clues, limit, rng)
            scale *= factor
        nodes = [node for node in nodes if node.left or _fits(node, clues)]
    if scale > 1 and len(nodes) < FEWEST:
        return infer(evidence, 4 * limit, rng)
    doubt = math.log2(max(len(nodes), 1) * scale)
    complete = scale == 1.0
    nodes, factor = _at_most(limit, nodes, rng)
    layouts = tuple(sorted(node.mines & ~evidence.wrecks for node in nodes))
    return Posterior(layouts, doubt, complete and factor == 1.0)


@lru_cache(maxsize=4)
def _shared(evidence: Evidence, limit: int) -> Posterior:
    """What :func:`infer` finds, always by the same lot; in no order, so the first ones are a fair sample."""
    found = infer(evidence, limit, Random(0))
    return found._replace(layouts=tuple(Random(0).sample(found.layouts, len(found.layouts))))


def narrowed(evidence: Evidence, water: int, limit: int) -> Posterior:
    """As :func:`infer`, from the layouts that explain the reports, which are found once for each report.

    Those of them that explain ``evidence`` remain, and if a sample has too few, another one is drawn.
    ``water``: where mines could be laid. The first layouts are a fair sample of all.
    """
    known, wrecks, open_, left, islands, reports = evidence
    gone = wrecks & ~reports[-1].alive if reports else 0
    others = (known ^ gone).bit_count() + left
    found = _shared(Evidence(gone, 0, water & ~gone, others, islands, reports), limit)
    layouts = tuple(
        layout & ~wrecks
        for layout in found.layouts
        if layout & known == known and not layout & ~(known | open_)
    )
    if len(layouts) < ENOUGH and not found.complete:
        return _shared(evidence, limit)
    # There is one at least: what the enemy has laid explains everything.
    doubt = found.doubt + math.log2(len(layouts) / len(found.layouts))
    return Posterior(layouts, doubt, found.complete)


def _unheard(evidence: Evidence, limit: int, rng: Random) -> Posterior:
    """The layouts before anything was heard."""
    room = list(bits(evidence.open))
    sure = evidence.known & ~evidence.wrecks
    total = math.comb(len(room), evidence.left)
    if total <= limit:
        layouts = tuple(sure | sum(chosen) for chosen in combinations(room, evidence.left))
    else:
        layouts = tuple(sure | sum(rng.sample(room, evidence.left)) for _ in range(limit // 4))
    return Posterior(layouts, math.log2(max(total, 1)), total <= limit)


def _at_most(limit: int, things: list[T], rng: Random) -> tuple[list[T], float]:
    """``limit`` of ``things`` at random if there are more, and how many each of them stands for."""
    if len(things) <= limit:
        return things, 1.0
    return rng.sample(things, limit), len(things) / limit
