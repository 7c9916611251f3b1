"""Judges an action of Crackers: the best and the one played, each with the captain's turn that follows."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from bot.games.crackers.actions import CREW, CrackersAction
from bot.games.crackers.text import name
from bot.games.crackers.view import CrackersView
from bot.players.reviewing import WORTH_SAYING, Judgement, Reviewer

from . import text
from .chances import rounds
from .choosing import value
from .judgement import lacks
from .position import CAPTAIN_WINS, CREW_WINS, Position, read, written
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
    sight = Sight(BUDGET)
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
    return (_captains_reason if position.captains else _crews_reason)(position, end, best)


def _captains_reason(position: Position, end: Candidate, best: Candidate) -> str:
    if best.after.winner == CAPTAIN_WINS:
        return text.MISSES_WIN if best.after.round == position.round else text.MISSES_ATTACK
    if end.after.winner == CREW_WINS:
        return text.LETS_CREW_WIN
    return text.gives_rounds(_rounds_between(end, best))


def _crews_reason(position: Position, end: Candidate, best: Candidate) -> str:
    after, instead = position.play(end.moves[0]), position.play(best.moves[0])
    if instead.winner == CREW_WINS:
        return text.MISSES_WIN
    if after.winner == CAPTAIN_WINS:
        return text.LOSES
    if end.after.winner == CAPTAIN_WINS:
        return _how_lost(end.after)
    if best.after.winner == CREW_WINS:
        return text.MISSES_END
    short, less = (_missing(each) for each in (after, instead))
    return text.walls_short(short) if short > less else text.costs_rounds(_rounds_between(end, best))


def _how_lost(position: Position) -> str:
    """What the captain's next turn can do, of the position after it."""
    board = position.board
    home = board.home(wade=position.wade)
    drowned = board.deep & sum({1 << square for square in (*position.pawns, board.plan.pod)})
    pawns = zip(CREW, position.pawns, strict=True)
    cut_off = (name(seat) for seat, pawn in pawns if not drowned and not home >> pawn & 1)
    return next((text.cuts_off(who) for who in cut_off), text.FLOODS_POD)


def _rounds_between(one: Candidate, other: Candidate) -> int:
    """By how many rounds the crew can expect to survive longer."""
    if one.after.winner or other.after.winner:
        return 0
    return round(abs(rounds(one.after, one.outlook) - rounds(other.after, other.outlook)))


def _missing(position: Position) -> int:
    """How many sandbags the two rings around the pod lack that are nearest to being whole."""
    board = position.board
    return round(sum(sorted(lacks(board, ring, 0.0) for ring in board.plan.around_pod)[:2]))


REVIEWER: Final = Reviewer(judge, milliseconds=15)
