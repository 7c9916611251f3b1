"""The search: alpha-beta with captures to the end, deepened turn by turn until its nodes are used up.

Scores are for the side to act: the checkers that it controls beyond half of them; a win is worth ``WON`` less
one for each turn to it. Within the search they are counted in ``UNIT`` parts of a checker, and where a stack
stands counts a little, too (``PLACES`` of ``board.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from bot.games.checkers.actions import CHECKERS
from bot.games.checkers.view import CheckersView
from bot.players.player import OutOfNodes

from .board import BESIDE, COLOURS, REACH, TALLEST, TARGETS, UNIT, CheckersBoard

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
CALM_RANK: Final = 1 << 10

Key: TypeAlias = tuple[int, tuple[str, ...]]


class Found(NamedTuple):
    """A turn at the root and what it is worth."""

    turn: int
    score: int


class AlphaBetaSearch:
    """A search from one position."""

    def __init__(self, view: CheckersView, budget: int, captures: int, *, placing: bool = True) -> None:
        """``captures``: how many in a row are followed after the last turn of the search.

        ``placing``: whether it counts where stacks stand.
        """
        self.board, self.budget, self.captures = CheckersBoard.of(view), budget, captures
        self.quiet, self.patience = view.quiet, view.patience
        self.placing = (1, -1) if placing else (0, 0)
        """What :attr:`CheckersBoard.placed` counts for each side."""
        self.nodes = 0
        self.table: dict[Key, tuple[int, int, int, int]] = {}
        """Depth, score, kind of bound and best turn, by side to act and stacks."""
        self.history = [[0] * 4096, [0] * 4096]
        """How often a quiet turn refuted the one before, by side, then source and target."""
        self.refutations = [0] * (LONGEST + captures + 2)
        """The capture that last refuted the turn before it, by its distance from the root."""
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
        position = list(board.stacks), list(board.reach), list(board.layers), board.placed, list(board.held)
        self.path = {(side, tuple(board.stacks))}
        try:
            for turn in order:
                first = len(found) < exact
                alpha = -WIN if first else found[exact - 1].score
                score = self._after(side, turn, depth, 0, alpha, WIN, 0, self.quiet, first=first)
                found.append(Found(turn, score))
                found.sort(key=lambda each: -each.score)
        except OutOfNodes:
            board.stacks, board.reach, board.layers, board.placed, board.held = position
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
        if board.held[side] >= board.goal:
            score = WIN - (ply + 1) * UNIT
        elif board.held[other] >= board.goal:
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
        board.undo(side, turn, before)
        return score

    def _search(
        self, side: int, depth: int, alpha: int, beta: int, ply: int, quiet: int, *, can_pass: bool
    ) -> int:
        """The score of the position ``ply`` turns after the root, exact only between ``alpha`` and ``beta``.

        A certain win or loss is one: nothing that is left out can make one up.
        """
        board, other = self.board, 1 - side
        static = (board.held[side] - HALF) * UNIT + self.placing[side] * board.placed
        if depth <= 0 or (depth == 1 and static + MARGIN <= alpha):
            # A turn that gains nothing can't be worth more than what there is: the answer may be a calm one.
            return self._captures(side, alpha, beta, ply, self.captures)
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
                                history[turn >> 6] = min(history[turn >> 6] + depth * depth, 1 << 16)
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
        board = self.board
        stacks, sizes, own, enemy = board.stacks, board.sizes, COLOURS[side], board.controlled(1 - side)
        found: list[int] = []
        for source, reach in board.reach[side].items():
            if not reach & enemy:
                continue
            stack = stacks[source]
            height = len(stack)
            found += [
                len(stacks[target]) << 18 | source << 12 | target << 6
                for target in TARGETS[source][height]
                if enemy >> target & 1
            ]
            if height > 1:
                for target in BESIDE[source]:
                    if enemy >> target & 1:
                        for size in sizes[height]:
                            gain = len(stacks[target]) - (height - size if stack[size] != own else 0)
                            if gain > 0:
                                found.append(gain << 18 | source << 12 | target << 6 | size)
        found.sort(reverse=True)
        if first:
            found = [first, *(entry for entry in found if entry & TURN != first)]
        return found

    def _calm(self, side: int, first: int, wanted: int = -1, threat: int = -1) -> list[int]:
        """All turns besides ``first`` that gain nothing, the likely best first.

        With ``wanted`` only those after which a square of that mask is in reach, and those with the stack on
        ``threat``.
        """
        board = self.board
        stacks, sizes, history, own = board.stacks, board.sizes, self.history[side], COLOURS[side]
        enemy = board.controlled(1 - side)
        found: list[int] = []
        for source in board.reach[side]:
            stack = stacks[source]
            height = len(stack)
            start = source << 6
            every = wanted < 0 or source == threat
            for target in TARGETS[source][height]:
                if not enemy >> target & 1 and (
                    every or REACH[target][height + len(stacks[target])] & wanted
                ):
                    turn = start | target
                    found.append(CALM_RANK + history[turn] << 18 | turn << 6)
            if height < 2:
                continue
            for target in BESIDE[source]:
                there, turn = len(stacks[target]), start | target
                taken = there if enemy >> target & 1 else 0
                for size in sizes[height]:
                    freed = height - size if stack[size] != own else 0
                    if taken <= freed and (
                        every or (REACH[target][size + there] | REACH[source][height - size]) & wanted
                    ):
                        rank = CALM_RANK + (taken - freed or history[turn])
                        found.append(rank << 18 | turn << 6 | size)
        found.sort(reverse=True)
        return [entry for entry in found if entry & TURN != first] if first else found

    def _captures(self, side: int, alpha: int, beta: int, ply: int, more: int) -> int:
        """The score after up to ``more`` captures in a row; a side may always do without."""
        self.nodes += 1
        if self.nodes > self.budget:
            raise OutOfNodes
        board, other = self.board, 1 - side
        stand = (board.held[side] - HALF) * UNIT + self.placing[side] * board.placed
        short = board.goal - board.held[side]
        if stand >= beta and short > 16:
            return stand
        # A capture is worth no more than it gains: the other side can do without, too.
        best = alpha = max(alpha, stand)
        needed = (alpha - stand) // UNIT
        large = board.layers[other] >> 64 * min(needed, short - 1, TALLEST - 1)
        if not large:
            return best
        stacks, own = board.stacks, COLOURS[side]
        found: list[int] = []
        for source, hits in [
            (source, reach & large) for source, reach in board.reach[side].items() if reach & large
        ]:
            stack = stacks[source]
            height = len(stack)
            while hits:
                target = hits.bit_length() - 1
                hits ^= 1 << target
                gain, size = len(stacks[target]), 0
                if height > 1 and target in BESIDE[source]:
                    for size in board.sizes[height]:
                        if stack[size] == own:
                            break
                    else:
                        gain -= height - size
                if gain >= short:
                    self.refutations[ply] = source << 12 | target << 6 | size
                    return WIN - (ply + 1) * UNIT
                if gain > needed:
                    # Among equals, the lowest stack: it's the least to lose.
                    found.append(gain << 24 | CHECKERS - height << 18 | source << 12 | target << 6 | size)
        if stand >= beta or not more:
            return stand
        if len(found) > 1:
            if more > self.captures - WIDE:
                found.sort(reverse=True)
            else:
                found = [max(found)]
        for entry in found:
            turn = entry & TURN
            before = board.play(side, turn)
            score = -self._captures(other, -beta, -alpha, ply + 1, more - 1)
            board.undo(side, turn, before)
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        self.refutations[ply] = turn
                        break
        return best
