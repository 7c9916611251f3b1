"""Judges a turn of Captain's Checkers: two turns searched to the same depth, and why one is worse; hints."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from bot.games.checkers.actions import BOARD, SIDES, CheckersAction, name_of
from bot.games.checkers.view import CheckersView
from bot.languages import gettext, ngettext
from bot.players.judgement import Judgement, Reviewer, judged
from bot.players.player import Choice, Hint

from .board import REACH, SQUARES, CheckersBoard, decode, encode, side_of
from .choosing import expectation
from .search import HALF, SURE, AlphaBetaSearch, Found

NODES: Final = 1_800
"""Positions that the search for the best turn looks at, and those that compare it with the one played."""
CAPTURES: Final = 12


def judge(view: CheckersView, legal: Any, action: CheckersAction, rng: Random) -> Judgement[Any]:
    """The judgement of any turn."""
    side, played = side_of(view), encode(action)
    order = [encode(each) for each in legal]
    rng.shuffle(order)
    best, score = _best(view, side, order)
    scores, replies = ({best: score}, {}) if best == played else _compared(view, side, best, played)
    before, after = expectation(scores[best]), expectation(scores[played])
    return judged(
        before, after, action, decode(best), lambda: _reason(view, side, best, played, scores, replies)
    )


def _best(view: CheckersView, side: int, order: list[int]) -> Found:
    """The best turn that the nodes suffice to find."""
    search = AlphaBetaSearch(view, NODES, CAPTURES)
    order = sorted(order, key=lambda turn: -search.board.gain(side, turn))
    best = Found(order[0], search.board.held(side) - HALF + search.board.gain(side, order[0]))
    for done in search.deepened(side, order, 1):
        best = done[0]
        if abs(best.score) >= SURE:
            break
    return best


def _compared(view: CheckersView, side: int, best: int, played: int) -> tuple[dict[int, int], dict[int, int]]:
    """The scores of two turns at the greatest depth that the nodes allow for both, and the replies."""
    search = AlphaBetaSearch(view, NODES, CAPTURES)
    turns = [best, played]
    scores = {turn: search.board.held(side) - HALF + search.board.gain(side, turn) for turn in turns}
    for done in search.deepened(side, turns, len(turns)):
        scores = {each.turn: each.score for each in done}
        if all(abs(score) >= SURE for score in scores.values()):
            break
    replies = {}
    for turn in turns:
        before = search.board.play(side, turn)
        known = search.table.get((1 - side, tuple(search.board.stacks)))
        if known is not None and known[3]:
            replies[turn] = known[3]
        search.board.undo(turn, before)
    return scores, replies


def _reason(
    view: CheckersView, side: int, best: int, played: int, scores: dict[int, int], replies: dict[int, int]
) -> str:
    """Why ``played`` was worse than ``best``."""
    board, names = CheckersBoard.of(view), BOARD.names
    wanted = decode(best)
    if board.held(side) + board.gain(side, best) >= board.goal:
        return gettext(
            "This misses the winning move from {source} to {target}.",
            source=names[wanted.source],
            target=names[wanted.target],
        )
    other = 1 - side
    threats = board.turns(other)
    before = board.play(side, played)
    own_gain = before[-1]
    losing = replies.get(played) or max(board.turns(other), key=lambda turn: board.gain(other, turn))
    lost, covered = board.gain(other, losing), board.stacks[losing >> 6 & 63]
    answer = _phrase(board, other, losing)
    board.undo(played, before)
    missed = board.gain(side, best) - max(own_gain, 0)
    if covered and lost > max(own_gain, 0) and lost >= missed:
        reply = decode(losing)
        source, target = names[reply.source], _called(covered, reply.target)
        if losing in threats and reply.target != decode(played).target:
            return gettext(
                "This doesn’t stop the stack on {square} from capturing {stack}.", square=source, stack=target
            )
        return gettext("This lets the stack on {square} capture {stack}.", square=source, stack=target)
    if missed > 0:
        return gettext(
            "This misses {stack}, which the stack on {square} could have captured.",
            stack=_called(view.stacks[wanted.target], wanted.target),
            square=names[wanted.source],
        )
    if own_gain < 0 and decode(played).count:
        return ngettext(
            "This frees {number} checker for the opponent.",
            "This frees {number} checkers for the opponent.",
            -own_gain,
        )
    behind, told = (
        scores[best] - scores[played],
        gettext("The best reply for {side} is {turn}.", side=name_of(SIDES[other]), turn=answer),
    )
    if behind >= HALF:
        return told
    later = ngettext(
        "A few turns later, that makes a difference of {number} checker.",
        "A few turns later, that makes a difference of {number} checkers.",
        behind,
    )
    return f"{told} {later}"


def _called(stack: str, square: int) -> str:
    """A stack inside a sentence."""
    return ngettext(
        "the checker on {square}",
        "the stack of {number} on {square}",
        len(stack),
        square=BOARD.names[square],
    )


def named(view: CheckersView, action: CheckersAction) -> str:
    """A turn inside a sentence, and what it captures or gets out of reach."""
    return _phrase(CheckersBoard.of(view), side_of(view), encode(action))


def _phrase(board: CheckersBoard, side: int, turn: int) -> str:
    action = decode(turn)
    source, target = BOARD.names[action.source], BOARD.names[action.target]
    told = f"{source}–{target}"
    if action.count:
        told = ngettext(
            "the top checker of {source} onto {target}",
            "the top {number} of {source} onto {target}",
            action.count,
            source=source,
            target=target,
        )
    if board.controlled(1 - side) >> action.target & 1:
        captured = _called(board.stacks[action.target], action.target)
        return gettext("{turn}, which captures {stack}", turn=told, stack=captured)
    threatened = action.source in _landings(board, 1 - side)
    before = board.play(side, turn)
    safe = action.target not in _landings(board, 1 - side)
    board.undo(turn, before)
    return gettext("{turn}, out of the enemy’s reach", turn=told) if threatened and safe else told


def _landings(board: CheckersBoard, side: int) -> set[int]:
    """The squares on which ``side`` can land."""
    return {turn >> 6 & 63 for turn in board.turns(side)}


def hint(view: CheckersView, choice: Choice[CheckersAction]) -> Hint:
    """What to look at, where, and what to do and why."""
    action, side, board = choice.action, side_of(view), CheckersBoard.of(view)
    turn, prizes, why = encode(action), _prizes(board, 1 - side), ""
    gain, stack = board.gain(side, turn), _called(view.stacks[action.source], action.source)
    where = gettext("Use {stack}.", stack=stack)
    if board.held(side) + gain >= board.goal:
        look = gettext("Look closely: you can win the game this turn.")
    elif gain > 0:
        look = gettext("Look for an enemy stack that one of yours can land on.")
    else:
        moved = action.source in prizes
        lost = action.source if moved else next(iter(prizes), None)
        look, answer, why = _why(board, side, turn, lost, stack)
        if lost is None:
            look = f"{gettext('Nothing of yours is in danger.')} {look}"
        elif moved or answer:
            look = gettext(
                "Your opponent could take {stack} next turn.", stack=_called(view.stacks[lost], lost)
            )
            where = answer
        if moved:
            where = gettext("Split it." if action.count else "Move it.")
    if board.controlled(1 - side) >> action.target & 1:
        where = ngettext(
            "Use {stack}: it can capture {number} checker.",
            "Use {stack}: it can capture {number} checkers.",
            len(view.stacks[action.target]),
            stack=stack,
        )
    told = gettext("Play {turn}.", turn=named(view, action))
    return Hint(look, where, f"{told} {why}".rstrip(), (BOARD.names[action.source],))


def _why(board: CheckersBoard, side: int, turn: int, lost: int | None, stack: str) -> tuple[str, str, str]:
    """What a turn that captures nothing is good for; ``lost`` is a square that the enemy can land on.

    It takes back what is lost there, threatens something, joins a stack, is bait, leaves less to take, or
    is out of reach.
    Before that, what to look for, and how to answer the threat to ``lost`` with ``stack``; empty if the turn
    doesn't.
    """
    target, names = turn >> 6 & 63, BOARD.names
    joined = board.controlled(side) >> target & 1
    feared = _most(board, 1 - side)
    before = board.play(side, turn)
    back = _taken_back(board, side, lost, target) if lost is not None else 0
    reach = REACH[target][len(board.stacks[target])] & board.controlled(1 - side)
    prey = max(
        (each for each in SQUARES if reach >> each & 1),
        key=lambda each: len(board.stacks[each]),
        default=None,
    )
    height, bait = len(board.stacks[target]), _taken_back(board, side, target, None)
    goal = _called(board.stacks[prey], prey) if prey is not None else ""
    most, reached = _most(board, 1 - side), target in _landings(board, 1 - side)
    board.undo(turn, before)
    look, answer = gettext("Look for a stack that would be better placed elsewhere."), ""
    if back and lost is not None:
        answer = gettext("Guard it with {stack}.", stack=stack)
        why = ngettext(
            "If you then lose {square}, you can win back {number} checker from {target}.",
            "If you then lose {square}, you can win back {number} checkers from {target}.",
            back,
            square=names[lost],
            target=names[target],
        )
    elif goal:
        look = gettext("Look for an enemy stack that you can threaten.")
        answer = gettext("Answer with a threat of your own: use {stack}.", stack=stack)
        why = gettext("From {target}, you threaten {stack}.", target=names[target], stack=goal)
    elif joined:
        look = gettext("Build a taller stack: it moves further.")
        why = ngettext(
            "It makes a stack of {number}, which moves {number} square.",
            "It makes a stack of {number}, which moves {number} squares.",
            height,
        )
    elif bait:
        look = gettext("Set a trap: offer something that you can win back.")
        why = ngettext(
            "It’s bait: if your opponent takes it, you can win back {number} checker.",
            "It’s bait: if your opponent takes it, you can win back {number} checkers.",
            bait,
        )
    elif most <= 0 < feared:
        why = gettext("Then none of your stacks can be taken.")
    elif most < feared:
        why = ngettext(
            "Then {side} can gain {number} checker at most.",
            "Then {side} can gain {number} checkers at most.",
            most,
            side=name_of(SIDES[1 - side]),
        )
    elif reached or lost == turn >> 12:
        why = ""
    else:
        look = gettext("Look for a square that no enemy stack can reach.")
        why = gettext("No enemy stack can reach {target} next turn.", target=names[target])
    return look, answer, why


def _most(board: CheckersBoard, side: int) -> int:
    """How many checkers ``side`` can gain at most in one turn."""
    return max((board.gain(side, each) for each in board.turns(side)), default=0)


def _taken_back(board: CheckersBoard, side: int, lost: int, guard: int | None) -> int:
    """How many checkers ``side`` can take back at least, whoever lands on ``lost``; 0: not always.

    It is the enemy's turn. ``guard`` is the square of the stack that takes them; None: any.
    """
    other, found = 1 - side, list[int]()
    if not board.controlled(side) >> lost & 1:
        return 0
    for turn in board.turns(other):
        if turn >> 6 & 63 == lost:
            before = board.play(other, turn)
            hunters = board.hunters(side, lost)
            answered = board.held(other) < board.goal and (hunters if guard is None else hunters >> guard & 1)
            found.append(len(board.stacks[lost]) if answered else 0)
            board.undo(turn, before)
    return min(found, default=0)


def _prizes(board: CheckersBoard, side: int) -> list[int]:
    """The squares of enemy stacks on which ``side`` can land, the tallest first."""
    found = [square for square in _landings(board, side) if board.controlled(1 - side) >> square & 1]
    return sorted(found, key=lambda square: (-len(board.stacks[square]), square))


REVIEWER: Final = Reviewer(judge, named, milliseconds=13)
