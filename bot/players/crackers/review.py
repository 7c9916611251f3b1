"""Judges an action of Crackers: the best and the one played, each with the captain's turn after it; hints."""

from __future__ import annotations

import sys
from random import Random
from typing import Any, Final

from bot.games.crackers.actions import CREW, Bag, CrackersAction, Flow, Pump, Unbag, Walk
from bot.games.crackers.text import name
from bot.games.crackers.view import CrackersView
from bot.players.player import WORTH_SAYING, Choice, Hint, Judgement, Reviewer

from . import text
from .choosing import value
from .judgement import glance, lacks, rounds
from .position import CAPTAIN, CAPTAIN_WINS, CREW_WINS, Position, read, written
from .search import Candidate, Sight, ahead, ranked, turns

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


LOOKED: Final = 4
"""The captain's turns that are gone on with after each part, in the look for one that cuts somebody off."""


def hint(view: CrackersView, choice: Choice[CrackersAction]) -> Hint:
    """What to look at, where, and what to do."""
    match choice.action:
        case Walk(to, bag):
            who, stays = name(view.mover), view.pawns[CREW.index(view.mover)] == to
            return Hint(_look(view, choice.action), text.in_column(to), text.walk(who, to, bag, stays=stays))
        case Pump(leak, to):
            return Hint(text.LOOK_AT_WATER, text.at_leak(leak), text.pump(leak, to or leak))
        case Unbag(square):
            look = text.LOOK_AT_FORT if _is_near(view, square, fort=True) else text.LOOK_AT_BAGS
            return Hint(look, text.in_column(square), text.take(square))
        case Bag(square):
            look = text.LOOK_AT_ROOM if _is_near(view, square, fort=False) else text.LOOK_AT_PLACES
            return Hint(look, text.in_column(square), text.drop(square))
        case Flow(square, to):
            return Hint(text.LOOK_AT_WATER, text.in_column(square), text.flow(square, to))


def _look(view: CrackersView, action: Walk) -> str:
    """What a crew member should look at."""
    position = Position.of(view)
    safe = glance(position).safe
    if not safe >> position.pawns[position.turn] & 1:
        return text.LOOK_AT_WAY_HOME if _can_be_cut_off(position) else text.LOOK_AT_HOME
    if not action.bag:
        return text.LOOK_AT_STEPS
    if action.bag == "-":
        return text.LOOK_AT_BAGS
    if _is_near(view, action.to, fort=True):
        return text.LOOK_AT_WALLS
    return text.LOOK_AT_CONTROL if _is_near(view, action.to, fort=False) else text.LOOK_AT_PLACES


def _can_be_cut_off(position: Position) -> bool:
    """Whether the captain, if it were his turn, has one that cuts off whoever is to move."""
    his = position.copy()
    his.turn = CAPTAIN
    best = turns(his, LOOKED, Sight(sys.maxsize))[0].after
    return not best.board.home(wade=best.wade) >> position.pawns[position.turn] & 1


def _is_near(view: CrackersView, square: str, *, fort: bool) -> bool:
    """Whether a square is in the two rings around the pod (``fort``) or around the control room."""
    layout = Position.of(view).board.plan
    first, second, *_ = layout.around_pod if fort else layout.around_control
    return bool((first | second) >> view.grid.numbers[square] & 1)


REVIEWER: Final = Reviewer(judge, milliseconds=15)
