"""Chooses an action: by what was learnt, or by the quick judgement, which is blurred at weak levels."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from random import Random
from typing import Final, NamedTuple

from bot.games.core.grid import bits
from bot.games.curse.actions import BLACK, TREASURES, CurseAction, Loot, Pass, Sink
from bot.games.curse.island import NEWEST
from bot.games.curse.view import CurseView
from bot.players.learnt import UNIT
from bot.players.player import Alternative, Choice, Legal, drawn, shown

from .board import CurseBoard, Way, read
from .outlook import ROLLS, Outlook, Play, learnt
from .policy import PASS, SPARE, Option, cheapest, options, price, space_for
from .tides import Fall

NEAR: Final = 0.4
"""Turns are nearly alike that seem to be less than so many points apart."""


@dataclass(frozen=True, slots=True)
class PirateSettings:
    """How one level plays."""

    learnt: bool = False
    """Whether it goes by what was learnt, if that can be read; else by the quick judgement."""
    looks: int = 0
    """Of so many turns that seem best by it, and nearly alike, all rolls that can follow are tried."""
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
    """The points with what the title adds to them."""


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


def known(view: CurseView) -> bool:
    """Whether anything was learnt, and can be read, of the map that is played on."""
    return view.edition == NEWEST and learnt() is not None


def by_outlook(view: CurseView, looks: int = 0) -> list[Ranked]:
    """Every action by the learnt tables, with the best line if one has to sink; the best first.

    Of as many as ``looks`` that are nearly as good as the best, all rolls that can follow are tried.
    """
    board, found = read(view), list[Ranked]()
    if view.phase == "sink":
        found = [_sunk(board, Sink(fall.label), fall) for fall in board.tide.falls]
    else:
        assert view.dice is not None
        outlook = Outlook(board)
        best: dict[CurseAction, tuple[int, int, Way, Play]] = {}
        for each in outlook.turns(*view.dice, view.fresh):
            *_, way, play = each
            space = play.space.bit_length()
            best.setdefault(Loot(way.die, way.change, TREASURES[play.column], space), each)
        for action, (worth, points, way, play) in best.items():
            after = board.copy()
            after.loot(way, play.column, play.space)
            follow: tuple[CurseAction, ...] = ()
            if play.fall is not None:
                after.sink(play.fall)
                follow = (Sink(play.fall.label),)
            found.append(
                Ranked(CurseCandidate(action, worth / UNIT, after, follow), points / UNIT, worth / UNIT)
            )
        if board.must_pass(*view.dice):
            falls = board.tide.falls or (None,)
            found.append(max((_sunk(board, Pass(), fall) for fall in falls), key=attrgetter("rank")))
    found.sort(key=attrgetter("rank"), reverse=True)
    near = sum(each.rank > found[0].rank - NEAR for each in found[:looks])
    if near > 1:
        found[:near] = sorted(map(_rolled, found[:near]), key=attrgetter("rank"), reverse=True)
        last = found[near - 1].rank
        found[near:] = [each._replace(rank=min(each.rank, last)) for each in found[near:]]
    return found


def _rolled(ranked: Ranked) -> Ranked:
    """What an action is worth by the mean of all rolls that can follow, each played best."""
    outlook = Outlook(ranked.candidate.after)
    if outlook.board.over:
        return ranked
    found = [outlook.rolled(*dice) for dice in ROLLS]
    worth, points = (sum(each) / (len(ROLLS) * UNIT) for each in zip(*found, strict=True))
    return ranked._replace(points=points, rank=worth)


def _sunk(board: CurseBoard, action: CurseAction, fall: Fall | None) -> Ranked:
    """An action after which a line sinks, if any is open."""
    after = board.copy()
    if fall is not None:
        after.sink(fall)
    worth, points = Outlook(after).value()
    follow = (Sink(fall.label),) if fall is not None and isinstance(action, Pass) else ()
    return Ranked(CurseCandidate(action, worth / UNIT, after, follow), points / UNIT, worth / UNIT)


def by_formula(view: CurseView, rng: Random, settings: PirateSettings) -> list[Ranked]:
    """Every action by the quick judgement, the one that is drawn first."""
    found = sorted(candidates(view, rng, settings.foresight), key=lambda each: -each.seems)
    picked = drawn(found, lambda each: each.seems, settings.temperature, rng)
    points = float(view.now.total) + picked.seems
    if known(view):
        points = Outlook(picked.after).value()[1] / UNIT
    found = [picked, *(each for each in found if each is not picked)]
    return [Ranked(each, points + each.seems - picked.seems, each.seems) for each in found]


def choose(
    view: CurseView,
    legal: Legal[CurseAction],  # noqa: ARG001 (the board knows)
    rng: Random,
    settings: PirateSettings,
) -> Choice[CurseAction]:
    """The pirate's choice."""
    goes = settings.learnt and known(view)
    found = by_outlook(view, settings.looks) if goes else by_formula(view, rng, settings)
    best = found[0]
    found.sort(key=attrgetter("rank"), reverse=True)
    return Choice(
        best.candidate.action,
        round(best.points, 2),
        tuple(Alternative(each.candidate.action, round(each.points, 2)) for each in shown(found, best)),
        (best.candidate.action, *best.candidate.follow),
        proven=best.candidate.after.over,
    )
