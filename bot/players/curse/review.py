"""Judges a turn of Captain's Curse in points, by playouts, and the dice by what they bring on average."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from bot.games.curse.actions import BLACK, TREASURES, WHITE, CurseAction, Loot, Pass, Roll, Sink
from bot.games.curse.text import value_of
from bot.games.curse.view import CurseView
from bot.games.plurals import counted
from bot.players.player import WORTH_SAYING, Judgement, Reviewer, Scale

from .board import CurseBoard, Way, read
from .choosing import CLOSE, CurseCandidate, Ranked, candidates, tried
from .policy import PASS, PASSED, Option, cheapest, options
from .tides import GONE

PLAYOUTS: Final = 60
"""Of each action that is compared."""
COMPARED: Final = 2
"""The best actions at a glance that the one played is compared with."""
SCALE: Final = Scale("Expected points", 40.0, 120.0, 30.0, 96.0)
"""Three points are as good as a tenth of a winning chance."""


def judge(view: CurseView, _legal: Any, action: CurseAction, rng: Random) -> Judgement[Any]:
    """The judgement of a turn, or of a roll."""
    board = read(view)
    if isinstance(action, Roll):
        return luck(board, action)
    found = sorted(candidates(view, rng, 1.0), key=lambda each: -each.seems)
    played = _played(board, view, action, found)
    seeds = [rng.getrandbits(32) for _ in range(PLAYOUTS)]
    done = tried(played, seeds)
    rivals = [
        each for each in found[:COMPARED] if each.after != played.after and each.seems >= played.seems - CLOSE
    ]
    best = max((tried(each, seeds) for each in rivals), key=lambda each: each.rank, default=done)
    loss = best.rank - done.rank
    if loss <= 0:
        return Judgement(done.points, done.points, action)
    reason = _reason(board, view, action, best) if loss >= WORTH_SAYING * SCALE.whole else ""
    return Judgement(done.points + loss, done.points, best.candidate.action, reason)


def luck(board: CurseBoard, roll: Roll) -> Judgement[Any]:
    """What a roll is worth beside the average of all 36, by the quick judgement of the best turn with it.

    Both count in the same way, so that luck averages to nothing.
    """
    worths = {(white, black): _worth(board, white, black) for white in range(1, 7) for black in range(1, 7)}
    return Judgement(sum(worths.values()) / len(worths), worths[roll.white, roll.black])


def _worth(board: CurseBoard, white: int, black: int) -> float:
    rolled = board.copy()
    fresh = rolled.roll(white, black)
    return rolled.total + max(option.worth for option in options(rolled, white, black, fresh))


def _played(
    board: CurseBoard, view: CurseView, action: CurseAction, found: list[CurseCandidate]
) -> CurseCandidate:
    """What was played, as a candidate; as it seems at a glance, its own space aside."""
    after = board.copy()
    match action:
        case Sink(line):
            after.sink(next(fall for fall in board.tide.falls if fall.label == line))
            seems = next(each.seems for each in found if each.action == action)
            return CurseCandidate(action, seems, after)
        case Loot():
            way = Way(value_of(view, action.taken), action.die, action.change)
            column = TREASURES.index(action.treasure)
            after.loot(way, column, 1 << action.space - 1)
        case _:
            way, column = PASSED, PASS
    fall = cheapest(after)[0] if way.die == BLACK else None
    if fall is not None:
        after.sink(fall)
    assert view.dice is not None
    ways: list[Option] = options(board, *view.dice, view.fresh)
    seems = next(each.worth for each in ways if (each.way, each.column) == (way, column))
    return CurseCandidate(action, seems, after)


def _reason(board: CurseBoard, view: CurseView, action: CurseAction, best: Ranked) -> str:
    """Why ``action`` was worse than the best."""
    wanted = best.candidate.action
    if isinstance(action, Sink) and isinstance(wanted, Sink):
        return _sinking(board, action, wanted)
    if isinstance(action, Pass):
        return "There was no need to pass: a charm or another column would have kept the turn alive."
    assert isinstance(action, Loot)
    if isinstance(wanted, Loot):
        mine, other = _crosses(board, view, action), _crosses(board, view, wanted)
        if mine > other:
            return (
                f"This crosses out {counted(mine, 'value')}, but the better choice crosses out "
                f"{_only(other)}."
            )
        if action.change and not wanted.change:
            return "This spends a charm that would be worth more later."
        if action.die == BLACK and wanted.die == WHITE:
            return "This takes the black die and sinks land, though the white die would do just as well."
        if action.taken == wanted.taken:
            return "Another column needs this value more."
    return "The other die does more for the columns."


def _only(count: int) -> str:
    return f"only {count}" if count else "none"


def _crosses(board: CurseBoard, view: CurseView, action: Loot) -> int:
    """How many values of a column the action crosses out."""
    column = TREASURES.index(action.treasure)
    return view.columns[column].values.index(value_of(view, action.taken)) - board.depths[column]


def _sinking(board: CurseBoard, action: Sink, wanted: Sink) -> str:
    """Why another line was better."""
    falls = {fall.label: fall for fall in board.tide.falls}
    mine, other = falls[action.line], falls[wanted.line]
    if not mine.after.land:
        return "This sinks the last of the land, and the pirate with it."
    lost, less = ((each.takes & board.free).bit_count() for each in (mine, other))
    spare = mine.after.spare
    if spare == GONE != other.after.spare:
        return "This gives up the dry-land goal."
    if lost > less:
        return (
            f"This sinks {counted(lost, 'space')} that could still be looted, but the better line sinks "
            f"{_only(less)}."
        )
    if spare < other.after.spare:
        return f"This leaves room for only {counted(spare, 'more sinking')} before the dry-land goal is lost."
    return "Another line costs less in the long run."


REVIEWER: Final = Reviewer(judge, milliseconds=60, scale=SCALE)
