"""The search: alpha-beta with captures to the end, deepened turn by turn until its nodes are used up.

Scores are for the side to act: the checkers that it controls beyond half of them; a win is worth ``WON`` less
one for each turn to it. Within the search they are counted in ``UNIT`` parts of a checker, and where a stack
stands counts a little, too (``weights`` of ``board.py``).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Final, NamedTuple, TypeAlias

from bot.games.checkers.actions import CHECKERS
from bot.games.checkers.view import CheckersView
from bot.players.player import OutOfNodes

from .board import (
    BELOW,
    BESIDE,
    COLOURS,
    HELD,
    HOLDS,
    HUNTERS,
    REACH,
    SPLITTERS,
    TALLER,
    TALLEST,
    TARGETS,
    UNIT,
    WORTH,
    CheckersBoard,
)

WON: Final = 1_000
SURE: Final = WON - 200
"""From this score on a win is certain; from its negative on, a loss."""
DRAWN: Final = 0
HALF: Final = CHECKERS // 2
WIN: Final = WON * UNIT
CERTAIN: Final = SURE * UNIT
"""``WON`` and ``SURE`` within the search."""
MARGIN: Final = 10
"""By how much better a place a turn is likely to make things at most."""

CALM: Final = {1: 10, 2: 20}
"""How many turns that gain nothing are tried, by depth: at the last two turns not all of them."""
EARLY: Final = 8
"""So many turns that gain nothing are searched at full depth, the next ones less deeply."""
LATE: Final = 32
"""After so many of them the others are searched less deeply still."""

LONGEST: Final = 64
"""The deepest search, in turns."""
WIDE: Final = 2
"""The captures in a row at which all are tried; afterwards only the greatest."""

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
TURN: Final = (1 << 18) - 1
"""The bits of a turn; its rank in the order of trying is above them."""
RANKS: Final = tuple(((bit & 63) << 12) - (bit >> 6 << 18) for bit in range(64 * (TALLEST + 1)))
"""What a whole stack adds to a capture and its rank, by the stack's bit."""
CALM_RANK: Final = 1 << 10
UNTRIED: Final = tuple(CALM_RANK << 18 | turn << 6 for turn in range(4096))
"""Turns of whole stacks that gain nothing, and their ranks, by source and target."""

Key: TypeAlias = tuple[int, tuple[str, ...]]


class Found(NamedTuple):
    """A turn at the root and what it is worth."""

    turn: int
    score: int


def _splits(sizes: Sequence[Sequence[int]], stack: str) -> list[tuple[int, int]]:
    """How many checkers ``stack`` can split off, and how many that frees."""
    height = len(stack)
    return [(size, 0 if stack[size] == stack[0] else height - size) for size in sizes[height]]


def _part(sizes: Sequence[Sequence[int]], stack: str) -> int:
    """As :data:`RANKS`, but for the square, for the part with which ``stack`` captures.

    It's the smallest that frees nothing, or else the greatest.
    """
    freed, size = min((freed, size) for size, freed in _splits(sizes, stack))
    return size - (freed << 24) - (len(stack) << 18)


class AlphaBetaSearch:
    """A search from one position."""

    def __init__(self, view: CheckersView, budget: int, captures: int, *, placing: bool = True) -> None:
        """``captures``: how many in a row are followed after the last turn of the search.

        ``placing``: whether it counts where stacks stand.
        """
        self.board, self.budget, self.captures = CheckersBoard.of(view, placing=placing), budget, captures
        self.quiet, self.patience = view.quiet, view.patience
        self.nodes = 0
        self.table: dict[Key, tuple[int, int, int, int]] = {}
        """Depth, score, kind of bound and best turn, by side to act and stacks."""
        self.history = [list(UNTRIED), list(UNTRIED)]
        """As :data:`UNTRIED`, with higher ranks for those that refuted the turn before, by side."""
        self.refutations = [0] * (LONGEST + captures + 2)
        """The capture that last refuted the turn before it, by its distance from the root."""
        self.splits = cache(partial(_splits, self.board.sizes))
        self.part = cache(partial(_part, self.board.sizes))
        self.path: set[Key] = set()
        """The positions between the root and the node that is searched."""

    def deepened(
        self, side: int, order: Sequence[int], exact: int, *, compared: int = LONGEST, most: int = LONGEST
    ) -> Iterator[list[Found]]:
        """The turns ``order``, the best first, at each depth up to ``most`` for which the nodes suffice.

        The scores of the ``exact`` best are exact, beyond the depth ``compared`` only that of the best. At
        the last depth there may be no turns besides those.
        """
        for depth in range(1, most + 1):
            width = exact if depth <= compared else 1
            done = self.iterate(side, depth, order, width)
            if len(done) < min(width, len(order)):
                return
            yield [Found(turn, (score + UNIT // 2) // UNIT) for turn, score in done]
            if self.nodes > self.budget:
                return
            order = [each.turn for each in done]

    def iterate(self, side: int, depth: int, order: Sequence[int], exact: int) -> list[Found]:
        """The turns ``order`` at ``depth``, the best first; the scores of the ``exact`` best are exact.

        If the nodes don't suffice, only the turns that were done.
        """
        board, found = self.board, list[Found]()
        position = list(board.stacks), list(board.sides)
        self.path = {(side, tuple(board.stacks))}
        try:
            for turn in order:
                first = len(found) < exact
                alpha = -WIN if first else found[exact - 1].score
                score = self._after(side, turn, depth, 0, alpha, WIN, 0, self.quiet, first=first)
                insort(found, Found(turn, score), key=lambda each: -each.score)
        except OutOfNodes:
            board.stacks, board.sides = position
        return found

    def _after(
        self,
        side: int,
        turn: int,
        depth: int,
        less: int,
        alpha: int,
        beta: int,
        ply: int,
        quiet: int,
        *,
        first: bool,
    ) -> int:
        """What ``turn`` is worth to ``side``; exact only between ``alpha`` and ``beta``.

        Unless it's the ``first``, it's only asked whether it is better than ``alpha``, and
        with ``less`` depth, before its worth is searched.
        """
        board, other = self.board, 1 - side
        before = board.play(side, turn)
        gain = before[-1]
        if gain > 0 and board.held(side) >= board.goal:
            score = WIN - (ply + 1) * UNIT
        elif gain < 0 and board.held(other) >= board.goal:
            score = (ply + 1) * UNIT - WIN
        else:
            quiet = 0 if gain else quiet + 1
            ply, depth = ply + 1, depth - 1
            if self.patience and quiet >= self.patience:
                score = DRAWN
            elif first:
                score = -self._search(other, depth, -beta, -alpha, ply, quiet, can_pass=True)
            else:
                score = -self._search(other, depth - less, -alpha - 1, -alpha, ply, quiet, can_pass=True)
                if less and score > alpha:
                    score = -self._search(other, depth, -alpha - 1, -alpha, ply, quiet, can_pass=True)
                if alpha < score < beta:
                    score = -self._search(other, depth, -beta, -alpha, ply, quiet, can_pass=True)
        board.undo(turn, before)
        return score

    def _search(
        self, side: int, depth: int, alpha: int, beta: int, ply: int, quiet: int, *, can_pass: bool
    ) -> int:
        """The score of the position ``ply`` turns after the root, exact only between ``alpha`` and ``beta``.

        A certain win or loss is one: nothing that is left out can make one up.
        """
        board, other = self.board, 1 - side
        mine, enemy = board.sides[side], board.sides[other]
        static = (mine & WORTH) - (enemy & WORTH)
        if depth <= 0 or (depth == 1 and static + MARGIN <= alpha):
            # A turn that gains nothing can't be worth more than what there is: the answer may be a calm one.
            return self._captures(mine, enemy, alpha, beta, ply, self.captures)
        self.nodes += 1
        if self.nodes > self.budget:
            raise OutOfNodes
        position = tuple(board.stacks)
        key = (side, position)
        if self.patience and key in self.path:
            return DRAWN
        best_turn = 0
        lasting = not self.patience or quiet + depth + 4 < self.patience
        known = self.table.get(key)
        if known is not None:
            depth_then, score, kind, best_turn = known
            if depth_then >= depth and lasting:
                if kind == EXACT:
                    return score
                if kind == AT_LEAST:
                    if score >= beta:
                        return score
                elif score <= alpha:
                    return score
        threat = -1
        if can_pass and static >= beta and -CERTAIN < beta < CERTAIN:
            score = -self._search(other, depth - 3, -beta, 1 - beta, ply + 1, quiet, can_pass=False)
            if score >= beta:
                return min(score, CERTAIN - 1)
            passed = self.table.get((other, position)) if depth > 3 else None
            threat = (passed[3] if passed else self.refutations[ply + 1]) >> 6 & 63
        self.path.add(key)
        history = self.history[side]
        best, alpha_then, first, best_turn = -WIN, alpha, best_turn, 0
        late, limit = 0, CALM.get(depth, 1 << 16)
        for calm in (False, True):
            if not calm:
                turns = self._gains(side, first)
            elif depth > 2 or best <= -CERTAIN or (depth == 1 and threat < 0):
                turns = self._calm(side, first)
            else:
                wanted = 1 << threat if threat >= 0 else 0
                if depth == 2:
                    wanted |= board.taller(other, max(alpha - static, 0) // UNIT)
                turns = self._calm(side, first, wanted, threat)
                if not turns and not best_turn:
                    turns = self._calm(side, first)[:1]
            for entry in turns:
                turn = entry & TURN
                if calm and best_turn:
                    late += 1
                    if late > limit and best > -CERTAIN:
                        break
                less = 0 if late < EARLY or depth < 2 else 1 if late < LATE or depth < 3 else 2
                score = self._after(side, turn, depth, less, alpha, beta, ply, quiet, first=not best_turn)
                if score > best or not best_turn:
                    best, best_turn = max(best, score), turn
                    if score > alpha:
                        alpha = score
                        if score >= beta:
                            if calm:
                                history[turn >> 6] += depth * depth << 18
                            break
            if best >= beta:
                break
        self.path.discard(key)
        if lasting:
            kind = AT_LEAST if best >= beta else EXACT if best > alpha_then else AT_MOST
            self.table[key] = (depth, best, kind, best_turn)
        return best

    def _gains(self, side: int, first: int) -> list[int]:
        """``first``, if it's a turn, and all turns that gain something, the greatest gain first."""
        stacks, sides = self.board.stacks, self.board.sides
        mine, enemy = sides[side], sides[1 - side] & TALLER[0]
        found: list[int] = []
        while enemy:
            bit = enemy.bit_length() - 1
            enemy &= BELOW[bit]
            target = bit & 63
            gain, hunters = len(stacks[target]), mine & HUNTERS[target]
            while hunters:
                bit = hunters.bit_length() - 1
                hunters &= BELOW[bit]
                source = bit & 63
                turn = source << 12 | target << 6
                if SPLITTERS[target] >> bit & 1:
                    found += [
                        gain - freed << 18 | turn | size
                        for size, freed in self.splits(stacks[source])
                        if gain > freed
                    ]
                else:
                    found.append(gain << 18 | turn)
        found.sort(reverse=True)
        if first:
            found = [first, *(entry for entry in found if entry & TURN != first)]
        return found

    def _calm(self, side: int, first: int, wanted: int = -1, threat: int = -1) -> list[int]:
        """All turns besides ``first`` that gain nothing, the likely best first.

        With ``wanted`` only those after which a square of that mask is in reach, and those with the stack on
        ``threat``.
        """
        stacks, history, own = self.board.stacks, self.history[side], COLOURS[side]
        enemy = self.board.controlled(1 - side)
        found: list[int] = []
        for source, stack in enumerate(stacks):
            if not stack or stack[0] != own:
                continue
            height, start = len(stack), source << 6
            every = wanted < 0 or source == threat
            if every:
                found += [
                    history[start | target] for target in TARGETS[source][height] if not enemy >> target & 1
                ]
            else:
                for target in TARGETS[source][height]:
                    if not enemy >> target & 1 and REACH[target][height + len(stacks[target])] & wanted:
                        found.append(history[start | target])
            if height < 2:
                continue
            splits = self.splits(stack)
            for target in BESIDE[source]:
                there, usual = len(stacks[target]), history[start | target]
                taken = there if enemy >> target & 1 else 0
                for size, freed in splits:
                    if taken <= freed and (
                        every or (REACH[target][size + there] | REACH[source][height - size]) & wanted
                    ):
                        rank = usual if taken == freed else UNTRIED[start | target] - (freed - taken << 18)
                        found.append(rank | size)
        found.sort(reverse=True)
        return [entry for entry in found if entry & TURN != first] if first else found

    def _captures(self, mine: int, enemy: int, alpha: int, beta: int, ply: int, more: int) -> int:
        """The score after up to ``more`` captures in a row; a side may always do without.

        ``mine`` is what the side to act controls, and ``enemy`` the other one.
        """
        self.nodes = nodes = self.nodes + 1
        if nodes > self.budget:
            raise OutOfNodes
        stand = (mine & WORTH) - (enemy & WORTH)
        short = self.board.goal - ((mine & HOLDS) >> HELD)
        if stand >= beta:
            if short > 16:
                return stand
            best, needed = stand, short - 1
        else:
            # A capture is worth no more than it gains: the other side can do without, too.
            needed = 0
            if stand > alpha:
                alpha = stand
            else:
                needed = (alpha - stand) // UNIT
                if needed >= short:
                    needed = short - 1
            best = alpha
        large = enemy & TALLER[needed]
        if not large:
            return best
        stacks, part = self.board.stacks, self.part
        found: list[int] = []
        while large:
            bit = large.bit_length() - 1
            large &= BELOW[bit]
            target = bit & 63
            hunters = mine & HUNTERS[target]
            if not hunters:
                continue
            gain = len(stacks[target])
            if gain <= needed:
                continue
            # Among equals, the lowest stack: it's the least to lose.
            start = (gain << 24) + (CHECKERS << 18) + (target << 6)
            splitters = hunters & SPLITTERS[target]
            hunters ^= splitters
            while hunters:
                bit = hunters.bit_length() - 1
                hunters &= BELOW[bit]
                found.append(start + RANKS[bit])
            while splitters:
                bit = splitters.bit_length() - 1
                splitters &= BELOW[bit]
                source = bit & 63
                found.append(start + part(stacks[source]) + (source << 12))
        if not found:
            return best
        top = max(found)
        if top >> 24 >= short:
            self.refutations[ply] = top & TURN
            return WIN - (ply + 1) * UNIT
        if stand >= beta or not more:
            return stand
        if more <= self.captures - WIDE:
            found = [top]
        elif len(found) > 1:
            found.sort(reverse=True)
        weights = self.board.weights
        least = needed + 1 << 24
        for entry in found:
            if entry < least:
                break
            # What `CheckersBoard.play` does, for captures.
            source, target, size = entry >> 12 & 63, entry >> 6 & 63, entry & 63
            stack, covered = stacks[source], stacks[target]
            at_source, at_target = weights[source], weights[target]
            theirs = enemy - at_target[len(covered)]
            own = mine - at_source[len(stack)]
            if size:
                left, landed = stack[size:], stack[:size] + covered
                if left[0] == stack[0]:
                    own += at_source[len(left)]
                else:
                    theirs += at_source[len(left)]
            else:
                left, landed = "", stack + covered
            stacks[source], stacks[target] = left, landed
            score = -self._captures(theirs, own + at_target[len(landed)], -beta, -alpha, ply + 1, more - 1)
            stacks[source], stacks[target] = stack, covered
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        self.refutations[ply] = entry & TURN
                        break
        return best
