"""Judges an action of Crackers: the best and the one played, each with the captain's turn that follows."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from bot.games.crackers.actions import CREW, CrackersAction
from bot.games.crackers.narration import name
from bot.games.crackers.view import CrackersView
from bot.players.reviewing import WORTH_SAYING, Judgement, Reviewer

from . import text
from .choosing import value
from .judgement import DEFAULT, lacks, look
from .levels import LEVELS
from .position import CAPTAIN_WINS, CREW_WINS, UNDECIDED, Position, read, written
from .search import Candidate, Sight, ahead, ranked

BUDGET: Final = 100_000
"""Positions; more than a judgement ever looks at, since the widths below bound it."""
COMPARED: Final = 3
"""The best actions at a glance that the one played is compared with."""
WIDTH: Final = 2
"""The captain's turns that are gone on with after each part."""


def judge(view: CrackersView, legal: Any, action: CrackersAction, _rng: Random) -> Judgement[Any]:
    """The judgement of any action, the parts of the captain's turn each for themselves."""
    position = Position.of(view)
    moves = dict(zip(legal, read(legal, view), strict=True))
    me = CAPTAIN_WINS if position.captains else CREW_WINS
    strongest = LEVELS["captain"]
    sight = Sight(BUDGET, strongest.captain if position.captains else strongest.crew)
    first = ranked(position, [*moves.values()], sight)
    played = next(each for each in first if each.moves[0] == moves[action])
    others = [each for each in first[:COMPARED] if each is not played]
    end = ahead(played, WIDTH, sight)
    ends = (end, *(ahead(each, WIDTH, sight) for each in others))
    best = max(ends, key=lambda each: value(each, position.rounds, me))
    # Some ends are a round later than others, so each is valued by the rounds that are left then.
    before, after = value(best, position.rounds, me), value(end, position.rounds, me)
    if before <= after:
        return Judgement(after, after, action)
    reason = _reason(position, end, best) if before - after >= WORTH_SAYING else ""
    return Judgement(before, after, written(best.moves[0], view.grid.names), reason)


def _reason(position: Position, end: Candidate, best: Candidate) -> str:
    """Why an action was worse than the best; both played on."""
    rounds = round(abs(best.outlook - end.outlook))
    if position.captains:
        if best.after.winner == CAPTAIN_WINS:
            return text.MISSES_WIN
        return text.LETS_CREW_WIN if end.after.winner == CREW_WINS else text.gives_rounds(rounds)
    after, instead = position.play(end.moves[0]), position.play(best.moves[0])
    if after.winner == UNDECIDED:
        safe = look(after.board, DEFAULT, wade=after.wade).safe
        for seat, pawn in zip(CREW, after.pawns, strict=True):
            if not safe >> pawn & 1:
                return text.cuts_off(name(seat))
    if end.after.winner == CAPTAIN_WINS:
        return text.FLOODS_POD
    short, less = (_missing(each) for each in (after, instead))
    return text.walls_short(short) if short > less else text.costs_rounds(rounds)


def _missing(position: Position) -> int:
    """How many sandbags the two rings around the pod lack that are nearest to being whole."""
    board = position.board
    return round(sum(sorted(lacks(board, ring, 0.0) for ring in board.plan.around_pod)[:2]))


REVIEWER: Final = Reviewer(judge, milliseconds=15)
