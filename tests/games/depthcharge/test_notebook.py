"""The Sonar Officer's notebook, against all layouts that fit."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.games.depthcharge.actions import BOARD, DETOUR, NORTH, SEATS, SOUTH
from bot.games.depthcharge.notebook import SonarEvidence, deduce
from bot.games.depthcharge.prompts import LAST, label, noted, rank
from bot.games.depthcharge.sonar import report
from bot.games.depthcharge.waters import HALVES, enemy
from tests.games.playing import played

from .drawing import lake
from .playing import game

NORTHERN = sorted(HALVES[NORTH])


SCARCE = SonarEvidence(
    water=frozenset({6, 7, 8, 9, 32, 143}),
    islands=frozenset(),
    mines=3,
    destroyed=(),
    empty=frozenset(),
    reports=((7, (0, 1), 0),),
)
"""Fewer squares can hold a mine in any case than mines are left."""
BLOCKED = SonarEvidence(
    water=frozenset({34, 44, 45, 57, 104}),
    islands=frozenset(),
    mines=3,
    destroyed=(),
    empty=frozenset(),
    reports=((50, (7, 10), 0),),
)
"""A mine that answers one time could be hidden by the one that answers the other."""


@st.composite
def layouts(draw: st.DrawFn) -> tuple[SonarEvidence, frozenset[int]]:
    """A small water with three mines, up to five soundings, and a mine destroyed in between."""
    water = draw(st.sets(st.sampled_from(NORTHERN), min_size=6, max_size=13))
    mines = draw(st.permutations(sorted(water)))[:3]
    rest = [square for square in NORTHERN if square not in water]
    islands = draw(st.sets(st.sampled_from(rest), max_size=5))
    empty = draw(st.sets(st.sampled_from(sorted(water - set(mines))), max_size=2))
    destroyed = tuple(mines[: draw(st.integers(0, 1))])
    reports = []
    for square in draw(st.lists(st.integers(0, 143), min_size=1, max_size=5)):
        if square not in islands:
            gone = draw(st.integers(0, len(destroyed)))
            live = [mine for mine in mines if mine not in destroyed[:gone]]
            reports.append((square, report(square, live, islands), gone))
    reports.sort(key=lambda sounding: sounding[2])
    evidence = SonarEvidence(
        frozenset(water), frozenset(islands), 3, destroyed, frozenset(empty), tuple(reports)
    )
    return evidence, frozenset(mines)


def fitting(evidence: SonarEvidence) -> list[set[int]]:
    """Every layout that fits, found by trying all."""

    def fits(mines: tuple[int, ...]) -> bool:
        for square, times, gone in evidence.reports:
            live = [mine for mine in mines if mine not in evidence.destroyed[:gone]]
            if report(square, live, evidence.islands) != times:
                return False
        return set(evidence.destroyed) <= set(mines)

    water = sorted(evidence.water - evidence.empty)
    return [set(mines) for mines in combinations(water, evidence.mines) if fits(mines)]


@settings(max_examples=60, deadline=None)
@given(layouts())
@example((SCARCE, frozenset()))
@example((BLOCKED, frozenset()))
def test_what_is_proved_holds_in_every_layout_that_fits_and_nothing_else_does(
    known: tuple[SonarEvidence, frozenset[int]],
) -> None:
    evidence, _ = known
    empty, mines = deduce(evidence)
    fits = fitting(evidence)
    wrecks = set(evidence.destroyed)
    assert mines == set.intersection(*fits) - wrecks
    assert empty == evidence.water - {square for fit in fits for square in fit} - wrecks


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6))
def test_in_play_a_proved_statement_is_true(seed: int) -> None:
    for state in game(seed, 50, islands="3", sonar="on")[5::9]:
        for seat in SEATS:
            proof = state.view_for(seat).proof
            if state.outcome is not None:
                assert proof is None
                continue
            assert proof is not None
            live = set(BOARD.list(state.fleet(enemy(seat)).live))
            assert set(proof.mines) <= live
            assert not set(proof.empty) & live


def test_evidence_that_nothing_fits_is_refused() -> None:
    water = frozenset(NORTHERN[:5])
    with pytest.raises(ValueError, match="no layout"):
        deduce(SonarEvidence(water, frozenset(), 3, (), frozenset(), ((100, (40,), 0),)))
    with pytest.raises(ValueError, match="no layout"):
        # An echo after the last mine is gone.
        deduce(SonarEvidence(water, frozenset(), 1, (NORTHERN[0],), frozenset(), ((100, (5,), 1),)))


SIGHT = """
9: . . . . * . . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . S . . . . . . .
"""


def test_nothing_is_worked_out_unless_the_table_has_an_officer() -> None:
    assert played(lake(SIGHT), "sound e7").view_for(SOUTH).proof is None


def test_a_single_near_echo_leaves_few_squares() -> None:
    """One mine, at time 2 from e7: five of North’s squares are at that time, all others proved empty."""
    view = played(lake(SIGHT, sonar=True), "sound e7").view_for(SOUTH)
    assert view.proof is not None
    assert set(HALVES[NORTH]) - {BOARD.read(name) for name in view.proof.empty} - {143} == {
        BOARD.read(name) for name in ("c7", "c9", "e9", "g7", "g9")
    }
    thrice = played(
        lake(SIGHT, sonar=True), "sound e7", "sound k12", "sound d7", "sound l11", "sound f7"
    ).view_for(SOUTH)
    assert thrice.proof is not None
    assert thrice.proof.mines == ("e9",)


def test_only_the_viewer_has_a_notebook() -> None:
    state = played(lake(SIGHT, sonar=True), "sound e7")
    north = state.view_for(NORTH)
    assert state.view_for(None).proof is None
    assert north.proof is not None
    assert all(BOARD.read(name) in HALVES[SOUTH] for name in north.proof.empty + north.proof.mines)


def test_a_way_over_a_proven_mine_stands_last() -> None:
    state = played(lake(SIGHT, sonar=True), "sound e7", "sound k12", "sound d7", "sound l11", "sound f7")
    view = state.view_for(SOUTH)
    assert view.proof is not None
    assert view.proof.mines == ("e9",)
    near = replace(view, to_act=(SOUTH,), sides=(replace(view.side(SOUTH), boat="d8"), view.side(NORTH)))
    assert [rank(near, ("move 2", "e9"), way) for way in ("en", "ne")] == [LAST, LAST], "both end on it"
    beyond = replace(near, sides=(replace(near.side(SOUTH), boat="d9"), near.side(NORTH)))
    assert [rank(beyond, ("move 2", "e10"), way) for way in ("en", "ne")] == [LAST, 0]
    assert [rank(near, ("move 2",), goal) for goal in ("e9", "d10")] == [LAST, 0]


def test_marked_mines_stand_last_too_and_are_named() -> None:
    view = lake(SIGHT).view_for(SOUTH)
    near = replace(view, sides=(replace(view.side(SOUTH), boat="d8"), view.side(NORTH)))
    marked = noted(near, (("d9", "mine"), ("e8", "possible")))
    ways, goals = ("move 3", "c10"), ("d9", "e9", "d10", "d11")
    assert [rank(marked, ways, way) for way in ("nnw", "nwn", "wnn")] == [LAST, LAST, 0]
    assert [label(marked, ways, way) for way in ("nwn", "wnn")] == [
        "Via d9 and c9 · Over a Mine",
        "Via c8 and c9",
    ]
    kinds = ("move 1", "move 2", "move 2", "move 3")
    assert [rank(marked, (kind,), goal) for kind, goal in zip(kinds, goals, strict=True)] == [
        LAST,
        0,
        LAST,
        LAST,
    ]
    told = [label(marked, (kind,), goal) for kind, goal in zip(kinds, goals, strict=True)]
    assert told == ["d9 · Mine There", "e9", "d10 · Over a Mine", "d11 · Over a Mine"]
    assert rank(marked, ("move 1", DETOUR), "e8") == 0, "there is a longer way round"
    assert label(near, ways, "nwn") == "Via d9 and c9"
