"""Judges a turn of Captain's Curse in points, by playouts, and the dice by what they bring; hints."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from bot.games.curse.actions import BLACK, TREASURES, WHITE, CurseAction, Loot, Pass, Roll, Sink
from bot.games.curse.text import die_of, fitting, free_spaces, place, skipped, value_of
from bot.games.curse.view import LEAST_UNSUNK, CurseView
from bot.games.plurals import counted, listed, some
from bot.players.player import WORTH_SAYING, Choice, Hint, Judgement, Reviewer, Scale, judged

from .board import CurseBoard, Way, read
from .choosing import CLOSE, CurseCandidate, candidates, tried
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
    loss, better = best.rank - done.rank, best.candidate.action
    return judged(
        done.points + loss,
        done.points,
        action,
        better,
        lambda: _reason(board, view, action, better, loss),
        WORTH_SAYING * SCALE.whole,
    )


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


def _reason(board: CurseBoard, view: CurseView, action: CurseAction, wanted: CurseAction, loss: float) -> str:
    """Why ``action`` was worse than the one ``wanted``."""
    if isinstance(action, Sink) and isinstance(wanted, Sink):
        return _sinking(board, view, action, wanted)
    if isinstance(action, Pass):
        return "There was no need to pass: a charm or another column would have kept the turn alive."
    assert isinstance(action, Loot)
    if not isinstance(wanted, Loot):
        return "This spends a charm that would be worth more later than what it loots now."
    mine, other = (skipped(view, value_of(view, each.taken), each.treasure) for each in (action, wanted))
    if mine > other:
        crosses = f"{counted(mine, 'value')} in the {action.treasure} column"
        return f"This crosses out {crosses}, but the better choice crosses out {_only(other)}."
    if action.change and not wanted.change:
        return "This spends a charm that would be worth more later."
    if action.die == BLACK and wanted.die == WHITE:
        return f"This takes the black die and sinks land, though {die_of(view, wanted)} would do as well."
    value = value_of(view, action.taken)
    if action.taken == wanted.taken and action.treasure != wanted.treasure:
        return f"Another column needs a {value} more than the {action.treasure} column does."
    points = counted(round(loss), "point")
    return f"A {value} in the {action.treasure} column is worth about {points} less than another choice."


def _only(count: int) -> str:
    return f"only {count}" if count else "none"


def _sinking(board: CurseBoard, view: CurseView, action: Sink, wanted: Sink) -> str:
    """Why another line was better."""
    falls = {fall.label: fall for fall in board.tide.falls}
    mine, other = falls[action.line], falls[wanted.line]
    if not mine.after.land:
        return "This sinks the last of the land, and the pirate with it."
    lost, less = ((each.takes & board.free).bit_count() for each in (mine, other))
    spare = mine.after.spare
    if spare == GONE != other.after.spare:
        return f"This gives up the goal of {LEAST_UNSUNK} spaces above water."
    if lost > less:
        return (
            f"This sinks {counted(lost, 'space')} that could still be looted, but the better line sinks "
            f"{_only(less)}."
        )
    if spare < other.after.spare:
        left = f"only {counted(spare, 'more sinking')}" if spare else "no more sinkings"
        return f"This leaves room for {left} before the goal of {LEAST_UNSUNK} spaces is lost."
    return f"Losing {_land(view, action.line)} costs more in the long run than what another line takes."


NAMED: Final = 3
"""Spaces of a line that a sentence names."""


def named(view: CurseView, action: CurseAction) -> str:
    """An action inside a sentence, and what it costs."""
    match action:
        case Loot():
            count = skipped(view, value_of(view, action.taken), action.treasure)
            skips = counted(count, "value") if count else "nothing"
            loot = f"the {action.treasure} at {place(view, action.space)}"
            return f"{die_of(view, action)} for {loot}, which skips {skips}"
        case Sink(line):
            return f"line {line}, which sinks {_land(view, line)}"
        case _:
            return "a pass"


def _land(view: CurseView, line: str) -> str:
    """What an open line sinks, and how much of it is looted."""
    takes = view.takes(line)
    looted = len({*takes} & {*view.looted})
    every = "all looted" if looted == len(takes) else f"{looted or 'none'} of them looted"
    spaces = listed(some([place(view, each) for each in takes], NAMED))
    if len(takes) == 1:
        every = "looted already" if looted else "not looted yet"
    return f"{spaces} ({every})"


def hint(view: CurseView, choice: Choice[CurseAction]) -> Hint:
    """Which column or land matters, why, and what to do."""
    match choice.action:
        case Loot():
            return _looting(view, choice.action)
        case Sink(line):
            look = "Compare what each line would sink with how much land it would leave."
            if {*view.looted}.issuperset(view.takes(line)):
                look = "Look for a line that sinks only what you’ve looted already."
            left = view.now.unsunk - len(view.takes(line))
            goal = "enough" if left >= LEAST_UNSUNK else "too few"
            where = (
                f"One line would sink {_land(view, line)}. That leaves {counted(left, 'space')} above water, "
            )
            return Hint(look, f"{where}{goal} for the goal of {LEAST_UNSUNK}.", f"Sink line {line}.")
        case _:
            assert view.dice is not None
            return Hint(
                f"Neither the white {view.dice[0]} nor the black {view.dice[1]} fits in any column.",
                "Keep your charms for later." if view.charms else "You have no charm to change a die.",
                "Pass.",
            )


def _looting(view: CurseView, loot: Loot) -> Hint:
    value, column = value_of(view, loot.taken), view.columns[TREASURES.index(loot.treasure)]
    count = skipped(view, value, loot.treasure)
    look = f"Look at the {loot.treasure} column: a {value} fits there and skips nothing."
    if count:
        look = f"{look.removesuffix(' and skips nothing.')}, though it skips {counted(count, 'value')}."
    less = f", less {counted(count, 'point')} for what it skips," if count else ""
    rest = [str(each) for each in column.values[column.values.index(value) + 1 :]]
    opens = f"keeps {listed(rest)} open" if rest else "completes the column"
    where, space = f"It earns {counted(value, 'point')}{less} and {opens}.", place(view, loot.space)
    lines = [each for each in view.lines if loot.space in each.takes]
    if lines and rest and len(free_spaces(view, loot.treasure)) > 1:
        first = min(lines, key=lambda each: len(each.takes))
        where += f" Loot {space} first, because line {first.label} could sink it next."
    if loot.die == BLACK:
        where += f" The black die also sinks land{_white(view, count)}."
    return Hint(look, where, f"Take {named(view, loot)}.")


def _white(view: CurseView, skips: int) -> str:
    """What the white die would do instead, if it's worse in the column where it fits best."""
    assert view.dice is not None
    white = view.dice[0]
    least = min((skipped(view, white, each) for each in fitting(view, white)), default=None)
    if view.fresh or (least is not None and least <= skips):
        return ""
    instead = "fits nowhere" if least is None else f"would skip {counted(least, 'value')}"
    return f", but the white {white} {instead}"


REVIEWER: Final = Reviewer(judge, named, milliseconds=60, scale=SCALE)
