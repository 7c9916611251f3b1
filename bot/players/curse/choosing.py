"""Chooses an action: by the quick judgement, blurred at weak levels, and by playouts of close choices."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from random import Random
from typing import Final, NamedTuple

from bot.games.core.grid import bits
from bot.games.curse.actions import BLACK, TREASURES, CurseAction, Loot, Pass, Sink
from bot.games.curse.view import CurseView
from bot.players.player import Alternative, Choice, Legal, drawn, shown, unlike

from .board import CurseBoard, read
from .policy import PASS, SPARE, Option, cheapest, options, price, space_for
from .tides import Fall

BONUS: Final = (0.0, 3.0, 6.0, 11.0, 31.0)
"""What a title adds to the points, by its place: a loss, Cabin Boy … Captain."""
CLOSE: Final = 2.5
"""How much worse than the best, in points, an action may seem to be compared with it by playouts."""
TRUST: Final = 1.0
"""What the quick judgement counts for beside the playouts."""
HEAT: Final = 50
"""Playouts of each action, after which those that are clearly worse are given up."""
CLEAR: Final = 2.0
"""How many standard errors behind the best are clearly worse."""
_worth: Final = itemgetter(0)


@dataclass(frozen=True, slots=True)
class PirateSettings:
    """How one level plays."""

    budget: int
    """The most playouts of each considered action, in which the pirate plays on by the quick judgement."""
    considered: int = 1
    """How many actions are compared by playouts; with one, they only say what it is worth."""
    foresight: float = 1.0
    """How much of what comes after this turn is seen: 0 for nothing, 1 for all that the judgement knows."""
    temperature: float = 0.0
    """How many points worse an action may seem to be chosen ``e`` times as seldom; 0: the best is chosen."""


@dataclass(frozen=True, slots=True, eq=False)
class CurseCandidate:
    """An action, and how it seems at a glance."""

    action: CurseAction
    seems: float
    """In points; only differences count."""
    after: CurseBoard
    """At the end of the turn."""
    follow: tuple[CurseAction, ...] = ()
    """What the rest of the turn is expected to be."""


class Ranked(NamedTuple):
    """A candidate, and what it is worth."""

    candidate: CurseCandidate
    points: float
    rank: float
    """The points with what titles add to them, blended with the quick judgement."""


def playout(board: CurseBoard, rng: Random) -> tuple[int, int]:
    """Plays ``board`` to its end by the quick judgement: the points, and the place of the title."""
    random = rng.random
    while not board.over:
        white, black = divmod(int(random() * 36), 6)
        fresh = board.roll(white + 1, black + 1)
        best = max(options(board, white + 1, black + 1, fresh), key=_worth)
        if best.column != PASS:
            board.loot(best.way, best.column, space_for(board, best.column))
        if best.way.die == BLACK and (fall := cheapest(board)[0]) is not None:
            board.sink(fall)
    return board.final()


def candidates(view: CurseView, rng: Random, foresight: float) -> list[CurseCandidate]:
    """The actions worth a thought: each die in each column with one space of its treasure, or each line."""
    board = read(view)
    if view.phase == "sink":
        return [sinking(board, fall, foresight) for fall in board.tide.falls]
    assert view.dice is not None
    return [turn(board, option, rng, foresight) for option in options(board, *view.dice, view.fresh)]


def sinking(board: CurseBoard, fall: Fall, foresight: float) -> CurseCandidate:
    """The sinking of a line."""
    cost = price(board, fall) + SPARE * (board.tide.spare - fall.after.spare)
    after = board.copy()
    after.sink(fall)
    return CurseCandidate(Sink(fall.label), -foresight * cost - (1 - foresight) * fall.count, after)


def turn(board: CurseBoard, option: Option, rng: Random, foresight: float) -> CurseCandidate:
    """Taking a die, or passing."""
    way, column = option.way, option.column
    action: CurseAction = Pass()
    after = board.copy()
    if column != PASS:
        space = space_for(board, column)
        if rng.random() >= foresight:
            free = board.free & board.tide.treasures[column]
            space = rng.choice([*bits(free)])
        action = Loot(way.die, way.change, TREASURES[column], space.bit_length())
        after.loot(way, column, space)
    gain = after.total - board.total - abs(way.change)
    fall = cheapest(after)[0] if way.die == BLACK else None
    if fall is None:
        return CurseCandidate(action, foresight * option.worth + (1 - foresight) * gain, after)
    after.sink(fall)
    seems = foresight * option.worth + (1 - foresight) * (gain - fall.count)
    return CurseCandidate(action, seems, after, (Sink(fall.label),))


def choose(
    view: CurseView,
    legal: Legal[CurseAction],  # noqa: ARG001 (the board knows)
    rng: Random,
    settings: PirateSettings,
) -> Choice[CurseAction]:
    """The pirate's choice."""
    found = sorted(candidates(view, rng, settings.foresight), key=lambda each: -each.seems)
    picked = drawn(found, lambda each: each.seems, settings.temperature, rng)
    found = [picked, *(each for each in found if each is not picked)]
    first = found[0]
    # Those that seem worth exactly the same are mostly columns of the same shape.
    different = found if view.phase == "sink" else unlike(found, lambda each: round(each.seems, 6))
    close = [each for each in different[: settings.considered] if each.seems >= first.seems - CLOSE]
    ranked = raced(close, rng, settings.budget)
    best = max(ranked, key=lambda each: each.rank)
    for each in found:
        if each not in close:
            less = first.seems - each.seems
            ranked.append(Ranked(each, ranked[0].points - less, ranked[0].rank - less))
    ranked.sort(key=lambda each: -each.rank)
    return Choice(
        best.candidate.action,
        round(best.points, 2),
        tuple(Alternative(each.candidate.action, round(each.points, 2)) for each in shown(ranked, best)),
        (best.candidate.action, *best.candidate.follow),
        proven=best.candidate.after.over,
    )


def raced(close: Sequence[CurseCandidate], rng: Random, budget: int) -> list[Ranked]:
    """The candidates judged by up to ``budget`` playouts each, which share their luck.

    Whoever falls clearly behind the best is left there, and once nobody is beside it, it gets no more either.
    """
    ends: dict[CurseCandidate, list[tuple[float, float]]] = {each: [] for each in close}

    def rank(each: CurseCandidate) -> float:
        return statistics.fmean(sum(end) for end in ends[each]) + TRUST * each.seems

    def behind(each: CurseCandidate) -> float:
        """How far behind the best, in standard errors."""
        gaps = [sum(one) - sum(other) for one, other in zip(ends[best], ends[each], strict=True)]
        error = statistics.pstdev(gaps) / len(gaps) ** 0.5
        return (statistics.fmean(gaps) + TRUST * (best.seems - each.seems)) / (error or 1.0)

    best, running, played = close[0], list(close), 0
    while played < budget and (not played or len(running) > 1):
        seeds = [rng.getrandbits(32) for _ in range(min(HEAT, budget - played))]
        played += len(seeds)
        for each in running:
            ends[each] += [_played(each, Random(seed)) for seed in seeds]
        best = max(running, key=rank)
        running = [each for each in running if each is best or behind(each) < CLEAR]

    def against_best(each: CurseCandidate) -> Ranked:
        """What the candidate is worth, from the playouts that it shares with the best."""
        shared = list(zip(ends[best], ends[each], strict=False))
        points = statistics.fmean(one[0] for one in ends[best])
        bonus = statistics.fmean(one[1] for one in ends[best])
        points += statistics.fmean(other[0] - one[0] for one, other in shared)
        bonus += statistics.fmean(other[1] - one[1] for one, other in shared)
        return Ranked(each, points, (points + bonus + TRUST * each.seems) / (1 + TRUST))

    return [against_best(each) for each in close]


def _played(candidate: CurseCandidate, rng: Random) -> tuple[float, float]:
    """The points of a playout, and what its title adds to them."""
    points, title = playout(candidate.after.copy(), rng)
    return points, BONUS[title]


def tried(candidate: CurseCandidate, seeds: Sequence[int]) -> Ranked:
    """The candidate judged by a playout with each seed."""
    ends = [_played(candidate, Random(seed)) for seed in seeds]
    points = statistics.fmean(points for points, _ in ends)
    bonus = statistics.fmean(bonus for _, bonus in ends)
    return Ranked(candidate, points, (points + bonus + TRUST * candidate.seems) / (1 + TRUST))
