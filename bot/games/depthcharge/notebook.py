"""The Sonar Officer's notebook: what the reports prove about the enemy's mines.

Everything here follows from public facts. A layout of mines fits a report exactly when

* every time in it has a mine at that time whose track holds no island and no other live mine, and
* every live mine at a time that is not in it has an island on its track, or a live mine at a time that is
  (the nearest mine on a track is never blocked by another, so its time is in the report).

:func:`deduce` first propagates these two rules and the number of mines until nothing changes. What is then
still open is settled by looking for a layout that speaks against each statement; it is proved when there is
none. The search gives up after reading :data:`READINGS` reports; what it has not settled by then stays open.
So a proved statement is always true, and nearly everything that can be proved is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from bot.games.core import Seat
from bot.games.core.grid import mask, squares_in

from .actions import BOARD
from .sonar import track
from .view import DepthChargeView, Proof, Report
from .waters import HALVES, HARBOURS, enemy

READINGS: Final = 1200
"""Reports that the search may read for one notebook, each as often as it tries something (about 10 ms)."""

Known: TypeAlias = tuple[int, int]
"""Masks: squares that are mines (destroyed ones included), and squares that may still turn out either way."""


class _Contradiction(Exception):
    """No layout fits."""


@dataclass(frozen=True, slots=True)
class SonarEvidence:
    """What everybody knows about one side's mines; squares are the board's indices."""

    water: frozenset[int]
    """Where mines could be laid."""
    islands: frozenset[int]
    """Both sides'."""
    mines: int
    """How many were laid."""
    destroyed: tuple[int, ...]
    """In order."""
    empty: frozenset[int]
    """Squares that never held a mine, as boats and depth charges showed."""
    reports: tuple[tuple[int, tuple[int, ...], int], ...]
    """Of each sounding the square, the times, and how many mines had been destroyed before it."""


def evidence(view: DepthChargeView, seat: Seat | None = None) -> SonarEvidence:
    """What ``seat``, if not given the owner of ``view``, knows about the enemy's mines."""
    seat = seat or view.viewer
    assert seat is not None
    side, own = view.side(enemy(seat)), view.side(seat)
    islands = {BOARD.read(name) for each in view.sides for name in each.islands}
    reports = [report for report in view.reports if report.seat == seat]
    # A report tells the order; what was destroyed after the last one needs none.
    gone = reports[-1].gone if reports else ()
    destroyed = (*gone, *(name for name in side.destroyed if name not in gone))
    return SonarEvidence(
        water=HALVES[side.seat] - islands - {HARBOURS[side.seat]},
        islands=frozenset(islands),
        mines=view.terms.mines,
        destroyed=tuple(map(BOARD.read, destroyed)),
        # A square whose mine was destroyed first can be missed, entered or stopped on later.
        empty=frozenset(map(BOARD.read, {*side.swept, *own.missed} - {*destroyed})),
        reports=tuple((BOARD.read(report.square), report.times, len(report.gone)) for report in reports),
    )


def proof(view: DepthChargeView) -> Proof:
    """The notebook of the owner of ``view``."""
    empty, mines = deduce(evidence(view))
    return Proof(BOARD.list(empty), BOARD.list(mines))


class Clue(NamedTuple):
    """One report as masks."""

    alive: int
    """All squares but those of mines destroyed before."""
    good: int
    """The squares whose time is in the report."""
    echoes: tuple[tuple[tuple[int, int], ...], ...]
    """For each reported time, the (square, track) pairs of mines that could have answered."""
    silent: tuple[tuple[int, int], ...]
    """(square, blockers on its track), for the squares whose time is not in the report."""


@lru_cache(maxsize=512)  # 10 kB each.
def cut(
    square: int, times: tuple[int, ...], gone: frozenset[int], water: frozenset[int], islands: frozenset[int]
) -> Clue:
    """The report of a sounding on ``square``, after the mines of ``gone`` were destroyed."""
    barriers = mask(islands)
    echoes: dict[int, list[tuple[int, int]]] = {time: [] for time in times}
    silent = []
    good = 0
    for place in water - gone:
        time, between = track(square, place)
        way = mask(between)
        if way & barriers:
            continue
        if time in echoes:
            echoes[time].append((1 << place, way))
            good |= 1 << place
        else:
            silent.append((1 << place, way))
    return Clue(
        ~mask(gone),
        good,
        tuple(tuple(pairs) for pairs in echoes.values()),
        tuple((place, way & good) for place, way in silent),
    )


@lru_cache(maxsize=512)
def deduce(evidence: SonarEvidence) -> tuple[frozenset[int], frozenset[int]]:
    """The squares proved empty and those proved to hold a live mine; wrecks are in neither.

    :raises ValueError: when no layout fits the evidence.
    """
    clues = _clues(evidence)
    wrecks = mask(evidence.destroyed)
    try:
        known = _settle((wrecks, mask(evidence.water - evidence.empty) & ~wrecks), evidence.mines, clues)
    except _Contradiction:
        raise ValueError("no layout of mines fits these reports") from None
    if clues:
        known = _search(known, evidence.mines, clues)
    mines, open_ = known
    empty = mask(evidence.water) & ~mines & ~open_
    return frozenset(squares_in(empty)), frozenset(squares_in(mines & ~wrecks))


def _clues(evidence: SonarEvidence) -> tuple[Clue, ...]:
    return tuple(
        cut(square, times, frozenset(evidence.destroyed[:gone]), evidence.water, evidence.islands)
        for square, times, gone in dict.fromkeys(evidence.reports)
    )


def located(view: DepthChargeView, seat: Seat) -> frozenset[str]:
    """The squares on which ``seat`` needn't think to find an enemy mine: it pinged at 0, or it is proved."""
    heard = {report.square for report in view.reports if report.seat == seat and 0 in report.times}
    return frozenset((heard - {*view.side(enemy(seat)).destroyed}).union(view.proved.mines))


def doubtful(view: DepthChargeView, seat: Seat) -> frozenset[str]:
    """The squares on which the enemy of ``seat`` may have a live mine, which each sounding would have heard.

    No more is worked out, unless there is a Sonar Officer: that's the game.
    """
    known = _doubtful(evidence(view, seat))
    return frozenset([BOARD.names[square] for square in known]).difference(view.proved.empty)


@lru_cache(maxsize=64)
def _doubtful(evidence: SonarEvidence) -> tuple[int, ...]:
    clues, wrecks = _clues(evidence), mask(evidence.destroyed)
    before: Known | None = None
    known = wrecks, mask(evidence.water - evidence.empty) & ~wrecks
    while known != before:
        before = known
        for clue in clues:
            known = _silences(known, clue)
    mines, open_ = known
    return tuple(squares_in(mines & ~wrecks | open_))


def _settle(known: Known, total: int, clues: tuple[Clue, ...]) -> Known:
    """``known`` with all that one report after the other, and the number of mines, say about it.

    :raises _Contradiction: when no layout fits.
    """
    before: Known | None = None
    while known != before:
        before = known
        for clue in clues:
            known = _silences(_count(known, total), clue)
            known = _echoes(known, total, clue)
        known = _count(known, total)
    return known


def _count(known: Known, total: int) -> Known:
    """``known`` with the number of mines looked at."""
    mines, open_ = known
    left = total - mines.bit_count()
    if left < 0 or left > open_.bit_count():
        raise _Contradiction
    if left == 0:
        return mines, 0
    if left == open_.bit_count():
        return mines | open_, 0
    return known


def _silences(known: Known, clue: Clue) -> Known:
    """``known`` with each mine at an unreported time blocked by a mine at a reported one."""
    mines, open_ = known
    here = mines & clue.alive
    may = here | open_
    if not may & ~clue.good:
        return known
    for square, blockers in clue.silent:
        if square & may:
            blockers &= may
            if not blockers:
                if square & here:
                    raise _Contradiction
                open_ &= ~square
                may &= ~square
            elif square & here and not blockers & here and not blockers & (blockers - 1):
                mines, open_, here = mines | blockers, open_ & ~blockers, here | blockers
    return mines, open_


def _echoes(known: Known, total: int, clue: Clue) -> Known:
    """``known`` with a mine found for each reported time."""
    mines, open_ = known
    here = mines & clue.alive
    owed = 0
    answers = 0
    for pairs in clue.echoes:
        shared = -1
        several = False
        only = 0
        paid = False
        fresh = 0
        for square, way in pairs:
            if square & (here | open_) and not way & here:
                several = several or bool(only)
                only = square
                shared &= way
                fresh |= square
                paid = paid or bool(square & here)
        if not only:
            raise _Contradiction
        if not several:
            mines, open_, here = mines | only, open_ & ~only, here | only
            paid = True
        open_ &= ~shared
        if not paid:
            owed += 1
            answers |= fresh
    left = total - mines.bit_count()
    if owed > left:
        raise _Contradiction
    if owed and owed == left:
        open_ &= answers
    return mines, open_


def _layout(known: Known, clues: tuple[Clue, ...]) -> tuple[int, Clue, int] | None:
    """The reported time that is still open with the fewest squares to choose from; None if all are paid.

    As (mask of the squares, the clue, the number of the time in it).
    """
    mines, open_ = known
    best: tuple[int, Clue, int] | None = None
    least = 1000
    for clue in clues:
        here = mines & clue.alive
        for order, pairs in enumerate(clue.echoes):
            choices = 0
            for square, way in pairs:
                if square & (here | open_) and not way & here:
                    if square & here and not way & open_:
                        break
                    choices |= square
            else:
                if choices.bit_count() < least:
                    least = choices.bit_count()
                    best = (choices, clue, order)
    return best


def _free(known: Known, clues: tuple[Clue, ...]) -> int:
    """The open squares that may hold a mine whatever else is laid, once every reported time is paid."""
    mines, open_ = known
    for clue in clues:
        here = mines & clue.alive
        for square, blockers in clue.silent:
            if square & open_ and not blockers & here:
                open_ &= ~square
    return open_


@dataclass(slots=True)
class _Budget:
    left: int
    """Reports that the search may still read."""


def _search(known: Known, total: int, clues: tuple[Clue, ...]) -> Known:
    """``known`` with every open square settled for which a layout of one kind cannot be found."""
    budget = _Budget(READINGS)
    can_mine, can_empty = known[0], 0
    for square in list(squares_in(known[1])):
        for mine in (True, False):
            bit = 1 << square
            mines, open_ = known
            if not bit & open_ or bit & (can_mine if mine else can_empty):
                continue
            found = _find((mines | bit if mine else mines, open_ & ~bit), total, clues, budget)
            if found is None:
                return known
            if found == (0, 0):
                known = _settle((mines if mine else mines | bit, open_ & ~bit), total, clues)
            else:
                can_mine, can_empty = can_mine | found[0], can_empty | found[1]
    return known


def _find(known: Known, total: int, clues: tuple[Clue, ...], budget: _Budget) -> tuple[int, int] | None:
    """Layouts within ``known``: the squares that are mines in one, and those that are not in one.

    (0, 0) when there is none, None when the budget is spent.
    """
    budget.left -= len(clues)
    try:
        known = _settle(known, total, clues)
    except _Contradiction:
        return (0, 0)
    mines, open_ = known
    choice = _layout(known, clues)
    if choice is None:
        left = total - mines.bit_count()
        free = _free(known, clues)
        spare = free.bit_count() - left
        if left == 0:
            return mines, ~mines
        if spare >= 0:
            return mines | free, ~mines if spare else ~mines & ~free
        branches = [(1 << square, 0) for square in squares_in(open_)]
    else:
        squares, clue, order = choice
        ways = dict(clue.echoes[order])
        branches = [(1 << square, ways[1 << square]) for square in squares_in(squares)]
    for bit, way in branches:
        if budget.left <= 0:
            return None
        found = _find((mines | bit, open_ & ~bit & ~way), total, clues, budget)
        if found != (0, 0):
            return found
    return (0, 0)


def surely_mined(view: DepthChargeView) -> frozenset[str]:
    """The squares on which an unseen mine surely is: it pinged at 0, or a Sonar Officer has proved it."""
    seat = view.viewer or (view.to_act[0] if len(view.to_act) == 1 else None)
    if seat is None or view.phase != "play":
        return frozenset()
    return located(view, seat).difference(*(side.mines or () for side in view.sides))


def latest_report(view: DepthChargeView) -> Report | None:
    """The latest report of the viewer; for everybody else, of whose turn it is, and at the end of all."""
    asks = view.viewer or (view.to_act[0] if len(view.to_act) == 1 else None)
    return next((each for each in reversed(view.reports) if asks in (None, each.seat)), None)


def possible_pings(view: DepthChargeView) -> dict[str, int]:
    """The squares from which the pings of the latest report may come, and when, as far as all reports tell.

    A ping is left out once a mine that answered it is destroyed.
    """
    report = latest_report(view)
    if report is None or view.phase != "play":
        return {}
    charge, side = BOARD.read(report.square), view.side(enemy(report.seat))
    islands = {BOARD.read(name) for each in view.sides for name in each.islands}
    explained = {track(charge, BOARD.read(name))[0] for name in side.destroyed if name not in report.gone}
    times = {*report.times} - explained
    # In a preview, a boat may stand where a mine may be.
    boats = {each.boat for each in view.sides if not each.sunk}
    known = {*(side.mines or ()), *surely_mined(view), *boats, report.square}
    found = {}
    for name in doubtful(view, report.seat) - known:
        time, between = track(charge, BOARD.read(name))
        if time in times and islands.isdisjoint(between):
            found[name] = time
    return found
