"""What the computer player does with a search: the choice of each level, and whether it takes a draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Final

from bot.games.checkers.actions import CheckersAction
from bot.games.checkers.view import CheckersView, enemies
from bot.games.core import Placement
from bot.players.player import Alternative, Choice, Legal, drawn

from .board import CheckersBoard, decode, encode, side_of
from .search import HALF, LONGEST, SURE, WON, AlphaBetaSearch, Found

LONGEST_LINE: Final = 8
COMPARED: Final = 3
"""Up to this depth all candidates are valued exactly; beyond it only the best."""
SOBERING: Final = 6
"""The checkers by which a side is behind when it overlooks half as much as before."""
SPREAD: Final = 7
"""The lead, in checkers, with which a side wins about e times as often as it loses, between First Mates."""


@dataclass(frozen=True, slots=True)
class CheckersSettings:
    """How one level plays Captain's Checkers."""

    budget: int
    """Positions that a search may look at."""
    depth: int = LONGEST
    """Turns that it looks ahead, its own included."""
    captures: int = 20
    """Captures in a row that it follows beyond ``depth``."""
    candidates: int = 3
    """Turns that it values exactly, and among which it chooses."""
    temperature: float = 0.0
    """By how many checkers a turn has to be worse to be chosen e times more seldom; 0: it takes the best."""
    oversight: float = 0.0
    """The share of its turns that it doesn't think through: it sees what they gain at once, and no more.

    It is less once it is behind, so that it doesn't go on repeating one blunder.
    """
    placing: bool = False
    """Whether it counts where stacks stand."""
    overlooked: float = 0.0
    """The share of the opponent's captures after which it doesn't see that it could retake the stack."""


def choose(
    view: CheckersView, legal: Legal[CheckersAction], rng: Random, settings: CheckersSettings
) -> Choice[CheckersAction]:
    """The choice for the seat that looks, whose turn it is.

    A view doesn't tell earlier positions, so a repetition can draw a game whose win is said to be proven.
    """
    assert not isinstance(legal, Placement)
    side = side_of(view)
    order = [encode(action) for action in legal]
    rng.shuffle(order)
    last = view.last
    if last is not None and enemies(last.seat, last.covered) and rng.random() < settings.overlooked:
        order = [turn for turn in order if decode(turn).path[-1] != last.target] or order
    search = AlphaBetaSearch(view, settings.budget, settings.captures, placing=settings.placing)
    oversight = settings.oversight / 2 ** (max(HALF - search.board.held(side), 0) / SOBERING)
    thorough = max(1, sum(rng.random() >= oversight for _ in order))
    ranking = _ranking(search, side, order[:thorough], settings)
    ranking += [_at_a_glance(search.board, side, turn, settings) for turn in order[thorough:]]
    ranking = sorted(ranking, key=lambda each: -each.score)[: settings.candidates]
    best = ranking[0].score
    # Whoever is sure to win, or to lose, doesn't draw.
    temperature = settings.temperature if abs(best) < SURE else 0.0
    chosen = drawn(ranking, lambda each: each.score, temperature, rng)
    return Choice(
        action=decode(chosen.turn),
        value=expectation(chosen.score),
        alternatives=tuple(Alternative(decode(each.turn), expectation(each.score)) for each in ranking),
        line=_line(search, side, chosen.turn),
        proven=abs(chosen.score) >= SURE and (chosen.score > 0 or best < 0),
    )


def expectation(score: int) -> float:
    """What a seat can expect, from 0 (a sure loss) to 1 (a sure win), with a score of the search."""
    if abs(score) >= SURE:
        return float(score > 0)
    return 1 / (1 + exp(-score / SPREAD))


def _ranking(
    search: AlphaBetaSearch, side: int, order: Sequence[int], settings: CheckersSettings
) -> list[Found]:
    """The best turns of ``order`` with their scores at the greatest depth that the budget allows."""
    board = search.board
    scores = {turn: board.held(side) - HALF + board.gain(side, turn) for turn in order}
    order = sorted(order, key=lambda turn: -scores[turn])
    width = settings.candidates
    deepened = search.deepened(side, order, width, compared=COMPARED, most=settings.depth)
    for depth, done in enumerate(deepened, 1):
        exact = done[: width if depth <= COMPARED else 1]
        scores.update((each.turn, each.score) for each in exact)
        ranked = [each.turn for each in done]
        known = set(ranked)
        rest = [turn for turn in order if turn not in known]
        # If what seemed best loses, and there are no nodes left to look at the others: hope for those.
        order = rest + ranked if done[0].score <= -SURE else ranked + rest
        if abs(done[0].score) >= SURE:
            break
    best = scores[order[0]]
    return [Found(turn, min(scores[turn], best)) for turn in order[:width]]


def _at_a_glance(board: CheckersBoard, side: int, turn: int, settings: CheckersSettings) -> Found:
    """A turn's worth by what it gains at once; a reply that wins the game is seen if any replies are."""
    before, other = board.play(side, turn), 1 - side
    score = board.held(side) - HALF
    if board.held(side) >= board.goal:
        score = WON - 1
    elif settings.captures and board.held(other) + board.greatest_gain(other) >= board.goal:
        score = 2 - WON
    board.undo(turn, before)
    return Found(turn, score)


def _line(search: AlphaBetaSearch, side: int, turn: int) -> tuple[CheckersAction, ...]:
    """``turn`` and what is expected after it, up to a win or a position that has come up before."""
    board, line = search.board, [turn]
    seen = {(side, tuple(board.stacks))}
    board.play(side, turn)
    while max(board.held(0), board.held(1)) < board.goal and len(line) < LONGEST_LINE:
        side = 1 - side
        position = side, tuple(board.stacks)
        known = search.table.get(position)
        if position in seen or known is None or known[3] not in board.turns(side):
            break
        seen.add(position)
        board.play(side, known[3])
        line.append(known[3])
    return tuple(decode(each) for each in line)
