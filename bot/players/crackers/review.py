"""Judges an action of Crackers: the best and the one played, each with the captain's turn after it; hints."""

from __future__ import annotations

import sys
from math import inf
from operator import itemgetter
from random import Random
from typing import Any, Final

from bot.games.core import Placement
from bot.games.crackers.actions import CREW, Bag, CrackersAction, Flow, Pump, Unbag, Walk, name_of
from bot.games.crackers.board import HIGHEST
from bot.games.crackers.reasons import deeds
from bot.games.crackers.text import name
from bot.games.crackers.view import CrackersView
from bot.languages import gettext, gettext_noop, listed, ngettext
from bot.players.judgement import WORTH_SAYING, Judgement, Reviewer, judged
from bot.players.player import Choice, Hint, Legal, near

from .choosing import CrackersSettings, choose, value
from .judgement import Glance, glance
from .outlook import rounds
from .position import CAPTAIN, CAPTAIN_WINS, CREW_WINS, SIGNS, WALK, Position, read, written
from .search import Candidate, Sight, ahead, loses_at_once, ranked, turns

BUDGET: Final = 100_000
"""Positions; more than a judgement ever looks at, since the widths below bound it."""
COMPARED: Final = 3
"""The best actions at a glance that the one played is compared with."""
WIDTH: Final = 4
"""The captain's turns that are gone on with after each part."""
LAST_WIDTH: Final = 64
"""The same in the last round, after which the crew has won for certain if no turn of his does."""
NEAR: Final = 1.0
"""The captain's turn may decide if water can get to the pod within so many rounds."""
MISSES_WIN: Final = gettext_noop("This misses a turn that wins right away.")
LOOK_AT_PLACES: Final = gettext_noop("Think about where a sandbag would do you the most good.")
LOOK_AT_WATER: Final = gettext_noop("Think about where the next unit of water should end up.")


def judge(view: CrackersView, legal: Any, action: CrackersAction, _rng: Random) -> Judgement[Any]:
    """The judgement of any action, the parts of the captain's turn each for themselves."""
    position = Position.of(view)
    moves = dict(zip(legal, read(legal, view), strict=True))
    me = CAPTAIN_WINS if position.captains else CREW_WINS
    sight = Sight(BUDGET)
    first = ranked(position, [*moves.values()], sight)
    played = next(each for each in first if each.moves[0] == moves[action])
    others = sorted(
        (each for each in first[:COMPARED] if each is not played),
        key=lambda each: -value(each, position.rounds, me),
    )
    end = best = _looked(played, sight)
    after = before = value(end, position.rounds, me)
    for other in others:
        # The captain's best may be a win that shows only at the end of his turn.
        if not position.captains and value(other, position.rounds, me) <= before:
            break
        found = _looked(other, sight)
        if (worth := value(found, position.rounds, me)) > before:
            best, before = found, worth
    reason = _captains_reason if position.captains else _crews_reason
    better = written(best.moves[0], view.grid.names)
    return judged(before, after, action, better, lambda: reason(position, end, best))


def _looked(candidate: Candidate, sight: Sight) -> Candidate:
    """``candidate``, played on to the end of the captain's next turn if that turn decides the game."""
    after = candidate.after
    if after.winner:
        return candidate
    seen = glance(after)
    crew = {1 << pawn for pawn in after.pawns}
    at_home = all(seen.safe & pawn for pawn in crew)
    # A sandbag that he takes from the only wall leaves him one pump.
    near = (seen.clock1, 3 * seen.left, inf)[seen.walls] <= NEAR
    if at_home and not near:
        return candidate
    end = ahead(candidate, LAST_WIDTH if after.round == after.rounds else WIDTH, sight)
    return end if end.after.winner else candidate


def _captains_reason(position: Position, end: Candidate, best: Candidate) -> str:
    """Why an action of the captain's was worse than the best; both played on."""
    if best.after.winner == CAPTAIN_WINS:
        if best.after.round == position.round:
            return gettext(MISSES_WIN)
        return gettext("This misses an attack that could win with the captain’s next turn.")
    if end.after.winner == CREW_WINS:
        return gettext("This lets the crew win right away.")
    if apart := _rounds_between(end, best):
        return ngettext(
            "This buys the crew about {number} round.", "This buys the crew about {number} rounds.", apart
        )
    return gettext("This buys the crew a little time.")


def _crews_reason(position: Position, end: Candidate, best: Candidate) -> str:
    """Why an action of the crew's was worse than the best; both played on."""
    after, instead = position.play(end.moves[0]), position.play(best.moves[0])
    if instead.winner == CREW_WINS:
        return gettext(MISSES_WIN)
    if after.winner == CAPTAIN_WINS:
        return gettext("This loses right away.")
    if end.after.winner == CAPTAIN_WINS:
        return _how_lost(end.after)
    if best.after.winner == CREW_WINS:
        return gettext("This misses a way to win before the captain’s next turn is over.")
    if apart := _rounds_between(end, best):
        return ngettext(
            "This costs the crew about {number} round.", "This costs the crew about {number} rounds.", apart
        )
    return gettext("This costs the crew a little time.")


def _how_lost(position: Position) -> str:
    """What the captain's next turn can do, of the position after it."""
    board = position.board
    home = board.home(wade=position.wade)
    if not board.deep & sum({1 << square for square in (*position.pawns, board.plan.pod)}):
        for seat, pawn in zip(CREW, position.pawns, strict=True):
            if not home >> pawn & 1:
                return gettext("The captain’s next turn can cut {who} off from the pod.", who=name(seat))
    return gettext("This lets the captain win in a single turn.")


def _rounds_between(one: Candidate, other: Candidate) -> int:
    """By how many rounds the crew can expect to survive longer."""
    if one.after.winner or other.after.winner:
        return 0
    return round(abs(rounds(one.after, one.outlook) - rounds(other.after, other.outlook)))


WALLS: Final = 2
"""The rings around the pod that a hint builds walls on."""
LOOKED: Final = 4
"""The captain's turns that are gone on with after each part, in the look for one that cuts somebody off."""


def named(view: CrackersView, action: CrackersAction) -> str:
    """An action inside a sentence."""
    return gettext("to {deed}", deed=deeds(view, [action]))


def advised(
    view: CrackersView, legal: Legal[CrackersAction], rng: Random, settings: CrackersSettings
) -> Choice[CrackersAction]:
    """What a hint leads to: another sandbag near the pod, unless a review would mark that.

    Somebody new understands it. Beside Deckhands and against a Cabin Boy it also wins more often than what a
    Captain would play, whose plans need a crew of Captains.
    """
    chosen = choose(view, legal, rng, settings)
    if isinstance(legal, Placement) or view.phase != "crew" or chosen.proven:
        return chosen
    position = Position.of(view)
    for ring in position.board.plan.around_pod[:WALLS]:
        here = [
            (view.sand[square], each, (kind, square, by))
            for each, (kind, square, by) in zip(legal, read(legal, view), strict=True)
            if by > 0 and ring >> square & 1
        ]
        for _, action, move in sorted(here, key=itemgetter(0)):
            found = judge(view, legal, action, rng)
            if found.loss < WORTH_SAYING and not loses_at_once(position.play(move), CREW_WINS):
                return Choice(action, found.after)
    return chosen


def hint(view: CrackersView, choice: Choice[CrackersAction]) -> Hint:
    """What to look at, where, and what to do."""
    told = gettext("{who}: {deed}.", who=name_of(view.mover), deed=deeds(view, [choice.action]))
    match choice.action:
        case Walk(square):
            look = _look(view, choice.action)
        case Pump(leak):
            where = gettext("Look at the leak on {leak}.", leak=leak)
            return Hint(gettext(LOOK_AT_WATER), where, told, (leak,))
        case Unbag(square):
            look = ""
            if _is_near(view, square, fort=True):
                look = gettext("Look at the crew’s walls: which sandbag holds back the most water?")
        case Bag(square):
            look = gettext(LOOK_AT_PLACES)
            if _is_near(view, square, fort=False):
                look = gettext(
                    "Look at the control room on {control}: how long will it stay dry?", control=view.control
                )
        case Flow(square):
            look = gettext(LOOK_AT_WATER)
    where, squares = near(square, _as_good(view, choice.action, square))
    if isinstance(choice.action, Walk) and squares == (view.pawns[CREW.index(view.mover)],):
        where = gettext("Stay on {square}.", square=choice.action.to)
    elif not isinstance(choice.action, Flow):
        where = gettext(_WORKS[_work(choice.action)], squares=listed(squares, "or"))
    if look == gettext(FROM_THERE, pod=view.pod):
        # It is about the place, and says nothing before that is named.
        look, where = "", f"{where} {look}"
    return Hint(look, where, told, squares)


_WORKS: Final = gettext_noop(
    {
        "+": "Drop a sandbag on {squares}.",
        "-": "Take a sandbag off {squares}.",
        "": "The best square is {squares}, without a sandbag.",
    }
)


def _work(action: CrackersAction) -> str:
    """What an action does with sandbags, as a crew member's sign for it."""
    match action:
        case Walk(_, bag):
            return bag
        case Bag():
            return "+"
        case Unbag():
            return "-"
        case _:
            return ""


def _as_good(view: CrackersView, action: CrackersAction, square: str) -> set[str]:
    """``square``, and those in its column where the same with sandbags isn't worth a word in a review."""
    legal = [written(move, view.grid.names) for move in Position.of(view).moves()]
    found = {square}
    for each in legal:
        if type(each) is not type(action) or _work(each) != _work(action) or isinstance(each, Pump):
            continue
        place = each.to if isinstance(each, Walk) else each.square
        if place[0] == square[0] and judge(view, legal, each, Random()).loss < WORTH_SAYING:
            found.add(place)
    return found


def _look(view: CrackersView, action: Walk) -> str:
    """What a crew member should look at; empty where there's no reason that can be seen."""
    position = Position.of(view)
    square, by = view.grid.numbers[action.to], SIGNS[action.bag]
    after = glance(position.play((WALK, square, by)))
    if not glance(position).safe >> position.pawns[position.turn] & 1 and after.safe >> square & 1:
        if _can_be_cut_off(position):
            return gettext(
                "Look at the way home to {pod}: the captain’s next turn could cut it off.", pod=view.pod
            )
        return gettext("Look at the way back to the pod on {pod} before you do anything else.", pod=view.pod)
    told = {"": _why_go, "+": _why_drop, "-": _why_take}[action.bag](view, position, action, after)
    return gettext(told, pod=view.pod, control=view.control) if told else ""


def _why_go(view: CrackersView, _position: Position, action: Walk, after: Glance) -> str:
    """Why somebody goes to a square and leaves the sandbags alone."""
    if action.to == view.pod:
        return gettext_noop("Nobody on the pod itself ({pod}) can be cut off.")
    if _are_full(view):
        return gettext_noop("The walls that you could raise are full. Stay close to the pod on {pod}.")
    if after.safe >> view.grid.numbers[action.to] & 1:
        return FROM_THERE
    return ""


FROM_THERE: Final = gettext_noop("From there, the captain can’t cut you off from the pod on {pod}.")


def _why_drop(view: CrackersView, position: Position, action: Walk, after: Glance) -> str:
    """What a sandbag on a square is for."""
    if _is_near(view, action.to, fort=True):
        return gettext_noop(
            "There’s no wall around the pod on {pod} yet: start one with a sandbag."
            if not _walled(view)
            else "Look at the walls around the pod on {pod}: where they’re lowest, the water comes in first."
            if _is_lowest(view, action.to)
            else "Look at the walls around the pod on {pod}: the higher they are, the longer they hold."
        )
    before = glance(position)
    if after.clock1 > before.clock1:
        return gettext_noop("Look at how the water gets to the pod on {pod}: a dam makes that way longer.")
    if after.drowning > before.drowning:
        return gettext_noop(
            "Look at the control room on {control}: the less room the water has, the sooner it’s in there."
        )
    return LOOK_AT_PLACES


def _why_take(view: CrackersView, position: Position, action: Walk, after: Glance) -> str:
    """What taking a sandbag off a square is for."""
    if _is_near(view, action.to, fort=True):
        return ""
    if _is_near(view, action.to, fort=False):
        return gettext_noop(
            "Look at the control room on {control}: without sandbags around it, the captain drowns sooner."
        )
    before = glance(position)
    if after.clock1 > before.clock1 or after.clock2 > before.clock2:
        return gettext_noop(
            "Far from the pod on {pod}, a sandbag less is room for water that would come to you."
        )
    return ""


def _can_be_cut_off(position: Position) -> bool:
    """Whether the captain, if it were his turn, has one that cuts off whoever is to move."""
    his = position.copy()
    his.turn = CAPTAIN
    best = turns(his, LOOKED, Sight(sys.maxsize))[0].after
    return not best.board.home(wade=best.wade) >> position.pawns[position.turn] & 1


def _walled(view: CrackersView) -> bool:
    """Whether there's a sandbag in the two rings around the pod."""
    return any(
        _is_near(view, name, fort=True) for name in view.grid.names if view.sand[view.grid.numbers[name]]
    )


def _are_full(view: CrackersView) -> bool:
    """Whether no dry square in the two rings around the pod has room for a sandbag."""
    heights = zip(view.grid.names, view.sand, view.water, strict=True)
    return all(
        water or sand == HIGHEST
        for name, sand, water in heights
        if name not in (view.pod, view.control) and _is_near(view, name, fort=True)
    )


def _is_lowest(view: CrackersView, square: str) -> bool:
    """Whether nothing in the two rings around the pod, water and bare floor included, is lower."""
    surface = dict(zip(view.grid.names, map(int.__add__, view.sand, view.water), strict=True))
    return surface[square] == min(
        height for name, height in surface.items() if _is_near(view, name, fort=True)
    )


def _is_near(view: CrackersView, square: str, *, fort: bool) -> bool:
    """Whether a square is in the two rings around the pod (``fort``) or around the control room."""
    layout = Position.of(view).board.plan
    first, second, *_ = layout.around_pod if fort else layout.around_control
    return bool((first | second) >> view.grid.numbers[square] & 1)


REVIEWER: Final = Reviewer(judge, named, milliseconds=4)
