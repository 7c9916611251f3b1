"""Drown, Captain Crackers!: the only way to win or to survive this turn, or the best by a margin.

Where a turn of the captain decides, it is followed to its end in every way: he has one way to win, in
whatever order, or the last of the crew to move has one action after which he has none. Elsewhere every action
is judged by the best that the whole turn can come to after it, in rounds that the crew holds out. An action
is about as good as the best, and right, or worse by a margin, and wrong; nothing lies between.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.features.puzzles.puzzle import Branch, PuzzleStep, Refutation
from bot.games.core import Seat, State
from bot.games.crackers.actions import BLUE, CAPTAIN, SEATS, CrackersAction
from bot.games.crackers.view import CrackersView
from bot.games.record import Entry
from bot.players.crackers import PLAYER
from bot.players.crackers.position import CAPTAIN_WINS, CREW_WINS, Move, Position, read, written
from bot.players.crackers.search import DECIDED, Candidate, Sight, ahead, turns

from .maker import Maker, Proved

WIDTH: Final = 4
"""Turns of the captain that are gone on with in the quick look for one that wins."""
POSITIONS: Final = 60_000
"""Positions after which a proof is given up."""
EQUAL: Final = 0.5
"""Actions that differ by no more rounds are about as good."""
MARGIN: Final = 2.0
"""By how many rounds that the crew holds out every other action is worse."""
MOST: Final = 20.0
"""A margin in rounds is counted up to this, as where everything else loses."""
RIGHT: Final = 4
"""The most actions that may be right."""
GLANCED: Final = 12
"""Ends of turns, the best at a glance, that have to be clear before the rest is looked at."""
EACH: Final = 4
"""Ends of turns that are played on for every first action, the best at a glance."""
REPLY: Final = 2 * PLAYER.levels["captain"].reply
"""How many turns the captain goes on with after each part where an end is played on."""


class TooMany(Exception):
    """The proof takes too many positions."""


class Turn:
    """Everything that the captain can do in one turn."""

    def __init__(self) -> None:
        self.positions = 0
        self._known: dict[tuple[object, ...], bool] = {}

    def wins(self, position: Position) -> bool:
        """Whether the captain can win before his turn is over.

        :raises TooMany: when it takes too many positions.
        """
        key = position.key()
        known = self._known.get(key)
        if known is None:
            self.positions += 1
            if self.positions > POSITIONS:
                raise TooMany
            known = self._known[key] = any(self.wins_with(position, move) for move in position.moves())
        return known

    def wins_with(self, position: Position, move: Move) -> bool:
        """The same after ``move``."""
        after = position.play(move)
        if after.winner:
            return after.winner == CAPTAIN_WINS
        return after.captains and after.round == position.round and self.wins(after)


def quick_win(position: Position) -> tuple[Move, ...]:
    """A turn with which the captain wins, if it is easily found."""
    best = turns(position, WIDTH, Sight(1_000_000))[0]
    return best.moves if best.after.winner == CAPTAIN_WINS else ()


class Crackers(Maker):
    """Finds them by trying every turn of the captain."""

    game = "crackers"
    options = ({"board": "bell"}, {"board": "outpost"}, {})
    levels = (
        *(("first-mate", "captain"),) * 3,
        *(("first-mate", "first-mate"),) * 3,
        *(("deckhand", "deckhand"),) * 3,
    )
    most_in_a_game = 8
    nearest = 4

    def prove(self, state: State[Any, Any], seat: Seat, entries: Sequence[Entry]) -> Proved | None:
        view: CrackersView = state.view_for(seat)
        if view.phase == "settle" or view.round < 4:
            return None
        position = Position.of(view)
        try:
            if seat == CAPTAIN and not view.done and (found := self._attack(position, view)):
                return found
            if seat == BLUE and (found := self._defence(position, view, state)):
                return found
        except TooMany:
            return None
        return self._judged(position, view, state, seat)

    def _attack(self, position: Position, view: CrackersView) -> Proved | None:
        """The captain's only win this turn."""
        found = quick_win(position)
        if len(found) < 2:
            return None
        turn = Turn()
        step, ways = self._parts(position, turn, view)
        if len(ways) != 1 or len(next(iter(ways))) < 2:
            return None
        (way,) = ways
        odd = 10.0 * sum(1 for part in way if not part.startswith("pump"))
        return Proved("drown", step, "every turn of the captain", turn.positions, odd)

    def _parts(
        self, position: Position, turn: Turn, view: CrackersView
    ) -> tuple[PuzzleStep, set[tuple[str, ...]]]:
        """The parts with which he still wins, and the winning turns as sets of parts."""
        best: dict[str, Branch] = {}
        ways: set[tuple[str, ...]] = set()
        for move in position.moves():
            if not turn.wins_with(position, move):
                continue
            text, after = str(written(move, view.grid.names)), position.play(move)
            if after.winner:
                best[text] = Branch()
                ways.add((text,))
                continue
            then, rest = self._parts(after, turn, view)
            best[text] = Branch((), then)
            ways |= {tuple(sorted((text, *each))) for each in rest}
            if len(ways) > 1:
                break
        return PuzzleStep(best), ways

    def _defence(self, position: Position, view: CrackersView, state: State[Any, Any]) -> Proved | None:
        """The only action of the crew's last after which the captain can't win this turn."""
        legal = state.legal(BLUE)
        assert isinstance(legal, Sequence)
        actions: dict[Move, CrackersAction] = dict(zip(read(legal, view), legal, strict=True))
        names = view.grid.names
        wrong: dict[str, Refutation] = {}
        saving: list[Move] = []
        # Staying where one is usually loses if everything else does.
        here = position.pawns[2]
        for move in sorted(actions, key=lambda each: (each[1] != here, each[2] == 1, each)):
            after = position.play(move)
            if after.winner == CREW_WINS or (after.captains and after.settling):
                return None
            way = () if after.winner else quick_win(after)
            if after.winner or way:
                replies = tuple(Entry(CAPTAIN, str(written(each, names))) for each in way)
                wrong[str(actions[move])] = Refutation(replies)
                continue
            saving.append(move)
            if len(saving) > 2:
                return None
        size = 0
        proved = []
        for move in saving:
            turn = Turn()
            if not turn.wins(position.play(move)):
                proved.append(move)
            size += turn.positions
        if len(proved) != 1:
            return None
        for move in saving:
            if move not in proved:
                wrong[str(actions[move])] = Refutation()
        best = {str(actions[proved[0]]): Branch()}
        return Proved("survive", PuzzleStep(best, wrong), "every turn of the captain", size, 5.0)

    def _judged(
        self, position: Position, view: CrackersView, state: State[Any, Any], seat: Seat
    ) -> Proved | None:
        """The actions that are best by a margin, each judged by the whole turn that begins with it."""
        legal = state.legal(seat)
        assert isinstance(legal, Sequence)
        found = clear(position, read(legal, view))
        if not found or found[0].outlook * _sign(position) <= -DECIDED:
            return None
        names, top = view.grid.names, found[0]
        wrong: dict[str, Refutation] = {}
        best: dict[str, Branch] = {}
        margin = MOST
        for each in found:
            text, cost = str(written(each.moves[0], names)), _apart(top, each)
            if cost <= EQUAL:
                best[text] = Branch(_replies(position, each.moves, view, own=True))
            else:
                wrong[text] = Refutation(_replies(position, each.moves, view), cost=round(cost, 1))
                margin = min(margin, cost)
        kind = f"{margin:.1f} rounds better by the end of the turn"
        theme = "press" if position.captains else "hold"
        return Proved(theme, PuzzleStep(best, wrong), kind, len(found), max(10.0 - 2 * margin, 0.0))

    def key(self, state: State[Any, Any], seat: Seat, proved: PuzzleStep) -> tuple[Any, ...]:
        """The layout, who is asked, the answer, the squares, and the crew, whoever of them stands where."""
        view: CrackersView = state.view_for(seat)
        squares = tuple(zip(view.sand, view.water, strict=True))
        return view.board, seat == CAPTAIN, tuple(sorted(proved.best)), squares, tuple(sorted(view.pawns))

    def distance(self, one: Any, other: Any) -> int:
        """Squares that differ, fewer with the same answer; no layout has a symmetry that keeps its places."""
        if one[:2] != other[:2]:
            return 1000
        squares: int = sum(a != b for a, b in zip(one[3], other[3], strict=True))
        return squares // 3 if one[2] == other[2] else squares + 2 * int(one[4] != other[4])


def _sign(position: Position) -> int:
    return -1 if position.captains else 1


@dataclass(frozen=True, slots=True)
class End:
    """A position at the end of somebody's turn."""

    after: Position
    ways: dict[Move, tuple[Move, ...]]
    """How it is reached, by the first move."""


def ends(position: Position, moves: Sequence[Move]) -> list[End]:
    """All the positions in which the turn can end that begins with one of ``moves``."""
    finished: dict[tuple[object, ...], End] = {}
    begun: dict[tuple[object, ...], End] = {}
    for move in moves:
        _reach(begun, position.play(move), {move: (move,)})
    while begun:
        going: dict[tuple[object, ...], End] = {}
        for each in begun.values():
            after = each.after
            if after.winner or not position.captains or not after.captains or after.round != position.round:
                _reach(finished, after, each.ways)
                continue
            for move in after.likely_moves():
                _reach(going, after.play(move), {first: (*way, move) for first, way in each.ways.items()})
        begun = going
    return [*finished.values()]


def _reach(known: dict[tuple[object, ...], End], after: Position, ways: dict[Move, tuple[Move, ...]]) -> None:
    known.setdefault(after.key(), End(after, {})).ways.update(ways)


def clear(position: Position, moves: Sequence[Move]) -> list[Candidate]:
    """The best turn with each of ``moves`` as its first, the best turn first; empty where it's no puzzle."""
    sign, sight = _sign(position), Sight(sys.maxsize)
    glanced = sorted(ends(position, moves), key=lambda end: -sign * sight.outlook(end.after))
    best: dict[Move, Candidate] = {}

    def play_on(chosen: Sequence[End]) -> list[Candidate]:
        for end in chosen:
            later = ahead(Candidate(0.0, (), end.after), REPLY, sight)
            outlook = later.outlook if later.moves else sight.outlook(end.after)
            for first, way in end.ways.items():
                if first not in best or sign * outlook > sign * best[first].outlook:
                    best[first] = Candidate(outlook, way + later.moves, later.after)
        return sorted(best.values(), key=lambda each: (-sign * each.outlook, each.moves))

    if not _clear_cut(play_on(glanced[:GLANCED])):
        return []
    chosen = dict.fromkeys(range(GLANCED))
    for first in moves:
        own = [number for number, end in enumerate(glanced) if first in end.ways]
        chosen.update(dict.fromkeys(own[:EACH]))
    found = play_on([glanced[number] for number in [*chosen][GLANCED:]])
    return found if _clear_cut(found) and _apart(found[0], found[-1]) >= MARGIN else []


def _clear_cut(found: Sequence[Candidate]) -> bool:
    """Whether every turn is about as good as the first or worse by a margin."""
    apart = [_apart(found[0], each) for each in found]
    right = sum(each <= EQUAL for each in apart)
    return right <= RIGHT and all(each >= MARGIN for each in apart[right:])


def _apart(one: Candidate, other: Candidate) -> float:
    """By how many rounds two turns differ."""
    return min(abs(one.outlook - other.outlook), MOST)


def _replies(
    position: Position, moves: Sequence[Move], view: CrackersView, *, own: bool = False
) -> tuple[Entry, ...]:
    """What follows the first of ``moves``; ``own``: up to the end of the same turn."""
    entries: list[Entry] = []
    turn = position.round, position.captains
    for order, move in enumerate(moves):
        if own and order and (not position.captains or (position.round, position.captains) != turn):
            break
        seat = CAPTAIN if position.captains else SEATS[position.turn]
        if order:
            entries.append(Entry(seat, str(written(move, view.grid.names))))
        position = position.play(move)
    return tuple(entries)
