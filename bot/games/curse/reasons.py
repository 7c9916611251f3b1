"""Why a turn of Captain's Curse is right or wrong: the points it brings, and what can't be had after it."""

from __future__ import annotations

from bot.games.core import Line
from bot.games.plurals import counted, listed, plural

from .actions import TREASURES, CurseAction, Loot, Pass, Sink
from .text import free_spaces, place, skipped, value_of, values_marked
from .view import CurseView


def explain(line: Line[CurseAction, CurseView]) -> str:
    """What a turn brings and gives up, beside the best or the next best."""
    action, other = line.actions[0], line.other
    subject = {Loot: "That", Pass: "Passing"}.get(type(action), f"Line {getattr(action, 'line', '')}")
    told = [f"{subject} {_effect(line)}.", _closed(line)]
    if line.cost and line.right and other is not None:
        told.append(_kept(line, other))
        told.append(f"The next best choice, {_named(other)}, {_effect(other)}.")
        told.append(f"It’s worth {_points(line.cost)} less on average.")
    elif line.cost:
        told.append(f"The best choice is worth {_points(line.cost)} more on average.")
    return " ".join(filter(None, told))


def _points(amount: float) -> str:
    number = f"{amount:.1f}".removesuffix(".0")
    return f"about {number} {plural(int(number == '1'), 'point', 'points')}"


def _named(line: Line[CurseAction, CurseView]) -> str:
    """A choice inside a sentence: “the white 2 for the barrel at Bearded Bluff (16)”, “line K”."""
    view, action = line.views[0], line.actions[0]
    match action:
        case Sink(label):
            return f"line {label}"
        case Loot():
            value = value_of(view, action.taken)
            die = f"{action.die} {value_of(view, action.die)}{f' as a {value}' if action.change else ''}"
            return f"the {die} for the {action.treasure} at {place(view, action.space)}"
        case _:
            return "passing"


def _effect(line: Line[CurseAction, CurseView]) -> str:
    """What a choice does at once: “brings 2 points and sinks land”."""
    before, after, action = line.views[0], line.views[1], line.actions[0]
    if isinstance(action, Sink):
        lost = [place(before, number) for number in _lootable(before, before.takes(action.line))]
        if not after.end.unsunk:
            return "sinks the last of the land, and all the loot with it"
        what = f"{listed(lost)}, which" if lost else "nothing that"
        return f"sinks {what} you could still loot"
    points = 0
    if isinstance(action, Loot):
        value = value_of(before, action.taken)
        points = value - skipped(before, value, action.treasure)
    brings = f"brings {counted(points, 'point')}" if points else "brings no points"
    parts = [f"costs {counted(-points, 'point')}" if points < 0 else brings]
    if after.charms < before.charms:
        parts.append("spends a charm")
    if after.phase == "sink":
        least = min(len(_lootable(after, each.takes)) for each in after.lines)
        spaces = f"with at least {counted(least, 'space')} that you could still loot"
        parts.append(f"sinks land, {spaces if least else 'but nothing you could still loot has to go'}")
    return listed(parts)


def _lootable(view: CurseView, spaces: tuple[int, ...]) -> list[int]:
    return [number for number in spaces if number not in view.looted]


def _closed(line: Line[CurseAction, CurseView]) -> str:
    """What can’t be circled any more, besides what was."""
    before, after = line.views[0], line.views[1]
    closed = _open(before) - _open(after) - _used(line)
    if not closed or after.outcome is not None:
        return ""
    return f"After that, you can’t circle {_values(closed)} any more."


def _kept(line: Line[CurseAction, CurseView], other: Line[CurseAction, CurseView]) -> str:
    """What the right choice keeps that the next best gives up."""
    if kept := _open(line.views[1]) - _open(other.views[1]) - _used(other):
        return f"You can still circle {_values(kept)}, which the next best choice gives up."
    spared, less = _sparing(line), _sparing(other)
    if not isinstance(line.actions[0], Sink) or spared <= less:
        return ""
    lines, fewer = counted(spared, "line"), counted(less, "line") if less else "none"
    return f"It leaves {lines} that would spare all that’s left to loot, and the next best leaves {fewer}."


def _sparing(line: Line[CurseAction, CurseView]) -> int:
    """How many open lines then sink nothing that can still be looted."""
    return sum(not _lootable(line.views[1], each.takes) for each in line.views[1].lines)


def _used(line: Line[CurseAction, CurseView]) -> set[tuple[str, int]]:
    """The value that a choice circles, and its column."""
    action = line.actions[0]
    return {(action.treasure, value_of(line.views[0], action.taken))} if isinstance(action, Loot) else set()


def _open(view: CurseView) -> set[tuple[str, int]]:
    """The values that can still be circled: open ones in columns with something left to loot."""
    return {
        (column.treasure, int(value))
        for column in view.columns
        if free_spaces(view, column.treasure)
        for value in values_marked(column, "")
    }


def _values(values: set[tuple[str, int]]) -> str:
    """Such as “the 2 and the 1 in the barrel column”."""
    columns = (
        (treasure, [f"the {value}" for each, value in sorted(values) if each == treasure])
        for treasure in TREASURES
    )
    return listed(f"{listed(found)} in the {treasure} column" for treasure, found in columns if found)
