"""Judges a turn of Captain's Curse in points, and the dice by what they bring; hints."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Final

from bot.games.curse.actions import BLACK, TREASURES, WHITE, CurseAction, Loot, Pass, Roll, Sink
from bot.games.curse.score import TITLES
from bot.games.curse.text import (
    NAMED,
    already,
    column_named,
    die_of,
    first_to_take,
    fitting,
    free_spaces,
    gains,
    passed_over,
    skipped,
    spaces_named,
    turn_of,
    value_of,
)
from bot.games.curse.view import LEAST_UNSUNK, CurseView
from bot.languages import gettext, gettext_noop, listed, ngettext
from bot.players.judgement import WORTH_SAYING, Judgement, Reviewer, Scale, judged
from bot.players.learnt import UNIT
from bot.players.player import Choice, Hint

from .board import CurseBoard, Way, read
from .choosing import PirateSettings, Ranked, by_formula, by_outlook, known
from .outlook import CAPTAIN, ROLLS, Outlook
from .policy import cheapest, options
from .tides import GONE

SCALE: Final = Scale(gettext_noop("Expected points"), 40.0, 120.0, 30.0, 96.0)
"""Three points are as good as a tenth of a winning chance."""


def judge(view: CurseView, _legal: Any, action: CurseAction, rng: Random) -> Judgement[Any]:
    """The judgement of a turn, or of a roll."""
    board = read(view)
    if isinstance(action, Roll):
        return luck(board, action, learnt=known(view))
    learnt = known(view)
    found = by_outlook(view) if learnt else by_formula(view, rng, PirateSettings())
    best = max(found, key=lambda each: sum(_worth_of(each, learnt=learnt)))
    done = _played(board, view, action, found)
    (best_points, best_title), (points, title) = (_worth_of(each, learnt=learnt) for each in (best, done))
    better = best.candidate.action
    return judged(
        best_points,
        points,
        action,
        better,
        lambda: _reason(board, view, action, better, best_points - points, (title, best_title)),
        WORTH_SAYING * SCALE.whole,
        best_title - title,
    )


def _worth_of(ranked: Ranked, *, learnt: bool) -> tuple[float, float]:
    """The points that can be expected, which are never more than can be had, and what the title adds.

    The quick judgement says nothing of titles.
    """
    board = ranked.candidate.after
    most = float(board.reach())
    title = ranked.rank - ranked.points if learnt and most >= TITLES[0][1] else 0.0
    return min(ranked.points, most), title


def luck(board: CurseBoard, roll: Roll, *, learnt: bool) -> Judgement[Any]:
    """What a roll is worth beside the average of all 36, each with the best turn.

    All are counted in the same way, so that luck averages to nothing.
    """
    worth = Outlook(board).rolled if learnt else partial(_worth, board)
    most = float(board.reach())
    points = {dice: min(worth(*dice)[1] / UNIT, most) for dice in ROLLS}
    return Judgement(sum(points.values()) / len(points), points[roll.white, roll.black])


def _worth(board: CurseBoard, white: int, black: int) -> tuple[float, float]:
    rolled = board.copy()
    fresh = rolled.roll(white, black)
    worth = UNIT * (rolled.total + max(option.worth for option in options(rolled, white, black, fresh)))
    return worth, worth


def _played(board: CurseBoard, view: CurseView, action: CurseAction, found: list[Ranked]) -> Ranked:
    """What was played, among what was found; by the quick judgement, its own space aside."""
    same = next((each for each in found if each.candidate.action == action), None)
    if same is not None:
        return same
    assert isinstance(action, Loot)
    way = Way(value_of(view, action.taken), action.die, action.change)
    column = TREASURES.index(action.treasure)
    after = board.copy()
    after.loot(way, column, 1 << action.space - 1)
    if way.die == BLACK and (fall := cheapest(after)[0]) is not None:
        after.sink(fall)
    like = next(
        each
        for each in found
        if isinstance(other := each.candidate.action, Loot)
        and (other.taken, other.treasure) == (action.taken, action.treasure)
    )
    return like._replace(candidate=replace(like.candidate, action=action, after=after))


def _reason(
    board: CurseBoard,
    view: CurseView,
    action: CurseAction,
    wanted: CurseAction,
    loss: float,
    titles: tuple[float, float],
) -> str:
    """Why ``action`` was worse than the ``wanted`` one: by ``loss`` points and what titles add to both."""
    if isinstance(action, Sink) and isinstance(wanted, Sink):
        return _sinking(board, view, action, wanted, loss, titles)
    if isinstance(action, Pass):
        return gettext("There was no need to pass: a charm would have kept the turn alive.")
    assert isinstance(action, Loot)
    if not isinstance(wanted, Loot):
        return gettext("This spends a charm that would be worth more later than what it loots now.")
    mine, other = (skipped(view, value_of(view, each.taken), each.treasure) for each in (action, wanted))
    value, column = value_of(view, action.taken), column_named(action.treasure)
    if mine > other:
        return ngettext(
            "This crosses out {number} number in the {column}, {more} more than the better choice.",
            "This crosses out {number} numbers in the {column}, {more} more than the better choice.",
            mine,
            column=column,
            more=mine - other,
        )
    if action.change and not wanted.change:
        return gettext("This spends a charm that would be worth more later.")
    if action.die == BLACK and wanted.die == WHITE:
        die = die_of(wanted.taken, value_of(view, wanted.taken))
        return gettext("This takes the black die and sinks land, though {die} would do as well.", die=die)
    if told := _captain(loss, titles):
        return told
    if action.taken == wanted.taken and action.treasure != wanted.treasure:
        spaces, less = (len(free_spaces(view, each.treasure)) for each in (action, wanted))
        if less < spaces:
            return ngettext(
                "The {column} needs a {value} more urgently: it has only {number} space left to loot.",
                "The {column} needs a {value} more urgently: it has only {number} spaces left to loot.",
                less,
                value=value,
                column=column_named(wanted.treasure),
            )
        return gettext(
            "The {other} needs a {value} more than the {column} does.",
            other=column_named(wanted.treasure),
            value=value,
            column=column,
        )
    return ngettext(
        "A {value} in the {column} is worth about {number} point less than another choice.",
        "A {value} in the {column} is worth about {number} points less than another choice.",
        round(loss),
        value=value,
        column=column,
    )


def _captain(loss: float, titles: tuple[float, float]) -> str:
    """How much rarer Captain becomes, if that is what was lost most of all; else empty."""
    mine, other = titles
    if other - mine <= loss:
        return ""
    return gettext(
        "This makes you Captain in about {mine} of 100 games; the better choice would do so in {other}.",
        mine=round(100 * mine / CAPTAIN),
        other=round(100 * other / CAPTAIN),
    )


def _sinking(
    board: CurseBoard,
    view: CurseView,
    action: Sink,
    wanted: Sink,
    loss: float,
    titles: tuple[float, float],
) -> str:
    """Why another line was better."""
    falls = {fall.label: fall for fall in board.tide.falls}
    mine, other = falls[action.line], falls[wanted.line]
    if not mine.after.land:
        return gettext("This sinks the last of the land, and the pirate with it.")
    lost, less = ((each.takes & board.free).bit_count() for each in (mine, other))
    spare = mine.after.spare
    if spare == GONE != other.after.spare:
        return gettext("This gives up the goal of {least} spaces above water.", least=LEAST_UNSUNK)
    if lost > less:
        return ngettext(
            "This sinks {number} space that could still be looted, {more} more than the better line.",
            "This sinks {number} spaces that could still be looted, {more} more than the better line.",
            lost,
            more=lost - less,
        )
    if spare < other.after.spare:
        return ngettext(
            "After this, land can sink only {number} more time before you lose the goal of {least} spaces.",
            "After this, land can sink only {number} more times before you lose the goal of {least} spaces.",
            spare,
            least=LEAST_UNSUNK,
        )
    return _captain(loss, titles) or gettext(
        "Losing {land} costs more in the long run than what another line would take.",
        land=_land(view, action.line),
    )


def named(view: CurseView, action: CurseAction) -> str:
    """An action inside a sentence, and what it costs."""
    match action:
        case Loot():
            values, turn = (
                passed_over(view, value_of(view, action.taken), action.treasure),
                turn_of(view, action),
            )
            if not values:
                return gettext("{turn}, which skips nothing", turn=turn)
            return gettext("{turn}, which skips {values}", turn=turn, values=listed(values))
        case Sink(line):
            return gettext("line {line}, which sinks {land}", line=line, land=_land(view, line))
        case _:
            return gettext("a pass")


def _land(view: CurseView, line: str) -> str:
    """What an open line sinks, and how much of it is looted."""
    takes = view.takes(line)
    left = len({*takes} - {*view.looted})
    spaces = spaces_named(takes, NAMED)
    if not left:
        return f"{spaces} ({already(view, takes)})"
    if left < len(takes):
        return gettext("{spaces} ({number} of them still to loot)", spaces=spaces, number=left)
    return gettext("{spaces} (not looted yet)", spaces=spaces)


def hint(view: CurseView, choice: Choice[CurseAction]) -> Hint:
    """Which column or land matters, why, and what to do."""
    match choice.action:
        case Loot():
            return _looting(view, choice.action)
        case Sink(line):
            look = gettext("Compare what each line would sink with how much land it would leave.")
            if {*view.looted}.issuperset(view.takes(line)):
                look = gettext("Look for a line that sinks only what you’ve looted already.")
            left = view.now.unsunk - len(view.takes(line))
            where = gettext("One line would sink {land}.", land=_land(view, line))
            goal = ngettext(
                "That leaves {number} space above water, and the goal is {least}.",
                "That leaves {number} spaces above water, and the goal is {least}.",
                left,
                least=LEAST_UNSUNK,
            )
            return Hint(look, f"{where} {goal}", gettext("Sink line {line}.", line=line))
        case _:
            assert view.dice is not None
            white, black = view.dice
            return Hint(
                gettext(
                    "Neither the white {white} nor the black {black} fits in any column.",
                    white=white,
                    black=black,
                ),
                gettext(
                    "Keep your charms for later." if view.charms else "You have no charm to change a die."
                ),
                gettext("Pass."),
            )


def _looting(view: CurseView, loot: Loot) -> Hint:
    value, column = value_of(view, loot.taken), view.columns[TREASURES.index(loot.treasure)]
    count, there = skipped(view, value, loot.treasure), column_named(loot.treasure)
    look = gettext("Look at the {column}: a {value} fits there.", column=there, value=value)
    rest = [str(each) for each in column.values[column.values.index(value) + 1 :]]
    then = [gettext("Take {turn}.", turn=named(view, loot))]
    then += [gettext("It keeps {values} open." if rest else "It completes the column.", values=listed(rest))]
    if rest and (line := first_to_take(view, loot.space)):
        then.append(
            gettext(
                "Loot {space} first, because line {line} could sink it next.",
                space=loot.space,
                line=line.label,
            )
        )
    if loot.die == BLACK:
        then.append(_white(view, count))
    return Hint(look, gains(view, value, loot.treasure), " ".join(then), (loot.treasure,))


def _white(view: CurseView, skips: int) -> str:
    """What the black die costs, and the white one if it's worse in the column where it fits best."""
    assert view.dice is not None
    white = view.dice[0]
    least = min((skipped(view, white, each) for each in fitting(view, white)), default=None)
    if view.fresh or (least is not None and least <= skips):
        return gettext("The black die also sinks land.")
    if least is None:
        return gettext("The black die also sinks land, but the white {white} fits nowhere.", white=white)
    return ngettext(
        "The black die also sinks land, but the white {white} would skip {number} number.",
        "The black die also sinks land, but the white {white} would skip {number} numbers.",
        least,
        white=white,
    )


REVIEWER: Final = Reviewer(judge, named, milliseconds=15, scale=SCALE)
