"""Certainties of Depth Charge: a square that must hold a mine, whatever layout explains what was heard."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_, or_
from random import Random
from typing import Any, Final

from bot.features.puzzles.puzzle import Branch, PuzzleStep, Refutation
from bot.games.core import Seat, State
from bot.games.core.grid import bits
from bot.games.depthcharge.actions import BOARD, SOUTH, Charge, Move
from bot.games.depthcharge.rules import DepthChargeState
from bot.games.depthcharge.waters import HALVES, enemy, routes_beside
from bot.games.record import Entry
from bot.players import PLAYERS
from bot.players.depthcharge.choosing import evidence
from bot.players.depthcharge.posterior import Evidence, infer

from .maker import Maker, Proved

ALL: Final = 1000
"""More reports than there are in any game."""
LAYOUTS: Final = 6_000
"""A position with more explanations on the way is left."""
FEWEST: Final = 3
"""The fewest layouts to tell apart; fewer only for beginners, to whom two reports give a mine away."""
LONGEST: Final = 3
"""Decisions of the longest puzzle."""
REPLIER: Final = "first-mate"


class DepthCharge(Maker):
    """Finds them by listing every layout that explains all reports."""

    game = "depthcharge"
    options = ({}, {"islands": "3"}, {"mines": "3"}, {"mines": "6"}, {"islands": "2"})
    levels = (("captain", "captain"), ("first-mate", "captain"), ("captain", "deckhand"))
    most_in_a_game = 3
    nearest = 1

    def prove(self, state: State[Any, Any], seat: Seat, entries: Sequence[Entry]) -> Proved | None:
        assert isinstance(state, DepthChargeState)
        if state.phase != "play":
            return None
        known = evidence(state.view_for(seat), seat, ALL)
        if len(known.reports) < 2:
            return None
        found = self._step(state, seat, LONGEST)
        if found is None:
            return None
        step, size, target = found
        reports = self._needed(known, 1 << target)
        theme = "charge" if any(action.startswith("charge") for action in step.best) else "sail"
        for_beginners = theme == "charge" and len(known.reports) == 2
        if reports < 2 or (size < FEWEST and not for_beginners):
            return None
        extra = 8.0 * (reports - 2) + 2.0 * (size.bit_length() - 1)
        return Proved(theme, step, "layouts that explain every report", size, extra)

    def _needed(self, known: Evidence, mine: int) -> int:
        """How many reports prove ``mine`` when none of them can be left out."""
        reports = known.reports
        for report in known.reports:
            fewer = tuple(each for each in reports if each is not report)
            less = Evidence(known.known, known.wrecks, known.open, known.left, known.islands, fewer)
            posterior = infer(less, LAYOUTS, Random(0))
            if fewer and posterior.complete and all(layout & mine for layout in posterior.layouts):
                reports = fewer
        return len(reports)

    def _step(self, state: DepthChargeState, seat: Seat, most: int) -> tuple[PuzzleStep, int, int] | None:
        """The decision, its number of layouts, and the square of the mine that it is about."""
        rival = enemy(seat)
        known = evidence(state.view_for(seat), seat, ALL)
        posterior = infer(known, LAYOUTS, Random(0))
        if not posterior.complete:
            return None
        # Who reads the log of turns also knows where boats have been.
        swept = sum(1 << square for square in state.fleet(rival).swept - set(state.fleet(rival).destroyed))
        layouts = [layout for layout in posterior.layouts if not layout & swept]
        sure, may = reduce(and_, layouts), reduce(or_, posterior.layouts)
        if not sure or reduce(and_, posterior.layouts) != sure:
            return None
        aims = state.targets(seat)
        certain = [square for square in aims if sure >> square & 1]
        wrong: dict[str, Refutation] = {}
        for square in aims:
            if square not in certain:
                wrong[f"charge {BOARD.names[square]}"] = self._without(state, rival, layouts, 1 << square)
        ways = routes_beside(
            state.fleet(seat).boat, state.islands | {state.fleet(rival).boat}, state.fleet(seat).live
        )
        for letters, path in ways.items():
            risk = [1 << square for square in path if may >> square & 1]
            holding = next((layout for layout in layouts if any(layout & bit for bit in risk)), 0)
            if holding:
                wrong[f"move {letters}"] = Refutation(instead=(self._laid(state, rival, holding),))
        if certain:
            if len(certain) > 1:
                return None
            action = Charge(certain[0])
            after = state.play(seat, action)
            branch, size = self._on(after, seat, most)
            return PuzzleStep({str(action): branch}, wrong), max(size, len(posterior.layouts)), certain[0]
        best: dict[str, tuple[int, int]] = {}
        for letters, path in ways.items():
            if any(may >> square & 1 for square in path):
                continue
            for mine in bits(sure):
                if path[-1] in BOARD.around[mine.bit_length() - 1]:
                    best[letters] = path[-1], mine.bit_length() - 1
        if len({goal for goal, _ in best.values()}) != 1 or len({mine for _, mine in best.values()}) != 1:
            return None
        if most < 2:
            return None
        goal, mine = next(iter(best.values()))
        if goal not in HALVES[rival]:
            # From one's own water, everything is safe, and nothing has to be found out about the way.
            return None
        shortest = min(best, key=lambda letters: (len(letters), letters))
        after = state.play(seat, Move(shortest))
        branch, size = self._on(after, seat, most)
        if branch.then is None or f"charge {BOARD.names[mine]}" not in branch.then.best:
            return None
        return (
            PuzzleStep({f"move {letters}": branch for letters in best}, wrong),
            max(size, len(posterior.layouts)),
            mine,
        )

    def _on(self, after: DepthChargeState, seat: Seat, most: int) -> tuple[Branch, int]:
        """What follows: the enemy's turn and the next decision, if there is one again."""
        rival = enemy(seat)
        if after.outcome is not None or most < 2:
            return Branch(), 0
        choice = PLAYERS["depthcharge"].at(REPLIER, after.view_for(rival), after.legal(rival), Random(0))
        then = after.play(rival, choice.action)
        if then.outcome is not None:
            return Branch(), 0
        found = self._step(then, seat, most - 1)
        if found is None or not any(action.startswith("charge") for action in found[0].best):
            return Branch(), 0
        return Branch((Entry(rival, str(choice.action)),), found[0]), found[1]

    def _laid(self, state: DepthChargeState, rival: Seat, layout: int) -> Entry:
        """How ``rival`` would have laid the live mines ``layout`` and those that are destroyed."""
        mines = {mine.bit_length() - 1 for mine in bits(layout)} | set(state.fleet(rival).destroyed)
        return Entry(rival, " ".join(("mines", *BOARD.list(mines))))

    def _without(
        self, state: DepthChargeState, rival: Seat, layouts: Sequence[int], square: int
    ) -> Refutation:
        return Refutation(
            instead=(self._laid(state, rival, next(layout for layout in layouts if not layout & square)),)
        )

    def key(self, state: State[Any, Any], seat: Seat, proved: PuzzleStep) -> tuple[Any, ...]:
        """What was heard, with the lake turned so that the solver is south."""
        assert isinstance(state, DepthChargeState)
        known = evidence(state.view_for(seat), seat, ALL)

        def turned(square: int) -> int:
            return square if seat == SOUTH else 143 - square

        heard = {(turned(each.charge), each.times) for each in known.reports}
        islands = {turned(bit.bit_length() - 1) for bit in bits(known.islands)}
        action = max(proved.best)
        goal = turned(BOARD.read(action.split()[1])) if action.startswith("charge") else -1
        return goal, frozenset(islands), frozenset(heard)

    def distance(self, one: Any, other: Any) -> int:
        """0 if one was asked after the other in the same game about the same mine, or before it."""
        same = one[0] == other[0] and one[1] == other[1] and (one[2] <= other[2] or other[2] <= one[2])
        return 0 if same else 1
