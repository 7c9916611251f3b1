"""The search: alpha-beta with captures to the end, deepened turn by turn until its nodes are used up.

Scores are for the side to act: the checkers that it controls beyond half of them. A win is worth ``WON``
less one for each turn to it. Control alone counts: of the finer judgements that were tried none was worth its
time, while captures have to be followed to the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from bot.games.checkers.actions import CHECKERS
from bot.games.checkers.view import CheckersView
from bot.players.player import OutOfNodes

from .board import BESIDE, COLOURS, REACH, TARGETS, CheckersBoard

WON: Final = 1_000
SURE: Final = WON - 200
"""From this score on a win is certain; from its negative on, a loss."""
DRAWN: Final = 0
HALF: Final = CHECKERS // 2

MARGIN: Final = 2
"""At the last turn, those that gain nothing are left out if the score is this far below what is needed."""
CALM: Final = {1: 10, 2: 20}
"""How many turns that gain nothing are tried, by depth: at the last two turns not all of them."""

LONGEST: Final = 64
"""The deepest search, in turns."""
WIDE: Final = 2
"""The captures in a row at which all are tried; afterwards only the greatest."""

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
TURN: Final = (1 << 18) - 1
"""The bits of a turn; its rank in the order of trying is above them."""
FIRST: Final = 1 << 22
CAPTURE: Final = 1 << 20
CALM_RANK: Final = 1 << 10

Key: TypeAlias = tuple[int, tuple[str, ...]]


class Found(NamedTuple):
    """A turn at the root and what it is worth."""

    turn: int
    score: int


class AlphaBetaSearch:
    """A search from one position."""

    def __init__(self, view: CheckersView, budget: int, captures: int) -> None:
        """``captures``: how many in a row are followed after the last turn of the search."""
        self.board, self.budget, self.captures = CheckersBoard.of(view), budget, captures
        self.quiet, self.patience = view.quiet, view.patience
        self.nodes = 0
        self.table: dict[Key, tuple[int, int, int, int]] = {}
        """Depth, score, kind of bound and best turn, by side to act and stacks."""
        self.history = [[0] * 4096, [0] * 4096]
        """How often a quiet turn refuted the one before, by side, then source and target."""
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
            yield done
            if self.nodes > self.budget:
                return
            order = [each.turn for each in done]

    def iterate(self, side: int, depth: int, order: Sequence[int], exact: int) -> list[Found]:
        """The turns ``order`` at ``depth``, the best first; the scores of the ``exact`` best are exact.

        If the nodes don't suffice, only the turns that were done.
        """
        board, found = self.board, list[Found]()
        stacks, masks, held = list(board.stacks), list(board.masks), list(board.held)
        self.path = {(side, tuple(stacks))}
        try:
            for turn in order:
                first = len(found) < exact
                alpha = -WON if first else found[exact - 1].score
                score = self._after(side, turn, depth, 0, alpha, WON, 0, self.quiet, first=first)
                found.append(Found(turn, score))
                found.sort(key=lambda each: -each.score)
        except OutOfNodes:
            board.stacks, board.masks, board.held = stacks, masks, held
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
        gain = before[4]
        if board.held[side] >= board.goal:
            score = WON - ply - 1
        elif board.held[other] >= board.goal:
            score = ply + 1 - WON
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
        if depth <= 0:
            return self._captures(side, alpha, beta, ply, self.captures)
        self.nodes += 1
        if self.nodes > self.budget:
            raise OutOfNodes
        board, other = self.board, 1 - side
        key = (side, tuple(board.stacks))
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
        static = board.held[side] - HALF
        if depth == 1 and static + MARGIN <= alpha:
            return self._captures(side, alpha, beta, ply, self.captures)
        if can_pass and static >= beta and -SURE < beta < SURE:
            score = -self._search(other, depth - 3, -beta, 1 - beta, ply + 1, quiet, can_pass=False)
            if score >= beta:
                return min(score, SURE - 1)
        turns = self._ordered(side, best_turn)
        self.path.add(key)
        history = self.history[side]
        best, alpha_then, best_turn = -WON, alpha, 0
        late = 0
        for entry in turns:
            turn = entry & TURN
            calm = entry >> 18 < CAPTURE
            if calm and best_turn:
                late += 1
                if (depth == 1 and static + MARGIN <= alpha) or (
                    late > CALM.get(depth, late) and best > -SURE
                ):
                    break
            less = 0 if late < 4 or depth < 2 else 1 if late < 16 or depth < 3 else 2
            score = self._after(side, turn, depth, less, alpha, beta, ply, quiet, first=not best_turn)
            if score > best or not best_turn:
                best, best_turn = max(best, score), turn
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        if calm:
                            history[turn >> 6] = min(history[turn >> 6] + depth * depth, 1 << 16)
                        break
        self.path.discard(key)
        if lasting:
            kind = AT_LEAST if best >= beta else EXACT if best > alpha_then else AT_MOST
            self.table[key] = (depth, best, kind, best_turn)
        return best

    def _ordered(self, side: int, first: int) -> list[int]:
        """All turns of ``side``, the likely best first, each with its rank from bit 18 on."""
        board = self.board
        stacks, sizes, history, own = board.stacks, board.sizes, self.history[side], COLOURS[side]
        enemy = board.masks[1 - side]
        found: list[int] = []
        mine = board.masks[side]
        while mine:
            lowest = mine & -mine
            mine ^= lowest
            source = lowest.bit_length() - 1
            stack = stacks[source]
            height = len(stack)
            start = source << 6
            for target in TARGETS[source][height]:
                turn = start | target
                rank = (
                    CAPTURE + (len(stacks[target]) << 2) if enemy >> target & 1 else CALM_RANK + history[turn]
                )
                found.append(rank << 18 | turn << 6)
            if height > 1:
                near = [
                    (target, len(stacks[target]) if enemy >> target & 1 else 0) for target in BESIDE[source]
                ]
                for size in sizes[height]:
                    freed = height - size if stack[size] != own else 0
                    for target, taken in near:
                        turn = start | target
                        if taken > freed:
                            rank = CAPTURE + (taken - freed << 2)
                        elif freed > taken:
                            rank = CALM_RANK + taken - freed
                        else:
                            rank = CALM_RANK + history[turn]
                        found.append(rank << 18 | turn << 6 | size)
        if first:
            found.append(FIRST << 18 | first)
        found.sort(reverse=True)
        if first:
            for index in range(1, len(found)):
                if found[index] & TURN == first:
                    del found[index]
                    break
        return found

    def _captures(self, side: int, alpha: int, beta: int, ply: int, more: int) -> int:
        """The score after up to ``more`` captures in a row; a side may always do without."""
        self.nodes += 1
        if self.nodes > self.budget:
            raise OutOfNodes
        board, other = self.board, 1 - side
        stacks, own, enemy = board.stacks, COLOURS[side], board.masks[1 - side]
        best = board.held[side] - HALF
        short = board.goal - board.held[side]
        if best >= beta and short > 16:
            return best
        alpha = max(alpha, best)
        needed = max(alpha - best - MARGIN, 0)
        found: list[int] = []
        mine = board.masks[side]
        while mine:
            lowest = mine & -mine
            mine ^= lowest
            source = lowest.bit_length() - 1
            stack = stacks[source]
            height = len(stack)
            hits = REACH[source][height] & enemy
            while hits:
                lowest = hits & -hits
                hits ^= lowest
                target = lowest.bit_length() - 1
                gain = len(stacks[target])
                if height > 1 and target in BESIDE[source]:
                    for size in board.sizes[height]:
                        if stack[size] == own:
                            break
                    else:
                        gain -= height - size
                else:
                    size = 0
                if gain >= short:
                    return WON - ply - 1
                if gain > needed:
                    found.append(gain << 18 | source << 12 | target << 6 | size)
        if best >= beta or not more:
            return best
        if more > self.captures - WIDE:
            found.sort(reverse=True)
        elif found:
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
                        break
        return best
