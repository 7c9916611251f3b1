"""Looking ahead: every action is judged, the best few also after the captain's next turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from .judgement import PUMPS, WON, judge
from .position import CAPTAIN, CAPTAIN_WINS, CREW_WINS, UNBAG, UNDECIDED, Move, Position

DECIDED: Final = WON - 1
"""An outlook from here on, on either side of zero, is a decided game."""


@dataclass(slots=True)
class Sight:
    """How many positions one choice may still judge."""

    left: int

    def outlook(self, position: Position) -> float:
        """The rounds that the crew holds out, the rest of the captain's turn counted in."""
        self.left -= 1
        found = judge(position)
        if position.turn == CAPTAIN and not position.winner:
            found -= 1 - position.parts / PUMPS
        return found


class Candidate(NamedTuple):
    """Moves one after the other, what comes of them, and how well the crew stands then."""

    outlook: float
    moves: tuple[Move, ...]
    after: Position

    def played_on(self, other: Candidate) -> Candidate:
        """This one with what ``other`` found to follow."""
        return Candidate(other.outlook, self.moves + other.moves, other.after)


def ranked(position: Position, moves: Sequence[Move], sight: Sight) -> list[Candidate]:
    """Each move by itself, the best for whoever moves first."""
    sign = -1 if position.captains else 1
    found = []
    for move in moves:
        after = position.play(move)
        found.append(Candidate(sight.outlook(after), (move,), after))
    return sorted(found, key=lambda each: (-sign * each.outlook, each.moves))


def turns(position: Position, width: int, sight: Sight) -> list[Candidate]:
    """The captain's best whole turns from here, the best for him first.

    After each part only the ``width`` best of the turns so far are gone on with. A turn that wins ends it.
    """
    finished: list[Candidate] = []
    begun = [Candidate(0.0, (), position)]
    while begun:
        going: list[Candidate] = []
        seen = set()
        for candidate in begun:
            for move in candidate.after.likely_moves():
                after = candidate.after.play(move)
                if (key := after.key()) in seen:
                    continue
                seen.add(key)
                found = Candidate(sight.outlook(after), (*candidate.moves, move), after)
                if after.winner == CAPTAIN_WINS:
                    return [found]
                same = after.winner == UNDECIDED and after.captains and after.round == position.round
                (going if same else finished).append(found)
        begun = sorted(going, key=_for_captain)[:width]
    return sorted(finished, key=_for_captain)


def _for_captain(candidate: Candidate) -> tuple[float, tuple[Move, ...]]:
    return candidate.outlook, candidate.moves


def crews_round(position: Position, sight: Sight) -> Candidate:
    """The crew's moves from here up to the captain's turn, each member's best at a glance."""
    line = Candidate(0.0, (), position)
    while line.after.winner == UNDECIDED and line.after.turn != CAPTAIN:
        line = line.played_on(ranked(line.after, line.after.likely_moves(), sight)[0])
    return line


def ahead(candidate: Candidate, width: int, sight: Sight) -> Candidate:
    """``candidate`` played on to the end of the captain's next turn."""
    if candidate.after.winner == UNDECIDED and candidate.after.turn != CAPTAIN:
        candidate = candidate.played_on(crews_round(candidate.after, sight))
    if candidate.after.winner == UNDECIDED:
        candidate = candidate.played_on(captains_turn(candidate.after, width, sight)[0])
    return candidate


def captains_turn(position: Position, width: int, sight: Sight) -> list[Candidate]:
    """The captain's best turns; where none of the likely ones wins, also the sandbags whose taking does."""
    found = turns(position, width, sight)
    if found[0].outlook <= -DECIDED:
        return found
    afters = ((move, position.play(move)) for move in position.moves() if move[0] == UNBAG)
    far = [Candidate(-WON, (move,), after) for move, after in afters if after.winner == CAPTAIN_WINS]
    return far or found


def considered(
    position: Position, moves: Sequence[Move], sight: Sight, candidates: int, width: int, reply: int
) -> list[Candidate]:
    """The moves with what comes of them, the best for whoever moves first.

    With a ``reply`` only the ``candidates`` best at a glance are left, each played on, while ``sight`` lasts;
    more of them if they all lose.
    With a ``width`` the captain's are whole turns.
    """
    sign = -1 if position.captains else 1
    if width and position.turn == CAPTAIN and not position.settling:
        first = captains_turn(position, width, sight)
    else:
        first = ranked(position, moves, sight)
    if sign * first[0].outlook >= DECIDED:
        return first
    best: list[Candidate] = []
    lost = True
    for number, candidate in enumerate(first if reply else ()):
        # If all of them lose, another may be better than it looks.
        if best and (sight.left <= 0 or (number >= candidates and not lost)):
            break
        best.append(ahead(candidate, reply, sight))
        lost = lost and sign * best[-1].outlook <= -DECIDED
    # Of those that are worth the same, lost ones above all, the one that looks best goes first.
    return sorted(best, key=lambda each: -sign * each.outlook) or first


def loses_at_once(position: Position, me: int) -> bool:
    """Whether a single action of the other side's wins, even if more of the crew move before the captain."""
    if me == CREW_WINS and not position.winner and not position.captains:
        position = position.copy()
        position.turn = CAPTAIN
    return loses_next(position, me)


def loses_next(position: Position, me: int) -> bool:
    """Whether the game is lost, or the next action is the other side's and can win."""
    if position.winner:
        return position.winner != me
    if position.captains == (me == CAPTAIN_WINS):
        return False
    return any(position.play(move).winner == -me for move in position.moves())
