"""Drown, Captain Crackers!: the only way to win or to survive this turn, or the best by a margin.

Where a turn of the captain decides, it is followed to its end in every way: he has one way to win, in
whatever order, or the last of the crew to move has one action after which he has none. Elsewhere First Mates
play on, in C, from where the turn can end after each action, and the rounds that the crew holds out are
counted. The first games drop what is hopeless and say what is right; others prove it: each right action is
better than each wrong one by a margin and by several standard errors; nothing lies between.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import copysign, sqrt
from statistics import fmean, variance
from typing import Any, Final

from bot.features.puzzles.puzzle import Branch, PuzzleStep, Refutation
from bot.games.core import Seat, State
from bot.games.crackers.actions import BLUE, CAPTAIN, SEATS, CrackersAction
from bot.games.crackers.view import CrackersView
from bot.games.record import Entry
from bot.players.crackers import PLAYER
from bot.players.crackers.judgement import WON
from bot.players.crackers.position import CAPTAIN_WINS, CREW_WINS, Move, Position, read, written
from bot.players.crackers.search import DECIDED, Candidate, Sight, ahead, turns
from tests.players.crackers.helper import helper, level
from tests.players.matches import Chooser

from .maker import Maker, Proved

WIDTH: Final = 4
"""Turns of the captain that are gone on with in the quick look for one that wins."""
POSITIONS: Final = 60_000
"""Positions after which a proof is given up."""
PROMISING: Final = 1.0
"""A gap between actions, in rounds as the player judges them, for which games are worth playing."""
FIRST_GAMES: Final = 12
"""So many are played first from each end of a turn, and three times as many more if it isn't hopeless."""
GAMES: Final = 100
"""So many, others, are played to prove a puzzle, and three times as many more if that isn't sure."""
ERRORS: Final = 3.0
"""By how many standard errors every wrong action is worse than every right one."""
MARGIN: Final = 2.0
"""By how many rounds that the crew holds out, at least."""
MOST: Final = 20.0
"""A margin in rounds is counted up to this, as where everything else loses."""
LONGEST: Final = 25
"""Rounds are counted up to this, and up to the end of the game."""
RIGHT: Final = 4
"""The most actions that may be right, and never more than half of them."""
WALKS: Final = 30
"""Where the crew has more actions than this, playing on from each takes too long; so do games from the first
third of the rounds on."""
SHORT: Final = 10
"""Games from new positions may be so many rounds long, on average of the few that are TRIED."""
TRIED: Final = 4
GLANCED: Final = 6
"""Ends of turns, the best at a glance, from which games are played before the rest is looked at."""
EACH: Final = 4
"""Ends of turns from which games are played for each first action, the best at a glance."""
REPLY: Final = 2 * PLAYER.levels["captain"].reply
"""How many turns the captain goes on with after each part where a line is shown."""


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

    def chooser(self, key: str) -> Chooser:
        return level(key)

    def prove(self, state: State[Any, Any], seat: Seat, entries: Sequence[Entry]) -> Proved | None:
        view: CrackersView = state.view_for(seat)
        if view.phase == "settle" or view.round < 4:
            return None
        position = Position.of(view)
        legal = state.legal(seat)
        assert isinstance(legal, Sequence)
        moves = read(legal, view)
        glanced = at_a_glance(position, view.board, moves)
        try:
            wins = seat == CAPTAIN and not view.done and glanced[0] >= DECIDED
            if wins and (found := self._attack(position, view)):
                return found
            saves = seat == BLUE and sum(each > -DECIDED for each in glanced) <= 2
            if saves and (found := self._defence(position, view, state)):
                return found
        except TooMany:
            return None
        if not -DECIDED < glanced[0] < DECIDED:
            return None
        return self._played_on(position, view, moves)

    def promising(self, state: State[Any, Any], seat: Seat) -> bool:
        """Whether actions are clearly apart at a glance, and games from here on are short."""
        view: CrackersView = state.view_for(seat)
        position, legal = Position.of(view), state.legal(seat)
        assert isinstance(legal, Sequence)
        if view.phase == "settle" or 3 * view.round < view.rounds or (seat != CAPTAIN and len(legal) > WALKS):
            return False
        glanced = at_a_glance(position, view.board, read(legal, view))
        if all(one - other < PROMISING for one, other in pairwise(glanced[: RIGHT + 1])):
            return False
        return fmean(helper("on").play_on(view.board, position, TRIED, 2 * SHORT, 4)[1]) <= SHORT

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

    def _played_on(self, position: Position, view: CrackersView, moves: Sequence[Move]) -> Proved | None:
        """The actions after which First Mates play on best by a margin."""
        games = Games(position, view.board)
        found = games.prove(moves)
        if found is None:
            return None
        names, sign, sight = view.grid.names, _sign(position), Sight(sys.maxsize)
        top = max(found.right.values(), key=lambda each: sign * each.rounds)
        best: dict[str, Branch] = {}
        wrong: dict[str, Refutation] = {}
        for first, each in sorted(found.right.items()):
            best[str(written(first, names))] = Branch(_replies(position, each.ways[first], view, own=True))
        for first, each in sorted(found.wrong.items(), key=lambda item: (-sign * item[1].rounds, item[0])):
            line = each.ways[first] + ahead(Candidate(0.0, (), each.after), REPLY, sight).moves
            cost = round(min(sign * (top.rounds - each.rounds), MOST), 1)
            wrong[str(written(first, names))] = Refutation(_replies(position, line, view), cost=cost)
        sure = f"{found.errors:.1f} standard errors" if found.errors < MANY else "in every game"
        number = f"games of First Mates, {len(top.played)} of each right answer"
        kind = f"{number}: {found.margin:.1f} rounds better, {sure}"
        theme = "press" if position.captains else "hold"
        hard = max(10.0 - 2 * min(found.margin, MOST), 0.0)
        return Proved(theme, PuzzleStep(best, wrong), kind, games.played, hard)

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


def at_a_glance(position: Position, board: str, moves: Sequence[Move]) -> list[float]:
    """The outlooks at the end of the captain's next turn after each of ``moves``, for who moves; sorted."""
    afters = [position.play(move) for move in moves]
    found = [
        each.winner * WON if each.winner else helper("on").play_on(board, each, 0, 1, 0)[0] for each in afters
    ]
    return sorted((_sign(position) * each for each in found), reverse=True)


@dataclass(slots=True, eq=False)
class End:
    """A position at the end of somebody's turn, and the games that were played from there."""

    after: Position
    ways: dict[Move, tuple[Move, ...]]
    """How it is reached, by the first move."""
    played: list[int] = field(default_factory=list)
    """How many rounds the crew held out in each game."""

    @property
    def rounds(self) -> float:
        """How many rounds the crew holds out on average."""
        return fmean(self.played)

    @property
    def doubt(self) -> float:
        """The square of the standard error of that."""
        return variance(self.played) / len(self.played)


@dataclass(frozen=True, slots=True)
class Found:
    """What is right and wrong, each with the best end of a turn that begins with it."""

    right: dict[Move, End]
    wrong: dict[Move, End]
    margin: float
    """By how many rounds each right action is better than each wrong one, at least."""
    errors: float
    """The same in standard errors."""


class Games:
    """The games that are played on from one position."""

    def __init__(self, position: Position, board: str) -> None:
        self.played = 0
        self._position = position
        self._board = board
        self._sign = _sign(position)
        self._longest = min(LONGEST, position.rounds - position.round + 2)

    def prove(self, moves: Sequence[Move]) -> Found | None:
        """Which of ``moves`` are right; None if it isn't clear."""
        tried = self._tried(moves)
        for some in (tried[:GLANCED], tried[GLANCED:]):
            for end in some:
                self._play(end, FIRST_GAMES, 0)
            if self._split([end for end in tried if end.played], moves, MARGIN / 2) is None:
                return None
        top = max(tried, key=self._worth)
        for end in tried:
            if not self._clear(top, end, ERRORS):
                self._play(end, 3 * FIRST_GAMES, 1)
        split = self._split(tried, moves, MARGIN)
        if split is None:
            return None
        best, right = split
        if 2 * len(right) > len(moves):
            return None
        good = {id(best[first]): best[first] for first in right}.values()
        # What can't begin with a wrong action needs no proof.
        bad = [end for end in tried if not right.issuperset(end.ways)]
        for end in good:
            end.played.clear()
            self._play(end, GAMES, 2)
        unclear = [end for end in bad if not all(self._clear(each, end, 2 * ERRORS) for each in good)]
        for end in unclear:
            end.played.clear()
            self._play(end, GAMES, 2)
        if any(self._apart(one, end)[0] < MARGIN for one in good for end in bad):
            return None
        if not all(self._clear(one, end, ERRORS) for one in good for end in bad):
            for end in (*good, *unclear):
                self._play(end, 3 * GAMES, 3)
            if not all(self._clear(one, end, ERRORS) for one in good for end in bad):
                return None
        apart = [self._apart(one, end) for one in good for end in bad]
        margin, errors = min(each for each, _ in apart), min(each for _, each in apart)
        shown = {first: best[first] for first in right}
        wrong = {first: end for first, end in self._best(tried, moves).items() if first not in right}
        return Found(shown, wrong, margin, errors)

    def _tried(self, moves: Sequence[Move]) -> list[End]:
        """The ends of turns from which games are played."""
        sight = Sight(sys.maxsize)
        found = sorted(ends(self._position, moves), key=lambda end: -self._sign * sight.outlook(end.after))
        chosen = dict.fromkeys(range(GLANCED))
        for first in moves:
            own = [number for number, end in enumerate(found) if first in end.ways]
            chosen.update(dict.fromkeys(own[:EACH]))
        return [found[number] for number in chosen if number < len(found)]

    def _play(self, end: End, games: int, seed: int) -> None:
        """Plays more games from there, others with each seed."""
        over = end.after.round - self._position.round
        if end.after.winner:
            rounds = self._longest if end.after.winner == CREW_WINS else 1
            end.played += [rounds] * games
        elif over >= self._longest - 1:
            end.played += [self._longest] * games
        else:
            found = helper("on").play_on(self._board, end.after, games, self._longest - over, seed)[1]
            end.played += [over + each for each in found]
            self.played += games

    def _worth(self, end: End) -> float:
        return self._sign * end.rounds

    def _best(self, tried: Sequence[End], moves: Sequence[Move]) -> dict[Move, End]:
        """The best end of each move, the best move first."""
        own = {first: [each for each in tried if first in each.ways] for first in moves}
        best = {first: max(each, key=self._worth) for first, each in own.items() if each}
        return dict(sorted(best.items(), key=lambda item: (-self._worth(item[1]), item[0])))

    def _split(
        self, tried: Sequence[End], moves: Sequence[Move], least: float
    ) -> tuple[dict[Move, End], set[Move]] | None:
        """The best end of each move, and the moves before the widest gap; None if it is less wide."""
        best = self._best(tried, moves)
        worth = [self._worth(each) for each in best.values()]
        gap, right = max(
            ((one - other, number) for number, (one, other) in enumerate(pairwise(worth[: RIGHT + 1]), 1)),
            default=(0.0, 0),
        )
        return (best, {*[*best][:right]}) if gap >= least else None

    def _apart(self, one: End, other: End) -> tuple[float, float]:
        """By how much ``one`` is better: in rounds, and in standard errors."""
        apart = self._worth(one) - self._worth(other)
        doubt = sqrt(one.doubt + other.doubt)
        return apart, min(apart / doubt, MANY) if doubt else copysign(MANY, apart)

    def _clear(self, one: End, other: End, errors: float) -> bool:
        """Whether ``one`` is better by a margin and so many standard errors."""
        rounds, doubts = self._apart(one, other)
        return rounds >= MARGIN and doubts >= errors


MANY: Final = 99.0
"""Standard errors where nothing is in doubt."""


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
